// A step on the board: houses and cells below the values, candidates and chains above them.
// Every part has a form of its own (outline, dash, ring, strike) besides its hue.

import { symbol, text } from '../board/cell.js';
import { CELL, outline, spots } from '../board/geometry.js';
import { svg } from '../dom.js';

/** @typedef {import('../server/types.js').Step} Step */
/** @typedef {import('../server/types.js').Pattern} Pattern */
/** @typedef {import('../server/types.js').ChainNode} ChainNode */
/** @typedef {import('../game/shape.js').Shape} Shape */
/** @typedef {{ under: Node[], over: Node[], legend: [string, string][] }} Drawing */

/** @type {Drawing} */
export const NOTHING = { under: [], over: [], legend: [] };

/** What each role of a candidate is called in the legend. */
const ROLES = new Map([
  ['defining', 'makes the pattern'],
  ['fin', 'fin'],
  ['endo-fin', 'endo-fin'],
  ['extra', 'extra candidate'],
  ['colour-a', 'first colour'],
  ['colour-b', 'second colour'],
  ['colour-c', 'third colour'],
  ['colour-d', 'fourth colour'],
]);

/**
 * Only where to look: the houses, or the cells where there are none.
 * @param {Shape} shape
 * @param {Step} step
 * @returns {Drawing}
 */
export function drawArea(shape, step) {
  const { houses = [] } = step.pattern;
  const cells = houses.length > 0
    ? houses.flatMap(({ house }) => shape.houses[house].cells)
    : touched(step);
  return { under: ground(cells, shape, 'area'), over: [], legend: [] };
}

/** @param {Step} step */
function touched(step) {
  const { cells = [], marks = [], sets = [], chains = [] } = step.pattern;
  const nodes = chains.flatMap((chain) => chain.nodes.flatMap((node) => node.cells));
  const all = [...cells, ...marks.map((mark) => mark.cell), ...sets.flatMap((set) => set.cells), ...nodes];
  const effect = [...(step.placements ?? []), ...(step.eliminations ?? [])];
  return all.length > 0 ? all : effect.map(({ cell }) => cell);
}

/**
 * The whole step.
 * @param {Shape} shape
 * @param {Step} step
 * @returns {Drawing}
 */
export function drawStep(shape, step) {
  const { pattern } = step;
  /** @type {Map<string, string>} */
  const legend = new Map();
  const under = [...drawHouses(shape, pattern, legend), ...drawCells(shape, pattern, legend)];
  const over = [
    ...drawChains(shape, pattern, legend),
    ...drawMarks(shape, step, legend),
    ...drawEffect(shape, step, legend),
  ];
  return { under, over, legend: [...legend] };
}

/**
 * @param {Iterable<number>} cells
 * @param {Shape} shape
 * @param {string} classes
 */
function ground(cells, shape, classes) {
  const all = [...new Set(cells)];
  const squares = all.map((cell) => {
    const [x, y] = [shape.column(cell) * CELL, shape.row(cell) * CELL];
    return `M${x} ${y}h${CELL}v${CELL}h-${CELL}z`;
  });
  return [
    svg('path', { d: squares.join(''), class: `${classes} ground` }),
    svg('path', { d: outline(all, shape.size, 4), class: `${classes} edge` }),
  ];
}

/**
 * @param {Shape} shape
 * @param {Pattern} pattern
 * @param {Map<string, string>} legend
 */
function drawHouses(shape, { houses = [] }, legend) {
  return houses.flatMap(({ house, role }) => {
    legend.set(`house-${role}`, role === 'cover' ? 'houses that lose candidates' : 'houses to look at');
    return ground(shape.houses[house].cells, shape, `house-${role}`);
  });
}

/**
 * @param {Shape} shape
 * @param {Pattern} pattern
 * @param {Map<string, string>} legend
 */
function drawCells(shape, { cells = [], sets = [] }, legend) {
  const nodes = sets.flatMap((set, index) => {
    legend.set('locked-set', 'almost locked sets');
    const first = Math.min(...set.cells);
    const name = text(
      String.fromCharCode(65 + (index % 26)),
      shape.column(first) * CELL + 90, shape.row(first) * CELL + 12, 18, 'set-name',
    );
    return [...ground(set.cells, shape, `locked-set set-${index % 4}`), name];
  });
  if (cells.length > 0 && sets.length === 0) {
    legend.set('pattern-cell', 'cells of the pattern');
    nodes.unshift(...ground(cells, shape, 'pattern-cell'));
  }
  return nodes;
}

/**
 * @param {Shape} shape
 * @param {number} cell
 * @param {number} value
 */
function place(shape, cell, value) {
  const { x, y } = spots(shape.size).at(value);
  return { x: shape.column(cell) * CELL + x, y: shape.row(cell) * CELL + y };
}

/** @param {Shape} shape */
const radius = (shape) => Math.min(15, spots(shape.size).width * 0.52);

/**
 * A candidate with a form around it.
 * @param {Shape} shape
 * @param {number} cell
 * @param {number} value
 * @param {string} classes
 */
function badge(shape, cell, value, classes) {
  const { x, y } = place(shape, cell, value);
  const height = Math.min(27, spots(shape.size).width * 0.9);
  return [
    svg('circle', { cx: x, cy: y, r: radius(shape), class: `badge ${classes}` }),
    symbol(shape, value, x, y, height * 0.92, `badge-text ${classes}`),
  ];
}

/**
 * @param {Shape} shape
 * @param {Step} step
 * @param {Map<string, string>} legend
 */
function drawMarks(shape, { pattern: { marks = [] }, placements = [] }, legend) {
  const filled = new Set(placements.map(({ cell }) => cell));
  return marks.flatMap(({ cell, value, role }) => {
    if (filled.has(cell)) return [];
    legend.set(`role-${role}`, ROLES.get(role) ?? role);
    return badge(shape, cell, value, `role-${role}`);
  });
}

/**
 * @param {Shape} shape
 * @param {Step} step
 * @param {Map<string, string>} legend
 */
function drawEffect(shape, { placements = [], eliminations = [] }, legend) {
  const placed = placements.flatMap(({ cell, value }) => {
    legend.set('place', 'goes here');
    const [x, y] = [(shape.column(cell) + 0.5) * CELL, (shape.row(cell) + 0.5) * CELL];
    return [
      svg('rect', { x: x - 42, y: y - 42, width: 84, height: 84, rx: 18, class: 'place' }),
      symbol(shape, value, x, y + 3, 60, 'place-text'),
    ];
  });
  const struck = eliminations.flatMap(({ cell, value }) => {
    legend.set('eliminate', 'can be crossed out');
    const { x, y } = place(shape, cell, value);
    const reach = radius(shape) * 0.8;
    return [
      ...badge(shape, cell, value, 'eliminate'),
      svg('path', {
        d: `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`, class: 'eliminate-line',
      }),
    ];
  });
  return [...struck, ...placed];
}

/**
 * @param {Shape} shape
 * @param {Pattern} pattern
 * @param {Map<string, string>} legend
 */
function drawChains(shape, { chains = [] }, legend) {
  /** @type {Node[]} */
  const links = [];
  /** @type {Map<string, Node[]>} */
  const badges = new Map();
  for (const { nodes, is_loop: isLoop } of chains) {
    nodes.forEach((node, index) => {
      for (const parent of node.parents) links.push(...link(shape, nodes[parent], node, legend));
      if (isLoop && index === nodes.length - 1) links.push(...link(shape, node, nodes[0], legend));
      const role = node.on ? 'node-on' : 'node-off';
      legend.set(role, node.on ? 'then it is so' : 'then it is not so');
      for (const cell of node.cells) {
        const key = `${cell}.${node.value}`;
        if (!badges.has(key)) badges.set(key, badge(shape, cell, node.value, role));
      }
    });
  }
  return [...links, ...[...badges.values()].flat()];
}

/**
 * @param {Shape} shape
 * @param {ChainNode | undefined} from
 * @param {ChainNode} to
 * @param {Map<string, string>} legend
 */
function link(shape, from, to, legend) {
  if (from === undefined) return [];
  // "If this is not so, that must be" is a strong link; "if this is so, that is not" a weak one.
  const kind = from.on ? 'weak' : 'strong';
  legend.set(`link-${kind}`, kind === 'weak' ? 'weak link' : 'strong link');
  const [start, end] = nearest(shape, from, to);
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  const gap = radius(shape) + 2;
  if (length <= 2 * gap) return [];
  const [ux, uy] = [dx / length, dy / length];
  const bow = Math.min(40, length * 0.14);
  const middle = { x: (start.x + end.x) / 2 - uy * bow, y: (start.y + end.y) / 2 + ux * bow };
  const leave = shorten(start, middle, gap);
  const arrive = shorten(end, middle, gap + 9);
  const tip = shorten(end, middle, gap);
  return [
    svg('path', {
      d: `M${leave.x} ${leave.y}Q${middle.x} ${middle.y} ${arrive.x} ${arrive.y}`,
      class: `link link-${kind}`,
    }),
    svg('path', { d: arrow(arrive, tip), class: `arrow link-${kind}` }),
  ];
}

/** @typedef {{ x: number, y: number }} Point */

/**
 * The two cells of two groups that are closest.
 * @param {Shape} shape
 * @param {ChainNode} from
 * @param {ChainNode} to
 * @returns {[Point, Point]}
 */
function nearest(shape, from, to) {
  const pairs = from.cells.flatMap((one) => to.cells.map((other) => {
    const ends = /** @type {[Point, Point]} */ (
      [place(shape, one, from.value), place(shape, other, to.value)]
    );
    return { ends, length: Math.hypot(ends[0].x - ends[1].x, ends[0].y - ends[1].y) };
  }));
  pairs.sort((one, other) => one.length - other.length);
  return pairs[0].ends;
}

/**
 * The point at a distance from an end on the way to another point.
 * @param {Point} end
 * @param {Point} towards
 * @param {number} distance
 */
function shorten(end, towards, distance) {
  const [dx, dy] = [towards.x - end.x, towards.y - end.y];
  const length = Math.hypot(dx, dy) || 1;
  return { x: end.x + (dx / length) * distance, y: end.y + (dy / length) * distance };
}

/**
 * @param {Point} base
 * @param {Point} tip
 */
function arrow(base, tip) {
  const [dx, dy] = [(tip.x - base.x) * 0.6, (tip.y - base.y) * 0.6];
  return `M${tip.x} ${tip.y}L${base.x - dy} ${base.y + dx}L${base.x + dy} ${base.y - dx}z`;
}
