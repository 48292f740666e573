// The server's library. The result of a search is a collection whose puzzles are loaded a page at a
// time.

import { get, request } from '../server/client.js';
import { digest, PAGE, toListed } from './collection.js';

/** @typedef {import('./collection.js').Collection} Collection */
/** @typedef {import('./collection.js').ListedPuzzle} ListedPuzzle */

/** The progress on library puzzles is saved under this id. */
const LIBRARY_PROGRESS = 'library';
/** The ids of results start with this; the query follows. */
const RESULT_PREFIX = 'library?';
/** Boards up to this size have one digit per cell, which the page reads itself. */
const DIGITS = 9;

/** @type {Promise<boolean> | undefined} */
let answer;

/** Whether the server has a library. */
export function hasLibrary() {
  answer ??= get('health').then(({ library }) => library === true, () => false);
  return answer;
}

/**
 * Searches the library.
 * @param {URLSearchParams} query
 * @returns {Promise<Collection>}
 */
export async function find(query) {
  const id = `${RESULT_PREFIX}${query}`;
  const { total, puzzles } = await page(query, 0);
  /** @type {ListedPuzzle[]} */
  const found = new Array(total);
  const fill = (/** @type {ListedPuzzle[]} */ part, /** @type {number} */ from) => {
    part.forEach((puzzle, at) => { found[from + at] = puzzle; });
  };
  fill(puzzles, 0);
  const load = async (/** @type {number} */ index) => {
    const first = index - (index % PAGE);
    if (found[index] === undefined && index < total) fill((await page(query, first)).puzzles, first);
  };
  return { id, name: 'Library', puzzles: found, note: '', progressId: LIBRARY_PROGRESS, load };
}

/**
 * The query of a result.
 * @param {string} id
 */
export const queryOf = (id) => new URLSearchParams(id.slice(RESULT_PREFIX.length));

/**
 * Repeats the search of a result and loads a puzzle of it.
 * @param {string} id of the result
 * @param {number} index
 * @returns {Promise<Collection | undefined>} undefined if the search fails
 */
export async function findAgain(id, index) {
  if (!id.startsWith(RESULT_PREFIX) || !(await hasLibrary())) return undefined;
  try {
    const found = await find(queryOf(id));
    await found.load?.(index);
    return found;
  } catch {
    // The game works without its place in the library.
    return undefined;
  }
}

/**
 * @param {URLSearchParams} query
 * @param {number} offset
 * @returns {Promise<{ total: number, puzzles: ListedPuzzle[] }>}
 */
async function page(query, offset) {
  const parameters = new URLSearchParams(query);
  parameters.set('offset', `${offset}`);
  parameters.set('limit', `${PAGE}`);
  const { total, puzzles } = await get(`library?${parameters}`, 'library');
  return { total, puzzles: await Promise.all(puzzles.map(read)) };
}

/**
 * @param {any} entry from the server
 * @returns {Promise<ListedPuzzle>}
 */
async function read({ id, puzzle, shape, givens, level, score, hardest, techniques, name, file, line, beyond_logic }) {
  const about = {
    name: name ?? `${file}, line ${line}`,
    key: keyOf(`${shape} ${puzzle}`),
    info: {
      givens, level, score, title: name, isBeyondLogic: beyond_logic,
      hardest: techniques?.find((/** @type {any} */ each) => each.technique === hardest)?.name,
    },
  };
  const [, down, across] = (/^(\d+)x(\d+)/.exec(shape) ?? [0, 0, 0]).map(Number);
  const size = down * across;
  if (size > 0 && size <= DIGITS && puzzle.length === size * size) return { shape, size, line: puzzle, ...about };
  const { values, candidates } = await request('parse', { puzzle, shape }, `library ${id}`);
  return { ...toListed({ shape, values, candidates }), ...about };
}

/**
 * Identifies a puzzle, whatever its place in a result or a library.
 * @param {string} text
 */
function keyOf(text) {
  const [low, high] = digest(text);
  return (high >>> 11) * 2 ** 32 + low;
}
