// What the page asks the server, in the page's own words.

import { EMPTY, Game } from '../game/game.js';
import { maskOf, valuesOf } from '../game/masks.js';
import { LARGEST, Shape } from '../game/shape.js';
import { ask, askFile, get, Refusal } from './client.js';

/** @typedef {import('../game/game.js').CellState} CellState */
/** @typedef {import('../game/game.js').Position} Position */
/** @typedef {import('./types.js').Told} Told */
/** @typedef {'unique' | 'several' | 'solved' | 'no-solution' | 'rule-broken' | 'complete' | 'open'} Status */

/**
 * Whether there is exactly one solution.
 * @param {Status} status
 */
export const isUnique = (status) => status === 'unique' || status === 'complete';

/**
 * Whether nothing that is put into the open cells makes a solution.
 * @param {Status} status
 */
export const isHopeless = (status) => status === 'no-solution' || status === 'rule-broken';

/** @type {Map<string, Promise<Shape>>} boards that were met, which are not asked for again */
const shapes = new Map();

/**
 * @param {string} name
 * @param {string} [symbols]
 */
const keyOf = (name, symbols = '') => `${name} ${symbols}`;

/** @param {import('./types.js').ShapeData} data */
function shapeOf(data) {
  if (data.size > LARGEST) {
    throw new Refusal(`This board has ${data.size} values; the page draws boards of 4 to ${LARGEST}.`);
  }
  return new Shape(data);
}

/**
 * A shape by its name: `3x3`, `jigsaw:…`, `3x3+diagonals`.
 * @param {string} name
 * @param {number} cells
 * @param {string} [symbols]
 * @returns {Promise<Shape>}
 */
export function shapeNamed(name, cells, symbols) {
  const key = keyOf(name, symbols);
  const known = shapes.get(key);
  if (known !== undefined) return known;
  const empty = { shape: name, symbols, values: new Array(cells).fill(0) };
  const asked = ask('parse', empty, `shape ${key}`).then(({ board }) => shapeOf(board));
  shapes.set(key, asked);
  // A refusal is not for ever: the server may have been away.
  asked.catch(() => shapes.delete(key));
  return asked;
}

/**
 * A game from text in any form.
 * @param {string} text
 * @param {string} [symbols] how values are written, where the text alone does not tell
 * @returns {Promise<Game>}
 */
export async function readGame(text, symbols) {
  const { board, name, ...parsed } = await ask('parse', { puzzle: text, symbols });
  const made = shapeOf(board);
  const key = keyOf(made.name, made.spelling);
  if (!shapes.has(key)) shapes.set(key, Promise.resolve(made));
  return gameFrom(await shapeNamed(made.name, made.cells, made.spelling), parsed, { name });
}

/**
 * A game from what the server read.
 * @param {Shape} shape
 * @param {import('./types.js').Parsed} parsed
 * @param {{ name?: string }} about
 */
export function gameFrom(shape, { values, placed = [], candidates }, about) {
  const isPlaced = new Set(placed);
  const cells = values.map((value, cell) => {
    if (value !== 0) return { ...EMPTY, value, given: !isPlaced.has(cell) };
    const listed = candidates?.[cell];
    return listed === undefined ? EMPTY : { ...EMPTY, crossed: shape.all & ~maskOf(listed) };
  });
  return new Game(shape, cells, about);
}

/**
 * A game from what an address holds.
 * @param {import('../game/game.js').Linked} saved
 * @param {{ name?: string, elapsed?: number }} [about]
 */
export async function restoreGame({ shape: name, cells, symbols, editing }, about = {}) {
  const shape = await shapeNamed(name, cells.length, symbols);
  if (shape.cells !== cells.length) throw new Refusal(`A ${name} board has ${shape.cells} cells.`);
  return new Game(shape, cells, { ...about, editing });
}

/** @param {string} name */
export async function emptyGame(name) {
  const [rows, columns] = name.split('+')[0].split('x').map(Number);
  return Game.blank(await shapeNamed(name, (rows * columns) ** 2), true);
}

/**
 * Whether the givens (or all values) have one solution, and what they are; two where they differ.
 * @param {Game} game
 * @param {number[]} values
 * @returns {Promise<{ status: Status, values?: number[], differing?: number[], solutions?: string[], clashes?: number[] }>}
 */
export function solve(game, values) {
  return ask('solve', { shape: game.shape.name, values, limit: 2 });
}

/**
 * @param {Game} game
 * @returns {Promise<{ count: number, exact: boolean }>}
 */
export function count(game) {
  return ask('count', { shape: game.shape.name, values: game.values, limit: 1_000_000 });
}

/**
 * The position as the server takes it.
 * @param {Game} game
 * @param {Position} position
 */
function asked(game, { values, candidates }) {
  const placed = [...game.cells.keys()].filter((cell) => values[cell] !== 0 && !game.cells[cell].given);
  return {
    shape: game.shape.name,
    symbols: game.shape.spelling,
    values,
    placed,
    candidates: values.map((value, cell) => (value === 0 ? valuesOf(candidates[cell]) : null)),
  };
}

/**
 * The next step from the player's own marks.
 * @param {Game} game
 * @param {Position} position
 * @returns {Promise<{ status: Status, standing?: string, mistakes?: { cell: number, placed?: number }[] } & Partial<Told>>}
 */
export function hint(game, position) {
  return ask('hint', asked(game, position));
}

/**
 * Every step to the end.
 * @param {Game} game
 * @param {Position} position
 * @returns {Promise<{ status: Status, standing: string, steps: Told[], rating?: Rating }>}
 */
export function explain(game, position) {
  return ask('explain', asked(game, position));
}

/**
 * @typedef {object} Rating
 * @property {string} level
 * @property {number} score
 * @property {number} steps
 * @property {{ technique: string, name: string, steps: number, score: number }[]} techniques
 */

/**
 * How hard the puzzle is, from its givens.
 * @param {Game} game
 * @returns {Promise<{ status: Status, standing?: string } & Partial<Rating>>}
 */
export function rate(game) {
  return ask('rate', { shape: game.shape.name, values: game.givens });
}

/**
 * The board with the player's work, or the givens alone.
 * @param {Game} game
 * @param {Position | null} position
 */
export function described(game, position) {
  if (position !== null) return asked(game, position);
  const { name, spelling } = game.shape;
  return { shape: name, symbols: spelling, values: game.givens };
}

/**
 * The board as text.
 * @param {Game} game
 * @param {string} form
 * @param {Position | null} position with the player's work, or the givens alone
 * @returns {Promise<{ text: string, notes: string[] }>}
 */
export function convert(game, form, position) {
  const { spelling, hasNumbers } = game.shape;
  // Numbers run into each other in a line, so forms that have their own way for them take it.
  return ask('convert', { ...described(game, position), to: form, to_symbols: hasNumbers ? undefined : spelling });
}

/**
 * A new puzzle, and what is to be said about it.
 * @param {object} wish in the server's words
 */
export async function newGame(wish) {
  const { seed, puzzles: [made] } = await ask('generate', wish);
  const shape = await shapeNamed(made.shape, made.values.length);
  const { level, score } = made.rating ?? {};
  const hard = level === undefined ? 'Very hard' : level.charAt(0).toUpperCase() + level.slice(1);
  const points = score === undefined ? '' : `, ${score.toLocaleString('en')} points`;
  return {
    game: gameFrom(shape, made, { name: `${hard}, seed ${seed}` }),
    words: `${hard}${points}, ${made.givens} givens. Seed ${seed}.`,
  };
}

/**
 * @returns {Promise<{ technique: string, name: string, level: string, is_rated: boolean }[]>}
 */
export function techniques() {
  return get('techniques');
}


/**
 * @typedef {object} Look
 * @property {'light' | 'dark' | 'print'} theme
 * @property {boolean} show_candidates
 * @property {boolean} step
 */

/**
 * The board as a picture.
 * @param {Game} game
 * @param {Position | null} position
 * @param {'svg' | 'png'} form
 * @param {Look} look
 */
export function picture(game, position, form, look) {
  return askFile('render', { ...described(game, position), to: form, ...look }, `picture-${form}`);
}

/**
 * What is printed: puzzles as text in any form, or the board.
 * @typedef {{ text: string } | { game: Game, position: Position | null }} Printed
 */

/**
 * @typedef {object} Sheet
 * @property {number} per_page
 * @property {boolean} answers
 * @property {boolean} show_candidates
 * @property {string} [qr] where QR codes lead
 * @property {'a4' | 'letter'} paper
 * @property {string} title
 */

/** @param {Printed} printed */
const printedAs = (printed) =>
  'text' in printed ? { puzzle: printed.text } : described(printed.game, printed.position);

/**
 * Each page as SVG.
 * @param {Printed} printed
 * @param {Sheet} sheet
 * @returns {Promise<{ pages: string[], notes: string[] }>}
 */
export function pages(printed, sheet) {
  return ask('render', { ...printedAs(printed), ...sheet, to: 'pages' }, 'pages');
}

/**
 * All pages in one file.
 * @param {Printed} printed
 * @param {Sheet} sheet
 */
export function booklet(printed, sheet) {
  return askFile('render', { ...printedAs(printed), ...sheet, to: 'pdf' }, 'booklet');
}

/**
 * A link as a QR code. It goes into the body, so that its position reaches no server's log.
 * @param {string} link
 */
export function qrCode(link) {
  return askFile('qr', { text: link });
}
