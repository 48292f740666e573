// The library dialog: filters, results, and a random puzzle.

import { createRangeFields, fillTechniques } from '../dialogs/fields.js';
import { element } from '../dom.js';
import { Superseded } from '../server/client.js';
import { isDrawable, PAGE, progressIdOf } from './collection.js';
import { loadProgress } from './database.js';
import { createGallery, formatNumber } from './gallery.js';
import { find, hasLibrary, queryOf } from './library.js';

/** @typedef {import('./collection.js').Collection} Collection */
/** @typedef {import('./collection.js').ListedPuzzle} ListedPuzzle */

/** Delay between typing and searching, in milliseconds. */
const SEARCH_DELAY = 250;
/** On large screens all filters are visible. */
const ROOMY = '(min-width: 641px) and (min-height: 700px)';

/** @param {(collection: Collection, index: number) => void} choose */
export function createLibraryDialog(choose) {
  const dialog = element('library-dialog', HTMLDialogElement);
  const form = element('library-form', HTMLFormElement);
  const technique = element('library-technique', HTMLSelectElement);
  const count = element('library-count', HTMLElement);
  const problem = element('library-problem', HTMLElement);
  const random = element('library-random', HTMLButtonElement);
  const filters = createLibraryFilters();
  /** @type {Collection | null} */
  let result = null;
  let timer = 0;

  /** @param {() => Promise<void>} work */
  const attempt = async (work) => {
    problem.textContent = '';
    try {
      await work();
    } catch (error) {
      if (error instanceof Superseded) return;
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  const gallery = createGallery('library', {
    labels: { caption, label },
    choose: (collection, index) => {
      dialog.close();
      choose(collection, index);
    },
    attempt,
  });

  /** Searches with the current filters; a newer search supersedes this one. */
  const search = async () => {
    clearTimeout(timer);
    await present(await find(filters.query()), 0);
  };

  /**
   * @param {Collection} found
   * @param {number} index
   */
  const present = async (found, index) => {
    result = found;
    const total = found.puzzles.length;
    count.textContent = total === 0 ? 'No puzzles found' : total === 1 ? 'One puzzle' : `${formatNumber(total)} puzzles`;
    random.disabled = total === 0;
    await gallery.show(found, await loadProgress(progressIdOf(found)), index);
  };

  const open = () => {
    element('library-more', HTMLDetailsElement).open ||= matchMedia(ROOMY).matches;
    dialog.showModal();
  };

  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void attempt(search), SEARCH_DELAY);
  });

  dialog.addEventListener('close', () => clearTimeout(timer));

  // Enter would press the first button of the dialog, which closes it.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void attempt(async () => {
      await search();
      gallery.go(0, true);
    });
  });

  element('library-clear', HTMLElement).addEventListener('click', () => {
    filters.clear();
    void attempt(search);
  });

  random.addEventListener('click', () => void attempt(async () => {
    filters.shuffle();
    await search();
    const drawable = result?.puzzles.slice(0, PAGE).findIndex((puzzle) => puzzle !== undefined && isDrawable(puzzle)) ?? -1;
    if (drawable < 0) return;
    gallery.go(drawable, true);
    gallery.take();
  }));

  void hasLibrary().then((has) => { element('library', HTMLElement).hidden = !has; });

  return {
    /** Opens with the last search. */
    browse: () => {
      open();
      void attempt(async () => {
        await fillTechniques(technique);
        await search();
      });
    },
    /**
     * Opens with an earlier result, at a puzzle.
     * @param {Collection} found
     * @param {number} index
     */
    show: async (found, index) => {
      open();
      await attempt(async () => {
        await fillTechniques(technique);
        filters.set(found.id);
        await present(found, index);
        gallery.go(index, true);
      });
    },
  };
}

/** @param {ListedPuzzle} puzzle */
function caption({ info }) {
  if (info === undefined) return [''];
  const { score, givens, title } = info;
  const points = score === undefined ? '' : ` · ${formatNumber(score)}`;
  const lines = [`${difficulty(info)}${points}`, `${givens} givens`];
  return title === undefined ? lines : [...lines, title];
}

/**
 * @param {ListedPuzzle} puzzle
 * @param {number} index
 */
function label({ name, size, line, info }, index) {
  return [
    `Puzzle ${index + 1}`,
    name,
    info && difficulty(info).toLowerCase(),
    info?.score !== undefined && `${formatNumber(info.score)} points`,
    info?.hardest !== undefined && `hardest technique ${info.hardest}`,
    info && `${info.givens} givens`,
    `${size} by ${size}`,
    line === '' && 'too large for this page',
  ].filter(Boolean).join(', ');
}

/** @param {import('./collection.js').LibraryInfo} info */
function difficulty({ level, isBeyondLogic }) {
  if (level !== undefined) return level.charAt(0).toUpperCase() + level.slice(1);
  return isBeyondLogic ? 'Beyond logic' : 'Not rated';
}

/** The sort orders, as query parameters. */
const ORDERS = new Map([
  ['', {}],
  ['easiest', { sort: 'score' }],
  ['hardest', { sort: 'score', reverse: 'true' }],
  ['fewest', { sort: 'givens' }],
  ['most', { sort: 'givens', reverse: 'true' }],
  ['shuffled', { sort: 'random' }],
]);

export function createLibraryFilters() {
  const form = element('library-form', HTMLFormElement);
  const levels = [...form.querySelectorAll('input')].filter(({ name }) => name === 'library-level');
  const text = element('library-text', HTMLInputElement);
  const technique = element('library-technique', HTMLSelectElement);
  const order = element('library-order', HTMLSelectElement);
  const ranges = new Map(['givens', 'score'].map((name) => [name, createRangeFields(`library-${name}`)]));
  let seed = '';

  const reseed = () => { seed = `${Math.floor(Math.random() * 2 ** 32)}`; };
  order.addEventListener('input', reseed);

  return {
    query: () => {
      const query = new URLSearchParams();
      const add = (/** @type {string} */ name, /** @type {string} */ value) => {
        if (value !== '') query.set(name, value);
      };
      add('level', levels.filter(({ checked }) => checked).map(({ value }) => value).join(','));
      for (const [name, range] of ranges) add(name, range.text());
      add('technique', technique.value);
      add('text', text.value.trim());
      for (const [name, value] of Object.entries(ORDERS.get(order.value) ?? {})) add(name, value);
      if (order.value === 'shuffled') add('seed', seed);
      return query;
    },

    /** @param {string} id the id of a result */
    set: (id) => {
      const query = queryOf(id);
      const parameter = (/** @type {string} */ name) => query.get(name) ?? '';
      const wanted = parameter('level').split(',');
      for (const level of levels) level.checked = wanted.includes(level.value);
      for (const [name, range] of ranges) range.set(parameter(name));
      technique.value = parameter('technique');
      text.value = parameter('text');
      const isCurrent = (/** @type {{ sort?: string, reverse?: string }} */ { sort = '', reverse = '' }) =>
        sort === parameter('sort') && reverse === parameter('reverse');
      order.value = [...ORDERS].find(([, order]) => isCurrent(order))?.[0] ?? '';
      seed = parameter('seed');
    },

    clear: () => form.reset(),

    /** Switches to a new random order. */
    shuffle: () => {
      order.value = 'shuffled';
      reseed();
    },
  };
}
