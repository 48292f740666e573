// The position in the address: `#p=3x3:53..7+4…&n=…`. It stands behind `#`, so that it reaches no
// server's log. Values are one character each, placed ones with `+` before them; notes are
// `cell.centre.corner.crossed.colours` in base 36, one after the other. `s=` lists the symbols of a
// board that has its own; `p=` counts 1-9, A-P nevertheless.

import { EMPTY } from './game.js';
import { letter, valueOfLetter } from './shape.js';

/** @typedef {import('./game.js').CellState} CellState */

const THIS_MACHINE = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Where the page is, without a position. */
export const pageAddress = () => location.href.replace(/#.*$/, '');

/** Whether links lead to this machine alone. */
export const isLocal = () => THIS_MACHINE.test(location.hostname);

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
 * What a fragment says; null if it is none of ours.
 * @param {string} fragment
 * @returns {import('./game.js').Linked | null}
 */
export function readFragment(fragment) {
  const fields = new Map(
    decode(fragment).replace(/^#/, '').split('&').map((field) => {
      const [name, ...rest] = field.split('=');
      return [name, rest.join('=')];
    }),
  );
  const found = /^(.*):([^:]*)$/.exec(fields.get('p') ?? '');
  if (found === null) return null;
  const cells = readBoard(found[2]);
  if (cells === null) return null;
  readNotes(fields.get('n') ?? '', cells);
  return {
    shape: found[1].replaceAll('*', '+'),
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
