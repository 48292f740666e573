// The state of the page. Every action changes something here and then calls `changed` (the board
// changed) or `render` (only its appearance did).

import { Board } from './board/board.js';
import { keyOf, progressIdOf } from './collections/collection.js';
import { saveProgress } from './collections/database.js';
import { element } from './dom.js';
import { formatTime } from './game/clock.js';
import { fragmentOf } from './game/link.js';
import { orbit } from './game/symmetry.js';
import { bit } from './game/masks.js';
import { forgetEntry, loadSettings, saveGame, saveSettings } from './game/storage.js';
import { announce, hideMessage, showMessage } from './messages.js';
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
    /** @type {import('./game/regions.js').RegionDraft | null} while regions are painted */
    this.regions = null;
    /** @type {Set<number>} cells in which the two solutions differ */
    this.differing = new Set();
    /** Whether mistakes are shown until the next edit, after a check. */
    this.showMistakes = false;
    /** @type {((reason: 'edit' | 'game') => void)[]} */
    this.listeners = [];
    /** @type {(() => void)[]} */
    this.solvedListeners = [];
    /** The givens before they were edited. */
    this.givensBefore = '';
    /** Whether the game was solved before the last edit. */
    this.wasSolved = false;
    /** @type {(() => void)[]} */
    this.renderers = [];
    this.saving = 0;
    /** Whether the game cannot be stored, and the player knows. */
    this.isForgetful = false;
  }

  /** @returns {Mode} */
  get activeMode() {
    return this.game.editing ? 'value' : (this.heldMode ?? this.mode);
  }

  /**
   * Switches to a mode by a key, and says so.
   * @param {Mode} mode
   */
  switchMode(mode) {
    this.mode = mode;
    this.render();
    announce(`${{ value: 'Values', corner: 'Corner marks', centre: 'Centre marks', colour: 'Colours' }[mode]}.`);
  }

  /** Whether values are entered as givens, one cell after another. */
  get isEntering() {
    return this.game.editing && this.selection.size === 1;
  }

  /** The symmetry that the givens should have, while a setter enters them. */
  get symmetry() {
    return this.game.editing && this.settings.setter ? this.settings.symmetry : 'none';
  }

  /**
   * The cells that the symmetry makes of a cell, the cell itself first.
   * @param {number} cell
   */
  partners(cell) {
    return orbit(this.symmetry, this.game.shape.size, cell);
  }

  /** @returns {Set<number>} empty cells that the symmetry wants to be filled */
  get wanted() {
    const { values } = this.game;
    const cells = this.symmetry === 'none' ? [] : [...values.keys()];
    return new Set(cells.filter((cell) => values[cell] === 0 && this.partners(cell).some((other) => values[other] !== 0)));
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
   * Adds a listener for the moment when the last cell is filled correctly.
   * @param {() => void} listener
   */
  onSolved(listener) {
    this.solvedListeners.push(listener);
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
   * @param {boolean} isNew whether the address has no entry for it in the browser's history yet
   */
  begin(game, place = null, isNew = true) {
    hideMessage();
    this.game = game;
    this.place = place;
    this.board.setShape(game.shape);
    const open = game.cells.findIndex(({ value }) => value === 0);
    this.select([Math.max(open, 0)]);
    this.chosenValue = 0;
    this.wasSolved = game.isSolved;
    this.#changed('game');
    // Back leads to the game before.
    if (isNew) history.pushState(null, '', fragmentOf(game));
    this.save();
  }

  /** Starts to play the puzzle that was entered. */
  play() {
    const { game } = this;
    game.setEditing(false);
    forgetEntry(game);
    if (game.givens.join() !== this.givensBefore) {
      // Another puzzle than the one that had this name and place.
      Object.assign(game, { name: '', level: '', seed: undefined });
      this.place = null;
    }
    const open = game.cells.findIndex(({ value }) => value === 0);
    this.select([Math.max(open, 0)]);
    this.recheck();
    this.board.focus();
  }

  /** Goes back to entering the givens; undo leads back to the game. */
  edit() {
    this.givensBefore = this.game.givens.join();
    this.game.setEditing(true);
    this.select([0]);
    this.recheck();
    this.board.focus();
    announce('Editing the givens.');
  }

  /** Updates everything after the puzzle itself has changed. */
  recheck() {
    this.#changed('game');
  }

  /** Updates everything after an edit. */
  changed() {
    this.#changed('edit');
    const { isSolved, editing } = this.game;
    const solved = isSolved && !editing;
    if (solved && !this.wasSolved) {
      // At once: a page that is reloaded now must not forget it.
      this.save();
      for (const listener of this.solvedListeners) listener();
    }
    this.wasSolved = solved;
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
    this.store();
    history.replaceState(null, '', fragmentOf(this.game));
  }

  /** Saves the game in the browser's storage. */
  store() {
    clearTimeout(this.saving);
    if (!saveGame(this.game, this.place) && !this.isForgetful) {
      this.isForgetful = true;
      showMessage('This browser cannot store the game: its storage is full or switched off. The address of the page still holds the position; bookmark it to keep it.');
    }
    if (this.place !== null && !this.game.editing) {
      const { collection, index } = this.place;
      void saveProgress(progressIdOf(collection), keyOf(collection, index), progressOf(this.game));
    }
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
    if (this.regions !== null) {
      this.paint(value - 1, cells);
      return;
    }
    const { game, settings } = this;
    if (mode !== 'colour' && value > game.shape.size) return;
    if (this.#act(value, mode, cells)) {
      this.changed();
      announce(cells.length === 1 ? this.board.labelOf(cells[0]) : `${this.#named(value, mode)} in ${cells.length} cells`);
    } else if (cells.some((cell) => game.cells[cell].given) && !settings.digitFirst) {
      announce('Givens cannot be changed.');
    }
  }

  /**
   * Enters a given at the cursor, or empties the cell if the value is 0, and goes on to the next
   * cell.
   * @param {number} value
   * @param {boolean} advance
   */
  enter(value, advance = true) {
    const cell = this.cursor;
    if (this.regions !== null) this.paint(value - 1, [cell]);
    else {
      if (value === 0 ? this.#empty([cell]) : this.game.enterGiven([cell], value)) this.changed();
      const open = value === 0 ? [] : this.partners(cell).filter((other) => this.wanted.has(other));
      const partners = open.map((other) => this.game.shape.place(other)).join('; ');
      announce(`${this.board.labelOf(cell)}${open.length === 0 ? '' : `. To be filled: ${partners}.`}`);
    }
    if (advance) this.advance();
  }

  /**
   * Empties cells and, if the givens should be symmetric, their partners.
   * @param {number[]} cells
   */
  #empty(cells) {
    const filled = cells.filter((cell) => this.game.cells[cell].value !== 0);
    return this.game.enterGiven(filled.flatMap((cell) => this.partners(cell)), 0);
  }

  /**
   * Paints cells as a region, and says so.
   * @param {number} region -1 for none
   * @param {number[]} cells
   */
  paint(region, cells) {
    const { regions } = this;
    if (regions === null || region >= regions.size) return;
    if (region >= 0) regions.brush = region;
    regions.paint(cells, region);
    this.render();
    announce(cells.length === 1 ? this.board.labelOf(cells[0]) : `${cells.length} cells in region ${this.game.shape.symbol(region + 1)}`);
  }

  /** Goes to the next cell, in the order of reading. */
  advance() {
    this.select([Math.min(this.cursor + 1, this.game.shape.cells - 1)]);
    this.render();
  }

  /** Goes back to the previous cell and empties it; the last cell is emptied first. */
  stepBack() {
    const { game, cursor } = this;
    const isFilled = this.regions === null ? game.cells[cursor].value !== 0 : this.regions.regionOf[cursor] >= 0;
    const isLast = cursor === game.shape.cells - 1 && isFilled;
    const cell = isLast ? cursor : Math.max(cursor - 1, 0);
    this.select([cell]);
    if (this.regions !== null) this.paint(-1, [cell]);
    else if (this.#empty([cell])) this.changed();
    else this.render();
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
    if (this.regions !== null) {
      this.paint(-1, this.selected);
      return;
    }
    if (this.game.editing ? this.#empty(this.selected) : this.game.erase(this.selected, this.activeMode)) {
      this.changed();
      announce('Erased.');
    }
  }

  get canUndo() {
    return (this.regions ?? this.game).past.length > 0;
  }

  get canRedo() {
    return (this.regions ?? this.game).future.length > 0;
  }

  undo() {
    if (this.regions === null) this.#travel(() => this.game.undo(), 'Undone.');
    else if (this.regions.undo()) this.#repainted('Undone.');
  }

  redo() {
    if (this.regions === null) this.#travel(() => this.game.redo(), 'Redone.');
    else if (this.regions.redo()) this.#repainted('Redone.');
  }

  /** @param {string} words */
  #repainted(words) {
    this.render();
    announce(words);
  }

  /**
   * @param {() => number[] | false} move
   * @param {string} words
   */
  #travel(move, words) {
    const givens = this.game.givens.join();
    const { editing } = this.game;
    const cells = move();
    if (cells === false) return;
    if (cells.length === 1) this.select(cells);
    const isSamePuzzle = this.game.editing === editing && (editing || this.game.givens.join() === givens);
    if (isSamePuzzle) this.changed();
    else this.recheck();
    announce(words);
  }

  render() {
    const { game, settings, overlay } = this;
    this.board.setShape(game.shape);
    const theme = settings.theme === 'system'
      ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
      : settings.theme;
    document.documentElement.dataset.theme = theme;
    document.body.dataset.entering = `${game.editing}`;
    document.body.dataset.setter = `${settings.setter}`;
    document.body.dataset.painting = `${this.regions !== null}`;
    this.board.render({
      cells: this.#views(),
      selection: this.selection,
      cursor: this.cursor,
      shade: this.#shade(),
      step: overlay.drawing,
      labels: settings.labels,
      regions: this.regions?.regionOf ?? game.shape.regionOf,
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
    const { regions, wanted } = this;
    if (regions !== null) return game.cells.map((_, cell) => regionView(values[cell], regions.regionOf[cell]));
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
        wanted: wanted.has(cell),
        region: null,
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
 * A cell while regions are painted: its region as a colour and in the corner.
 * @param {number} value
 * @param {number} region -1 for none
 * @returns {import('./board/cell.js').CellView}
 */
function regionView(value, region) {
  return {
    value: 0, pair: null, given: false, centre: value === 0 ? 0 : bit(value), corner: 0, candidates: 0,
    colours: region < 0 ? 0 : bit((region % 9) + 1), clash: false, wrong: false, letters: false, wanted: false, region,
  };
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
