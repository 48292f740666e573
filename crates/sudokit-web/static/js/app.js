// The state of the page and the one way to show it: every action changes something here and then
// calls `changed` (the board) or `render` (only how it looks).

import { Board } from './board/board.js';
import { keyOf, shelfOf } from './collections/collection.js';
import { keepWork } from './collections/database.js';
import { element } from './dom.js';
import { asTime } from './game/clock.js';
import { fragmentOf } from './game/link.js';
import { bit } from './game/masks.js';
import { loadSettings, saveGame, saveSettings } from './game/storage.js';
import { announce } from './messages.js';
import { NOTHING } from './steps/step-drawing.js';

/** @typedef {import('./game/game.js').Mode} Mode */
/** @typedef {import('./game/game.js').Position} Position */
/** @typedef {import('./game/game.js').Game} Game */
/** @typedef {import('./collections/collection.js').Among} Among */

/**
 * What the board shows instead of the game.
 * @typedef {object} Shown
 * @property {import('./steps/step-drawing.js').Drawing} drawing
 * @property {Position | null} position
 * @property {Map<number, number[]>} [pairs] values of two solutions, where they differ
 */

const SAVE_DELAY = 300;

export class App {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Among | null} the game's place in a collection */
    this.among = null;
    this.settings = loadSettings();
    this.board = new Board(element('board', HTMLElement));
    /** @type {Set<number>} */
    this.selection = new Set();
    this.cursor = 0;
    /** @type {Mode} */
    this.mode = 'value';
    /** @type {Mode | null} while a key is held */
    this.heldMode = null;
    /** The value chosen to be written next, in "value first". */
    this.armed = 0;
    /** @type {Shown} */
    this.shown = { drawing: NOTHING, position: null };
    /** @type {Set<number>} cells to point out */
    this.pointedOut = new Set();
    /** @type {{ solutions: number[][], differing: Set<number> } | null} two solutions of a puzzle that has several */
    this.several = null;
    /** @type {Set<number>} cells to mark because two solutions differ there */
    this.differing = new Set();
    /** Mistakes are shown until the next edit, because the player asked. */
    this.revealed = false;
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
   * Called when the board changed: by an edit, or because another game began.
   * @param {(reason: 'edit' | 'game') => void} listener
   */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /**
   * Called whenever the page is shown anew.
   * @param {() => void} renderer
   */
  onRender(renderer) {
    this.renderers.push(renderer);
  }

  /**
   * @param {Game} game
   * @param {Among | null} among
   */
  begin(game, among = null) {
    this.game = game;
    this.among = among;
    this.board.setShape(game.shape);
    const open = game.cells.findIndex(({ value }) => value === 0);
    this.select([Math.max(open, 0)]);
    this.armed = 0;
    this.#changed('game');
    this.save();
  }

  /** After an edit. */
  changed() {
    this.#changed('edit');
    if (this.game.isSolved && !this.game.editing) announce('Solved.');
  }

  /** @param {'edit' | 'game'} reason */
  #changed(reason) {
    this.shown = { drawing: NOTHING, position: null };
    this.pointedOut = new Set();
    this.revealed = false;
    for (const listener of this.listeners) listener(reason);
    this.render();
    this.saveSoon();
  }

  saveSoon() {
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => this.save(), SAVE_DELAY);
  }

  /** Keeps the game in the browser and in the address. */
  save() {
    clearTimeout(this.saving);
    saveGame(this.game, this.among);
    if (this.among !== null) {
      const { collection, index } = this.among;
      void keepWork(shelfOf(collection), keyOf(collection, index), workOn(this.game));
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
   * Writes a value or colour with what the mode makes of it.
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
      announce('A given cannot be changed.');
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
    this.#travel(this.game.redo(), 'Done again.');
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
    const { game, settings, shown } = this;
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
      step: shown.drawing,
    });
    this.board.host.classList.toggle('solved', game.isSolved);
    this.renderTime();
    for (const renderer of this.renderers) renderer();
  }

  renderTime() {
    element('clock', HTMLElement).hidden = !this.settings.timer || this.game.editing;
    element('time', HTMLElement).textContent = asTime(this.game.elapsed);
  }

  /** @returns {import('./board/cell.js').CellView[]} */
  #views() {
    const { game, settings, shown } = this;
    const values = shown.position?.values ?? game.values;
    const clashes = settings.conflicts || game.editing ? game.shape.clashes(values) : new Set();
    const mistakes = settings.mistakes || this.revealed ? game.mistakes : new Set();
    return game.cells.map((state, cell) => {
      let candidates = 0;
      if (shown.position !== null) candidates = shown.position.candidates[cell];
      else if (settings.automatic && !game.editing) candidates = game.candidates(cell, true, values);
      const isOwn = shown.position === null;
      return {
        value: values[cell],
        pair: shown.pairs?.get(cell) ?? null,
        given: state.given,
        centre: isOwn ? state.centre : 0,
        corner: state.corner,
        candidates,
        colours: state.colours,
        clash: clashes.has(cell) || this.pointedOut.has(cell),
        wrong: isOwn && mistakes.has(cell),
        letters: settings.letters,
      };
    });
  }

  /** The ground of the cells: what is selected, what it sees, and where its value stands. */
  #shade() {
    const { game, settings, selection, cursor, shown } = this;
    const values = shown.position?.values ?? game.values;
    const value = this.armed || values[cursor];
    const busy = shown.drawing !== NOTHING;
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
 * @returns {import('./collections/database.js').Work}
 */
function workOn(game) {
  return {
    fragment: fragmentOf(game),
    elapsed: game.elapsed,
    open: game.cells.filter(({ value }) => value === 0).length,
    solved: game.isSolved && !game.filledIn,
  };
}
