// The card below the tools: one thing at a time, with a way to put it away.

import { button, element, html } from '../dom.js';

/** @typedef {import('../app.js').App} App */

export class Panel {
  /** @param {App} app */
  constructor(app) {
    this.card = element('panel', HTMLElement);
    /** @type {() => void} */
    this.whenClosed = () => {};
    this.app = app;
    app.onChange(() => this.close());
  }

  /**
   * @param {string} title
   * @param {Node[]} content
   * @param {() => void} [whenClosed]
   */
  show(title, content, whenClosed = () => {}) {
    this.whenClosed = whenClosed;
    const away = button('×', 'plain icon', () => { this.close(); this.app.board.focus(); });
    away.setAttribute('aria-label', 'Put away');
    this.card.replaceChildren(
      html('div', { class: 'card-head' }, html('h2', {}, title), away), ...content,
    );
    this.card.hidden = false;
  }

  close() {
    if (this.card.hidden) return false;
    this.card.hidden = true;
    this.card.replaceChildren();
    const { whenClosed } = this;
    this.whenClosed = () => {};
    whenClosed();
    return true;
  }
}
