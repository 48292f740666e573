// Playing a puzzle of a collection or of the library: its place there, the previous and next
// puzzle, and the dialogs to choose another.

import { element } from '../dom.js';
import { readFragment } from '../game/link.js';
import { announce, reportErrors, showMessage } from '../messages.js';
import * as server from '../server/requests.js';
import { createCollectionDialog } from './collection-dialog.js';
import { boardSummary, cancelListing, gameOfListed, isDrawable, keyOf, listPuzzles, progressIdOf } from './collection.js';
import * as database from './database.js';
import { createLibraryDialog } from './library-dialog.js';
import { findAgain } from './library.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./collection.js').Collection} Collection */

/** After this time, in milliseconds, reading a collection shows its progress. */
const PROGRESS_DELAY = 600;

/** @param {App} app */
export function createCollectionNavigation(app) {
  const bar = element('collection-nav', HTMLElement);
  const placeButton = element('collection-place', HTMLElement);
  const previous = element('previous-puzzle', HTMLButtonElement);
  const next = element('next-puzzle', HTMLButtonElement);
  /** @type {(collection: Collection, index: number) => void} */
  const choose = (collection, index) => void reportErrors(() => play(collection, index));
  const collectionDialog = createCollectionDialog(choose);
  const libraryDialog = createLibraryDialog(choose);
  element('collection-dialog', HTMLElement).addEventListener('close', cancelListing);

  /**
   * Opens a text; if it has several puzzles, the player chooses one.
   * @param {import('./collection.js').Source} source
   */
  const open = async (source) => {
    const collection = await readCollection(source);
    if (collection.puzzles.length > 1) {
      await database.saveCollection(collection);
      await show(collection, 0);
      return;
    }
    collectionDialog.close();
    await play(collection, 0);
    if (collection.note !== '') showMessage(collection.note);
  };

  /** @param {import('./collection.js').Source} source */
  const readCollection = async (source) => {
    /** @type {(count: number) => void} */
    let progress = () => {};
    const timer = window.setTimeout(() => { progress = collectionDialog.wait(); }, PROGRESS_DELAY);
    try {
      return await listPuzzles(source, (count) => progress(count));
    } catch (error) {
      collectionDialog.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  /**
   * @param {Collection} collection
   * @param {number} index
   */
  const show = async (collection, index) => collectionDialog.show(collection, await database.loadProgress(collection.id), index);

  /**
   * @param {Collection} collection
   * @param {number} index
   */
  const play = async (collection, index) => {
    app.save();
    await collection.load?.(index);
    const puzzle = collection.puzzles[index];
    if (puzzle === undefined) {
      showMessage('The library has changed. Search again.');
      return;
    }
    if (!isDrawable(puzzle)) {
      showMessage(`Puzzle ${index + 1} is ${puzzle.size}×${puzzle.size}, which is too large for this page.`);
      return;
    }
    const work = (await database.loadProgress(progressIdOf(collection))).get(keyOf(collection, index));
    const saved = work === undefined ? null : readFragment(work.fragment);
    const { name } = puzzle;
    const game = saved === null ? await gameOfListed(puzzle) : await server.restoreGame(saved, { name, elapsed: work?.elapsed });
    app.begin(game, collection.puzzles.length > 1 || collection.load !== undefined ? { collection, index } : null);
    app.board.focus();
    const state = work?.solved ? ', solved' : '';
    const position = app.place === null ? '' : `Puzzle ${index + 1} of ${collection.puzzles.length}${state}. `;
    announce(`${position}${boardSummary(game)}`);
  };

  /** @param {number} by */
  const step = (by) => {
    const { place } = app;
    const target = place === null ? -1 : place.index + by;
    if (place === null || target < 0 || target >= place.collection.puzzles.length) return;
    void reportErrors(() => play(place.collection, target));
  };

  app.onRender(() => {
    const { place } = app;
    bar.hidden = place === null;
    if (place === null) return;
    const { index, collection: { puzzles } } = place;
    placeButton.textContent = `${(index + 1).toLocaleString('en')} of ${puzzles.length.toLocaleString('en')}`;
    placeButton.setAttribute('aria-label', `Puzzle ${index + 1} of ${puzzles.length}. Choose another`);
    previous.disabled = index === 0;
    next.disabled = index === puzzles.length - 1;
    next.classList.toggle('main', app.game.isSolved);
    next.classList.toggle('plain', !app.game.isSolved);
  });

  return {
    open,
    step,
    /** Shows the current collection, to choose another puzzle. */
    choose: () => void reportErrors(async () => {
      app.save();
      if (app.place === null) return;
      const { collection, index } = app.place;
      if (collection.load === undefined) await show(collection, index);
      else await libraryDialog.show(collection, index);
    }),
    /** Shows the library with the last search. */
    browse: () => {
      app.save();
      libraryDialog.browse();
    },
    /**
     * Reopens a collection at the first unsolved puzzle.
     * @param {Collection} collection
     */
    reopen: async (collection) => {
      await database.saveCollection(collection);
      const progress = await database.loadProgress(collection.id);
      const open = collection.puzzles.findIndex((_, index) => progress.get(index)?.solved !== true);
      await show(collection, Math.max(open, 0));
    },
    /**
     * Finds the place of a saved game.
     * @param {import('../game/storage.js').SavedGame['place']} saved
     * @returns {Promise<import('./collection.js').CollectionPlace | null>}
     */
    placeOf: async (saved) => {
      if (saved === undefined) return null;
      const { id, index, key = index } = saved;
      const collection = (await database.findCollection(id)) ?? (await findAgain(id, index));
      // The library may have changed since.
      return collection === undefined || keyOf(collection, index) !== key ? null : { collection, index };
    },
  };
}
