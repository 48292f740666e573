// Draws the contents of a cell: its value or marks, and its colours.

import { svg } from '../dom.js';
import { bit, valuesOf } from '../game/masks.js';
import { CELL, spots } from './geometry.js';

/**
 * What a cell shows.
 * @typedef {object} CellView
 * @property {number} value
 * @property {number[] | null} pair the values of two solutions
 * @property {boolean} given
 * @property {number} centre
 * @property {number} corner
 * @property {number} candidates each drawn in its own place; replaces the marks
 * @property {number} colours
 * @property {boolean} clash
 * @property {boolean} wrong
 * @property {boolean} letters
 * @property {boolean} wanted a symmetry wants a given here
 * @property {number | null} region its region while regions are painted, -1 for none
 */

/** @typedef {import('../game/shape.js').Shape} Shape */

const CORNERS = [[18, 24], [82, 24], [18, 84], [82, 84], [50, 24], [50, 84], [18, 54], [82, 54]];

/**
 * @param {CellView} view
 * @param {Shape} shape
 * @returns {Node[]}
 */
export function drawContent(view, shape) {
  if (view.value !== 0) return drawValue(view, shape);
  if (view.region !== null) return drawRegion(view.region, view.centre, shape);
  if (view.wanted) return [svg('circle', { cx: 50, cy: 50, r: 24, class: 'wanted' })];
  if (view.pair !== null) return drawPair(view.pair, shape);
  if (view.candidates !== 0) return drawCandidates(view, shape);
  return [...drawCorner(view.corner, shape), ...drawCentre(view.centre, shape)];
}

/**
 * @param {CellView} view
 * @param {Shape} shape
 */
function drawValue({ value, given, clash, wrong }, shape) {
  const classes = ['value', given ? 'given' : 'placed'];
  if (clash || wrong) classes.push('bad');
  /** @type {Node[]} */
  const nodes = [symbol(shape, value, 50, 51, 60, classes.join(' '))];
  // Not by colour alone: a line under conflicting values, a line through wrong ones.
  if (clash) nodes.push(svg('path', { d: 'M28 88H72', class: 'bad-line' }));
  if (wrong) nodes.push(svg('path', { d: 'M22 78L78 22', class: 'bad-line' }));
  return nodes;
}

/**
 * The number of a region, and below it the given of the cell.
 * @param {number} region
 * @param {number} given as a mask
 * @param {Shape} shape
 */
function drawRegion(region, given, shape) {
  const number = region < 0 ? [] : [symbol(shape, region + 1, 50, given === 0 ? 50 : 36, 40, 'value')];
  return [...number, ...valuesOf(given).map((value) => symbol(shape, value, 50, 78, 24, 'mark'))];
}

/**
 * @param {number[]} pair
 * @param {Shape} shape
 */
function drawPair([first, second], shape) {
  return [
    svg('path', { d: 'M86 14L14 86', class: 'pair-line' }),
    symbol(shape, first, 30, 32, 42, 'pair-first'),
    symbol(shape, second, 70, 70, 42, 'pair-second'),
  ];
}

/**
 * @param {CellView} view
 * @param {Shape} shape
 */
function drawCandidates({ candidates, corner }, shape) {
  const places = spots(shape.size);
  const height = Math.min(27, places.width * 0.9);
  return valuesOf(candidates).map((value) => {
    const { x, y } = places.at(value);
    const strong = (corner & bit(value)) !== 0 ? ' noted' : '';
    return symbol(shape, value, x, y, height, `candidate${strong}`);
  });
}

/**
 * @param {number} mask
 * @param {Shape} shape
 */
function drawCorner(mask, shape) {
  const values = valuesOf(mask);
  if (values.length > CORNERS.length) {
    const places = spots(shape.size);
    return values.map((value) => {
      const { x, y } = places.at(value);
      return symbol(shape, value, x, y, Math.min(26, places.width * 0.9), 'mark');
    });
  }
  return values.map((value, index) => {
    const [x, y] = CORNERS[index];
    return symbol(shape, value, x, y - 4, 26, 'mark');
  });
}

/**
 * @param {number} mask
 * @param {Shape} shape
 */
function drawCentre(mask, shape) {
  if (mask === 0) return [];
  const symbols = valuesOf(mask).map((value) => shape.symbol(value));
  const line = symbols.join(shape.hasNumbers ? ' ' : '');
  const height = Math.min(29, 86 / ([...line].length * 0.6));
  return [text(line, 50, 52, height, 'mark')];
}

/**
 * The colours of a cell as stripes side by side, each with its letter.
 * @param {CellView} view
 * @returns {Node[]}
 */
export function drawColours({ colours, letters }) {
  const all = valuesOf(colours);
  const width = CELL / Math.max(all.length, 1);
  return all.flatMap((colour, index) => {
    const left = index * width;
    const nodes = [svg('rect', { x: left, y: 0, width, height: CELL, class: `colour-${colour}` })];
    if (letters) nodes.push(text('abcdefghi'[colour - 1], left + width - 7, 93, 15, 'colour-letter'));
    return nodes;
  });
}

/**
 * A value centred on a point. On boards with two-digit values all are a little smaller, so that
 * they fit and look alike.
 * @param {Shape} shape
 * @param {number} value
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {string} classes
 */
export function symbol(shape, value, x, y, height, classes) {
  return text(shape.symbol(value), x, y, shape.hasNumbers ? height * 0.82 : height, classes);
}

/**
 * Text centred on a point. The baseline is computed: `dominant-baseline` differs between browsers.
 * @param {string} content
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {string} classes
 */
export function text(content, x, y, height, classes) {
  const baseline = y + height * 0.355;
  return svg('text', { x, y: baseline, 'font-size': height.toFixed(1), class: classes }, content);
}
