// The card next to the board that shows one result at a time.

import { button, element, html } from '../dom.js';
import { Superseded } from '../server/client.js';

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
   * Shows content in place of what was there.
   * @param {string} title
   * @param {Node[]} content
   * @param {() => void} [onClose]
   */
  show(title, content, onClose = () => {}) {
    this.#leave();
    this.onClose = onClose;
    const closeButton = button('×', 'plain icon', () => { this.close(); this.app.board.focus(); });
    closeButton.setAttribute('aria-label', 'Close');
    this.card.replaceChildren(
      html('div', { class: 'card-head' }, html('h2', {}, title), closeButton), ...content,
    );
    this.card.hidden = false;
  }

  /**
   * Waits for a response; a failure closes the panel, so that it does not wait for ever.
   * @template T
   * @param {Promise<T>} response
   * @returns {Promise<T>}
   */
  async waitFor(response) {
    try {
      return await response;
    } catch (error) {
      if (!(error instanceof Superseded)) this.close();
      throw error;
    }
  }

  close() {
    if (this.card.hidden) return false;
    this.card.hidden = true;
    this.card.replaceChildren();
    this.#leave();
    return true;
  }

  /** Tells the content that it is gone. */
  #leave() {
    const { onClose } = this;
    this.onClose = () => {};
    onClose();
  }
}
