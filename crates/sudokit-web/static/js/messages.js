// Words to the player: in the live region for those who listen, and in a line at the foot of the
// page for those who look.

import { element } from './dom.js';
import { Overtaken } from './server/client.js';

const SHOWN_FOR = 5000;
let timer = 0;

/**
 * Speaks through the screen reader alone.
 * @param {string} words
 */
export function announce(words) {
  const live = element('live', HTMLElement);
  live.textContent = '';
  // A region that is emptied first is read again even if the words are the same.
  requestAnimationFrame(() => { live.textContent = words; });
}

/**
 * Shows a line for a while, and speaks it.
 * @param {string} words
 */
export function tell(words) {
  const message = element('message', HTMLElement);
  message.textContent = words;
  message.hidden = false;
  clearTimeout(timer);
  timer = window.setTimeout(() => { message.hidden = true; }, SHOWN_FOR);
  announce(words);
}

/**
 * Runs something that may be refused, and says why if it is.
 * @param {() => Promise<void>} work
 */
export async function orTell(work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof Overtaken) return;
    tell(error instanceof Error ? error.message : String(error));
  }
}
