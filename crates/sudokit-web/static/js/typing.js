// From keys to values: by the board's own symbols, and by digits in any case.

/** @typedef {import('./app.js').App} App */

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
