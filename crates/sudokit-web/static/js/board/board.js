// The board: an SVG drawing, and over it an ARIA grid of invisible cells that hold the focus and the
// labels. Only changed cells are redrawn.

import { html, svg } from '../dom.js';
import { valuesOf } from '../game/masks.js';
import { drawColours, drawContent, text } from './cell.js';
import { CELL, outline } from './geometry.js';

/** @typedef {import('../game/shape.js').Shape} Shape */
/** @typedef {import('./cell.js').CellView} CellView */

/**
 * @typedef {object} BoardView
 * @property {CellView[]} cells
 * @property {Set<number>} selection
 * @property {number} cursor
 * @property {(cell: number) => string} shade a class for the background of a cell, or nothing
 * @property {{ under: Node[], over: Node[] }} step
 * @property {import('../game/storage.js').Settings['labels']} labels of rows and columns
 * @property {number[]} regions of the cells
 */

/** The room for labels of rows and columns, in units of the drawing. */
const LABEL_ROOM = 46;

const MAX_TOUCH_SIZE = 12;

export class Board {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Shape | null} */
    this.shape = null;
    /** @type {HTMLElement[]} */
    this.focusable = [];
    /** @type {string[]} */
    this.drawn = [];
    this.cursor = 0;
    /** @type {Node[]} the step that the board shows enlarged */
    this.zoomedTo = [];
    /** @type {number[]} the regions that are drawn */
    this.regions = [];
    /** The labels that are drawn. */
    this.labels = '';
    this.layers = {
      labels: svg('g', { class: 'labels' }),
      colours: svg('g'),
      shades: svg('g'),
      under: svg('g', { class: 'step' }),
      lines: svg('g'),
      content: svg('g', { class: 'content' }),
      over: svg('g', { class: 'step' }),
      selection: svg('g'),
    };
    this.drawing = /** @type {SVGSVGElement} */ (svg('svg', { 'aria-hidden': 'true', focusable: 'false' }));
    this.drawing.append(...Object.values(this.layers));
    this.grid = html('div', { role: 'grid', class: 'cells', 'aria-multiselectable': 'true' });
    // The drawing of the first board that came with the page is not needed any more.
    host.replaceChildren(this.drawing, this.grid);
  }

  /** @param {Shape} shape */
  setShape(shape) {
    if (this.shape === shape) return;
    this.shape = shape;
    const { size } = shape;
    this.labels = '';
    this.host.style.setProperty('--size', `${size}`);
    this.host.classList.toggle('large', this.isLarge);
    this.drawn = new Array(shape.cells).fill('');
    const at = (/** @type {number} */ cell) =>
      `translate(${shape.column(cell) * CELL} ${shape.row(cell) * CELL})`;
    const groups = () =>
      this.drawn.map((_, cell) => svg('g', { transform: at(cell) }));
    this.layers.colours.replaceChildren(...groups());
    this.layers.content.replaceChildren(...groups());
    this.layers.shades.replaceChildren(
      ...this.drawn.map((_, cell) =>
        svg('rect', { width: CELL, height: CELL, transform: at(cell), class: 'shade' }),
      ),
    );
    this.regions = [];
    this.#makeGrid(shape);
  }

  /** @param {Shape} shape */
  #makeGrid(shape) {
    const { size } = shape;
    this.grid.setAttribute('aria-label', `Sudoku board, ${size} by ${size}`);
    this.grid.setAttribute('aria-rowcount', `${size}`);
    this.grid.setAttribute('aria-colcount', `${size}`);
    this.focusable = this.drawn.map((_, cell) =>
      html('div', { role: 'gridcell', tabindex: cell === 0 ? 0 : -1, 'data-cell': cell }),
    );
    const rows = Array.from({ length: size }, (_, row) =>
      html('div', { role: 'row' }, ...this.focusable.slice(row * size, (row + 1) * size)),
    );
    this.grid.replaceChildren(...rows);
    this.cursor = 0;
  }

  /**
   * @param {BoardView} view
   */
  render(view) {
    const { shape } = this;
    if (shape === null) return;
    if (this.labels !== view.labels) this.#drawLabels(shape, view.labels);
    if (this.regions !== view.regions) {
      this.regions = view.regions;
      this.layers.lines.replaceChildren(...lines(shape, view.regions));
    }
    view.cells.forEach((cell, index) => this.#renderCell(shape, cell, index, view));
    this.layers.under.replaceChildren(...view.step.under);
    this.layers.over.replaceChildren(...view.step.over);
    this.#renderSelection(shape, view);
    this.#moveFocus(view.cursor);
    this.#zoom(shape, view);
  }

  /**
   * Enlarges a large board while it shows candidates or a step, so that they can be read, and
   * scrolls to the step or the cursor.
   * @param {Shape} shape
   * @param {BoardView} view
   */
  #zoom(shape, { step: { over: drawn }, cells, cursor }) {
    const wasZoomed = this.host.classList.contains('zoomed');
    const isZoomed = this.isLarge && (drawn.length > 0 || cells.some(({ candidates }) => candidates !== 0));
    this.host.classList.toggle('zoomed', isZoomed);
    const isNewStep = drawn !== this.zoomedTo && drawn.length > 0;
    this.zoomedTo = drawn;
    const frame = this.host.parentElement;
    const { over } = this.layers;
    if (!isZoomed || (wasZoomed && !isNewStep) || frame === null || !(over instanceof SVGGElement)) return;
    const cell = { x: shape.column(cursor) * CELL, y: shape.row(cursor) * CELL, width: CELL, height: CELL };
    const { x, y, width, height } = isNewStep ? over.getBBox() : cell;
    const unit = this.host.clientWidth / this.drawing.viewBox.baseVal.width;
    frame.scrollTo({
      left: (x + width / 2) * unit - frame.clientWidth / 2,
      top: (y + height / 2) * unit - frame.clientHeight / 2,
    });
  }

  /**
   * Makes room for the labels of rows and columns, and draws them.
   * @param {Shape} shape
   * @param {BoardView['labels']} kind
   */
  #drawLabels({ size }, kind) {
    this.labels = kind;
    const room = kind === 'none' ? 0 : LABEL_ROOM;
    const width = size * CELL;
    const all = width + room + 8;
    this.drawing.setAttribute('viewBox', `${-4 - room} ${-4 - room} ${all} ${all}`);
    this.host.style.setProperty('--label', `${(100 * room) / all}%`);
    this.host.classList.toggle('labelled', room > 0);
    const lines = room === 0 ? [] : Array.from({ length: size }, (_, line) => line);
    const row = (/** @type {number} */ line) => (kind === 'letters' ? String.fromCharCode(65 + line) : `${line + 1}`);
    this.layers.labels.replaceChildren(
      ...(room === 0 ? [] : [svg('rect', { width, height: width, rx: 6, class: 'ground' })]),
      ...lines.map((line) => text(`${line + 1}`, (line + 0.5) * CELL, -room / 2 - 2, 26, 'label')),
      ...lines.map((line) => text(row(line), -room / 2 - 2, (line + 0.5) * CELL, 26, 'label')),
    );
  }

  /**
   * @param {Shape} shape
   * @param {CellView} cell
   * @param {number} index
   * @param {BoardView} view
   */
  #renderCell(shape, cell, index, view) {
    const shade = view.shade(index);
    this.layers.shades.children[index].setAttribute('class', `shade ${shade}`);
    const element = this.focusable[index];
    element.setAttribute('aria-selected', `${view.selection.has(index)}`);
    const key = JSON.stringify(cell);
    if (this.drawn[index] === key) return;
    this.drawn[index] = key;
    this.layers.colours.children[index].replaceChildren(...drawColours(cell));
    this.layers.content.children[index].replaceChildren(...drawContent(cell, shape));
    element.setAttribute('aria-label', cellLabel(shape, cell, index));
    element.setAttribute('aria-readonly', `${cell.given}`);
    element.toggleAttribute('aria-invalid', false);
    if (cell.clash || cell.wrong) element.setAttribute('aria-invalid', 'true');
  }

  /**
   * @param {Shape} shape
   * @param {BoardView} view
   */
  #renderSelection(shape, { selection, cursor, step }) {
    const nodes = [];
    // A step replaces the selection.
    const hidden = step.under.length + step.over.length > 0;
    if (selection.size > 0 && !hidden) {
      nodes.push(svg('path', { d: outline(selection, shape.size, 4), class: 'selection' }));
    }
    if (selection.size > 1 && !hidden) {
      nodes.push(svg('path', { d: outline([cursor], shape.size, 10), class: 'cursor' }));
    }
    this.layers.selection.replaceChildren(...nodes);
  }

  /** @param {number} cursor */
  #moveFocus(cursor) {
    if (cursor === this.cursor) return;
    const had = this.hasFocus;
    this.focusable[this.cursor]?.setAttribute('tabindex', '-1');
    this.cursor = cursor;
    this.focusable[cursor].setAttribute('tabindex', '0');
    if (had) this.focus();
  }

  /** Whether the cells are too small to touch when a phone shows the whole board. */
  get isLarge() {
    return (this.shape?.size ?? 0) > MAX_TOUCH_SIZE;
  }

  get hasFocus() {
    return this.grid.contains(document.activeElement);
  }

  /**
   * What a screen reader says about a cell.
   * @param {number} cell
   */
  labelOf(cell) {
    return this.focusable[cell].getAttribute('aria-label') ?? '';
  }

  focus() {
    const cell = this.focusable[this.cursor];
    cell?.focus({ preventScroll: true });
    if (this.isLarge) cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /**
   * The cell at a point of the screen; null outside the board.
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    const { shape } = this;
    if (shape === null) return null;
    const area = this.grid.getBoundingClientRect();
    const column = Math.floor(((x - area.left) / area.width) * shape.size);
    const row = Math.floor(((y - area.top) / area.height) * shape.size);
    const inside = row >= 0 && column >= 0 && row < shape.size && column < shape.size;
    return inside ? row * shape.size + column : null;
  }
}

/**
 * The label of a cell for screen readers.
 * @param {Shape} shape
 * @param {CellView} cell
 * @param {number} index
 */
export function cellLabel(shape, cell, index) {
  const list = (/** @type {number} */ mask) => valuesOf(mask).map((value) => shape.symbol(value)).join(' ');
  const parts = [`row ${shape.row(index) + 1} column ${shape.column(index) + 1}`];
  if (cell.region !== null) {
    const given = list(cell.centre);
    parts.push(cell.region < 0 ? 'no region' : `region ${shape.symbol(cell.region + 1)}`);
    return [...parts, ...(given === '' ? [] : [`given ${given}`])].join(', ');
  }
  if (shape.regionOf[index] >= 0) parts.push(`${shape.regionWord} ${shape.regionOf[index] + 1}`);
  if (cell.pair !== null) {
    const [first, second] = cell.pair.map((value) => shape.symbol(value));
    parts.push(`${first} in solution A, ${second} in solution B`);
  } else if (cell.value !== 0) parts.push(`${cell.given ? 'given ' : ''}${shape.symbol(cell.value)}`);
  else parts.push('empty');
  if (cell.value === 0 && cell.pair === null) {
    const candidates = cell.candidates || cell.centre;
    if (candidates !== 0) parts.push(`candidates ${list(candidates)}`);
    if (cell.corner !== 0) parts.push(`corner marks ${list(cell.corner)}`);
  }
  if (cell.colours !== 0) {
    parts.push(`colour ${valuesOf(cell.colours).map((colour) => 'abcdefghi'[colour - 1]).join(' ')}`);
  }
  if (cell.wanted) parts.push('to be filled');
  if (cell.clash) parts.push('conflict');
  if (cell.wrong) parts.push('wrong');
  return parts.join(', ');
}

/**
 * The lines of the board: thin between cells, thick between regions, and those of diagonals and
 * windows.
 * @param {Shape} shape
 * @param {number[]} regions
 * @returns {Node[]}
 */
function lines(shape, regions) {
  const { size } = shape;
  const end = size * CELL;
  const [thin, thick] = [[], []].map(() => /** @type {string[]} */ ([]));
  for (let cell = 0; cell < shape.cells; cell += 1) {
    const [x, y] = [shape.column(cell) * CELL, shape.row(cell) * CELL];
    const region = regions[cell];
    if (x > 0) (regions[cell - 1] === region ? thin : thick).push(`M${x} ${y}v${CELL}`);
    if (y > 0) (regions[cell - size] === region ? thin : thick).push(`M${x} ${y}h${CELL}`);
  }
  const extra = shape.houses.flatMap((house) => {
    if (house.kind === 'window') {
      return [svg('path', { d: outline(house.cells, size, 6), class: 'window-line' })];
    }
    if (house.kind !== 'diagonal') return [];
    const d = house.cells.includes(0) ? `M0 0L${end} ${end}` : `M${end} 0L0 ${end}`;
    const squares = house.cells.map((cell) => `M${shape.column(cell) * CELL} ${shape.row(cell) * CELL}h${CELL}v${CELL}h-${CELL}z`);
    return [svg('path', { d: squares.join(''), class: 'diagonal-ground' }), svg('path', { d, class: 'diagonal-line' })];
  });
  return [
    ...extra,
    svg('path', { d: thin.join(''), class: 'thin-line' }),
    svg('path', { d: thick.join(''), class: 'thick-line' }),
    svg('rect', { x: 0, y: 0, width: end, height: end, rx: 6, class: 'frame-line' }),
  ];
}
