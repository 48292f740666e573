// The gallery of a collection: pictures and numbers, a page at a time, for pointer and keys alike.

import { isDrawable, shapeOfListed } from './collection.js';
import { announce } from './say.js';
import { element, html } from './svg.js';
import { thumbnail } from './thumbnail.js';

/** @typedef {import('./collection.js').Collection} Collection */
/** @typedef {import('./shelf.js').Work} Work */

const PAGE = 30;

/** @param {(collection: Collection, index: number) => void} choose */
export function makeChooser(choose) {
  const dialog = element('choose-dialog', HTMLDialogElement);
  const title = element('choose-title', HTMLElement);
  const note = element('choose-note', HTMLElement);
  const tools = element('choose-tools', HTMLElement);
  const number = element('choose-number', HTMLInputElement);
  const gallery = element('choose-list', HTMLElement);
  const pages = element('choose-pages', HTMLElement);
  /** @type {Collection} */
  let collection = { id: '', name: '', puzzles: [], note: '' };
  /** @type {Map<number, Work>} */
  let works = new Map();
  let active = 0;

  const last = () => collection.puzzles.length - 1;
  const first = () => active - (active % PAGE);

  const draw = () => {
    const shown = collection.puzzles.slice(first(), first() + PAGE);
    gallery.replaceChildren(...shown.map((puzzle, at) => option(puzzle, first() + at)));
    element('choose-page', HTMLElement).textContent =
      `${spelled(first() + 1)} to ${spelled(first() + shown.length)} of ${spelled(last() + 1)}`;
    element('choose-back', HTMLButtonElement).disabled = first() === 0;
    element('choose-on', HTMLButtonElement).disabled = first() + PAGE > last();
    mark();
  };

  /**
   * @param {import('./collection.js').Listed} puzzle
   * @param {number} index
   */
  const option = (puzzle, index) => {
    const state = stateOf(puzzle, works.get(index));
    const name = puzzle.name === undefined ? '' : `, ${puzzle.name}`;
    const made = html('div', {
      role: 'option', 'data-index': index, class: `choice ${state}`,
      'aria-setsize': last() + 1, 'aria-posinset': index + 1,
      'aria-disabled': `${!isDrawable(puzzle)}`,
    },
    html('span', { class: 'number', 'aria-hidden': 'true' }, spelled(index + 1)),
    html('span', { class: 'hidden' }, `Puzzle ${index + 1}${name}, ${about(puzzle)}${state === '' ? '' : `, ${state}`}`));
    if (state === 'solved') made.append(html('span', { class: 'tick', 'aria-hidden': 'true' }, '✓'));
    // Without its picture a puzzle can still be chosen.
    const draw = (/** @type {import('./shape.js').Shape} */ shape) => made.prepend(thumbnail(shape, puzzle));
    if (isDrawable(puzzle)) shapeOfListed(puzzle).then(draw, () => {});
    else made.prepend(html('span', { class: 'thumbnail', 'aria-hidden': 'true' }, `${puzzle.size}×${puzzle.size}`));
    return made;
  };

  const mark = () => {
    for (const each of gallery.children) {
      const isActive = Number(each.getAttribute('data-index')) === active;
      each.setAttribute('aria-selected', `${isActive}`);
      each.setAttribute('tabindex', isActive ? '0' : '-1');
    }
  };

  /**
   * @param {number} index
   * @param {boolean} focus
   */
  const go = (index, focus) => {
    const before = first();
    active = Math.max(0, Math.min(last(), index));
    if (first() === before) mark();
    else draw();
    const target = gallery.children[active - first()];
    if (!(target instanceof HTMLElement)) return;
    if (focus) target.focus();
    else target.scrollIntoView({ block: 'nearest' });
  };

  const take = (/** @type {number} */ index) => {
    if (!isDrawable(collection.puzzles[index])) return;
    dialog.close();
    choose(collection, index);
  };

  gallery.addEventListener('click', (event) => {
    const chosen = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    if (chosen !== null) take(Number(chosen.getAttribute('data-index')));
  });

  gallery.addEventListener('keydown', (event) => {
    const columns = getComputedStyle(gallery).gridTemplateColumns.split(' ').length;
    const target = {
      ArrowRight: active + 1, ArrowLeft: active - 1, ArrowDown: active + columns, ArrowUp: active - columns,
      Home: 0, End: last(), PageDown: active + PAGE, PageUp: active - PAGE,
    }[event.key];
    if (target !== undefined) go(target, true);
    else if (event.key === 'Enter' || event.key === ' ') take(active);
    else return;
    event.preventDefault();
  });

  number.addEventListener('input', () => {
    const wanted = Number(number.value);
    if (Number.isInteger(wanted) && wanted >= 1) go(wanted - 1, false);
  });
  number.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    take(active);
  });

  element('choose-back', HTMLElement).addEventListener('click', () => go(first() - PAGE, false));
  element('choose-on', HTMLElement).addEventListener('click', () => go(first() + PAGE, false));
  element('choose-unsolved', HTMLElement).addEventListener('click', () => {
    const open = collection.puzzles.findIndex((_, index) => works.get(index)?.solved !== true);
    if (open < 0) announce('All puzzles are solved.');
    else go(open, true);
  });

  return {
    /** A collection is on its way: says how far it came. */
    wait: () => {
      title.textContent = 'Reading …';
      for (const part of [note, tools, gallery]) part.hidden = true;
      dialog.showModal();
      return (/** @type {number} */ count) => { title.textContent = `Reading … ${spelled(count)}`; };
    },
    close: () => dialog.close(),
    /**
     * @param {Collection} shown
     * @param {Map<number, Work>} done
     * @param {number} index the puzzle to begin with
     */
    show: (shown, done, index) => {
      [collection, works, active] = [shown, done, index];
      const solved = [...works.values()].filter((work) => work.solved).length;
      title.textContent = `${spelled(last() + 1)} puzzles`;
      note.textContent = [shown.name, solved > 0 ? `${spelled(solved)} solved` : '', shown.note].filter(Boolean).join('. ');
      for (const part of [tools, gallery]) part.hidden = false;
      note.hidden = note.textContent === '';
      pages.hidden = last() < PAGE;
      number.value = '';
      draw();
      if (!dialog.open) dialog.showModal();
      go(index, true);
      announce(`${title.textContent}. ${note.textContent}`);
    },
  };
}

/** @param {number} count */
const spelled = (count) => count.toLocaleString('en');

/** @param {import('./collection.js').Listed} puzzle */
function about({ size, line }) {
  const board = `${size} by ${size}`;
  const givens = [...line].filter((symbol) => symbol !== '.').length;
  return line === '' ? `${board}, too large for the page` : `${board}, ${givens} values`;
}

/**
 * @param {import('./collection.js').Listed} puzzle
 * @param {Work | undefined} work
 */
function stateOf({ line }, work) {
  if (work?.solved) return 'solved';
  const open = [...line].filter((symbol) => symbol === '.').length;
  return work !== undefined && work.open < open ? 'begun' : '';
}
