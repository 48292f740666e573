// A paged gallery of thumbnails, for pointer and keyboard. The dialog around it provides the
// captions and labels.

import { thumbnail } from '../board/thumbnail.js';
import { element, html } from '../dom.js';
import { isDrawable, keyOf, PAGE, shapeOfListed } from './collection.js';

/** @typedef {import('./collection.js').Collection} Collection */
/** @typedef {import('./collection.js').ListedPuzzle} ListedPuzzle */
/** @typedef {import('./database.js').Progress} Progress */

/** @type {Collection} */
const NOTHING = { id: '', name: '', puzzles: [], note: '' };

/**
 * @typedef {object} Labels
 * @property {(puzzle: ListedPuzzle, index: number) => string[]} caption lines below the picture, the first one in bold
 * @property {(puzzle: ListedPuzzle, index: number) => string} label for screen readers
 */

/**
 * @param {string} name the prefix of its elements: `name-list`, `name-pages`, `name-page`, `name-previous`, `name-next`
 * @param {object} parts
 * @param {Labels} parts.labels
 * @param {(collection: Collection, index: number) => void} parts.choose
 * @param {(work: () => Promise<void>) => Promise<void>} parts.attempt runs an operation and handles its errors
 */
export function createGallery(name, { labels, choose, attempt }) {
  const host = element(`${name}-list`, HTMLElement);
  const pages = element(`${name}-pages`, HTMLElement);
  const range = element(`${name}-page`, HTMLElement);
  const previous = element(`${name}-previous`, HTMLButtonElement);
  const next = element(`${name}-next`, HTMLButtonElement);
  let collection = NOTHING;
  /** @type {Map<number, Progress>} */
  let progress = new Map();
  let active = 0;
  /** The index of the first puzzle on the page. */
  let drawn = 0;

  const last = () => collection.puzzles.length - 1;
  const first = () => active - (active % PAGE);

  const draw = () => {
    drawn = first();
    const shown = collection.puzzles.slice(drawn, drawn + PAGE);
    // A partly loaded page has holes, which `flatMap` skips.
    host.replaceChildren(...shown.flatMap((puzzle, at) => [option(puzzle, drawn + at)]));
    pages.hidden = last() < PAGE;
    range.textContent = last() < 0 ? '' : `${formatNumber(drawn + 1)}–${formatNumber(drawn + shown.length)} of ${formatNumber(last() + 1)}`;
    previous.disabled = drawn === 0;
    next.disabled = drawn + PAGE > last();
    mark();
  };

  /**
   * @param {ListedPuzzle} puzzle
   * @param {number} index
   */
  const option = (puzzle, index) => {
    const state = stateOf(puzzle, progress.get(keyOf(collection, index)));
    const [title, ...more] = labels.caption(puzzle, index);
    const made = html('div', {
      role: 'option', 'data-index': index, class: `choice ${state}`,
      'aria-setsize': last() + 1, 'aria-posinset': index + 1,
      'aria-disabled': `${!isDrawable(puzzle)}`,
    },
    html('span', { class: 'number', 'aria-hidden': 'true' }, title),
    ...more.map((line) => html('span', { class: 'about', 'aria-hidden': 'true' }, line)),
    html('span', { class: 'hidden' }, `${labels.label(puzzle, index)}${state === '' ? '' : `, ${state}`}`));
    if (state === 'solved') made.append(html('span', { class: 'tick', 'aria-hidden': 'true' }, '✓'));
    // A puzzle can be chosen even if its picture fails.
    const draw = (/** @type {import('../game/shape.js').Shape} */ shape) => made.prepend(thumbnail(shape, puzzle));
    if (isDrawable(puzzle)) shapeOfListed(puzzle).then(draw, () => {});
    else made.prepend(html('span', { class: 'thumbnail', 'aria-hidden': 'true' }, `${puzzle.size}×${puzzle.size}`));
    return made;
  };

  const mark = () => {
    for (const each of host.children) {
      const isActive = each === shownAt(active);
      each.setAttribute('aria-selected', `${isActive}`);
      each.setAttribute('tabindex', isActive ? '0' : '-1');
    }
  };

  const shownAt = (/** @type {number} */ index) => host.querySelector(`[data-index="${index}"]`);

  /** @param {boolean} focus */
  const reveal = (focus) => {
    const target = shownAt(active);
    if (!(target instanceof HTMLElement)) return;
    if (focus) target.focus();
    else target.scrollIntoView({ block: 'nearest' });
  };

  /**
   * Draws the page of the active puzzle as soon as it is loaded.
   * @param {boolean} focus
   */
  const showPage = (focus) => attempt(async () => {
    const wanted = [collection, first()];
    if (collection.load !== undefined) await collection.load(first());
    if (wanted[0] !== collection || wanted[1] !== first()) return;
    draw();
    reveal(focus);
  });

  /**
   * @param {number} index
   * @param {boolean} focus
   */
  const go = (index, focus) => {
    active = Math.max(0, Math.min(last(), index));
    if (first() !== drawn) {
      void showPage(focus);
      return;
    }
    mark();
    reveal(focus);
  };

  const take = (/** @type {number} */ index) => {
    if (collection.puzzles[index] !== undefined && isDrawable(collection.puzzles[index])) choose(collection, index);
  };

  host.addEventListener('click', (event) => {
    const chosen = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    if (chosen !== null) take(Number(chosen.getAttribute('data-index')));
  });

  host.addEventListener('keydown', (event) => {
    const columns = getComputedStyle(host).gridTemplateColumns.split(' ').length;
    const target = {
      ArrowRight: active + 1, ArrowLeft: active - 1, ArrowDown: active + columns, ArrowUp: active - columns,
      Home: 0, End: last(), PageDown: active + PAGE, PageUp: active - PAGE,
    }[event.key];
    if (target !== undefined) go(target, true);
    else if (event.key === 'Enter' || event.key === ' ') take(active);
    else return;
    event.preventDefault();
  });

  previous.addEventListener('click', () => go(first() - PAGE, false));
  next.addEventListener('click', () => go(first() + PAGE, false));

  return {
    go,
    /** Chooses the active puzzle. */
    take: () => take(active),
    /**
     * @param {Collection} shown
     * @param {Map<number, Progress>} done
     * @param {number} index the puzzle to start at
     */
    show: (shown, done, index) => {
      [collection, progress] = [shown, done];
      active = Math.max(0, Math.min(last(), index));
      return showPage(false);
    },
  };
}

/** @param {number} count */
export const formatNumber = (count) => count.toLocaleString('en');

/**
 * @param {ListedPuzzle} puzzle
 * @param {Progress | undefined} progress
 */
function stateOf({ line }, progress) {
  if (progress?.solved) return 'solved';
  const open = [...line].filter((symbol) => symbol === '.').length;
  return progress !== undefined && progress.open < open ? 'started' : '';
}
