// Paints a step's drawing and its legend. The server sends both: shapes in units of a cell, each
// with a class, and the name of every class. What a class looks like is up to the style sheet.

import { symbol, text } from '../board/cell.js';
import { CELL, spots } from '../board/geometry.js';
import { html, svg } from '../dom.js';

/** @typedef {import('../server/types.js').Drawing} Drawing */
/** @typedef {import('../server/types.js').LegendEntry} LegendEntry */
/** @typedef {import('../game/shape.js').Shape} Shape */

/**
 * What is painted below and above the values.
 * @typedef {{ under: Node[], over: Node[] }} Painting
 */

/** @type {Painting} */
export const NOTHING = { under: [], over: [] };

/** Boards with more values have smaller candidates. */
const MAX_ROOMY_SIZE = 9;

/**
 * Only where to look.
 * @param {Drawing} drawing
 * @returns {Painting}
 */
export function paintFocus({ focus }) {
  return { under: [outline(focus.path, `drawn-area ${focus.class}`)], over: [] };
}

/**
 * The whole step.
 * @param {Shape} shape
 * @param {Drawing} drawing
 * @returns {Painting}
 */
export function paintStep(shape, drawing) {
  const { areas = [], groups = [], links = [], candidates = [], labels = [] } = drawing;
  const height = Math.min(27, spots(shape.size).width * 0.9) * 0.92;
  return {
    under: areas.map((area) => outline(area.path, `drawn-area ${area.class}`)),
    over: [
      ...groups.map((group) => outline(group.path, `drawn-group chain-${group.chain}`)),
      ...links.map((link) =>
        svg('g', { class: `drawn-link ${link.class} chain-${link.chain}` },
          outline(link.path, 'line'), outline(link.arrow, 'arrow'))),
      ...candidates.map(({ class: name, value, x, y, path, strike }) => {
        if (name === 'placed' && shape.size > MAX_ROOMY_SIZE) return placement(shape, value, x, y);
        return svg('g', { class: `drawn-candidate ${name}` },
          ...(path === undefined ? [] : [outline(path, 'badge')]),
          symbol(shape, value, x * CELL, y * CELL, height, ''),
          ...(strike === undefined ? [] : [outline(strike, 'strike')]));
      }),
      ...labels.map(({ class: name, text: letter, x, y }) =>
        svg('g', { class: `drawn-label ${name}` },
          svg('circle', { cx: x * CELL, cy: y * CELL, r: 12 }),
          text(letter, x * CELL, y * CELL, 18, ''))),
    ],
  };
}

/**
 * A value to place that fills its cell, where its own place among the candidates is small.
 * @param {Shape} shape
 * @param {number} value
 * @param {number} x of its candidate, in cells
 * @param {number} y
 */
function placement(shape, value, x, y) {
  const [left, top] = [Math.floor(x) + 0.5, Math.floor(y) + 0.5].map((middle) => middle * CELL);
  return svg('g', { class: 'drawn-candidate placed' },
    svg('circle', { cx: left, cy: top, r: 42, class: 'badge' }),
    symbol(shape, value, left, top, 60, ''));
}

/**
 * @param {LegendEntry[]} [entries]
 * @returns {Node[]}
 */
export function legend(entries = []) {
  if (entries.length === 0) return [];
  const items = entries.map((entry) => html('li', {}, sample(entry), entry.name));
  return [html('ul', { class: 'legend', 'aria-label': 'Legend' }, ...items)];
}

/** @param {LegendEntry} entry */
function sample({ class: name, kind, path, strike }) {
  // Links and groups have the colour of their chain.
  const chain = name.startsWith('chain-') ? 'strong' : kind === 'link' || kind === 'group' ? 'chain-1' : '';
  return svg('svg', { viewBox: `0 0 ${CELL} ${CELL}`, 'aria-hidden': 'true' },
    svg('g', { class: `drawn-${kind} ${name} ${chain}` },
      outline(path, kind === 'link' ? 'line' : 'badge'),
      ...(strike === undefined ? [] : [outline(strike, 'strike')])));
}

/**
 * @param {string} path
 * @param {string} classes
 */
function outline(path, classes) {
  return svg('path', { d: path, transform: `scale(${CELL})`, class: classes });
}
