// Texts with several puzzles: what the page keeps of each, and how one of them becomes a game.

import { LARGEST, letter, valueOfLetter } from '../game/shape.js';
import { askLines, cancel, messageOf, Refusal } from '../server/client.js';
import * as server from '../server/requests.js';

/** @typedef {import('../game/game.js').Game} Game */

/**
 * One puzzle of many.
 * @typedef {object} Listed
 * @property {string} shape
 * @property {number} size
 * @property {string} line its values in one line; nothing on a board that is too large to be drawn
 * @property {string} [name]
 * @property {string} [symbols]
 * @property {number[]} [placed]
 * @property {number[][]} [candidates]
 * @property {number} [key] by which the work on it is kept; its place in the collection otherwise
 * @property {Facts} [facts]
 */

/**
 * What a library knows of a puzzle.
 * @typedef {object} Facts
 * @property {number} givens
 * @property {string} [level]
 * @property {number} [score]
 * @property {string} [hardest] the technique
 * @property {boolean} isBeyondLogic
 * @property {string} [title]
 */

/**
 * @typedef {object} Collection
 * @property {string} id the same for the same text
 * @property {string} name
 * @property {Listed[]} puzzles
 * @property {string} note what could not be read
 * @property {string} [shelf] where the work on its puzzles is kept; under its id otherwise
 * @property {(index: number) => Promise<void>} [load] fetches the page of a puzzle, unless it is here
 */

/**
 * A text that holds puzzles.
 * @typedef {object} Source
 * @property {string} text
 * @property {string} [name] of its file
 * @property {string} [symbols] how values are written, where the text alone does not tell
 */

/** The puzzle that is played, where it is one of several. */
/** @typedef {{ collection: Collection, index: number }} Among */

const ROUTE = 'batch/parse';

/** So many puzzles are shown at a time. */
export const PAGE = 30;

/**
 * Lists the puzzles of a text.
 * @param {Source} source
 * @param {(count: number) => void} progress
 * @returns {Promise<Collection>}
 */
export async function list({ text, name = '', symbols }, progress) {
  /** @type {Listed[]} */
  const puzzles = [];
  /** @type {any[]} */
  const refused = [];
  const route = symbols === undefined ? ROUTE : `${ROUTE}?symbols=${encodeURIComponent(symbols)}`;
  await askLines(route, text, (line) => {
    if (line.error === undefined) puzzles.push(listed(line));
    else refused.push(line.error);
    progress(puzzles.length);
  });
  if (puzzles.length === 0) throw refused.length > 0 ? new Refusal(messageOf(refused[0]) ?? '') : await whyNot(text, symbols);
  return { id: fingerprint(text), name, puzzles, note: noteOf(refused) };
}

/**
 * Why a text holds no puzzle, in the words of the server.
 * @param {string} text
 * @param {string} [symbols]
 */
async function whyNot(text, symbols) {
  try {
    await server.readGame(text, symbols);
  } catch (error) {
    return error;
  }
  return new Refusal('There is no puzzle in it.');
}

export function stopListing() {
  cancel(ROUTE);
}

/**
 * @param {any} line as the server sends it
 * @returns {Listed}
 */
export function listed({ values, line: _, ...rest }) {
  const size = Math.sqrt(values.length);
  return { ...rest, size, line: size > LARGEST ? '' : values.map(letter).join('') };
}

/** @param {any[]} refused */
function noteOf(refused) {
  if (refused.length === 0) return '';
  const count = refused.length === 1 ? 'One entry is left out' : `${refused.length} entries are left out`;
  return `${count}. ${messageOf(refused[0])}`;
}

/** @param {Collection} collection */
export const shelfOf = ({ shelf, id }) => shelf ?? id;

/**
 * The key of a puzzle on the shelf of its collection.
 * @param {Collection} collection
 * @param {number} index
 */
export const keyOf = ({ puzzles }, index) => puzzles[index]?.key ?? index;

/** @param {Listed} puzzle */
export const isDrawable = ({ line }) => line !== '';

/** @param {Listed} puzzle */
export const valuesOfLine = ({ line }) => [...line].map(valueOfLetter);

/** @param {Listed} puzzle */
export const shapeOfListed = ({ shape, size, symbols }) => server.shapeNamed(shape, size * size, symbols);

/**
 * @param {Listed} puzzle
 * @returns {Promise<Game>}
 */
export async function gameOf(puzzle) {
  const shape = await shapeOfListed(puzzle);
  const { placed, candidates, name } = puzzle;
  return server.gameFrom(shape, { values: valuesOfLine(puzzle), placed, candidates }, { name });
}

/**
 * A short number for a long text, so that the same file is known again.
 * @param {string} text
 */
function fingerprint(text) {
  return [...digest(text), text.length].map((part) => part.toString(36)).join('-');
}

/**
 * Two numbers of 32 bits for a text of any length.
 * @param {string} text
 */
export function digest(text) {
  let [low, high] = [0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high + unit, 0x5bd1e995) ^ (high >>> 15);
  }
  return [low >>> 0, high >>> 0];
}
