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
      ...candidates.map(({ class: name, value, x, y, path, strike }) =>
        svg('g', { class: `drawn-candidate ${name}` },
          ...(path === undefined ? [] : [outline(path, 'badge')]),
          symbol(shape, value, x * CELL, y * CELL, height, ''),
          ...(strike === undefined ? [] : [outline(strike, 'strike')]))),
      ...labels.map(({ class: name, text: letter, x, y }) =>
        svg('g', { class: `drawn-label ${name}` },
          svg('circle', { cx: x * CELL, cy: y * CELL, r: 12 }),
          text(letter, x * CELL, y * CELL, 18, ''))),
    ],
  };
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
