// Sharing: the position as text in several forms, as a link, as a picture, as a QR code, on paper,
// and in other solvers.

import * as engine from './engine.js';
import { copyField } from './files.js';
import { EMPTY, Game } from './game.js';
import { fragmentOf, pageAddress } from './link.js';
import { announce, orTell } from './say.js';
import { makeSharedCode } from './share-code.js';
import { makeSharedPicture } from './share-picture.js';
import { element } from './svg.js';

/** @typedef {import('./app.js').App} App */

/**
 * What is shared: the board as it is now, or the givens alone.
 * @typedef {object} Shared
 * @property {Game} game
 * @property {import('./types.js').Position | null} position null for the givens alone
 * @property {string} link
 */

/** @param {App} app */
export function makeShare(app) {
  const dialog = element('share-dialog', HTMLDialogElement);
  const text = element('copied', HTMLTextAreaElement);
  const label = element('copied-label', HTMLElement);
  let form = 'link';

  /** @returns {Shared} */
  const shared = () => {
    const { game } = app;
    const isNow = dialog.querySelector('input[value="now"]:checked') !== null;
    const linked = isNow ? game : new Game(game.shape, game.cells.map(givenOnly));
    return {
      game,
      position: isNow ? game.position(app.settings.automatic) : null,
      link: pageAddress() + fragmentOf(linked),
    };
  };
  const picture = makeSharedPicture(app, shared);
  const code = makeSharedCode(shared);

  const make = async () => {
    const { game, position, link } = shared();
    if (form === 'link') return link;
    const candidates = form === 'pencilmarks' || form === 'json';
    const sent = position !== null && !candidates ? { ...position, candidates: everything(game, position.values) } : position;
    return (await engine.convert(game, form, sent)).text.trimEnd();
  };

  const refresh = () => {
    void orTell(async () => {
      text.value = await make();
      label.textContent = 'Text';
    });
    picture.refresh();
    code.refresh();
  };

  const copy = () => orTell(async () => {
    text.value = await make();
    const done = await copyField(text);
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
    choice.addEventListener('change', refresh);
  }

  offerToSend(() => ({ title: app.game.name || 'Sudoku', url: shared().link }));
  return () => {
    form = 'link';
    linkElsewhere(app.game);
    picture.begin();
    dialog.showModal();
    refresh();
  };
}

/**
 * Where the system can send links to other programs and people, as phones can, there is a button.
 * @param {() => ShareData} message
 */
function offerToSend(message) {
  const button = element('send', HTMLButtonElement);
  button.hidden = navigator.share === undefined;
  button.addEventListener('click', () => {
    navigator.share(message()).catch(() => {
      // Somebody thought better of it.
    });
  });
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
