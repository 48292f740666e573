// Geometry of the board's drawing.

/** The width of a cell in units of the drawing. */
export const CELL = 100;

/**
 * The places of the candidates in a cell: the most nearly square grid that holds them. They are
 * the same as in the library's drawings of steps, which are painted over them.
 * @param {number} size
 */
export function spots(size) {
  const columns = Math.ceil(Math.sqrt(size));
  const rows = Math.ceil(size / columns);
  const padding = (2 * CELL) / ((50 / 3) * columns + 4);
  const inner = CELL - 2 * padding;
  return {
    /** The width of one place. */
    width: inner / columns,
    /**
     * The centre of a value's place, relative to the corner of the cell.
     * @param {number} value
     */
    at: (value) => ({
      x: padding + (((value - 1) % columns) + 0.5) * (inner / columns),
      y: padding + (Math.floor((value - 1) / columns) + 0.5) * (inner / rows),
    }),
  };
}

/**
 * The outline of a set of cells, drawn slightly inside them.
 * @param {Iterable<number>} cells
 * @param {number} size
 * @param {number} inset
 * @returns {string} the `d` attribute of a path
 */
export function outline(cells, size, inset) {
  const set = new Set(cells);
  /**
   * @param {number} row
   * @param {number} column
   */
  const has = (row, column) =>
    row >= 0 && column >= 0 && row < size && column < size && set.has(row * size + column);
  const parts = [];
  for (const cell of set) {
    const [row, column] = [Math.floor(cell / size), cell % size];
    for (const [down, right] of [[-1, 0], [0, 1], [1, 0], [0, -1]]) {
      if (has(row + down, column + right)) continue;
      parts.push(side(row, column, down, right, inset, has));
    }
  }
  return parts.join('');
}

/**
 * One side of the outline. Its ends are shortened at outer corners and extended into the neighbour
 * at inner corners.
 * @param {number} row
 * @param {number} column
 * @param {number} down
 * @param {number} right
 * @param {number} inset
 * @param {(row: number, column: number) => boolean} has
 */
function side(row, column, down, right, inset, has) {
  const along = [Math.abs(right), Math.abs(down)];
  const end = (/** @type {1 | -1} */ direction) => {
    const [beside, across] = [along[0] * direction, along[1] * direction];
    if (!has(row + beside, column + across)) return 0.5 * CELL - inset;
    return has(row + beside + down, column + across + right) ? 0.5 * CELL + inset : 0.5 * CELL;
  };
  const middle = [
    (column + 0.5) * CELL + right * (0.5 * CELL - inset),
    (row + 0.5) * CELL + down * (0.5 * CELL - inset),
  ];
  const point = (/** @type {1 | -1} */ direction) => {
    const length = end(direction) * direction;
    return `${middle[0] + along[1] * length} ${middle[1] + along[0] * length}`;
  };
  return `M${point(-1)}L${point(1)}`;
}
