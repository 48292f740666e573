// Messages to the player: spoken through the live region, and shown at the bottom of the page.

import { element } from './dom.js';
import { Superseded } from './server/client.js';

const MESSAGE_TIME = 5000;
let timer = 0;

/**
 * Speaks a message through the screen reader only.
 * @param {string} words
 */
export function announce(words) {
  const live = element('live', HTMLElement);
  live.textContent = '';
  // Emptying the region first makes screen readers repeat an unchanged text.
  requestAnimationFrame(() => { live.textContent = words; });
}

/**
 * Shows a message for a while, and speaks it.
 * @param {string} words
 */
export function showMessage(words) {
  const message = element('message', HTMLElement);
  message.textContent = words;
  message.hidden = false;
  clearTimeout(timer);
  timer = window.setTimeout(() => { message.hidden = true; }, MESSAGE_TIME);
  announce(words);
}

/**
 * Runs an operation and shows its error, if any. A superseded request is not an error.
 * @param {() => Promise<void>} work
 */
export async function reportErrors(work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof Superseded) return;
    showMessage(error instanceof Error ? error.message : String(error));
  }
}
