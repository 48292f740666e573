// The filters of the library: the question that they make, and a question put back into them.

import { questionOf } from './library.js';
import { makeSpan } from './span.js';
import { element } from './svg.js';

/** The orders that can be chosen, in the server's words. */
const ORDERS = new Map([
  ['', {}],
  ['easiest', { sort: 'score' }],
  ['hardest', { sort: 'score', reverse: 'true' }],
  ['fewest', { sort: 'givens' }],
  ['most', { sort: 'givens', reverse: 'true' }],
  ['shuffled', { sort: 'random' }],
]);

export function makeFilters() {
  const form = element('library-form', HTMLFormElement);
  const levels = [...form.querySelectorAll('input')].filter(({ name }) => name === 'library-level');
  const text = element('library-text', HTMLInputElement);
  const technique = element('library-technique', HTMLSelectElement);
  const order = element('library-order', HTMLSelectElement);
  const spans = new Map(['givens', 'score'].map((name) => [name, makeSpan(`library-${name}`)]));
  let seed = '';

  const reseed = () => { seed = `${Math.floor(Math.random() * 2 ** 32)}`; };
  order.addEventListener('input', reseed);

  return {
    question: () => {
      const question = new URLSearchParams();
      const add = (/** @type {string} */ name, /** @type {string} */ value) => {
        if (value !== '') question.set(name, value);
      };
      add('level', levels.filter(({ checked }) => checked).map(({ value }) => value).join(','));
      for (const [name, span] of spans) add(name, span.words());
      add('technique', technique.value);
      add('text', text.value.trim());
      for (const [name, value] of Object.entries(ORDERS.get(order.value) ?? {})) add(name, value);
      if (order.value === 'shuffled') add('seed', seed);
      return question;
    },

    /** @param {string} id the name of a result */
    set: (id) => {
      const question = questionOf(id);
      const asked = (/** @type {string} */ name) => question.get(name) ?? '';
      const wanted = asked('level').split(',');
      for (const level of levels) level.checked = wanted.includes(level.value);
      for (const [name, span] of spans) span.write(asked(name));
      technique.value = asked('technique');
      text.value = asked('text');
      const isAsked = (/** @type {{ sort?: string, reverse?: string }} */ { sort = '', reverse = '' }) =>
        sort === asked('sort') && reverse === asked('reverse');
      order.value = [...ORDERS].find(([, words]) => isAsked(words))?.[0] ?? '';
      seed = asked('seed');
    },

    clear: () => form.reset(),

    /** Another order by chance. */
    shuffle: () => {
      order.value = 'shuffled';
      reseed();
    },
  };
}
