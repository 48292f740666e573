// The library: which puzzles are wanted, what was found, and a random one of them.

import { makeSpan, offerTechniques } from '../dialogs/fields.js';
import { element } from '../dom.js';
import { Overtaken } from '../server/client.js';
import { isDrawable, PAGE, shelfOf } from './collection.js';
import { worksOn } from './database.js';
import { makeGallery, spelled } from './gallery.js';
import { find, hasLibrary, questionOf } from './library.js';

/** @typedef {import('./collection.js').Collection} Collection */
/** @typedef {import('./collection.js').Listed} Listed */

/** Whoever types is not interrupted by answers to half a word. */
const PATIENCE = 250;
/** Where there is room, all filters are in sight. */
const ROOMY = '(min-width: 641px) and (min-height: 700px)';

/** @param {(collection: Collection, index: number) => void} choose */
export function makeFinder(choose) {
  const dialog = element('library-dialog', HTMLDialogElement);
  const form = element('library-form', HTMLFormElement);
  const technique = element('library-technique', HTMLSelectElement);
  const count = element('library-count', HTMLElement);
  const problem = element('library-problem', HTMLElement);
  const random = element('library-random', HTMLButtonElement);
  const filters = makeFilters();
  /** @type {Collection | null} */
  let result = null;
  let timer = 0;

  /** @param {() => Promise<void>} work */
  const attempt = async (work) => {
    problem.textContent = '';
    try {
      await work();
    } catch (error) {
      if (error instanceof Overtaken) return;
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  const gallery = makeGallery('library', {
    words: { below, spoken },
    choose: (collection, index) => {
      dialog.close();
      choose(collection, index);
    },
    attempt,
  });

  /** Looks for what the filters say; only the last question is answered. */
  const look = async () => {
    clearTimeout(timer);
    await present(await find(filters.question()), 0);
  };

  /**
   * @param {Collection} found
   * @param {number} index
   */
  const present = async (found, index) => {
    result = found;
    const total = found.puzzles.length;
    count.textContent = total === 0 ? 'No puzzle is like that' : total === 1 ? 'One puzzle' : `${spelled(total)} puzzles`;
    random.disabled = total === 0;
    await gallery.show(found, await worksOn(shelfOf(found)), index);
  };

  const open = () => {
    element('library-more', HTMLDetailsElement).open ||= matchMedia(ROOMY).matches;
    dialog.showModal();
  };

  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void attempt(look), PATIENCE);
  });

  dialog.addEventListener('close', () => clearTimeout(timer));

  // In a dialog Enter would press the first button, which closes it.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void attempt(async () => {
      await look();
      gallery.go(0, true);
    });
  });

  element('library-clear', HTMLElement).addEventListener('click', () => {
    filters.clear();
    void attempt(look);
  });

  random.addEventListener('click', () => void attempt(async () => {
    filters.shuffle();
    await look();
    const drawable = result?.puzzles.slice(0, PAGE).findIndex((puzzle) => puzzle !== undefined && isDrawable(puzzle)) ?? -1;
    if (drawable < 0) return;
    gallery.go(drawable, true);
    gallery.take();
  }));

  void hasLibrary().then((has) => { element('library', HTMLElement).hidden = !has; });

  return {
    /** With what was looked for last. */
    browse: () => {
      open();
      void attempt(async () => {
        await offerTechniques(technique);
        await look();
      });
    },
    /**
     * With a puzzle in sight that was found before.
     * @param {Collection} found
     * @param {number} index
     */
    show: async (found, index) => {
      open();
      await attempt(async () => {
        await offerTechniques(technique);
        filters.set(found.id);
        await present(found, index);
        gallery.go(index, true);
      });
    },
  };
}

/** @param {Listed} puzzle */
function below({ facts }) {
  if (facts === undefined) return [''];
  const { score, givens, title } = facts;
  const points = score === undefined ? '' : ` · ${spelled(score)}`;
  const lines = [`${difficulty(facts)}${points}`, `${givens} givens`];
  return title === undefined ? lines : [...lines, title];
}

/**
 * @param {Listed} puzzle
 * @param {number} index
 */
function spoken({ name, size, line, facts }, index) {
  return [
    `Puzzle ${index + 1}`,
    name,
    facts && difficulty(facts).toLowerCase(),
    facts?.score !== undefined && `${spelled(facts.score)} points`,
    facts?.hardest !== undefined && `hardest technique ${facts.hardest}`,
    facts && `${facts.givens} givens`,
    `${size} by ${size}`,
    line === '' && 'too large for the page',
  ].filter(Boolean).join(', ');
}

/** @param {import('./collection.js').Facts} facts */
function difficulty({ level, isBeyondLogic }) {
  if (level !== undefined) return level.charAt(0).toUpperCase() + level.slice(1);
  return isBeyondLogic ? 'Beyond logic' : 'Not rated';
}

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
