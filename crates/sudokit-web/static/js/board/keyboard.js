// The keyboard. Keys of one character work while the board has the focus (or nothing has), so that
// they never get in the way of a screen reader or a text field.

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../game/game.js').Mode} Mode */

/** What the list of keys says. */
export const KEY_LIST = [
  ['1–9, A–P', 'Write a value by its symbol; a letter that is a value has no other meaning then'],
  ['1 2', 'One after the other: 12, on boards with numbers'],
  ['Arrows, W A S D', 'Move; with Shift or Ctrl add to the selection'],
  ['Home, End', 'First and last cell of the row; with Ctrl of the board'],
  ['Page Up, Page Down', 'First and last cell of the column'],
  ['Z X C V', 'Values, corner marks, centre marks, colours'],
  ['Shift, Ctrl, Alt', 'Held with a value: corner mark, centre mark, colour'],
  ['Space', 'Next way of writing'],
  ['Backspace, Delete', 'Erase'],
  ['[ , Ctrl Z', 'Undo'],
  ['] , Ctrl Y', 'Redo'],
  ['Ctrl A, Ctrl I', 'Select all, select the others'],
  ['Esc', 'Select one cell, put the hint away'],
  ['H, Enter', 'Hint, and its next stage'],
  ['N, .', 'Automatic candidates'],
  ['+ −', 'Next and previous puzzle of a collection'],
  ['Ctrl V', 'Open the puzzle on the clipboard'],
  ['?', 'This list'],
];

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};
/** @type {Record<string, [number, number]>} */
const WASD = { KeyW: [-1, 0], KeyS: [1, 0], KeyA: [0, -1], KeyD: [0, 1] };
/** @type {Record<string, Mode>} */
const MODE_KEYS = { KeyZ: 'value', KeyX: 'corner', KeyC: 'centre', KeyV: 'colour' };
/** @type {Mode[]} */
const MODES = ['value', 'corner', 'centre', 'colour'];

/**
 * @param {App} app
 * @param {Record<string, () => void>} actions
 */
export function listenToKeys(app, actions) {
  document.addEventListener('keydown', (event) => {
    // A key that chose something in a dialog has done its work.
    if (event.defaultPrevented || !isForBoard(app, event)) return;
    hold(app, event);
    if (press(app, event, actions)) event.preventDefault();
  });
  document.addEventListener('keyup', (event) => hold(app, event));
  window.addEventListener('blur', () => {
    app.heldMode = null;
    app.render();
  });
}

/**
 * @param {App} app
 * @param {KeyboardEvent} event
 */
function isForBoard(app, event) {
  const { activeElement } = document;
  if (document.querySelector('dialog[open]') !== null || event.isComposing) return false;
  return app.board.hasFocus || activeElement === document.body || activeElement === null;
}

/**
 * Shift, Ctrl and Alt change the way of writing as long as they are held.
 * @param {App} app
 * @param {KeyboardEvent} event
 */
function hold(app, event) {
  const held = heldMode(event);
  if (app.heldMode === held) return;
  app.heldMode = held;
  app.render();
}

/**
 * @param {KeyboardEvent} event
 * @returns {Mode | null}
 */
function heldMode(event) {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey || (control && event.shiftKey)) return 'colour';
  if (control) return 'centre';
  return event.shiftKey ? 'corner' : null;
}

/**
 * @param {App} app
 * @param {KeyboardEvent} event
 * @param {Record<string, () => void>} actions
 * @returns {boolean} whether the key was ours
 */
function press(app, event, actions) {
  return (
    pressCommand(app, event, actions) ||
    pressValue(app, event) ||
    pressMove(app, event) ||
    pressPlain(app, event, actions)
  );
}

/**
 * Ctrl (or Cmd) with a letter.
 * @param {App} app
 * @param {KeyboardEvent} event
 * @param {Record<string, () => void>} actions
 */
function pressCommand(app, event, actions) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  switch (event.key.toLowerCase()) {
    case 'z': actions[event.shiftKey ? 'redo' : 'undo'](); return true;
    case 'y': actions.redo(); return true;
    case 'a': selectWhere(app, () => true); return true;
    case 'i': selectWhere(app, (cell) => !app.selection.has(cell)); return true;
    default: return false;
  }
}

/**
 * @param {App} app
 * @param {(cell: number) => boolean} wanted
 */
function selectWhere(app, wanted) {
  const cells = [...app.game.cells.keys()].filter(wanted);
  if (cells.length > 0) app.select(cells);
  app.render();
}

/**
 * @param {App} app
 * @param {KeyboardEvent} event
 */
function pressValue(app, event) {
  const value = typed(app, event);
  if (value === 0) return false;
  // With Shift the number pad of some systems sends arrows and hides the Shift.
  const hidden = /^Numpad\d$/.test(event.code) && !/^\d$/.test(event.key) && event.getModifierState('NumLock');
  app.write(value, hidden ? 'corner' : app.activeMode);
  return true;
}

/**
 * @param {App} app
 * @param {KeyboardEvent} event
 */
function pressMove(app, event) {
  const { shape } = app.game;
  const letters = event.ctrlKey || event.metaKey || event.altKey ? undefined : WASD[event.code];
  const direction = ARROWS[event.key] ?? letters;
  let target = -1;
  if (direction !== undefined) target = shape.neighbour(app.cursor, ...direction);
  else target = jump(app, event);
  if (target < 0) return false;
  const extend = event.shiftKey || ((event.ctrlKey || event.metaKey) && direction !== undefined);
  app.select(extend ? [...app.selected.filter((cell) => cell !== target), target] : [target]);
  app.render();
  app.board.focus();
  return true;
}

/**
 * @param {App} app
 * @param {KeyboardEvent} event
 * @returns {number} the cell, or -1
 */
function jump({ cursor, game: { shape } }, event) {
  const { size } = shape;
  const whole = event.ctrlKey || event.metaKey;
  const rowStart = cursor - shape.column(cursor);
  switch (event.key) {
    case 'Home': return whole ? 0 : rowStart;
    case 'End': return whole ? shape.cells - 1 : rowStart + size - 1;
    case 'PageUp': return shape.column(cursor);
    case 'PageDown': return (size - 1) * size + shape.column(cursor);
    default: return -1;
  }
}

/**
 * @param {App} app
 * @param {KeyboardEvent} event
 * @param {Record<string, () => void>} actions
 */
function pressPlain(app, event, actions) {
  if (event.key === 'Backspace' || event.key === 'Delete' || event.code === 'Numpad0' || event.code === 'Digit0') {
    app.erase();
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const mode = event.shiftKey ? undefined : MODE_KEYS[event.code];
  if (mode !== undefined) {
    app.mode = mode;
    app.render();
    return true;
  }
  const named = {
    '[': 'undo', ']': 'redo', '?': 'keys', h: 'hint', Enter: 'hint', n: 'automatic', '.': 'automatic',
    Escape: 'escape', '+': 'next-puzzle', '-': 'previous-puzzle',
  }[event.key];
  if (named !== undefined) {
    actions[named]();
    return true;
  }
  if (event.key !== ' ') return false;
  app.mode = MODES[(MODES.indexOf(app.mode) + 1) % MODES.length];
  app.render();
  return true;
}


/** Digits that follow each other so closely make one number. */
const PAUSE = 900;

/** Paste and reload belong to the browser, even where their letters are values. */
const BROWSERS = ['v', 'r'];

/** @type {{ value: number, where: string, at: number, edits: number }} the last digit of a number */
let last = { value: 0, where: '', at: -PAUSE, edits: 0 };

/**
 * The value that a key writes, 0 if none.
 * @param {App} app
 * @param {KeyboardEvent} event
 */
export function typed(app, event) {
  const { shape } = app.game;
  if (BROWSERS.includes(event.key.toLowerCase()) && (event.ctrlKey || event.metaKey)) return 0;
  // The place of the key tells digits even where Shift makes another character of them.
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit !== undefined) {
    return shape.hasNumbers ? numberTyped(app, Number(digit), event.timeStamp) : valueOfDigit(app, digit);
  }
  const [character, more] = [...event.key];
  const written = more === undefined ? shape.valueFor(character) : 0;
  const [, letter] = /^Key([A-Z])$/.exec(event.code) ?? [];
  // Another alphabet, or a character that Alt made.
  const isForeign = letter !== undefined && !/^[a-z]$/i.test(event.key);
  return written || (isForeign ? shape.valueFor(letter) : 0);
}

/**
 * A digit that is a symbol is that symbol; where none is, it counts the symbols.
 * @param {App} app
 * @param {string} digit
 */
function valueOfDigit({ game: { shape } }, digit) {
  const value = shape.valueFor(digit);
  if (value !== 0 || shape.symbols.some((symbol) => /^\d$/.test(symbol))) return value;
  return Number(digit) <= shape.size ? Number(digit) : 0;
}

/**
 * One digit of a number: the second one takes the place of the first.
 * @param {App} app
 * @param {number} digit
 * @param {number} at
 */
function numberTyped(app, digit, at) {
  const { game } = app;
  const where = `${app.activeMode} ${app.selected.join()}`;
  const both = last.value * 10 + digit;
  const goesOn = last.value > 0 && where === last.where && at - last.at < PAUSE && both <= game.shape.size;
  if (goesOn && game.past.length > last.edits) game.undo();
  const value = goesOn ? both : digit;
  last = { value: goesOn ? 0 : digit, where, at, edits: game.past.length };
  return value;
}
