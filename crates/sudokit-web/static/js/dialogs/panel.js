// The card next to the board that shows one result at a time.

import { button, element, html } from '../dom.js';
import { announce } from '../messages.js';
import { cancel, Superseded } from '../server/client.js';

/** @typedef {import('../app.js').App} App */

/** How long to wait before the panel says so, in milliseconds. */
const PATIENCE = 500;

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

  /**
   * Waits for a response that usually comes at once. If it does not, the panel shows how long it
   * takes, and can cancel it.
   * @template T
   * @param {string} title
   * @param {string} slot of the request
   * @param {Promise<T>} response
   * @returns {Promise<T>}
   */
  async patiently(title, slot, response) {
    const start = performance.now();
    const words = html('p', { class: 'soft' }, '');
    let isShown = false;
    const show = () => {
      const seconds = Math.floor((performance.now() - start) / 1000);
      words.textContent = `Still working… ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
      if (isShown) return;
      isShown = true;
      const stop = button('Cancel', '', () => { this.close(); this.app.board.focus(); });
      this.show(title, [words, html('div', { class: 'row' }, stop)], () => cancel(slot));
      announce(`${title}: still working. Escape cancels.`);
    };
    const first = setTimeout(show, PATIENCE);
    const timer = setInterval(show, 1000);
    try {
      return await response;
    } finally {
      clearTimeout(first);
      clearInterval(timer);
      if (isShown && words.isConnected) this.close();
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
