// The library that the server was started with. What a question finds is a collection like any
// other, except that its puzzles come a page at a time.

import { ask, get } from '../server/client.js';
import { digest, listed, PAGE } from './collection.js';

/** @typedef {import('./collection.js').Collection} Collection */
/** @typedef {import('./collection.js').Listed} Listed */

/** The work on all puzzles of libraries is kept under this name. */
const SHELF = 'library';
/** What the names of results begin with; the question follows. */
const RESULT = 'library?';
/** Boards up to this size are written in one digit a cell, which the page reads itself. */
const DIGITS = 9;

/** @type {Promise<boolean> | undefined} */
let asked;

/** Whether the server has a library. */
export function hasLibrary() {
  asked ??= get('health').then(({ library }) => library === true, () => false);
  return asked;
}

/**
 * What a question finds.
 * @param {URLSearchParams} question in the server's words
 * @returns {Promise<Collection>}
 */
export async function find(question) {
  const id = `${RESULT}${question}`;
  const { total, puzzles } = await page(question, 0);
  /** @type {Listed[]} */
  const found = new Array(total);
  const fill = (/** @type {Listed[]} */ part, /** @type {number} */ from) => {
    part.forEach((puzzle, at) => { found[from + at] = puzzle; });
  };
  fill(puzzles, 0);
  const load = async (/** @type {number} */ index) => {
    const first = index - (index % PAGE);
    if (found[index] === undefined && index < total) fill((await page(question, first)).puzzles, first);
  };
  return { id, name: 'Library', puzzles: found, note: '', shelf: SHELF, load };
}

/**
 * The question that a result is named by.
 * @param {string} id
 */
export const questionOf = (id) => new URLSearchParams(id.slice(RESULT.length));

/**
 * Finds a result, and a puzzle of it, again.
 * @param {string} id the name of the result
 * @param {number} index
 * @returns {Promise<Collection | undefined>} nothing if there is no such result any more
 */
export async function findAgain(id, index) {
  if (!id.startsWith(RESULT) || !(await hasLibrary())) return undefined;
  try {
    const found = await find(questionOf(id));
    await found.load?.(index);
    return found;
  } catch {
    // A game goes on without its neighbours.
    return undefined;
  }
}

/**
 * @param {URLSearchParams} question
 * @param {number} offset
 * @returns {Promise<{ total: number, puzzles: Listed[] }>}
 */
async function page(question, offset) {
  const whole = new URLSearchParams(question);
  whole.set('offset', `${offset}`);
  whole.set('limit', `${PAGE}`);
  const { total, puzzles } = await get(`library?${whole}`, 'library');
  return { total, puzzles: await Promise.all(puzzles.map(read)) };
}

/**
 * @param {any} entry as the server sends it
 * @returns {Promise<Listed>}
 */
async function read({ id, puzzle, shape, givens, level, score, hardest, techniques, name, file, line, beyond_logic }) {
  const about = {
    name: name ?? `${file}, line ${line}`,
    key: keyOf(`${shape} ${puzzle}`),
    facts: {
      givens, level, score, title: name, isBeyondLogic: beyond_logic,
      hardest: techniques?.find((/** @type {any} */ each) => each.technique === hardest)?.name,
    },
  };
  const [, down, across] = (/^(\d+)x(\d+)/.exec(shape) ?? [0, 0, 0]).map(Number);
  const size = down * across;
  if (size > 0 && size <= DIGITS && puzzle.length === size * size) return { shape, size, line: puzzle, ...about };
  const { values, candidates } = await ask('parse', { puzzle, shape }, `library ${id}`);
  return { ...listed({ shape, values, candidates }), ...about };
}

/**
 * A number by which a puzzle is known again, whatever its place in a result or a library.
 * @param {string} text
 */
function keyOf(text) {
  const [low, high] = digest(text);
  return (high >>> 11) * 2 ** 32 + low;
}
