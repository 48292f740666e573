// Playing one puzzle of a collection or of the library: its place there, the way to its
// neighbours, and the galleries.

import { element } from '../dom.js';
import { readFragment } from '../game/link.js';
import { announce, orTell, tell } from '../messages.js';
import * as server from '../server/requests.js';
import { makeChooser } from './collection-dialog.js';
import { gameOf, isDrawable, keyOf, list, shelfOf, stopListing } from './collection.js';
import * as database from './database.js';
import { makeFinder } from './library-dialog.js';
import { findAgain } from './library.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./collection.js').Collection} Collection */

/** A list that takes longer is waited for in sight. */
const PATIENCE = 600;

/** @param {App} app */
export function makeCollections(app) {
  const bar = element('among', HTMLElement);
  const place = element('among-place', HTMLElement);
  const previous = element('previous-puzzle', HTMLButtonElement);
  const next = element('next-puzzle', HTMLButtonElement);
  /** @type {(collection: Collection, index: number) => void} */
  const choose = (collection, index) => void orTell(() => play(collection, index));
  const chooser = makeChooser(choose);
  const finder = makeFinder(choose);
  element('choose-dialog', HTMLElement).addEventListener('close', stopListing);

  /**
   * Opens the puzzle of a text; where it holds several the player chooses one.
   * @param {import('./collection.js').Source} source
   */
  const open = async (source) => {
    const collection = await listed(source);
    if (collection.puzzles.length > 1) {
      await database.keep(collection);
      await show(collection, 0);
      return;
    }
    chooser.close();
    await play(collection, 0);
    if (collection.note !== '') tell(collection.note);
  };

  /** @param {import('./collection.js').Source} source */
  const listed = async (source) => {
    /** @type {(count: number) => void} */
    let progress = () => {};
    const timer = window.setTimeout(() => { progress = chooser.wait(); }, PATIENCE);
    try {
      return await list(source, (count) => progress(count));
    } catch (error) {
      chooser.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  /**
   * @param {Collection} collection
   * @param {number} index
   */
  const show = async (collection, index) => chooser.show(collection, await database.worksOn(collection.id), index);

  /**
   * @param {Collection} collection
   * @param {number} index
   */
  const play = async (collection, index) => {
    app.save();
    await collection.load?.(index);
    const puzzle = collection.puzzles[index];
    if (puzzle === undefined) {
      tell('The library has changed; look for it again.');
      return;
    }
    if (!isDrawable(puzzle)) {
      tell(`Puzzle ${index + 1} has ${puzzle.size} values; that is too large for the page.`);
      return;
    }
    const work = (await database.worksOn(shelfOf(collection))).get(keyOf(collection, index));
    const saved = work === undefined ? null : readFragment(work.fragment);
    const { name } = puzzle;
    const game = saved === null ? await gameOf(puzzle) : await server.restoreGame(saved, { name, elapsed: work?.elapsed });
    app.begin(game, collection.puzzles.length > 1 || collection.load !== undefined ? { collection, index } : null);
    app.board.focus();
    const open = game.cells.filter(({ value }) => value === 0).length;
    const state = work?.solved ? ', solved' : '';
    const place = app.among === null ? '' : `Puzzle ${index + 1} of ${collection.puzzles.length}${state}. `;
    announce(`${place}A board of ${game.shape.size} by ${game.shape.size}, ${open} cells are open.`);
  };

  /** @param {number} by */
  const step = (by) => {
    const { among } = app;
    const target = among === null ? -1 : among.index + by;
    if (among === null || target < 0 || target >= among.collection.puzzles.length) return;
    void orTell(() => play(among.collection, target));
  };

  app.onRender(() => {
    const { among } = app;
    bar.hidden = among === null;
    if (among === null) return;
    const { index, collection: { puzzles } } = among;
    place.textContent = `${(index + 1).toLocaleString('en')} of ${puzzles.length.toLocaleString('en')}`;
    place.setAttribute('aria-label', `Puzzle ${index + 1} of ${puzzles.length}. Choose another`);
    previous.disabled = index === 0;
    next.disabled = index === puzzles.length - 1;
    next.classList.toggle('main', app.game.isSolved);
    next.classList.toggle('plain', !app.game.isSolved);
  });

  return {
    open,
    step,
    /** The gallery of the collection that is played. */
    choose: () => void orTell(async () => {
      app.save();
      if (app.among === null) return;
      const { collection, index } = app.among;
      if (collection.load === undefined) await show(collection, index);
      else await finder.show(collection, index);
    }),
    /** The library, with what was looked for last. */
    browse: () => {
      app.save();
      finder.browse();
    },
    /**
     * Takes up a collection where the player left it.
     * @param {Collection} collection
     */
    reopen: async (collection) => {
      await database.keep(collection);
      const works = await database.worksOn(collection.id);
      const open = collection.puzzles.findIndex((_, index) => works.get(index)?.solved !== true);
      await show(collection, Math.max(open, 0));
    },
    /**
     * Where a game that was kept stood.
     * @param {import('../game/storage.js').SavedGame['among']} kept
     * @returns {Promise<import('./collection.js').Among | null>}
     */
    placeOf: async (kept) => {
      if (kept === undefined) return null;
      const { id, index, key = index } = kept;
      const collection = (await database.find(id)) ?? (await findAgain(id, index));
      // A library may have other puzzles by now.
      return collection === undefined || keyOf(collection, index) !== key ? null : { collection, index };
    },
  };
}
