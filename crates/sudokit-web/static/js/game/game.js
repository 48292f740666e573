// A game: the board, what the player has entered, and undo.
//
// Cells are never changed in place: an edit replaces the cells it touches and remembers both
// versions, which is all that undo needs.

import { bit } from './masks.js';

/**
 * The state of a cell. Sets of values and of colours are bit masks: value 1 is the lowest bit.
 * @typedef {object} CellState
 * @property {number} value 0 for an empty cell
 * @property {boolean} given
 * @property {number} centre marks: the player's candidates
 * @property {number} corner marks
 * @property {number} crossed candidates that the player or a step has removed
 * @property {number} colours
 */

/**
 * A game as a link describes it.
 * @typedef {object} LinkedGame
 * @property {string} shape
 * @property {CellState[]} cells
 * @property {string} [symbols]
 * @property {boolean} editing
 */

/**
 * A board with its candidates, as the solving techniques see it.
 * @typedef {object} Position
 * @property {number[]} values
 * @property {number[]} candidates a mask for each cell, 0 for filled cells
 */

/** @typedef {'value' | 'corner' | 'centre' | 'colour'} Mode */

/** @typedef {import('../server/types.js').Step} Step */
/** @typedef {import('./shape.js').Shape} Shape */
/** @typedef {{ cell: number, before: CellState, after: CellState }} Change */

/**
 * What undo takes back: changed cells, or the step between entering the givens and playing.
 * @typedef {object} Edit
 * @property {Change[]} changes
 * @property {boolean} [editing] whether givens were entered before; missing if that did not change
 * @property {boolean} [filled] whether the page filled in the solution
 */

/** @type {CellState} */
export const EMPTY = Object.freeze({
  value: 0, given: false, centre: 0, corner: 0, crossed: 0, colours: 0,
});

/**
 * What is known about a game besides its cells.
 * @typedef {object} About
 * @property {string} [name]
 * @property {boolean} [editing]
 * @property {number} [elapsed]
 * @property {boolean} [filledIn]
 * @property {string} [level]
 * @property {number} [seed]
 * @property {Edit[]} [past]
 * @property {Edit[]} [future]
 */

export class Game {
  /**
   * @param {Shape} shape
   * @param {CellState[]} cells
   * @param {About} [about]
   */
  constructor(shape, cells, about = {}) {
    this.shape = shape;
    this.cells = cells;
    this.name = about.name ?? '';
    /** Whether values are entered as givens, to copy a puzzle from paper. */
    this.editing = about.editing ?? false;
    /** The playing time in milliseconds. */
    this.elapsed = about.elapsed ?? 0;
    /** @type {number[] | null} the solution, once it is known to be unique */
    this.solution = null;
    /** Whether the page filled in the solution, so that the player did not solve it. */
    this.filledIn = about.filledIn ?? false;
    /** The level of the puzzle, once it is known. */
    this.level = about.level ?? '';
    /** @type {number | undefined} of a generated puzzle */
    this.seed = about.seed;
    /** @type {Edit[]} */
    this.past = about.past ?? [];
    /** @type {Edit[]} */
    this.future = about.future ?? [];
  }

  /**
   * @param {Shape} shape
   * @param {boolean} editing
   */
  static blank(shape, editing) {
    return new Game(shape, new Array(shape.cells).fill(EMPTY), { editing });
  }

  get values() {
    return this.cells.map((cell) => cell.value);
  }

  get givens() {
    return this.cells.map((cell) => (cell.given ? cell.value : 0));
  }

  get givenCount() {
    return this.cells.filter(({ given }) => given).length;
  }

  get isFull() {
    return this.cells.every((cell) => cell.value !== 0);
  }

  get isSolved() {
    return this.isFull && this.shape.clashes(this.values).size === 0;
  }

  /** The cells with a wrong value; empty while the solution is unknown. */
  get mistakes() {
    const { solution } = this;
    /** @type {Set<number>} */
    const found = new Set();
    if (solution === null) return found;
    this.cells.forEach((cell, index) => {
      if (cell.value !== 0 && cell.value !== solution[index]) found.add(index);
    });
    return found;
  }

  /**
   * The candidates of a cell: the player's own marks if there are any, otherwise all values that
   * the other values and removed candidates allow.
   * @param {number} cell
   * @param {boolean} automatic whether candidates are automatic
   * @param {number[]} values
   */
  candidates(cell, automatic, values = this.values) {
    const { value, centre, crossed } = this.cells[cell];
    if (value !== 0) return 0;
    const possible = this.shape.possible(values, cell) & ~crossed;
    return automatic || centre === 0 ? possible : possible & centre;
  }

  /**
   * The board with its candidates.
   * @param {boolean} automatic
   * @returns {Position}
   */
  position(automatic) {
    const { values } = this;
    return {
      values,
      candidates: this.cells.map((_, cell) => this.candidates(cell, automatic, values)),
    };
  }

  /**
   * Empty cells whose candidates do not include the solution.
   * @param {boolean} automatic
   */
  wrongMarks(automatic) {
    const { solution, values } = this;
    if (solution === null) return [];
    return [...this.cells.keys()].filter(
      (cell) =>
        values[cell] === 0 &&
        (this.candidates(cell, automatic, values) & bit(solution[cell])) === 0,
    );
  }

  /**
   * Enters a given, or empties the cells if the value is 0.
   * @param {number[]} cells
   * @param {number} value
   */
  enterGiven(cells, value) {
    return this.#edit(cells, () => ({ ...EMPTY, value, given: value !== 0 }));
  }

  /**
   * Enters a value, or removes it if all the cells have it.
   * @param {number[]} cells
   * @param {number} value
   * @param {boolean} tidy whether to remove marks that the value rules out
   */
  toggleValue(cells, value, tidy) {
    const open = this.#writable(cells);
    const remove = open.length > 0 && open.every((cell) => this.cells[cell].value === value);
    const next = this.#draft();
    for (const cell of open) {
      next.set(cell, { value: remove ? 0 : value, given: !remove && this.editing });
      if (!remove && tidy) {
        const gone = ~bit(value);
        for (const peer of this.shape.peers[cell]) {
          const { centre, corner } = next.get(peer);
          next.set(peer, { centre: centre & gone, corner: corner & gone });
        }
      }
    }
    return this.#commit(next.changes());
  }

  /**
   * Adds a mark to all empty cells, or removes it if all have it.
   * @param {number[]} cells
   * @param {'centre' | 'corner'} kind
   * @param {number} value
   */
  toggleMark(cells, kind, value) {
    const open = this.#writable(cells).filter((cell) => this.cells[cell].value === 0);
    const remove = open.every((cell) => (this.cells[cell][kind] & bit(value)) !== 0);
    return this.#edit(open, (state) => ({
      [kind]: remove ? state[kind] & ~bit(value) : state[kind] | bit(value),
    }));
  }

  /**
   * Removes a candidate from all empty cells, or restores it if none has it. This is what centre
   * marks do while candidates are automatic.
   * @param {number[]} cells
   * @param {number} value
   */
  toggleCrossed(cells, value) {
    const { values } = this;
    const open = cells.filter(
      (cell) =>
        values[cell] === 0 && (this.shape.possible(values, cell) & bit(value)) !== 0,
    );
    const cross = open.some((cell) => (this.cells[cell].crossed & bit(value)) === 0);
    return this.#edit(open, ({ crossed }) => ({
      crossed: cross ? crossed | bit(value) : crossed & ~bit(value),
    }));
  }

  /**
   * @param {number[]} cells
   * @param {number} colour from 1
   */
  toggleColour(cells, colour) {
    const remove = cells.every((cell) => (this.cells[cell].colours & bit(colour)) !== 0);
    return this.#edit(cells, ({ colours }) => ({
      colours: remove ? colours & ~bit(colour) : colours | bit(colour),
    }));
  }

  /**
   * Erases one layer of the cells: the layer of the mode first, then values, centre marks (with
   * removed candidates), corner marks and colours.
   * @param {number[]} cells
   * @param {Mode} mode
   */
  erase(cells, mode) {
    const open = this.#writable(cells);
    /** @type {(keyof CellState)[][]} */
    const layers = [['value'], ['centre', 'crossed'], ['corner'], ['colours']];
    /** @type {Record<string, number>} */
    const first = { colour: 3, corner: 2, centre: 1, value: 0 };
    const chosen = layers.splice(first[mode], 1);
    for (const layer of [...chosen, ...layers]) {
      const within = layer.includes('colours') ? cells : open;
      const having = within.filter((cell) => layer.some((key) => this.cells[cell][key] !== 0));
      if (having.length > 0) {
        const cleared = Object.fromEntries(layer.map((key) => [key, 0]));
        const given = layer.includes('value') ? { given: false } : {};
        return this.#edit(having, () => ({ ...cleared, ...given }));
      }
    }
    return false;
  }

  /**
   * Applies a step. Where candidates are not automatic, a cell without marks gets those that are
   * left, so that an elimination shows.
   * @param {Step} step
   * @param {boolean} automatic
   */
  apply(step, automatic) {
    const { values } = this;
    const next = this.#draft();
    for (const { cell, value } of step.placements ?? []) {
      next.set(cell, { value });
      for (const peer of this.shape.peers[cell]) {
        const { centre, corner } = next.get(peer);
        next.set(peer, { centre: centre & ~bit(value), corner: corner & ~bit(value) });
      }
    }
    for (const { cell, value } of step.eliminations ?? []) {
      const { centre, crossed } = next.get(cell);
      const marks = automatic || centre !== 0 ? centre : this.candidates(cell, false, values);
      next.set(cell, { centre: marks & ~bit(value), crossed: crossed | bit(value) });
    }
    return this.#commit(next.changes());
  }

  /**
   * Fills in the solution, replacing wrong values.
   * @param {number[]} solution
   */
  fill(solution) {
    const cells = [...this.cells.keys()].filter((cell) => !this.cells[cell].given);
    if (!this.#edit(cells, (_, cell) => ({ value: solution[cell] }))) return false;
    this.past[this.past.length - 1].filled = true;
    this.filledIn = true;
    return true;
  }

  /** Removes everything but the givens. */
  restart() {
    const done = this.#edit([...this.cells.keys()], (state) =>
      state.given ? { ...EMPTY, value: state.value, given: true } : EMPTY,
    );
    this.elapsed = 0;
    this.filledIn = false;
    return done;
  }

  /** Removes everything, givens too. */
  clear() {
    return this.#edit([...this.cells.keys()], () => EMPTY);
  }

  /**
   * Goes from entering the givens to playing, or back. The player's values and marks stay.
   * @param {boolean} editing
   */
  setEditing(editing) {
    if (this.editing === editing) return;
    this.past.push({ changes: [], editing: this.editing });
    this.future = [];
    this.editing = editing;
  }

  /**
   * Takes over the cells of another copy of the game, as one edit.
   * @param {CellState[]} cells
   */
  adopt(cells) {
    return this.#edit([...this.cells.keys()], (_, cell) => cells[cell]);
  }

  undo() {
    return this.#move(this.past, this.future, 'before');
  }

  redo() {
    return this.#move(this.future, this.past, 'after');
  }

  /**
   * @param {Edit[]} from
   * @param {Edit[]} to
   * @param {'before' | 'after'} side
   * @returns {number[] | false} the changed cells
   */
  #move(from, to, side) {
    const edit = from.pop();
    if (edit === undefined) return false;
    const { changes, editing } = edit;
    to.push(editing === undefined ? edit : { changes, editing: this.editing });
    if (edit.filled) this.filledIn = side === 'after';
    this.editing = editing ?? this.editing;
    this.cells = [...this.cells];
    for (const change of changes) this.cells[change.cell] = change[side];
    return changes.map((change) => change.cell);
  }

  /** @param {number[]} cells */
  #writable(cells) {
    return cells.filter((cell) => this.editing || !this.cells[cell].given);
  }

  /**
   * @param {number[]} cells
   * @param {(state: CellState, cell: number) => Partial<CellState>} change
   */
  #edit(cells, change) {
    const next = this.#draft();
    for (const cell of cells) next.set(cell, change(this.cells[cell], cell));
    return this.#commit(next.changes());
  }

  #draft() {
    /** @type {Map<number, CellState>} */
    const changed = new Map();
    /** @param {number} cell */
    const get = (cell) => changed.get(cell) ?? this.cells[cell];
    return {
      get,
      /**
       * @param {number} cell
       * @param {Partial<CellState>} parts
       */
      set: (cell, parts) => changed.set(cell, { ...get(cell), ...parts }),
      /** @returns {Change[]} */
      changes: () =>
        [...changed].map(([cell, after]) => ({ cell, before: this.cells[cell], after })),
    };
  }

  /** @param {Change[]} changes */
  #commit(changes) {
    const real = changes.filter(({ before, after }) => !isSame(before, after));
    if (real.length === 0) return false;
    this.cells = [...this.cells];
    for (const { cell, after } of real) this.cells[cell] = after;
    this.past.push({ changes: real });
    this.future = [];
    return true;
  }
}

/**
 * @param {CellState} one
 * @param {CellState} other
 */
function isSame(one, other) {
  return /** @type {(keyof CellState)[]} */ (Object.keys(EMPTY)).every(
    (key) => one[key] === other[key],
  );
}
