// The editor of regions: paints a jigsaw over the board by dragging or by keys.

import { element } from '../dom.js';
import { announce, reportErrors, showMessage } from '../messages.js';
import * as server from '../server/requests.js';
import { Game } from './game.js';
import { letter } from './shape.js';

/** The number of unfinished regions to name. */
const MAX_NAMED = 4;

/** @typedef {import('../app.js').App} App */

/** Regions while they are painted. Cells without a region have -1. */
export class RegionDraft {
  /** @param {import('./shape.js').Shape} shape */
  constructor({ size, regionOf }) {
    this.size = size;
    this.regionOf = [...regionOf];
    /** The region that the pointer paints. */
    this.brush = 0;
    /** @type {number[][]} */
    this.past = [];
    /** @type {number[][]} */
    this.future = [];
  }

  /**
   * Paints cells; a stroke of the pointer is one edit.
   * @param {number[]} cells
   * @param {number} region -1 for none
   * @param {boolean} [continues] whether this continues the last edit
   */
  paint(cells, region, continues = false) {
    if (region >= this.size || cells.every((cell) => this.regionOf[cell] === region)) return false;
    if (!continues) this.past.push(this.regionOf);
    this.future = [];
    this.regionOf = [...this.regionOf];
    for (const cell of cells) this.regionOf[cell] = region;
    return true;
  }

  undo() {
    return this.#move(this.past, this.future);
  }

  redo() {
    return this.#move(this.future, this.past);
  }

  /**
   * @param {number[][]} from
   * @param {number[][]} to
   */
  #move(from, to) {
    const regions = from.pop();
    if (regions === undefined) return false;
    to.push(this.regionOf);
    this.regionOf = regions;
    return true;
  }

  get sizes() {
    const sizes = new Array(this.size).fill(0);
    for (const region of this.regionOf) if (region >= 0) sizes[region] += 1;
    return sizes;
  }

  get isValid() {
    return this.sizes.every((size) => size === this.size);
  }

  /**
   * The number of connected parts of a region.
   * @param {number} region
   */
  parts(region) {
    const left = new Set([...this.regionOf.keys()].filter((cell) => this.regionOf[cell] === region));
    let parts = 0;
    for (const start of left) {
      parts += 1;
      const reached = [start];
      for (const cell of reached) {
        left.delete(cell);
        const column = cell % this.size;
        const beside = [column > 0 ? cell - 1 : -1, column < this.size - 1 ? cell + 1 : -1];
        for (const next of [cell - this.size, cell + this.size, ...beside]) {
          if (left.delete(next)) reached.push(next);
        }
      }
    }
    return parts;
  }

  /**
   * What is missing, or that nothing is.
   * @param {(region: number) => string} nameOf
   */
  words(nameOf) {
    const { size, sizes } = this;
    const wrong = [...sizes.keys()].filter((region) => sizes[region] !== size);
    const shown = wrong.slice(0, MAX_NAMED).map((region) => `${nameOf(region)} has ${sizes[region]}`);
    const others = wrong.length - shown.length;
    const more = others > 0 ? `, and ${others} more ${others === 1 ? 'is' : 'are'} wrong` : '';
    if (wrong.length > 0) return `Each region needs ${size} cells: region ${shown.join(', ')}${more}.`;
    const split = [...sizes.keys()].filter((region) => this.parts(region) > 1).map(nameOf);
    const note = split.length === 0 ? '' : ` Not in one piece: region ${split.join(', ')}.`;
    return `All regions have ${size} cells.${note}`;
  }
}

/** @param {App} app */
export function createRegionEditor(app) {
  const card = element('regions', HTMLElement);
  const status = element('regions-status', HTMLElement);
  const use = element('use-regions', HTMLButtonElement);

  /** @type {{ shape: import('./shape.js').Shape, regions: RegionDraft } | null} what was left unfinished */
  let kept = null;

  const leave = () => {
    if (app.regions !== null) kept = { shape: app.game.shape, regions: app.regions };
    app.regions = null;
    app.render();
    app.board.focus();
    announce('The board keeps its regions. What was painted is kept, too.');
  };

  app.onChange((reason) => { if (reason === 'game') app.regions = null; });
  app.onRender(() => {
    const { regions } = app;
    card.hidden = regions === null;
    if (regions === null) return;
    const words = regions.words((region) => app.game.shape.symbol(region + 1));
    if (status.textContent !== words) status.textContent = words;
    use.disabled = !regions.isValid;
  });

  return {
    start: () => {
      const { shape } = app.game;
      app.regions = kept?.shape === shape ? kept.regions : new RegionDraft(shape);
      app.select([0]);
      app.render();
      app.board.focus();
      announce('Painting regions. Choose a region, then drag over cells or type its symbol.');
    },
    cancel: leave,
    clear: () => {
      const { regions } = app;
      if (!regions?.paint([...regions.regionOf.keys()], -1)) return;
      app.render();
      announce('No cell has a region.');
    },
    use: () => reportErrors(async () => {
      const { game, regions } = app;
      if (regions === null || !regions.isValid) return;
      const labels = regions.regionOf.map((region) => letter(region + 1)).join('');
      const [, ...extras] = game.shape.name.split('+');
      const name = [`jigsaw:${labels}`, ...extras].join('+');
      const shape = await server.shapeNamed(name, labels.length, game.shape.spelling);
      if (app.game !== game) return;
      app.store();
      app.begin(new Game(shape, game.cells, { editing: true }));
      app.board.focus();
      showMessage('The board has new regions. Back in the browser leads to the board before.');
    }),
  };
}
