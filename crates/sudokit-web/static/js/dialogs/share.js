// Sharing: the position as text in several forms, as a link, as a picture, as a QR code, on paper,
// and in other solvers.

import { element, html } from '../dom.js';
import { EMPTY, Game } from '../game/game.js';
import { fragmentOf, isLocal, pageAddress } from '../game/link.js';
import { announce, orTell, tell } from '../messages.js';
import { Overtaken } from '../server/client.js';
import * as server from '../server/requests.js';
import { copyField, copyPicture, fileName, save, showIn } from './files.js';

/** @typedef {import('../app.js').App} App */

/**
 * What is shared: the board as it is now, or the givens alone.
 * @typedef {object} Shared
 * @property {Game} game
 * @property {import('../game/game.js').Position | null} position null for the givens alone
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
    return (await server.convert(game, form, sent)).text.trimEnd();
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

/** @param {import('../game/game.js').CellState} state */
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

/** @typedef {'svg' | 'png'} Form */

/**
 * @param {App} app
 * @param {() => Shared} shared
 */
export function makeSharedPicture(app, shared) {
  const image = element('picture', HTMLImageElement);
  const theme = element('picture-theme', HTMLSelectElement);
  const candidates = element('picture-candidates', HTMLInputElement);
  const step = element('picture-step', HTMLInputElement);
  const done = element('picture-done', HTMLElement);

  /** @param {Form} form */
  const make = (form) => {
    const { game, position } = shared();
    return server.picture(game, position, form, {
      theme: /** @type {server.Look['theme']} */ (theme.value),
      show_candidates: candidates.checked,
      step: step.checked,
    });
  };

  const refresh = () => void orTell(async () => {
    // A step is drawn among all candidates.
    candidates.disabled = step.checked;
    const { file, note } = await make('svg');
    done.textContent = note;
    await showIn(image, file);
  });

  /** @param {string} words */
  const say = (words) => {
    done.textContent = words;
    announce(words);
  };

  /** @param {Form} form */
  const copy = (form) => orTell(async () => {
    const isCopied = form === 'png'
      ? await copyPicture(make('png').then(({ file }) => file))
      : await copySource();
    if (isCopied) say('Copied.');
    else tell('This browser lets no page copy pictures here. Save it instead.');
  });

  const copySource = async () => {
    const { file } = await make('svg');
    if (navigator.clipboard === undefined) return false;
    await navigator.clipboard.writeText(await file.text());
    return true;
  };

  /** @param {Form} form */
  const keep = (form) => orTell(async () => {
    const { file } = await make(form);
    const name = fileName(app.game.name, form);
    save(file, name);
    say(`Saved as ${name}.`);
  });

  for (const choice of [theme, candidates, step]) choice.addEventListener('change', refresh);
  for (const button of document.querySelectorAll('button[data-picture]')) {
    const [action, form] = (button.getAttribute('data-picture') ?? '').split(' ');
    const act = action === 'copy' ? copy : keep;
    button.addEventListener('click', () => void act(/** @type {Form} */ (form)));
  }

  return {
    refresh,
    /** The picture begins as the page looks. */
    begin: () => {
      theme.value = document.documentElement.dataset.theme ?? 'light';
      candidates.checked = app.settings.automatic;
      step.checked = false;
    },
  };
}


/** How to use the code, or why a phone cannot. */
function advice() {
  if (!isLocal()) return ['Point the camera of a phone at it.'];
  const command = html('code', {}, 'sudokit serve --host 0.0.0.0');
  return ['The address leads to this computer only. ', command, ' lets phones in the same network follow it.'];
}

/** @param {() => Shared} shared */
export function makeSharedCode(shared) {
  const details = element('code-details', HTMLDetailsElement);
  const image = element('code', HTMLImageElement);
  const words = element('code-words', HTMLElement);

  /** The code is made only where somebody looks at it. */
  const refresh = async () => {
    if (!details.open) return;
    try {
      const { file } = await server.qrCode(shared().link);
      await showIn(image, file);
      image.hidden = false;
      words.replaceChildren(...advice());
    } catch (error) {
      if (error instanceof Overtaken) return;
      image.hidden = true;
      words.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  details.addEventListener('toggle', () => void refresh());
  return { refresh: () => void refresh() };
}
