// Settings and recent games in the browser's local storage. Without storage (a private window, a
// full disk) the page works, but forgets: the address still holds the position.

import { keyOf } from '../collections/collection.js';
import { fragmentOf } from './link.js';

const SETTINGS = 'sudokit.settings';
const GAMES = 'sudokit.games';
const MAX_GAMES = 12;

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {boolean} automatic candidates are automatic
 * @property {boolean} conflicts values that appear twice in a house are marked
 * @property {boolean} mistakes wrong values are marked
 * @property {boolean} tidy placing a value removes the marks it rules out
 * @property {boolean} same other cells with the same value are highlighted
 * @property {boolean} seen the houses of the cell are highlighted
 * @property {boolean} letters colours have letters
 * @property {boolean} timer
 * @property {boolean} digitFirst choose a value first, then its cells
 * @property {'none' | 'numbers' | 'letters'} labels of rows and columns: none, 1 and 1, or A and 1
 * @property {boolean} setter tools for people who make puzzles
 * @property {string} symmetry of the givens that a setter enters
 */

/** @type {Settings} */
export const DEFAULT_SETTINGS = {
  theme: 'system',
  automatic: false,
  conflicts: true,
  mistakes: false,
  tidy: true,
  same: true,
  seen: true,
  letters: true,
  timer: true,
  digitFirst: false,
  labels: 'none',
  setter: false,
  symmetry: 'none',
};

/**
 * @typedef {object} SavedGame
 * @property {string} id the shape and the givens
 * @property {string} fragment
 * @property {string} name
 * @property {number} elapsed
 * @property {number} saved time in milliseconds since 1970
 * @property {number} open number of empty cells
 * @property {string} [level]
 * @property {number} [seed]
 * @property {boolean} [filledIn]
 * @property {PackedEdit[]} [past] for undo, the latest last
 * @property {PackedEdit[]} [future]
 * @property {{ id: string, index: number, key?: number }} [place] its place in a collection
 */

/**
 * An edit, with the states of cells as arrays to save space: cell, before, after.
 * @typedef {{ changes: [number, number[], number[]][], editing?: boolean, filled?: boolean }} PackedEdit
 */

/** The edits to keep for undo. */
const MAX_EDITS = 300;

/** @typedef {import('./game.js').CellState} CellState */

/** @param {CellState} state */
const packState = ({ value, given, centre, corner, crossed, colours }) => [value, Number(given), centre, corner, crossed, colours];

/** @param {number[]} packed @returns {CellState} */
const unpackState = ([value, given, centre, corner, crossed, colours]) =>
  ({ value, given: given === 1, centre, corner, crossed, colours });

/** @param {import('./game.js').Edit[]} edits @returns {PackedEdit[]} */
const packEdits = (edits) => edits.slice(-MAX_EDITS).map((edit) => ({
  ...edit,
  changes: edit.changes.map(({ cell, before, after }) => [cell, packState(before), packState(after)]),
}));

/** @param {PackedEdit[]} [edits] @returns {import('./game.js').Edit[]} */
const unpackEdits = (edits = []) => edits.map((edit) => ({
  ...edit,
  changes: edit.changes.map(([cell, before, after]) => ({ cell, before: unpackState(before), after: unpackState(after) })),
}));

/**
 * What a saved game knows besides its cells. Undo belongs to the saved position only.
 * @param {SavedGame | undefined} saved
 * @param {string} fragment of the position to restore
 * @returns {import('./game.js').About}
 */
export function aboutOf(saved, fragment) {
  if (saved === undefined) return {};
  const { name, elapsed, filledIn, level, seed } = saved;
  const about = { name, elapsed, level, seed };
  if (saved.fragment !== fragment) return about;
  return { ...about, filledIn, past: unpackEdits(saved.past), future: unpackEdits(saved.future) };
}

/** @returns {Settings} */
export function loadSettings() {
  return { ...DEFAULT_SETTINGS, ...read(SETTINGS, {}) };
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  write(SETTINGS, settings);
}

/** @returns {SavedGame[]} the most recent first */
export function loadGames() {
  const games = read(GAMES, /** @type {SavedGame[]} */ ([]));
  if (!Array.isArray(games)) return [];
  // Games saved by earlier versions call their place `among`.
  return games.map((game) => ({ place: /** @type {any} */ (game).among, ...game }));
}

/**
 * Identifies a puzzle by its shape and givens.
 * @param {string} shape
 * @param {import('./game.js').CellState[]} cells
 * @param {boolean} editing
 */
function idOf(shape, cells, editing) {
  const givens = cells.map(({ value, given }) => (given ? value : 0));
  return `${shape}:${editing ? 'editing' : givens.join(',')}`;
}

/**
 * Whether a saved game is of the same puzzle.
 * @param {SavedGame} saved
 * @param {import('./game.js').Game} game
 */
export const isOf = (saved, { shape, cells, editing }) => saved.id === idOf(shape.name, cells, editing);

/**
 * The saved game of the puzzle in a link.
 * @param {import('./game.js').LinkedGame} linked
 */
export function findGame({ shape, cells, editing }) {
  const id = idOf(shape, cells, editing);
  return loadGames().find((game) => game.id === id);
}

/**
 * @param {import('./game.js').Game} game
 * @param {import('../collections/collection.js').CollectionPlace | null} place
 * @returns {boolean} whether it is stored
 */
export function saveGame(game, place) {
  const id = idOf(game.shape.name, game.cells, game.editing);
  const others = loadGames().filter((other) => other.id !== id);
  /** @type {SavedGame} */
  const saved = {
    id,
    fragment: fragmentOf(game),
    name: game.name,
    elapsed: game.elapsed,
    saved: Date.now(),
    open: game.cells.filter(({ value }) => value === 0).length,
    level: game.level || undefined,
    seed: game.seed,
    filledIn: game.filledIn || undefined,
    past: packEdits(game.past),
    future: packEdits(game.future),
    place: place === null ? undefined : placeIn(place),
  };
  const games = [saved, ...others].slice(0, MAX_GAMES);
  // Undo is worth less than the games themselves.
  return write(GAMES, games) || write(GAMES, games.map(withoutEdits));
}

/**
 * Forgets the puzzle that was being entered, because it is played now.
 * @param {import('./game.js').Game} game
 */
export function forgetEntry({ shape, cells }) {
  const id = idOf(shape.name, cells, true);
  write(GAMES, loadGames().filter((saved) => saved.id !== id));
}

/** @param {SavedGame} game */
const withoutEdits = (game) => ({ ...game, past: [], future: [] });

/**
 * Calls back when another tab has saved a game.
 * @param {(games: SavedGame[]) => void} listener
 */
export function onSavedElsewhere(listener) {
  window.addEventListener('storage', ({ key }) => {
    if (key === GAMES) listener(loadGames());
  });
}

/**
 * Adds games from another browser. Of two games of the same puzzle the newer one is kept.
 * @param {SavedGame[]} games
 */
export function addGames(games) {
  const newest = new Map();
  for (const game of [...games, ...loadGames()].sort((one, other) => one.saved - other.saved)) newest.set(game.id, game);
  write(GAMES, [...newest.values()].sort((one, other) => other.saved - one.saved).slice(0, MAX_GAMES));
}

/** @param {import('../collections/collection.js').CollectionPlace} place */
const placeIn = ({ collection, index }) => ({ id: collection.id, index, key: keyOf(collection, index) });

/**
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
