// What a board looks like: its houses as the server lists them, and what follows from them.

import { bit } from './masks.js';

/** @typedef {import('../server/types.js').ShapeData} ShapeData */

/** The largest board that the page draws; more would not be legible. */
export const LARGEST = 25;

/** How values are written in an address, and on a board unless its file does it otherwise. */
const SYMBOLS = '123456789ABCDEFGHIJKLMNOP';
const NUMBERS = 'numbers';
const REGION_KINDS = ['box', 'region'];

/**
 * The kind of a house, from its name: `row 3`, `box 5`, `the diagonal /`.
 * @param {string} name
 */
const kindOf = (name) => name.replace(/^the /, '').split(' ')[0];

export class Shape {
  /** @param {ShapeData} data */
  constructor(data) {
    this.size = data.size;
    this.name = data.shape;
    this.houses = data.houses.map((house) => ({ ...house, kind: kindOf(house.name) }));
    /** How values 1, 2, 3… are written. */
    this.symbols = data.symbols?.every(Boolean) ? data.symbols : [...SYMBOLS.slice(0, data.size)];
    /** Whether values are numbers, some of more than one digit. */
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
    /** The box or region of each cell, -1 on a board without. */
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

  /** @param {number} cell */
  short(cell) {
    return `r${this.row(cell) + 1}c${this.column(cell) + 1}`;
  }

  /**
   * How a value is written.
   * @param {number} value
   */
  symbol(value) {
    return this.symbols[value - 1] ?? '';
  }

  /**
   * The value that is written so, 0 if none. Small letters will do for capitals.
   * @param {string} symbol
   */
  valueFor(symbol) {
    const alike = (/** @type {string} */ other) => other.toUpperCase() === symbol.toUpperCase();
    return (this.symbols.indexOf(symbol) + 1) || (this.symbols.findIndex(alike) + 1);
  }

  /** The symbols as requests and addresses spell them; undefined for the usual ones. */
  get spelling() {
    if (this.hasNumbers) return NUMBERS;
    const spelled = this.symbols.join('');
    return spelled === SYMBOLS.slice(0, this.size) ? undefined : spelled;
  }

  /**
   * What the values leave a cell.
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
   * The cells whose value a peer has too.
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
   * The neighbour of a cell in a direction, on the other side where the board ends.
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
 * How a value is written in one character: 10 and above are letters.
 * @param {number} value
 */
export const letter = (value) => (value === 0 ? '.' : SYMBOLS[value - 1]);

/**
 * The value that a character stands for, 0 if none.
 * @param {string} symbol
 */
export const valueOfLetter = (symbol) => SYMBOLS.indexOf(symbol.toUpperCase()) + 1;
