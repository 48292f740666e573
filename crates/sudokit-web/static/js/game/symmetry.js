// The symmetries that a setter may want for the givens.

/** @typedef {(last: number, row: number, column: number) => [number, number]} Motion */

/** @type {Record<string, Motion>} */
const MOTIONS = {
  'half-turn': (last, row, column) => [last - row, last - column],
  'quarter-turn': (last, row, column) => [column, last - row],
  'left-right': (last, row, column) => [row, last - column],
  'top-bottom': (last, row, column) => [last - row, column],
  diagonal: (last, row, column) => [column, row],
  'anti-diagonal': (last, row, column) => [last - column, last - row],
};

/** @type {Record<string, string[]>} symmetries that consist of several motions */
const COMBINED = {
  none: [],
  mirrors: ['left-right', 'top-bottom'],
  diagonals: ['diagonal', 'anti-diagonal'],
  all: ['quarter-turn', 'left-right'],
};

/**
 * The cells that a symmetry makes of one cell, the cell itself first.
 * @param {string} symmetry as the service names it
 * @param {number} size of the board
 * @param {number} cell
 * @returns {number[]}
 */
export function orbit(symmetry, size, cell) {
  const motions = (COMBINED[symmetry] ?? [symmetry]).map((name) => MOTIONS[name]).filter(Boolean);
  const found = [cell];
  for (const reached of found) {
    for (const motion of motions) {
      const [row, column] = motion(size - 1, Math.floor(reached / size), reached % size);
      const next = row * size + column;
      if (!found.includes(next)) found.push(next);
    }
  }
  return found;
}
