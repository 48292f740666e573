// The dialog to choose a puzzle of a collection.

import { element } from '../dom.js';
import { announce } from '../messages.js';
import { createGallery, formatNumber } from './gallery.js';

/** @typedef {import('./collection.js').Collection} Collection */
/** @typedef {import('./database.js').Progress} Progress */

/** How often the count is updated while reading, in milliseconds. */
const UPDATE_INTERVAL = 100;

/** @param {(collection: Collection, index: number) => void} choose */
export function createCollectionDialog(choose) {
  const dialog = element('collection-dialog', HTMLDialogElement);
  const title = element('collection-title', HTMLElement);
  const note = element('collection-note', HTMLElement);
  const tools = element('collection-tools', HTMLElement);
  const number = element('collection-number', HTMLInputElement);
  const list = element('collection-list', HTMLElement);
  const gallery = createGallery('collection', {
    labels: {
      caption: (_, index) => [formatNumber(index + 1)],
      label: (puzzle, index) => [`Puzzle ${index + 1}`, puzzle.name ?? '', about(puzzle)].filter(Boolean).join(', '),
    },
    choose: (collection, index) => {
      dialog.close();
      choose(collection, index);
    },
    attempt: (work) => work(),
  });
  /** @type {Collection['puzzles']} */
  let puzzles = [];
  /** @type {Map<number, Progress>} */
  let progress = new Map();

  number.addEventListener('input', () => {
    const wanted = Number(number.value);
    if (Number.isInteger(wanted) && wanted >= 1) gallery.go(wanted - 1, false);
  });
  number.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    gallery.take();
  });

  element('collection-unsolved', HTMLElement).addEventListener('click', () => {
    const open = puzzles.findIndex((_, index) => progress.get(index)?.solved !== true);
    if (open < 0) announce('All puzzles are solved.');
    else gallery.go(open, true);
  });

  return {
    /** Shows the progress of reading a collection. */
    wait: () => {
      title.textContent = 'Reading…';
      for (const part of [note, tools, list]) part.hidden = true;
      dialog.showModal();
      let updated = 0;
      return (/** @type {number} */ count) => {
        const now = performance.now();
        if (now - updated < UPDATE_INTERVAL) return;
        updated = now;
        title.textContent = `Reading… ${formatNumber(count)}`;
      };
    },
    close: () => dialog.close(),
    /**
     * @param {Collection} shown
     * @param {Map<number, Progress>} done
     * @param {number} index the puzzle to start at
     */
    show: (shown, done, index) => {
      [puzzles, progress] = [shown.puzzles, done];
      const solved = [...progress.values()].filter((each) => each.solved).length;
      title.textContent = `${formatNumber(puzzles.length)} puzzles`;
      note.textContent = [shown.name, solved > 0 ? `${formatNumber(solved)} solved` : '', shown.note].filter(Boolean).join('. ');
      for (const part of [tools, list]) part.hidden = false;
      note.hidden = note.textContent === '';
      number.value = '';
      void gallery.show(shown, done, index);
      if (!dialog.open) dialog.showModal();
      gallery.go(index, true);
      announce(`${title.textContent}. ${note.textContent}`);
    },
  };
}

/** @param {import('./collection.js').ListedPuzzle} puzzle */
function about({ size, line }) {
  const board = `${size} by ${size}`;
  const givens = [...line].filter((symbol) => symbol !== '.').length;
  return line === '' ? `${board}, too large for this page` : `${board}, ${givens} values`;
}
