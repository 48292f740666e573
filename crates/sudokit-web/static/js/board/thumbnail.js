// A puzzle as a small picture.

import { valuesOfLine } from '../collections/collection.js';
import { svg } from '../dom.js';
import { CELL } from './geometry.js';

/** Larger boards show which cells are filled, not the values. */
const LEGIBLE = 9;

/**
 * @param {import('../game/shape.js').Shape} shape
 * @param {import('../collections/collection.js').ListedPuzzle} puzzle
 */
export function thumbnail(shape, puzzle) {
  const width = shape.size * CELL;
  const values = valuesOfLine(puzzle);
  const drawing = svg('svg', { viewBox: `-8 -8 ${width + 16} ${width + 16}`, 'aria-hidden': 'true', class: 'thumbnail' });
  drawing.append(
    svg('path', { d: edges(shape), class: 'thumbnail-line' }),
    ...(shape.size <= LEGIBLE ? digits(shape, values) : [svg('path', { d: squares(shape, values), class: 'thumbnail-values' })]),
    svg('rect', { width, height: width, rx: 12, class: 'thumbnail-frame' }),
  );
  return drawing;
}

/** @param {import('../game/shape.js').Shape} shape */
function edges(shape) {
  const { size, regionOf } = shape;
  const parts = [];
  for (let cell = 0; cell < shape.cells; cell += 1) {
    const [x, y] = [shape.column(cell) * CELL, shape.row(cell) * CELL];
    if (x > 0 && regionOf[cell - 1] !== regionOf[cell]) parts.push(`M${x} ${y}v${CELL}`);
    if (y > 0 && regionOf[cell - size] !== regionOf[cell]) parts.push(`M${x} ${y}h${CELL}`);
  }
  return parts.join('');
}

/**
 * @param {import('../game/shape.js').Shape} shape
 * @param {number[]} values
 */
function digits(shape, values) {
  return values.flatMap((value, cell) => {
    if (value === 0) return [];
    const [x, y] = [(shape.column(cell) + 0.5) * CELL, (shape.row(cell) + 0.5) * CELL + 28];
    return [svg('text', { x, y, 'font-size': 78 }, shape.symbol(value))];
  });
}

/**
 * @param {import('../game/shape.js').Shape} shape
 * @param {number[]} values
 */
function squares(shape, values) {
  return values.map((value, cell) =>
    value === 0 ? '' : `M${shape.column(cell) * CELL + 14} ${shape.row(cell) * CELL + 14}h72v72h-72z`,
  ).join('');
}
