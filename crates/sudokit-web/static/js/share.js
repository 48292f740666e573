// Sharing: the position as text in several forms, as a link, on paper, and in other solvers.

import * as engine from './engine.js';
import { EMPTY, Game } from './game.js';
import { fragmentOf } from './link.js';
import { announce, orTell } from './say.js';
import { element } from './svg.js';

/** @typedef {import('./app.js').App} App */

/** @param {App} app */
export function makeShare(app) {
  const dialog = element('share-dialog', HTMLDialogElement);
  const text = element('copied', HTMLTextAreaElement);
  const label = element('copied-label', HTMLElement);
  let form = 'link';

  const isNow = () => dialog.querySelector('input[value="now"]:checked') !== null;

  const make = async () => {
    const { game } = app;
    if (form === 'link') {
      const shared = isNow() ? game : new Game(game.shape, game.cells.map(givenOnly));
      return location.href.replace(/#.*$/, '') + fragmentOf(shared);
    }
    const position = isNow() ? game.position(app.settings.automatic) : null;
    const candidates = form === 'pencilmarks' || form === 'json';
    const sent = position !== null && !candidates ? { ...position, candidates: everything(game, position.values) } : position;
    return (await engine.convert(game, form, sent)).text.trimEnd();
  };

  const refresh = () => orTell(async () => {
    text.value = await make();
    label.textContent = 'Text';
  });

  const copy = () => orTell(async () => {
    text.value = await make();
    const done = await toClipboard(text);
    label.textContent = done ? 'Copied' : 'Copy it from here';
    announce(done ? 'Copied.' : 'Copy it from the text field.');
  });

  for (const button of dialog.querySelectorAll('button[data-copy]')) {
    button.addEventListener('click', () => {
      form = button.getAttribute('data-copy') ?? 'link';
      void copy();
    });
  }
  for (const choice of dialog.querySelectorAll('input[name="what"]')) {
    choice.addEventListener('change', () => void refresh());
  }

  return () => {
    form = 'link';
    linkElsewhere(app.game);
    dialog.showModal();
    void refresh();
  };
}

/** @param {import('./types.js').CellState} state */
const givenOnly = (state) => (state.given ? { ...EMPTY, value: state.value, given: true } : EMPTY);

/**
 * What the values alone leave: a line or a grid has no place for more.
 * @param {Game} game
 * @param {number[]} values
 */
const everything = (game, values) =>
  values.map((value, cell) => (value === 0 ? game.shape.possible(values, cell) : 0));

/**
 * @param {HTMLTextAreaElement} field
 * @returns {Promise<boolean>}
 */
async function toClipboard(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
}

/**
 * Other solvers know the classic board only.
 * @param {Game} game
 */
function linkElsewhere(game) {
  const digits = game.values.join('');
  const places = {
    'to-wiki': `https://www.sudokuwiki.org/sudoku.htm?bd=${digits}`,
    'to-exchange': `https://sudokuexchange.com/play/?s=${digits}`,
  };
  for (const [id, address] of Object.entries(places)) {
    const link = element(id, HTMLAnchorElement);
    link.hidden = game.shape.name !== '3x3';
    link.href = address;
  }
}
