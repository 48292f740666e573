// The keyboard. Keys work only while the board (or nothing) has the focus, so that they never
// interfere with screen readers or text fields.

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../game/game.js').Mode} Mode */

/** @type {[string[], string][]} the list of shortcuts: keys, held together where there is a `+` */
export const SHORTCUTS = [
  [['1–9', 'A–P'], 'Enter a value; a letter used as a value loses its other meaning'],
  [['1', '2'], 'Typed in quick succession: 12, on boards with numbers'],
  [['Arrows', 'W', 'A', 'S', 'D'], 'Move; hold Shift or Ctrl to extend the selection'],
  [['Home', 'End'], 'First or last cell of the row; with Ctrl, of the board'],
  [['Page Up', 'Page Down'], 'First or last cell of the column'],
  [['Z', 'X', 'C', 'V'], 'Switch to values, corner marks, centre marks, colours'],
  [['Shift', 'Ctrl', 'Alt'], 'Hold while entering a value: corner mark, centre mark, colour'],
  [['N'], 'Switch between values and centre marks'],
  [['Space'], 'Next mode'],
  [['Backspace', 'Delete'], 'Erase'],
  [['[', 'Ctrl + Z'], 'Undo'],
  [[']', 'Ctrl + Y'], 'Redo'],
  [['Ctrl + A', 'Ctrl + I'], 'Select all, invert the selection'],
  [['Esc'], 'Close the hint, or select only one cell'],
  [['H', 'Enter'], 'Hint, then more detail'],
  [['.'], 'Automatic candidates'],
  [['0', '.', 'Space'], 'While entering a puzzle: an empty cell; Backspace goes back, Enter starts the game'],
  [['1–9', '0'], 'While painting regions: the region of the cells; Enter uses the regions'],
  [['+', '−'], 'Next or previous puzzle of the collection'],
  [['Ctrl + V'], 'Open the puzzle from the clipboard'],
  [['?'], 'This list'],
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
    // A dialog may have handled the key already.
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
 * Shift, Ctrl and Alt change the mode while they are held.
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
 * @returns {boolean} whether the key was handled
 */
function press(app, event, actions) {
  return (
    pressCommand(app, event, actions) ||
    pressValue(app, event) ||
    (app.game.editing && pressEntry(app, event, actions)) ||
    pressMove(app, event) ||
    pressPlain(app, event, actions)
  );
}

/**
 * Keys with a meaning of their own while a puzzle is entered.
 * @param {App} app
 * @param {KeyboardEvent} event
 * @param {Record<string, () => void>} actions
 */
function pressEntry(app, event, actions) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'Enter') actions[app.regions === null ? 'start-playing' : 'use-regions']();
  else if (event.key === 'Backspace') app.stepBack();
  else if (event.key === ' ' && entered.cell === app.cursor) app.advance();
  else if (['.', ' '].includes(event.key) || isZero(event)) app.enter(0);
  else return false;
  return true;
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
  const value = valueOfKey(app, event);
  // The second digit of 10 or 20.
  const isSecond = app.isEntering && app.game.shape.hasNumbers && entered.cell === app.cursor;
  if (isSecond && isZero(event)) return enterDigit(app, 0, event.timeStamp);
  if (value === 0) return false;
  if (app.isEntering) {
    if (app.game.shape.hasNumbers && isDigit(event)) enterDigit(app, value, event.timeStamp);
    else app.enter(value);
    return true;
  }
  // On some systems Shift with the number pad sends arrows and hides Shift itself.
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
  if (event.key === 'Backspace' || event.key === 'Delete' || isZero(event)) {
    app.erase();
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const mode = event.shiftKey ? undefined : MODE_KEYS[event.code];
  if (mode !== undefined) {
    app.switchMode(mode);
    return true;
  }
  const named = {
    '[': 'undo', ']': 'redo', '?': 'shortcuts', h: 'hint', Enter: 'hint', n: 'notes', '.': 'automatic',
    Escape: 'escape', '+': 'next-puzzle', '-': 'previous-puzzle',
  }[event.key];
  // Nothing is solved and nothing is noted while a puzzle is entered.
  const isIdle = app.game.editing && ['hint', 'notes', 'automatic'].includes(named ?? '');
  if (isIdle) return true;
  if (named !== undefined) {
    actions[named]();
    return true;
  }
  if (event.key !== ' ') return false;
  app.switchMode(MODES[(MODES.indexOf(app.mode) + 1) % MODES.length]);
  return true;
}


/** Digits typed within this time, in milliseconds, form one number. */
const NUMBER_TIMEOUT = 900;

/** Ctrl with these letters (paste, reload) is left to the browser even if they are values. */
const BROWSER_KEYS = ['v', 'r'];

/** @type {{ value: number, where: string, at: number, edits: number }} the first digit of a number */
let last = { value: 0, where: '', at: -NUMBER_TIMEOUT, edits: 0 };

/**
 * The value that a key enters, 0 if none.
 * @param {App} app
 * @param {KeyboardEvent} event
 */
function valueOfKey(app, event) {
  const { shape } = app.game;
  if (BROWSER_KEYS.includes(event.key.toLowerCase()) && (event.ctrlKey || event.metaKey)) return 0;
  // The key code identifies digits even if Shift turns them into other characters.
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit !== undefined) {
    if (shape.hasNumbers && app.isEntering) return Number(digit);
    return shape.hasNumbers ? valueOfDigits(app, Number(digit), event.timeStamp) : valueOfDigit(app, digit);
  }
  const [character, more] = [...event.key];
  const written = more === undefined ? shape.valueFor(character) : 0;
  const [, letter] = /^Key([A-Z])$/.exec(event.code) ?? [];
  // A key of another alphabet, or a character produced by Alt.
  const isForeign = letter !== undefined && !/^[a-z]$/i.test(event.key);
  return written || (isForeign ? shape.valueFor(letter) : 0);
}

/**
 * The value of a digit: the symbol itself or, on boards without digits, its position among the
 * symbols.
 * @param {App} app
 * @param {string} digit
 */
function valueOfDigit({ game: { shape } }, digit) {
  const value = shape.valueFor(digit);
  if (value !== 0 || shape.symbols.some((symbol) => /^\d$/.test(symbol))) return value;
  return Number(digit) <= shape.size ? Number(digit) : 0;
}

/**
 * Handles one digit of a number: the second replaces the value of the first.
 * @param {App} app
 * @param {number} digit
 * @param {number} at
 */
function valueOfDigits(app, digit, at) {
  const { game } = app;
  const where = `${app.activeMode} ${app.selected.join()}`;
  const both = last.value * 10 + digit;
  const isSecond = last.value > 0 && where === last.where && at - last.at < NUMBER_TIMEOUT && both <= game.shape.size;
  if (isSecond && game.past.length > last.edits) game.undo();
  const value = isSecond ? both : digit;
  last = { value: isSecond ? 0 : digit, where, at, edits: game.past.length };
  return value;
}

/** @type {{ cell: number, value: number, at: number }} the first digit of a given; cell -1 for none */
let entered = { cell: -1, value: 0, at: 0 };

/** @param {KeyboardEvent} event */
const isZero = (event) => /^(?:Digit|Numpad)0$/.test(event.code);

/** @param {KeyboardEvent} event */
const isDigit = (event) => /^(?:Digit|Numpad)\d$/.test(event.code);

/**
 * Enters one digit of a given on a board with numbers. The cursor waits on the cell as long as a
 * second digit may follow.
 * @param {App} app
 * @param {number} digit
 * @param {number} at
 */
function enterDigit(app, digit, at) {
  const { size } = app.game.shape;
  const isWaiting = entered.cell === app.cursor;
  const both = entered.value * 10 + digit;
  if (isWaiting && both <= size && at - entered.at < NUMBER_TIMEOUT) {
    entered = { cell: -1, value: 0, at };
    app.enter(both);
    return true;
  }
  if (isWaiting) app.advance();
  const mayContinue = digit > 0 && digit * 10 <= size;
  entered = mayContinue ? { cell: app.cursor, value: digit, at } : { cell: -1, value: 0, at };
  app.enter(digit, !mayContinue);
  return true;
}
