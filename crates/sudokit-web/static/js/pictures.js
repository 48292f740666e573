// What the page asks the server to draw: pictures, pages to print, QR codes.

import { ask, askFile } from './api.js';
import { described } from './engine.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types.js').Position} Position */

/**
 * @typedef {object} Look
 * @property {'light' | 'dark' | 'print'} theme
 * @property {boolean} show_candidates
 * @property {boolean} step
 */

/**
 * The board as a picture.
 * @param {Game} game
 * @param {Position | null} position
 * @param {'svg' | 'png'} form
 * @param {Look} look
 */
export function picture(game, position, form, look) {
  return askFile('render', { ...described(game, position), to: form, ...look }, `picture-${form}`);
}

/**
 * What is printed: puzzles as text in any form, or the board.
 * @typedef {{ text: string } | { game: Game, position: Position | null }} Printed
 */

/**
 * @typedef {object} Sheet
 * @property {number} per_page
 * @property {boolean} answers
 * @property {boolean} show_candidates
 * @property {string} [qr] where QR codes lead
 * @property {'a4' | 'letter'} paper
 * @property {string} title
 */

/** @param {Printed} printed */
const printedAs = (printed) =>
  'text' in printed ? { puzzle: printed.text } : described(printed.game, printed.position);

/**
 * Each page as SVG.
 * @param {Printed} printed
 * @param {Sheet} sheet
 * @returns {Promise<{ pages: string[], notes: string[] }>}
 */
export function pages(printed, sheet) {
  return ask('render', { ...printedAs(printed), ...sheet, to: 'pages' }, 'pages');
}

/**
 * All pages in one file.
 * @param {Printed} printed
 * @param {Sheet} sheet
 */
export function booklet(printed, sheet) {
  return askFile('render', { ...printedAs(printed), ...sheet, to: 'pdf' }, 'booklet');
}

/**
 * A link as a QR code. It goes into the body, so that its position reaches no server's log.
 * @param {string} link
 */
export function qrCode(link) {
  return askFile('qr', { text: link });
}
