// Form fields that several dialogs use.

import { element, html } from '../dom.js';
import * as server from '../server/requests.js';

/**
 * A range of numbers in two fields, either of which may be empty.
 * @param {string} name the prefix of the ids `name-from` and `name-to`
 */
export function createRangeFields(name) {
  const ends = ['from', 'to'].map((end) => element(`${name}-${end}`, HTMLInputElement));

  /** The ends in ascending order. */
  const read = () => {
    const [from, to] = ends.map(({ value }) => value.replace(/\D/g, ''));
    const isReversed = from !== '' && to !== '' && Number(from) > Number(to);
    return isReversed ? [to, from] : [from, to];
  };

  return {
    /** The range as a query parameter; empty if both fields are. */
    text: () => {
      const [from, to] = read();
      return from === '' && to === '' ? '' : `${from}..${to}`;
    },
    /** The two numbers; undefined for an empty field. */
    numbers: () => read().map((end) => (end === '' ? undefined : Number(end))),
    /** @param {string} text */
    set: (text) => {
      const [from, to = ''] = text.split('..');
      [ends[0].value, ends[1].value] = [from, to];
    },
  };
}

/**
 * Adds all techniques used for ratings to a list.
 * @param {HTMLSelectElement} list
 */
export async function fillTechniques(list) {
  if (list.options.length > 1) return;
  const known = (await server.techniques()).filter((each) => each.is_rated);
  if (list.options.length > 1) return;
  list.append(...known.map(({ technique, name }) => html('option', { value: technique }, name)));
}
