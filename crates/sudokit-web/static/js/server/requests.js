// The requests of the page: from games and positions to the fields of the API, and back.

import { EMPTY, Game } from '../game/game.js';
import { maskOf, valuesOf } from '../game/masks.js';
import { boxesNamed, MAX_SIZE, Shape, valueOfLetter } from '../game/shape.js';
import { ApiError, get, request, requestFile } from './client.js';

/** @typedef {import('../game/game.js').CellState} CellState */
/** @typedef {import('../game/game.js').Position} Position */
/** @typedef {import('./types.js').StepReport} StepReport */
/** @typedef {'unique' | 'several' | 'solved' | 'no-solution' | 'rule-broken' | 'complete' | 'open'} Status */

/**
 * Whether there is exactly one solution.
 * @param {Status} status
 */
export const isUnique = (status) => status === 'unique' || status === 'complete';

/**
 * Whether the position has no solution.
 * @param {Status} status
 */
export const isHopeless = (status) => status === 'no-solution' || status === 'rule-broken';

/** @type {Map<string, Promise<Shape>>} shapes by name, requested once */
const shapes = new Map();

/**
 * @param {string} name
 * @param {string} [symbols]
 */
const keyOf = (name, symbols = '') => `${name} ${symbols}`;

/** @param {import('./types.js').ShapeData} data */
function shapeOf(data) {
  if (data.size > MAX_SIZE) {
    throw new ApiError(`This board is ${data.size}×${data.size}. The page supports boards up to ${MAX_SIZE}×${MAX_SIZE}.`);
  }
  return new Shape(data);
}

/**
 * Returns a shape by its name: `3x3`, `jigsaw:…`, `3x3+diagonals`.
 * @param {string} name
 * @param {number} cells
 * @param {string} [symbols]
 * @returns {Promise<Shape>}
 */
export function shapeNamed(name, cells, symbols) {
  const key = keyOf(name, symbols);
  const known = shapes.get(key);
  if (known !== undefined) return known;
  const boxes = symbols === undefined ? boxesNamed(name) : null;
  const empty = { shape: name, symbols, values: new Array(cells).fill(0) };
  const shape = boxes === null
    ? request('parse', empty, `shape ${key}`).then(({ board }) => shapeOf(board))
    : Promise.resolve(new Shape(boxes));
  shapes.set(key, shape);
  // The next attempt may succeed.
  shape.catch(() => shapes.delete(key));
  return shape;
}

/**
 * Reads a game from text in any form.
 * @param {string} text
 * @param {string} [symbols] of the values, if the text alone is ambiguous
 * @returns {Promise<Game>}
 */
export async function readGame(text, symbols) {
  const { board, name, ...parsed } = await request('parse', { puzzle: text, symbols });
  const made = shapeOf(board);
  const key = keyOf(made.name, made.spelling);
  if (!shapes.has(key)) shapes.set(key, Promise.resolve(made));
  return gameFrom(await shapeNamed(made.name, made.cells, made.spelling), parsed, { name });
}

/**
 * Creates a game from the values of a 9×9 board in one line, which takes no request.
 * @param {string} line
 * @param {string} name
 */
export async function classicGame(line, name) {
  return gameFrom(await shapeNamed('3x3', 81), { values: [...line].map(valueOfLetter) }, { name });
}

/**
 * Creates a game from a parsed puzzle.
 * @param {Shape} shape
 * @param {import('./types.js').Parsed} parsed
 * @param {import('../game/game.js').About} about
 */
export function gameFrom(shape, { values, placed = [], candidates }, about) {
  const isPlaced = new Set(placed);
  const cells = values.map((value, cell) => {
    if (value !== 0) return { ...EMPTY, value, given: !isPlaced.has(cell) };
    const marks = candidates?.[cell];
    return marks === undefined ? EMPTY : { ...EMPTY, crossed: shape.all & ~maskOf(marks) };
  });
  return new Game(shape, cells, about);
}

/**
 * Creates a game from a link.
 * @param {import('../game/game.js').LinkedGame} saved
 * @param {import('../game/game.js').About} [about]
 */
export async function restoreGame({ shape: name, cells, symbols, editing }, about = {}) {
  const shape = await shapeNamed(name, cells.length, symbols);
  if (shape.cells !== cells.length) throw new ApiError(`A ${name} board has ${shape.cells} cells.`);
  return new Game(shape, cells, { ...about, editing });
}

/** @param {string} name */
export async function emptyGame(name) {
  const [rows, columns] = name.split('+')[0].split('x').map(Number);
  return Game.blank(await shapeNamed(name, (rows * columns) ** 2), true);
}

/**
 * Solves the puzzle; returns two solutions if there are several.
 * @param {Game} game
 * @param {number[]} values
 * @returns {Promise<{ status: Status, values?: number[], differing?: number[], solutions?: string[], clashes?: number[] }>}
 */
export function solve(game, values) {
  return request('solve', { shape: game.shape.name, values, limit: 2 });
}

/**
 * The slips that would explain a puzzle without exactly one solution, likely ones first.
 * @param {Game} game
 * @returns {Promise<{ status: Status, repairs?: import('./types.js').Repair[], repairs_complete?: boolean }>}
 */
export function repairs(game) {
  return request('check', { shape: game.shape.name, values: game.editing ? game.values : game.givens, repair: true });
}

/**
 * The givens that the others imply, while a puzzle is entered.
 * @param {Game} game
 * @returns {Promise<{ status: Status, redundant?: number[] }>}
 */
export function redundantGivens(game) {
  return request('check', { shape: game.shape.name, values: game.values, minimal: true }, 'redundant');
}

/**
 * @param {Game} game
 * @returns {Promise<{ count: number, exact: boolean }>}
 */
export function count(game) {
  return request('count', { shape: game.shape.name, values: game.values, limit: 1_000_000 });
}

/**
 * The fields of a position.
 * @param {Game} game
 * @param {Position} position
 */
function positionFields(game, { values, candidates }) {
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
 * How explanations name cells: `r1c1`, or `A1` if the rows of the board have letters.
 * @param {import('../game/storage.js').Settings} settings
 */
const coordinates = ({ labels }) => (labels === 'letters' ? 'a1' : undefined);

/**
 * The next step, based on the player's own marks.
 * @param {Game} game
 * @param {Position} position
 * @param {import('../game/storage.js').Settings} settings
 * @returns {Promise<{ status: Status, standing?: string, mistakes?: { cell: number, placed?: number }[] } & Partial<StepReport>>}
 */
export function hint(game, position, settings) {
  return request('hint', { ...positionFields(game, position), coordinates: coordinates(settings), drawing: true });
}

/**
 * Every step that is possible now.
 * @param {Game} game
 * @param {Position} position
 * @param {import('../game/storage.js').Settings} settings
 * @returns {Promise<{ status: Status, steps?: StepReport[] }>}
 */
export function allSteps(game, position, settings) {
  return request('hint', { ...positionFields(game, position), coordinates: coordinates(settings), drawing: true, all: true });
}

/**
 * Why a cell cannot have a value: the step or steps that rule it out.
 * @param {Game} game
 * @param {Position} position
 * @param {import('../game/storage.js').Settings} settings
 * @param {{ cell: number, value: number }} why
 * @returns {Promise<{ status: Status, verdict?: 'right' | 'wrong' | 'beyond' | 'unknown', message?: string, steps?: StepReport[] }>}
 */
export function whyNot(game, position, settings, why) {
  return request('hint', { ...positionFields(game, position), coordinates: coordinates(settings), drawing: true, why });
}

/**
 * All steps to the solution.
 * @param {Game} game
 * @param {Position} position
 * @param {import('../game/storage.js').Settings} settings
 * @returns {Promise<{ status: Status, standing: string, steps: StepReport[], rating?: Rating }>}
 */
export function explain(game, position, settings) {
  return request('explain', { ...positionFields(game, position), coordinates: coordinates(settings), drawing: true });
}

/**
 * @typedef {object} Rating
 * @property {string} level
 * @property {number} score
 * @property {number} steps
 * @property {string} [hardest] technique
 * @property {{ technique: string, name: string, steps: number, score: number }[]} techniques
 */

/**
 * Rates the puzzle by its givens.
 * @param {Game} game
 * @param {boolean} [er] also as Sudoku Explainer does, which may take seconds
 * @returns {Promise<{ status: Status, standing?: string, er?: number, ep?: number, ed?: number } & Partial<Rating>>}
 */
export function rate(game, er = false) {
  return request('rate', { shape: game.shape.name, values: game.givens, er: er || undefined });
}

/**
 * The fields of the board: the whole position, or only the givens.
 * @param {Game} game
 * @param {Position | null} position
 */
export function boardFields(game, position) {
  if (position !== null) return positionFields(game, position);
  const { name, spelling } = game.shape;
  return { shape: name, symbols: spelling, values: game.givens };
}

/**
 * The board as text.
 * @param {Game} game
 * @param {string} form
 * @param {Position | null} position null for the givens only
 * @returns {Promise<{ text: string, notes: string[] }>}
 */
export function convert(game, form, position) {
  const { spelling, hasNumbers } = game.shape;
  // Each form has its own way to write numbers of several digits.
  return request('convert', { ...boardFields(game, position), to: form, to_symbols: hasNumbers ? undefined : spelling });
}

/**
 * Generates a puzzle, and a message about it.
 * @param {object} options fields of the request
 * @param {string} [title] in place of the difficulty
 */
export async function generateGame(options, title) {
  const { seed, puzzles: [made] } = await request('generate', options);
  const shape = await shapeNamed(made.shape, made.values.length);
  const { level, score } = made.rating ?? {};
  const difficulty = level === undefined ? 'Very hard' : level.charAt(0).toUpperCase() + level.slice(1);
  const points = score === undefined ? '' : `, ${score.toLocaleString('en')} points`;
  return {
    game: gameFrom(shape, made, { name: title ?? difficulty, level, seed }),
    message: `${difficulty}${points}, ${made.givens} givens.`,
  };
}

/**
 * @returns {Promise<{ technique: string, name: string, level: string, is_rated: boolean }[]>}
 */
export function techniques() {
  return get('techniques');
}


/**
 * @typedef {object} PictureOptions
 * @property {'light' | 'dark' | 'print'} theme
 * @property {boolean} show_candidates
 * @property {boolean} step
 */

/**
 * The board as a picture.
 * @param {Game} game
 * @param {Position | null} position
 * @param {'svg' | 'png'} form
 * @param {PictureOptions} options
 */
export function picture(game, position, form, options) {
  return requestFile('render', { ...boardFields(game, position), to: form, ...options }, `picture-${form}`);
}

/**
 * What to print: puzzles as text in any form, or the board.
 * @typedef {{ text: string } | { game: Game, position: Position | null }} Printed
 */

/**
 * @typedef {object} Sheet
 * @property {number} per_page
 * @property {boolean} answers
 * @property {boolean} show_candidates
 * @property {string} [qr] address for QR codes
 * @property {'a4' | 'letter'} paper
 * @property {string} title
 */

/** @param {Printed} printed */
const printedFields = (printed) =>
  'text' in printed ? { puzzle: printed.text } : boardFields(printed.game, printed.position);

/**
 * Returns each page as SVG.
 * @param {Printed} printed
 * @param {Sheet} sheet
 * @returns {Promise<{ pages: string[], notes: string[] }>}
 */
export function pages(printed, sheet) {
  return request('render', { ...printedFields(printed), ...sheet, to: 'pages' }, 'pages');
}

/**
 * Returns all pages as one PDF file.
 * @param {Printed} printed
 * @param {Sheet} sheet
 */
export function booklet(printed, sheet) {
  return requestFile('render', { ...printedFields(printed), ...sheet, to: 'pdf' }, 'booklet');
}

/**
 * Returns a link as a QR code. The link is sent in the body, so that it appears in no log.
 * @param {string} link
 */
export function qrCode(link) {
  return requestFile('qr', { text: link });
}
