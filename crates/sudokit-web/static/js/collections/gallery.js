// Puzzles as small pictures, a page at a time, for pointer and keys alike. What stands below a
// picture, and what is said of it, is the business of the dialog around it.

import { thumbnail } from '../board/thumbnail.js';
import { element, html } from '../dom.js';
import { isDrawable, keyOf, PAGE, shapeOfListed } from './collection.js';

/** @typedef {import('./collection.js').Collection} Collection */
/** @typedef {import('./collection.js').Listed} Listed */
/** @typedef {import('./database.js').Work} Work */

/** @type {Collection} */
const NOTHING = { id: '', name: '', puzzles: [], note: '' };

/**
 * @typedef {object} Words
 * @property {(puzzle: Listed, index: number) => string[]} below lines for those who look; the first is the main one
 * @property {(puzzle: Listed, index: number) => string} spoken
 */

/**
 * @param {string} name its elements are `name-list`, `name-pages`, `name-page`, `name-back` and `name-on`
 * @param {object} parts
 * @param {Words} parts.words
 * @param {(collection: Collection, index: number) => void} parts.choose
 * @param {(work: () => Promise<void>) => Promise<void>} parts.attempt runs what may be refused
 */
export function makeGallery(name, { words, choose, attempt }) {
  const host = element(`${name}-list`, HTMLElement);
  const pages = element(`${name}-pages`, HTMLElement);
  const place = element(`${name}-page`, HTMLElement);
  const back = element(`${name}-back`, HTMLButtonElement);
  const on = element(`${name}-on`, HTMLButtonElement);
  let collection = NOTHING;
  /** @type {Map<number, Work>} */
  let works = new Map();
  let active = 0;
  /** The first puzzle that is shown. */
  let drawn = 0;

  const last = () => collection.puzzles.length - 1;
  const first = () => active - (active % PAGE);

  const draw = () => {
    drawn = first();
    const shown = collection.puzzles.slice(drawn, drawn + PAGE);
    // A page that the server has only a part of has holes, which `flatMap` leaves out.
    host.replaceChildren(...shown.flatMap((puzzle, at) => [option(puzzle, drawn + at)]));
    pages.hidden = last() < PAGE;
    place.textContent = last() < 0 ? '' : `${spelled(drawn + 1)} to ${spelled(drawn + shown.length)} of ${spelled(last() + 1)}`;
    back.disabled = drawn === 0;
    on.disabled = drawn + PAGE > last();
    mark();
  };

  /**
   * @param {Listed} puzzle
   * @param {number} index
   */
  const option = (puzzle, index) => {
    const state = stateOf(puzzle, works.get(keyOf(collection, index)));
    const [title, ...more] = words.below(puzzle, index);
    const made = html('div', {
      role: 'option', 'data-index': index, class: `choice ${state}`,
      'aria-setsize': last() + 1, 'aria-posinset': index + 1,
      'aria-disabled': `${!isDrawable(puzzle)}`,
    },
    html('span', { class: 'number', 'aria-hidden': 'true' }, title),
    ...more.map((line) => html('span', { class: 'about', 'aria-hidden': 'true' }, line)),
    html('span', { class: 'hidden' }, `${words.spoken(puzzle, index)}${state === '' ? '' : `, ${state}`}`));
    if (state === 'solved') made.append(html('span', { class: 'tick', 'aria-hidden': 'true' }, '✓'));
    // Without its picture a puzzle can still be chosen.
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
   * Draws the page of the puzzle that is marked, as soon as it is here.
   * @param {boolean} focus
   */
  const turn = (focus) => attempt(async () => {
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
      void turn(focus);
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

  back.addEventListener('click', () => go(first() - PAGE, false));
  on.addEventListener('click', () => go(first() + PAGE, false));

  return {
    go,
    /** Chooses the puzzle that is marked. */
    take: () => take(active),
    /**
     * @param {Collection} shown
     * @param {Map<number, Work>} done
     * @param {number} index the puzzle to begin with
     */
    show: (shown, done, index) => {
      [collection, works] = [shown, done];
      active = Math.max(0, Math.min(last(), index));
      return turn(false);
    },
  };
}

/** @param {number} count */
export const spelled = (count) => count.toLocaleString('en');

/**
 * @param {Listed} puzzle
 * @param {Work | undefined} work
 */
function stateOf({ line }, work) {
  if (work?.solved) return 'solved';
  const open = [...line].filter((symbol) => symbol === '.').length;
  return work !== undefined && work.open < open ? 'begun' : '';
}
