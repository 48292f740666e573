// The position in the address: `#p=3x3:53..7+4…&n=…`. Browsers do not send the part after `#`, so
// it appears in no server log. Values are one character each, placed ones after a `+`; notes are
// `cell.centre.corner.crossed.colours` in base 36, separated by `_`. `s=` lists the symbols of a
// board that has its own; `p=` always uses 1-9, A-P.

import { EMPTY } from './game.js';
import { letter, valueOfLetter } from './shape.js';

/** @typedef {import('./game.js').CellState} CellState */

const THIS_MACHINE = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** The address of the page, without a position. */
export const pageAddress = () => location.href.replace(/#.*$/, '');

/** Whether links only work on this computer. */
export const isLocal = () => THIS_MACHINE.test(location.hostname);

/** What to say about a link to this page without a position. */
export const UNREADABLE_LINK = 'The link holds no puzzle that can be read. It may have been cut off when it was copied.';

/**
 * Whether a text is one link and nothing else.
 * @param {string} text
 */
export const isLink = (text) => /^\s*[a-z][a-z+.-]*:\/\/\S+\s*$/i.test(text);

/** The shapes of boards with these numbers of cells. */
const USUAL_SHAPES = new Map([[16, '2x2'], [36, '2x3'], [81, '3x3'], [256, '4x4']]);

const NOTES = /** @type {const} */ (['centre', 'corner', 'crossed', 'colours']);

/**
 * @param {import('./game.js').Game} game
 * @returns {string} the fragment, with `#`
 */
export function fragmentOf(game) {
  const board = game.cells.map(({ value, given }) =>
    value !== 0 && !given ? `+${letter(value)}` : letter(value),
  );
  const notes = game.cells.flatMap((state, cell) => {
    const parts = NOTES.map((kind) => (state[kind] === 0 ? '' : state[kind].toString(36)));
    return parts.some(Boolean) ? [`${cell.toString(36)}.${parts.join('.')}`] : [];
  });
  const fields = [`p=${game.shape.name.replaceAll('+', '*')}:${board.join('')}`];
  if (notes.length > 0) fields.push(`n=${notes.join('_')}`);
  if (game.shape.spelling !== undefined) fields.push(`s=${encodeURIComponent(game.shape.spelling)}`);
  if (game.editing) fields.push('e=1');
  return `#${fields.join('&')}`;
}

/**
 * Reads a fragment; returns null if it holds no position.
 * @param {string} fragment
 * @returns {import('./game.js').LinkedGame | null}
 */
export function readFragment(fragment) {
  const fields = new Map(
    decode(fragment).replace(/^#/, '').split('&').map((field) => {
      const [name, ...rest] = field.split('=');
      return [name, rest.join('=')];
    }),
  );
  const found = /^(?:(.*):)?([^:]+)$/.exec(fields.get('p') ?? '');
  if (found === null) return null;
  const cells = readBoard(found[2]);
  // People who write a link by hand leave out the shape.
  const shape = found[1] ?? USUAL_SHAPES.get(cells?.length ?? 0);
  if (cells === null || shape === undefined) return null;
  readNotes(fields.get('n') ?? '', cells);
  return {
    shape: shape.replaceAll('*', '+'),
    cells,
    symbols: fields.get('s'),
    editing: fields.get('e') === '1',
  };
}

/** @param {string} fragment */
function decode(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/**
 * @param {string} board
 * @returns {CellState[] | null}
 */
function readBoard(board) {
  const symbols = board.match(/\+?[0-9A-Za-z.]/g) ?? [];
  if (symbols.join('') !== board || !Number.isInteger(Math.sqrt(symbols.length))) return null;
  const size = Math.sqrt(symbols.length);
  const cells = symbols.map((symbol) => {
    const value = valueOfLetter(symbol.slice(-1));
    return value === 0 ? EMPTY : { ...EMPTY, value, given: !symbol.startsWith('+') };
  });
  return cells.every(({ value }) => value <= size) ? cells : null;
}

/**
 * @param {string} notes
 * @param {CellState[]} cells
 */
function readNotes(notes, cells) {
  const all = 2 ** Math.sqrt(cells.length) - 1;
  for (const note of notes.split('_').filter(Boolean)) {
    const [cell, ...parts] = note.split('.').map((part) => parseInt(part, 36) || 0);
    if (cells[cell] === undefined) continue;
    const marks = NOTES.map((kind, index) => [kind, (parts[index] ?? 0) & (kind === 'colours' ? 511 : all)]);
    cells[cell] = { ...cells[cell], ...Object.fromEntries(marks) };
  }
}
