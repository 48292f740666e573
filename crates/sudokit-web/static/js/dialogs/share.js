// The share dialog: the position as text, link, picture or QR code, and in other solvers.

import { element, html } from '../dom.js';
import { EMPTY, Game } from '../game/game.js';
import { fragmentOf, isLocal, pageAddress } from '../game/link.js';
import { announce, reportErrors, showMessage } from '../messages.js';
import { Superseded } from '../server/client.js';
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
export function createShareDialog(app) {
  const dialog = element('share-dialog', HTMLDialogElement);
  const text = element('share-text', HTMLTextAreaElement);
  const label = element('share-text-label', HTMLElement);
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
  const picture = createPictureSection(app, shared);
  const qr = createQrSection(shared);

  const makeText = async () => {
    const { game, position, link } = shared();
    if (form === 'link') return link;
    const candidates = form === 'pencilmarks' || form === 'json';
    const sent = position !== null && !candidates ? { ...position, candidates: allCandidates(game, position.values) } : position;
    return (await server.convert(game, form, sent)).text.trimEnd();
  };

  const refresh = () => {
    void reportErrors(async () => {
      text.value = await makeText();
      label.textContent = 'Text';
    });
    picture.refresh();
    qr.refresh();
  };

  const copy = () => reportErrors(async () => {
    text.value = await makeText();
    const done = await copyField(text);
    label.textContent = done ? 'Copied' : 'Copy from here';
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

  createSendButton(() => ({ title: app.game.name || 'Sudoku', url: shared().link }));
  return () => {
    form = 'link';
    updateSolverLinks(app.game);
    picture.reset();
    dialog.showModal();
    refresh();
  };
}

/**
 * Sets up the button that opens the system's share sheet, where there is one.
 * @param {() => ShareData} message
 */
function createSendButton(message) {
  const button = element('send', HTMLButtonElement);
  button.hidden = navigator.share === undefined;
  button.addEventListener('click', () => {
    navigator.share(message()).catch(() => {
      // The player cancelled.
    });
  });
}

/** @param {import('../game/game.js').CellState} state */
const givenOnly = (state) => (state.given ? { ...EMPTY, value: state.value, given: true } : EMPTY);

/**
 * The candidates that the values allow: lines and grids cannot hold removed candidates.
 * @param {Game} game
 * @param {number[]} values
 */
const allCandidates = (game, values) =>
  values.map((value, cell) => (value === 0 ? game.shape.possible(values, cell) : 0));

/**
 * Updates the links to other solvers, which support classic boards only.
 * @param {Game} game
 */
function updateSolverLinks(game) {
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
export function createPictureSection(app, shared) {
  const image = element('picture', HTMLImageElement);
  const theme = element('picture-theme', HTMLSelectElement);
  const candidates = element('picture-candidates', HTMLInputElement);
  const step = element('picture-step', HTMLInputElement);
  const message = element('picture-message', HTMLElement);

  /** @param {Form} form */
  const make = (form) => {
    const { game, position } = shared();
    return server.picture(game, position, form, {
      theme: /** @type {server.PictureOptions['theme']} */ (theme.value),
      show_candidates: candidates.checked,
      step: step.checked,
    });
  };

  const refresh = () => void reportErrors(async () => {
    // A step is always drawn with all candidates.
    candidates.disabled = step.checked;
    const { file, note } = await make('svg');
    message.textContent = note;
    await showIn(image, file);
  });

  /** @param {string} text */
  const report = (text) => {
    message.textContent = text;
    announce(text);
  };

  /** @param {Form} form */
  const copy = (form) => reportErrors(async () => {
    const isCopied = form === 'png'
      ? await copyPicture(make('png').then(({ file }) => file))
      : await copySource();
    if (isCopied) report('Copied.');
    else showMessage('This browser cannot copy images here. Save the image instead.');
  });

  const copySource = async () => {
    const { file } = await make('svg');
    if (navigator.clipboard === undefined) return false;
    await navigator.clipboard.writeText(await file.text());
    return true;
  };

  /** @param {Form} form */
  const saveAs = (form) => reportErrors(async () => {
    const { file } = await make(form);
    const name = fileName(app.game.name, form);
    save(file, name);
    report(`Saved as ${name}.`);
  });

  for (const choice of [theme, candidates, step]) choice.addEventListener('change', refresh);
  for (const button of document.querySelectorAll('button[data-picture]')) {
    const [action, form] = (button.getAttribute('data-picture') ?? '').split(' ');
    const act = action === 'copy' ? copy : saveAs;
    button.addEventListener('click', () => void act(/** @type {Form} */ (form)));
  }

  return {
    refresh,
    /** Resets the options to match the page. */
    reset: () => {
      theme.value = document.documentElement.dataset.theme ?? 'light';
      candidates.checked = app.settings.automatic;
      step.checked = false;
    },
  };
}


/** How to use the code, or why phones cannot. */
function qrNote() {
  if (!isLocal()) return ['Scan it with a phone camera.'];
  const command = html('code', {}, 'sudokit serve --host 0.0.0.0');
  return ['This address only works on this computer. Start the server with ', command, ' so that phones on the same network can open it.'];
}

/** @param {() => Shared} shared */
export function createQrSection(shared) {
  const details = element('qr-details', HTMLDetailsElement);
  const image = element('qr-code', HTMLImageElement);
  const note = element('qr-note', HTMLElement);

  /** Makes the code only if it is visible. */
  const refresh = async () => {
    if (!details.open) return;
    try {
      const { file } = await server.qrCode(shared().link);
      await showIn(image, file);
      image.hidden = false;
      note.replaceChildren(...qrNote());
    } catch (error) {
      if (error instanceof Superseded) return;
      image.hidden = true;
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  details.addEventListener('toggle', () => void refresh());
  return { refresh: () => void refresh() };
}
