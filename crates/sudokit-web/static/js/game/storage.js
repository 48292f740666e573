// What the browser keeps: settings and the games that were played last. A browser that keeps
// nothing (a private window, a full disk) is no reason to fail.

import { keyOf } from '../collections/collection.js';
import { fragmentOf } from './link.js';

const SETTINGS = 'sudokit.settings';
const GAMES = 'sudokit.games';
const MOST_GAMES = 12;

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {boolean} automatic the page keeps the candidates
 * @property {boolean} conflicts values that stand twice in a house are marked
 * @property {boolean} mistakes values that are not the solution's are marked
 * @property {boolean} tidy marks that a value rules out go as it is placed
 * @property {boolean} same the same values elsewhere are shown
 * @property {boolean} seen the houses of the cell are shown
 * @property {boolean} letters colours carry a letter
 * @property {boolean} timer
 * @property {boolean} digitFirst a value is chosen first, then the cells for it
 */

/** @type {Settings} */
export const USUAL = {
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
};

/**
 * @typedef {object} SavedGame
 * @property {string} id the shape and the givens
 * @property {string} fragment
 * @property {string} name
 * @property {number} elapsed
 * @property {number} saved when, in milliseconds
 * @property {number} open how many cells were open
 * @property {{ id: string, index: number, key?: number }} [among] its place in a collection
 */

/** @returns {Settings} */
export function loadSettings() {
  return { ...USUAL, ...read(SETTINGS, {}) };
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  write(SETTINGS, settings);
}

/** @returns {SavedGame[]} the latest first */
export function loadGames() {
  const games = read(GAMES, /** @type {SavedGame[]} */ ([]));
  return Array.isArray(games) ? games : [];
}

/**
 * What makes a puzzle the same one: its shape and its givens.
 * @param {string} shape
 * @param {import('./game.js').CellState[]} cells
 * @param {boolean} editing
 */
function idOf(shape, cells, editing) {
  const givens = cells.map(({ value, given }) => (given ? value : 0));
  return `${shape}:${editing ? 'editing' : givens.join(',')}`;
}

/**
 * The kept game of the puzzle in an address.
 * @param {import('./game.js').Linked} linked
 */
export function findGame({ shape, cells, editing }) {
  const id = idOf(shape, cells, editing);
  return loadGames().find((game) => game.id === id);
}

/**
 * @param {import('./game.js').Game} game
 * @param {import('../collections/collection.js').Among | null} among
 */
export function saveGame(game, among) {
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
    among: among === null ? undefined : placeIn(among),
  };
  write(GAMES, [saved, ...others].slice(0, MOST_GAMES));
}

/** @param {import('../collections/collection.js').Among} among */
const placeIn = ({ collection, index }) => ({ id: collection.id, index, key: keyOf(collection, index) });

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is kept then; the address still holds the position.
  }
}
