// The gallery of a collection: its puzzles by number, and the first that is not solved.

import { element } from '../dom.js';
import { announce } from '../messages.js';
import { makeGallery, spelled } from './gallery.js';

/** @typedef {import('./collection.js').Collection} Collection */
/** @typedef {import('./database.js').Work} Work */

/** How often the count of a long list is renewed, in milliseconds. */
const BREATH = 100;

/** @param {(collection: Collection, index: number) => void} choose */
export function makeChooser(choose) {
  const dialog = element('choose-dialog', HTMLDialogElement);
  const title = element('choose-title', HTMLElement);
  const note = element('choose-note', HTMLElement);
  const tools = element('choose-tools', HTMLElement);
  const number = element('choose-number', HTMLInputElement);
  const list = element('choose-list', HTMLElement);
  const gallery = makeGallery('choose', {
    words: {
      below: (_, index) => [spelled(index + 1)],
      spoken: (puzzle, index) => [`Puzzle ${index + 1}`, puzzle.name ?? '', about(puzzle)].filter(Boolean).join(', '),
    },
    choose: (collection, index) => {
      dialog.close();
      choose(collection, index);
    },
    attempt: (work) => work(),
  });
  /** @type {Collection['puzzles']} */
  let puzzles = [];
  /** @type {Map<number, Work>} */
  let works = new Map();

  number.addEventListener('input', () => {
    const wanted = Number(number.value);
    if (Number.isInteger(wanted) && wanted >= 1) gallery.go(wanted - 1, false);
  });
  number.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    gallery.take();
  });

  element('choose-unsolved', HTMLElement).addEventListener('click', () => {
    const open = puzzles.findIndex((_, index) => works.get(index)?.solved !== true);
    if (open < 0) announce('All puzzles are solved.');
    else gallery.go(open, true);
  });

  return {
    /** A collection is on its way: says how far it came. */
    wait: () => {
      title.textContent = 'Reading …';
      for (const part of [note, tools, list]) part.hidden = true;
      dialog.showModal();
      let said = 0;
      return (/** @type {number} */ count) => {
        const now = performance.now();
        if (now - said < BREATH) return;
        said = now;
        title.textContent = `Reading … ${spelled(count)}`;
      };
    },
    close: () => dialog.close(),
    /**
     * @param {Collection} shown
     * @param {Map<number, Work>} done
     * @param {number} index the puzzle to begin with
     */
    show: (shown, done, index) => {
      [puzzles, works] = [shown.puzzles, done];
      const solved = [...works.values()].filter((work) => work.solved).length;
      title.textContent = `${spelled(puzzles.length)} puzzles`;
      note.textContent = [shown.name, solved > 0 ? `${spelled(solved)} solved` : '', shown.note].filter(Boolean).join('. ');
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

/** @param {import('./collection.js').Listed} puzzle */
function about({ size, line }) {
  const board = `${size} by ${size}`;
  const givens = [...line].filter((symbol) => symbol !== '.').length;
  return line === '' ? `${board}, too large for the page` : `${board}, ${givens} values`;
}
