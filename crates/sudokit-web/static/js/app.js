// The state of the page. Every action changes something here and then calls `changed` (the board
// changed) or `render` (only its appearance did).

import { Board } from './board/board.js';
import { keyOf, progressIdOf } from './collections/collection.js';
import { saveProgress } from './collections/database.js';
import { element } from './dom.js';
import { formatTime } from './game/clock.js';
import { fragmentOf } from './game/link.js';
import { bit } from './game/masks.js';
import { loadSettings, saveGame, saveSettings } from './game/storage.js';
import { announce } from './messages.js';
import { NOTHING } from './steps/step-drawing.js';

/** @typedef {import('./game/game.js').Mode} Mode */
/** @typedef {import('./game/game.js').Position} Position */
/** @typedef {import('./game/game.js').Game} Game */
/** @typedef {import('./collections/collection.js').CollectionPlace} CollectionPlace */

/**
 * What the board shows on top of, or instead of, the game.
 * @typedef {object} Overlay
 * @property {import('./steps/step-drawing.js').Painting} drawing
 * @property {Position | null} position
 * @property {Map<number, number[]>} [pairs] the values of two solutions, where they differ
 */

const SAVE_DELAY = 300;

export class App {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {CollectionPlace | null} the game's place in a collection */
    this.place = null;
    this.settings = loadSettings();
    this.board = new Board(element('board', HTMLElement));
    /** @type {Set<number>} */
    this.selection = new Set();
    this.cursor = 0;
    /** @type {Mode} */
    this.mode = 'value';
    /** @type {Mode | null} the mode while a modifier key is held */
    this.heldMode = null;
    /** The value to write next, in "value first" mode; 0 for none. */
    this.chosenValue = 0;
    /** @type {Overlay} */
    this.overlay = { drawing: NOTHING, position: null };
    /** @type {Set<number>} cells to highlight as wrong */
    this.highlighted = new Set();
    /** @type {{ solutions: number[][], differing: Set<number> } | null} two solutions of a puzzle with several */
    this.twoSolutions = null;
    /** @type {Set<number>} cells in which the two solutions differ */
    this.differing = new Set();
    /** Whether mistakes are shown until the next edit, after a check. */
    this.showMistakes = false;
    /** @type {((reason: 'edit' | 'game') => void)[]} */
    this.listeners = [];
    /** @type {(() => void)[]} */
    this.renderers = [];
    this.saving = 0;
  }

  /** @returns {Mode} */
  get activeMode() {
    return this.game.editing ? 'value' : (this.heldMode ?? this.mode);
  }

  get selected() {
    return [...this.selection];
  }

  /**
   * Adds a listener for changes of the board: an edit, or a new game.
   * @param {(reason: 'edit' | 'game') => void} listener
   */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /**
   * Adds a function to call on every render.
   * @param {() => void} renderer
   */
  onRender(renderer) {
    this.renderers.push(renderer);
  }

  /**
   * @param {Game} game
   * @param {CollectionPlace | null} place
   */
  begin(game, place = null) {
    this.game = game;
    this.place = place;
    this.board.setShape(game.shape);
    const open = game.cells.findIndex(({ value }) => value === 0);
    this.select([Math.max(open, 0)]);
    this.chosenValue = 0;
    this.#changed('game');
    this.save();
  }

  /** Updates everything after an edit. */
  changed() {
    this.#changed('edit');
    if (this.game.isSolved && !this.game.editing) announce('Solved.');
  }

  /** @param {'edit' | 'game'} reason */
  #changed(reason) {
    this.overlay = { drawing: NOTHING, position: null };
    this.highlighted = new Set();
    this.showMistakes = false;
    for (const listener of this.listeners) listener(reason);
    this.render();
    this.saveSoon();
  }

  saveSoon() {
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => this.save(), SAVE_DELAY);
  }

  /** Saves the game in the browser's storage and in the address. */
  save() {
    clearTimeout(this.saving);
    saveGame(this.game, this.place);
    if (this.place !== null) {
      const { collection, index } = this.place;
      void saveProgress(progressIdOf(collection), keyOf(collection, index), progressOf(this.game));
    }
    history.replaceState(null, '', fragmentOf(this.game));
  }

  /** @param {Partial<import('./game/storage.js').Settings>} parts */
  set(parts) {
    this.settings = { ...this.settings, ...parts };
    saveSettings(this.settings);
    this.render();
  }

  /** @param {number[]} cells the last one becomes the cursor */
  select(cells) {
    this.selection = new Set(cells);
    if (cells.length > 0) this.cursor = cells[cells.length - 1];
  }

  /**
   * Enters a value or colour as the mode says.
   * @param {number} value
   * @param {Mode} mode
   * @param {number[]} cells
   */
  write(value, mode = this.activeMode, cells = this.selected) {
    const { game, settings } = this;
    if (mode !== 'colour' && value > game.shape.size) return;
    if (this.#act(value, mode, cells)) {
      this.changed();
      const cell = cells.length === 1 ? this.board.focusable[cells[0]].getAttribute('aria-label') : null;
      announce(cell ?? `${this.#named(value, mode)} in ${cells.length} cells`);
    } else if (cells.some((cell) => game.cells[cell].given) && !settings.digitFirst) {
      announce('Givens cannot be changed.');
    }
  }

  /**
   * @param {number} value
   * @param {Mode} mode
   */
  #named(value, mode) {
    return mode === 'colour' ? `colour ${'abcdefghi'[value - 1]}` : this.game.shape.symbol(value);
  }

  /**
   * @param {number} value
   * @param {Mode} mode
   * @param {number[]} cells
   */
  #act(value, mode, cells) {
    const { game, settings } = this;
    switch (mode) {
      case 'value': return game.toggleValue(cells, value, settings.tidy);
      case 'corner': return game.toggleMark(cells, 'corner', value);
      case 'centre':
        return settings.automatic
          ? game.toggleCrossed(cells, value)
          : game.toggleMark(cells, 'centre', value);
      case 'colour': return value <= 9 && game.toggleColour(cells, value);
    }
  }

  erase() {
    if (this.game.erase(this.selected, this.activeMode)) {
      this.changed();
      announce('Erased.');
    }
  }

  undo() {
    this.#travel(this.game.undo(), 'Undone.');
  }

  redo() {
    this.#travel(this.game.redo(), 'Redone.');
  }

  /**
   * @param {number[] | false} cells
   * @param {string} words
   */
  #travel(cells, words) {
    if (cells === false) return;
    if (cells.length === 1) this.select(cells);
    this.changed();
    announce(words);
  }

  render() {
    const { game, settings, overlay } = this;
    this.board.setShape(game.shape);
    const theme = settings.theme === 'system'
      ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
      : settings.theme;
    document.documentElement.dataset.theme = theme;
    this.board.render({
      cells: this.#views(),
      selection: this.selection,
      cursor: this.cursor,
      shade: this.#shade(),
      step: overlay.drawing,
    });
    this.board.host.classList.toggle('solved', game.isSolved);
    this.renderTime();
    for (const renderer of this.renderers) renderer();
  }

  renderTime() {
    element('clock', HTMLElement).hidden = !this.settings.timer || this.game.editing;
    element('time', HTMLElement).textContent = formatTime(this.game.elapsed);
  }

  /** @returns {import('./board/cell.js').CellView[]} */
  #views() {
    const { game, settings, overlay } = this;
    const values = overlay.position?.values ?? game.values;
    const clashes = settings.conflicts || game.editing ? game.shape.clashes(values) : new Set();
    const mistakes = settings.mistakes || this.showMistakes ? game.mistakes : new Set();
    return game.cells.map((state, cell) => {
      let candidates = 0;
      if (overlay.position !== null) candidates = overlay.position.candidates[cell];
      else if (settings.automatic && !game.editing) candidates = game.candidates(cell, true, values);
      const isOwn = overlay.position === null;
      return {
        value: values[cell],
        pair: overlay.pairs?.get(cell) ?? null,
        given: state.given,
        centre: isOwn ? state.centre : 0,
        corner: state.corner,
        candidates,
        colours: state.colours,
        clash: clashes.has(cell) || this.highlighted.has(cell),
        wrong: isOwn && mistakes.has(cell),
        letters: settings.letters,
      };
    });
  }

  /** The background of each cell: selected, seen by the selection, or with the same value. */
  #shade() {
    const { game, settings, selection, cursor, overlay } = this;
    const values = overlay.position?.values ?? game.values;
    const value = this.chosenValue || values[cursor];
    const busy = overlay.drawing !== NOTHING;
    const seen = new Set(settings.seen && selection.size === 1 && !busy ? game.shape.peers[cursor] : []);
    return (/** @type {number} */ cell) => {
      if (selection.has(cell) && !busy) return 'selected';
      if (this.differing.has(cell)) return 'differing';
      if (settings.same && !busy && value !== 0) {
        const marks = game.cells[cell].corner | game.cells[cell].centre;
        const noted = values[cell] === 0 && (marks & bit(value)) !== 0;
        if (values[cell] === value || noted) return 'same';
      }
      return seen.has(cell) ? 'seen' : '';
    };
  }
}

/**
 * @param {Game} game
 * @returns {import('./collections/database.js').Progress}
 */
function progressOf(game) {
  return {
    fragment: fragmentOf(game),
    elapsed: game.elapsed,
    open: game.cells.filter(({ value }) => value === 0).length,
    solved: game.isSolved && !game.filledIn,
  };
}
