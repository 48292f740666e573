// Collections: texts with several puzzles, what the page stores of each, and how to start a game.

import { isLink } from '../game/link.js';
import { letter, MAX_SIZE, valueOfLetter } from '../game/shape.js';
import { ApiError, cancel, linkMessageOf, messageOf, requestLines } from '../server/client.js';
import * as server from '../server/requests.js';

/** @typedef {import('../game/game.js').Game} Game */

/**
 * A puzzle of a collection.
 * @typedef {object} ListedPuzzle
 * @property {string} shape
 * @property {number} size
 * @property {string} line the values in one line; empty if the board is too large to draw
 * @property {string} [name]
 * @property {string} [symbols]
 * @property {string} [note] what it was read as, if that is unusual
 * @property {number[]} [placed]
 * @property {number[][]} [candidates]
 * @property {number} [key] identifies the saved progress; default: the index in the collection
 * @property {LibraryInfo} [info]
 */

/**
 * What the library stores about a puzzle.
 * @typedef {object} LibraryInfo
 * @property {number} givens
 * @property {string} [level]
 * @property {number} [score]
 * @property {string} [hardest] the hardest technique
 * @property {boolean} isBeyondLogic
 * @property {string} [title]
 */

/**
 * @typedef {object} Collection
 * @property {string} id depends on the text only
 * @property {string} name
 * @property {ListedPuzzle[]} puzzles
 * @property {string} note about unusual shapes and unreadable entries
 * @property {string} [progressId] under which progress is saved; default: the id
 * @property {(index: number) => Promise<void>} [load] fetches the page with a puzzle, unless it is loaded
 */

/**
 * A text with puzzles.
 * @typedef {object} Source
 * @property {string} text
 * @property {Blob} [file] that the text comes from: it may be compressed, or not UTF-8
 * @property {string} [name] of the file
 * @property {string} [symbols] of the values, if the text alone is ambiguous
 */

/** The place of a game in a collection. */
/** @typedef {{ collection: Collection, index: number }} CollectionPlace */

const ROUTE = 'batch/parse';

/** The number of puzzles on a page. */
export const PAGE = 30;

/**
 * Lists the puzzles of a text.
 * @param {Source} source
 * @param {(count: number) => void} progress
 * @returns {Promise<Collection>}
 */
export async function listPuzzles({ text, file, name = '', symbols }, progress) {
  /** @type {ListedPuzzle[]} */
  const puzzles = [];
  /** @type {any[]} */
  const problems = [];
  const route = symbols === undefined ? ROUTE : `${ROUTE}?symbols=${encodeURIComponent(symbols)}`;
  await requestLines(route, file ?? text, (line) => {
    if (line.problem === undefined) puzzles.push(toListed(line));
    else problems.push(line.problem);
    progress(puzzles.length);
  });
  if (puzzles.length === 0) throw problems.length > 0 ? problemError(text, problems[0]) : await parseError(text, symbols);
  return { id: contentId(text), name, puzzles, note: noteOf(puzzles, problems) };
}

/**
 * @param {string} text
 * @param {any} problem
 */
const problemError = (text, problem) => new ApiError((isLink(text) ? linkMessageOf(problem) : messageOf(problem)) ?? '', problem);

/**
 * The server's error for a text without puzzles.
 * @param {string} text
 * @param {string} [symbols]
 */
async function parseError(text, symbols) {
  try {
    await server.readGame(text, symbols);
  } catch (error) {
    return error instanceof ApiError && isLink(text) ? problemError(text, error.problem) : error;
  }
  return new ApiError('No puzzle found.');
}

export function cancelListing() {
  cancel(ROUTE);
}

/**
 * @param {any} line from the server
 * @returns {ListedPuzzle}
 */
export function toListed({ values, line: _, ...rest }) {
  const size = Math.sqrt(values.length);
  return { ...rest, size, line: size > MAX_SIZE ? '' : values.map(letter).join('') };
}

/**
 * Says what was read in an unusual way, and what was not read.
 * @param {ListedPuzzle[]} puzzles
 * @param {any[]} problems
 */
function noteOf(puzzles, problems) {
  const note = puzzles.find((puzzle) => puzzle.note !== undefined)?.note;
  const read = note === undefined ? '' : `${note.charAt(0).toUpperCase()}${note.slice(1)}.`;
  return [read, skippedNote(problems)].filter((part) => part !== '').join(' ');
}

/** @param {any[]} problems */
function skippedNote(problems) {
  if (problems.length === 0) return '';
  const count = problems.length === 1 ? 'One entry was skipped' : `${problems.length} entries were skipped`;
  return `${count}. ${messageOf(problems[0])}`;
}

/** @param {Collection} collection */
export const progressIdOf = ({ progressId, id }) => progressId ?? id;

/**
 * The key under which the progress of a puzzle is saved.
 * @param {Collection} collection
 * @param {number} index
 */
export const keyOf = ({ puzzles }, index) => puzzles[index]?.key ?? index;

/**
 * Describes a board to a screen reader.
 * @param {Game} game
 */
export function boardSummary({ shape: { size }, cells }) {
  const open = cells.filter(({ value }) => value === 0).length;
  return `${size} by ${size} board, ${open} empty ${open === 1 ? 'cell' : 'cells'}.`;
}

/** @param {ListedPuzzle} puzzle */
export const isDrawable = ({ line }) => line !== '';

/** @param {ListedPuzzle} puzzle */
export const valuesOfLine = ({ line }) => [...line].map(valueOfLetter);

/** @param {ListedPuzzle} puzzle */
export const shapeOfListed = ({ shape, size, symbols }) => server.shapeNamed(shape, size * size, symbols);

/**
 * @param {ListedPuzzle} puzzle
 * @returns {Promise<Game>}
 */
export async function gameOfListed(puzzle) {
  const shape = await shapeOfListed(puzzle);
  const { placed, candidates, name } = puzzle;
  return server.gameFrom(shape, { values: valuesOfLine(puzzle), placed, candidates }, { name });
}

/**
 * A short identifier of a text, so that the same file is recognised again.
 * @param {string} text
 */
function contentId(text) {
  return [...digest(text), text.length].map((part) => part.toString(36)).join('-');
}

/**
 * A 64-bit hash of a text, as two numbers.
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
