// From one number to another, each of which may be left open: two fields next to each other.

import { element, html } from '../dom.js';
import * as server from '../server/requests.js';

/** @param {string} name the fields are called after it */
export function makeSpan(name) {
  const ends = ['from', 'to'].map((end) => element(`${name}-${end}`, HTMLInputElement));

  /** The ends in their order, whichever way round they were written. */
  const read = () => {
    const [from, to] = ends.map(({ value }) => value.replace(/\D/g, ''));
    const isReversed = from !== '' && to !== '' && Number(from) > Number(to);
    return isReversed ? [to, from] : [from, to];
  };

  return {
    /** In the server's words; nothing if both are open. */
    words: () => {
      const [from, to] = read();
      return from === '' && to === '' ? '' : `${from}..${to}`;
    },
    numbers: () => read().map((end) => (end === '' ? undefined : Number(end))),
    /** @param {string} words */
    write: (words) => {
      const [from, to = ''] = words.split('..');
      [ends[0].value, ends[1].value] = [from, to];
    },
  };
}

/**
 * Fills a list with all techniques that ratings are made with, below what stands there.
 * @param {HTMLSelectElement} list
 */
export async function offerTechniques(list) {
  if (list.options.length > 1) return;
  const known = (await server.techniques()).filter((each) => each.is_rated);
  if (list.options.length > 1) return;
  list.append(...known.map(({ technique, name }) => html('option', { value: technique }, name)));
}
