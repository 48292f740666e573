// The shape of a board: its houses as the server lists them, and its symbols.

import { bit } from './masks.js';

/** @typedef {import('../server/types.js').ShapeData} ShapeData */

/** The largest board that the page draws; larger ones would not be legible. */
export const MAX_SIZE = 25;

/** The number of cells to name in one sentence; the board shows them all. */
const MAX_NAMED = 4;

/** The symbols in links, and on boards unless the file uses others. */
const SYMBOLS = '123456789ABCDEFGHIJKLMNOP';
const NUMBERS = 'numbers';
const REGION_KINDS = ['box', 'region'];

/**
 * The kind of a house, taken from its name: `row 3`, `box 5`, `the diagonal /`.
 * @param {string} name
 */
const kindOf = (name) => name.replace(/^the /, '').split(' ')[0];

export class Shape {
  /** @param {ShapeData} data */
  constructor(data) {
    this.size = data.size;
    this.name = data.shape;
    this.houses = data.houses.map((house) => ({ ...house, kind: kindOf(house.name) }));
    /** The symbols of values 1, 2, 3… */
    this.symbols = data.symbols?.every(Boolean) ? data.symbols : [...SYMBOLS.slice(0, data.size)];
    /** Whether some symbols are numbers of several digits. */
    this.hasNumbers = this.symbols.some((symbol) => [...symbol].length > 1);
    this.cells = data.size * data.size;
    this.all = 2 ** data.size - 1;
    /** @type {number[][]} */
    this.housesOf = Array.from({ length: this.cells }, () => []);
    data.houses.forEach((house, index) => {
      for (const cell of house.cells) this.housesOf[cell].push(index);
    });
    /** @type {number[][]} */
    this.peers = this.housesOf.map((houses, cell) => {
      const all = new Set(houses.flatMap((house) => data.houses[house].cells));
      all.delete(cell);
      return [...all];
    });
    /** The box or region of each cell, -1 on a board without any. */
    this.regionOf = new Array(this.cells).fill(-1);
    const regions = this.houses.filter((house) => REGION_KINDS.includes(house.kind));
    regions.forEach((house, number) => {
      for (const cell of house.cells) this.regionOf[cell] = number;
    });
    this.regionWord = regions[0]?.kind ?? '';
  }

  /** @param {number} cell */
  row(cell) {
    return Math.floor(cell / this.size);
  }

  /** @param {number} cell */
  column(cell) {
    return cell % this.size;
  }

  /**
   * The short name of a cell, as the labels of the board say it.
   * @param {number} cell
   * @param {import('./storage.js').Settings['labels']} labels
   */
  short(cell, labels) {
    const [row, column] = [this.row(cell), this.column(cell) + 1];
    return labels === 'letters' ? `${String.fromCharCode(65 + row)}${column}` : `r${row + 1}c${column}`;
  }

  /**
   * A cell in words.
   * @param {number} cell
   */
  place(cell) {
    return `row ${this.row(cell) + 1}, column ${this.column(cell) + 1}`;
  }

  /**
   * The names of cells in words, of many only the first.
   * @param {number[]} cells
   */
  places(cells) {
    const names = cells.slice(0, MAX_NAMED).map((cell) => this.place(cell));
    return [...names, ...(cells.length > MAX_NAMED ? [`and ${cells.length - MAX_NAMED} more`] : [])].join('; ');
  }

  /**
   * The symbol of a value.
   * @param {number} value
   */
  symbol(value) {
    return this.symbols[value - 1] ?? '';
  }

  /**
   * The value of a symbol, 0 if there is none. Case does not matter unless both cases are used.
   * @param {string} symbol
   */
  valueFor(symbol) {
    const alike = (/** @type {string} */ other) => other.toUpperCase() === symbol.toUpperCase();
    return (this.symbols.indexOf(symbol) + 1) || (this.symbols.findIndex(alike) + 1);
  }

  /** The symbols as requests and links spell them; undefined for the default ones. */
  get spelling() {
    if (this.hasNumbers) return NUMBERS;
    const joined = this.symbols.join('');
    return joined === SYMBOLS.slice(0, this.size) ? undefined : joined;
  }

  /**
   * The values that the peers of a cell allow, as a mask.
   * @param {number[]} values
   * @param {number} cell
   */
  possible(values, cell) {
    let mask = this.all;
    for (const peer of this.peers[cell]) {
      if (values[peer] !== 0) mask &= ~bit(values[peer]);
    }
    return mask;
  }

  /**
   * The cells with the same value as one of their peers.
   * @param {number[]} values
   */
  clashes(values) {
    /** @type {Set<number>} */
    const found = new Set();
    for (let cell = 0; cell < this.cells; cell += 1) {
      const value = values[cell];
      if (value !== 0 && this.peers[cell].some((peer) => values[peer] === value)) found.add(cell);
    }
    return found;
  }

  /**
   * The first value that appears twice in a house, null if there is none.
   * @param {number[]} values
   */
  repeated(values) {
    for (const { name, cells } of this.houses) {
      const seen = new Set();
      for (const value of cells.map((cell) => values[cell])) {
        if (value !== 0 && seen.has(value)) return { value, house: name };
        seen.add(value);
      }
    }
    return null;
  }

  /**
   * The neighbour of a cell in a direction; wraps around at the edges.
   * @param {number} cell
   * @param {number} down
   * @param {number} right
   */
  neighbour(cell, down, right) {
    const row = (this.row(cell) + down + this.size) % this.size;
    const column = (this.column(cell) + right + this.size) % this.size;
    return row * this.size + column;
  }
}

/**
 * The data of a board of boxes, as the service describes it, so that the page need not ask.
 * @param {string} name rows and columns of a box: `3x3`
 * @returns {ShapeData | null} null for other boards, and those that need other symbols
 */
export function boxesNamed(name) {
  const [rows, columns] = (/^([2-9])x([2-9])$/.exec(name) ?? []).slice(1).map(Number);
  const size = rows * columns;
  if (!(size <= MAX_SIZE)) return null;
  const all = [...Array(size).keys()];
  const house = (/** @type {string} */ kind, /** @type {(house: number, at: number) => number[]} */ place) =>
    all.map((number) => ({
      name: `${kind} ${number + 1}`,
      cells: all.map((at) => place(number, at)).map(([row, column]) => row * size + column),
    }));
  const perRow = size / columns;
  return {
    shape: name,
    size,
    symbols: [...SYMBOLS.slice(0, size)],
    houses: [
      ...house('row', (row, at) => [row, at]),
      ...house('column', (column, at) => [at, column]),
      ...house('box', (box, at) => [
        Math.floor(box / perRow) * rows + Math.floor(at / columns),
        (box % perRow) * columns + (at % columns),
      ]),
    ],
  };
}

/**
 * The value as one character: letters for 10 and above, `.` for 0.
 * @param {number} value
 */
export const letter = (value) => (value === 0 ? '.' : SYMBOLS[value - 1]);

/**
 * The value of a character, 0 if it has none.
 * @param {string} symbol
 */
export const valueOfLetter = (symbol) => SYMBOLS.indexOf(symbol.toUpperCase()) + 1;
