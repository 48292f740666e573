// Messages to the player: spoken through the live region, and shown at the top of the page.

import { element } from './dom.js';
import { Superseded } from './server/client.js';

const MESSAGE_TIME = 5000;
/** How long a spoken message stays in the live region, in milliseconds. */
const SPOKEN_TIME = 4000;
let timer = 0;

/**
 * Speaks a message through the screen reader only. Each message is an element of its own, so that
 * the next one never replaces it before it was spoken, and an unchanged text is repeated.
 * @param {string} words
 */
export function announce(words) {
  const spoken = document.createElement('p');
  spoken.textContent = words;
  element('live', HTMLElement).append(spoken);
  setTimeout(() => spoken.remove(), SPOKEN_TIME);
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
  timer = window.setTimeout(() => hideMessage(), MESSAGE_TIME);
  announce(words);
}

/**
 * Hides the message, for instance because its puzzle is gone.
 * @param {string} [words] hides only this one
 */
export function hideMessage(words) {
  const message = element('message', HTMLElement);
  if (words !== undefined && message.textContent !== words) return;
  clearTimeout(timer);
  message.hidden = true;
}

/**
 * Passes the seconds that have gone by to a function, now and each second.
 * @param {(seconds: number) => void} show
 * @returns {() => void} what stops it
 */
export function everySecond(show) {
  const started = Date.now();
  const seconds = () => show(Math.floor((Date.now() - started) / 1000));
  seconds();
  const ticking = window.setInterval(seconds, 1000);
  return () => window.clearInterval(ticking);
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
