// The card next to the board that shows one result at a time.

import { button, element, html } from '../dom.js';

/** @typedef {import('../app.js').App} App */

export class Panel {
  /** @param {App} app */
  constructor(app) {
    this.card = element('panel', HTMLElement);
    /** @type {() => void} */
    this.onClose = () => {};
    this.app = app;
    app.onChange(() => this.close());
  }

  /**
   * @param {string} title
   * @param {Node[]} content
   * @param {() => void} [onClose]
   */
  show(title, content, onClose = () => {}) {
    this.onClose = onClose;
    const closeButton = button('×', 'plain icon', () => { this.close(); this.app.board.focus(); });
    closeButton.setAttribute('aria-label', 'Close');
    this.card.replaceChildren(
      html('div', { class: 'card-head' }, html('h2', {}, title), closeButton), ...content,
    );
    this.card.hidden = false;
  }

  close() {
    if (this.card.hidden) return false;
    this.card.hidden = true;
    this.card.replaceChildren();
    const { onClose } = this;
    this.onClose = () => {};
    onClose();
    return true;
  }
}
