// What the page asks the server, in the page's own words.

import { ask, askFile, Refusal } from './api.js';
import { firstOf } from './collection.js';
import { EMPTY, Game } from './game.js';
import { maskOf, valuesOf } from './masks.js';
import { LARGEST, Shape } from './shape.js';

/** @typedef {import('./types.js').CellState} CellState */
/** @typedef {import('./types.js').Position} Position */
/** @typedef {import('./types.js').Told} Told */
/** @typedef {'unique' | 'several' | 'none' | 'invalid' | 'open'} Status */

/** @type {Map<string, Shape>} */
const shapes = new Map();

/**
 * Boards that were met before are not asked for again.
 * @param {import('./types.js').ShapeData} data
 */
function shapeOf(data) {
  if (data.size > LARGEST) {
    throw new Refusal(`This board has ${data.size} values; the page draws boards of 4 to ${LARGEST}.`);
  }
  const known = shapes.get(data.shape) ?? new Shape(data);
  shapes.set(data.shape, known);
  return known;
}

/**
 * A shape by its name: `3x3`, `jigsaw:…`, `3x3+diagonals`.
 * @param {string} name
 * @param {number} cells
 */
async function shapeNamed(name, cells) {
  const known = shapes.get(name);
  if (known !== undefined) return known;
  const { board } = await ask('parse', { shape: name, values: new Array(cells).fill(0) });
  return shapeOf(board);
}

/**
 * A game from text in any form; the first one where there are several.
 * @param {string} text
 * @returns {Promise<Game>}
 */
export async function readGame(text) {
  try {
    return await readOne(text);
  } catch (error) {
    const first = error instanceof Refusal ? firstOf(text, error.reason) : null;
    if (first === null) throw error;
    const game = await readOne(first);
    game.name ||= 'The first of several puzzles';
    return game;
  }
}

/** @param {string} text */
async function readOne(text) {
  const { board, values, placed, candidates, name } = await ask('parse', { puzzle: text });
  const shape = shapeOf(board);
  const isPlaced = new Set(placed);
  const cells = values.map((/** @type {number} */ value, /** @type {number} */ cell) => {
    if (value !== 0) return { ...EMPTY, value, given: !isPlaced.has(cell) };
    const listed = candidates?.[cell];
    return listed === undefined ? EMPTY : { ...EMPTY, crossed: shape.all & ~maskOf(listed) };
  });
  return new Game(shape, cells, { name });
}

/**
 * A game from what an address holds.
 * @param {{ shape: string, cells: CellState[], editing: boolean }} saved
 * @param {{ name?: string, elapsed?: number }} [about]
 */
export async function restoreGame({ shape: name, cells, editing }, about = {}) {
  const shape = await shapeNamed(name, cells.length);
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
 * @returns {Promise<{ count: number, complete: boolean }>}
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
const described = (game, position) =>
  position === null ? { shape: game.shape.name, values: game.givens } : asked(game, position);

/**
 * The board as text.
 * @param {Game} game
 * @param {string} form
 * @param {Position | null} position with the player's work, or the givens alone
 * @returns {Promise<{ text: string, notes: string[] }>}
 */
export function convert(game, form, position) {
  return ask('convert', { ...described(game, position), to: form });
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
