// The print dialog: the board or a whole collection, with a preview and optional answers.

import { element, html } from '../dom.js';
import { isLocal, pageAddress } from '../game/link.js';
import { announce } from '../messages.js';
import { sentence, Superseded } from '../server/client.js';
import * as server from '../server/requests.js';
import { fileName, save, showIn } from './files.js';

/** @typedef {import('../app.js').App} App */

/** The server's limit for one request. */
const MAX_FILE_SIZE = 128 * 1024;
/** The server's limit for one drawing. */
const MAX_PUZZLES = 240;
/** Delay between typing and updating the preview, in milliseconds. */
const UPDATE_DELAY = 250;

const LOCAL_ONLY = 'the QR codes only work on this computer, not on phones';

/** @param {App} app */
export function createPrintDialog(app) {
  const dialog = element('print-dialog', HTMLDialogElement);
  const collection = element('print-collection', HTMLElement);
  const text = element('print-text', HTMLTextAreaElement);
  const chosen = element('print-file', HTMLInputElement);
  const title = element('print-heading', HTMLInputElement);
  const paper = element('print-paper', HTMLSelectElement);
  const message = element('print-message', HTMLElement);
  const buttons = [element('print-now', HTMLButtonElement), element('print-save', HTMLButtonElement)];
  const preview = createPreview();
  /** Whether the player chose the number of puzzles per page. */
  let isChosen = false;
  let waiting = 0;
  // What was saved last, until something changes: a preview that is drawn later must not hide it.
  let saved = '';

  const choice = (/** @type {string} */ name) =>
    dialog.querySelector(`input[name="${name}"]:checked`)?.getAttribute('value') ?? '';
  const isOn = (/** @type {string} */ id) => element(id, HTMLInputElement).checked;

  /** @returns {server.Printed} */
  const printed = () => {
    const what = choice('print-what');
    if (what === 'collection') return { text: text.value };
    const { game } = app;
    return { game, position: what === 'now' ? game.position(app.settings.automatic) : null };
  };

  /** @returns {server.Sheet} */
  const sheet = () => ({
    per_page: Number(choice('per-page')),
    answers: isOn('print-answers'),
    show_candidates: isOn('print-candidates'),
    ...(isOn('print-codes') ? { qr: pageAddress() } : {}),
    paper: /** @type {server.Sheet['paper']} */ (paper.value),
    title: title.value.trim(),
  });

  /**
   * Runs an operation and shows its error, if any, in the dialog.
   * @param {() => Promise<void>} work
   */
  const showErrors = async (work) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof Superseded) return;
      preview.clear();
      message.textContent = error instanceof Error ? error.message : String(error);
      for (const button of buttons) button.disabled = true;
    }
  };

  const refresh = () => void showErrors(async () => {
    const isCollection = choice('print-what') === 'collection';
    collection.hidden = !isCollection;
    if (isCollection && text.value.trim() === '') {
      preview.clear();
      message.textContent = 'Paste puzzles or choose a file.';
      for (const button of buttons) button.disabled = true;
      return;
    }
    const { pages, notes } = await server.pages(printed(), sheet());
    preview.show(pages);
    if (isOn('print-codes') && isLocal()) notes.unshift(LOCAL_ONLY);
    message.textContent = [...notes.map(sentence), saved].join('\n').trim();
    for (const button of buttons) button.disabled = false;
  });

  const refreshSoon = () => {
    saved = '';
    clearTimeout(waiting);
    waiting = window.setTimeout(refresh, UPDATE_DELAY);
  };

  /** @param {File | undefined} file */
  const readFile = (file) => showErrors(async () => {
    if (file === undefined) return;
    if (file.size > MAX_FILE_SIZE) throw new Error(`${file.name} is too large. The limit is 128 KiB.`);
    element('print-what-collection', HTMLInputElement).checked = true;
    text.value = await file.text();
    title.value ||= file.name.replace(/\.\w+$/, '');
    setDefaultPerPage();
    refresh();
  });

  /** Sets the usual number of puzzles per page, unless the player chose one. */
  const setDefaultPerPage = () => {
    if (isChosen) return;
    const perPage = choice('print-what') === 'collection' ? '4' : '1';
    element(`per-page-${perPage}`, HTMLInputElement).checked = true;
  };

  const print = () => showErrors(async () => {
    const { pages } = await server.pages(printed(), sheet());
    await layOut(pages, paper.value);
    dialog.close();
    window.print();
  });

  const savePdf = () => showErrors(async () => {
    const { file } = await server.booklet(printed(), sheet());
    const name = fileName(title.value || app.game.name, 'pdf');
    save(file, name);
    saved = `Saved as ${name}.`;
    message.textContent = saved;
    announce(saved);
  });

  for (const input of dialog.querySelectorAll('input[name="per-page"]')) {
    input.addEventListener('change', () => { isChosen = true; });
  }
  for (const input of dialog.querySelectorAll('input[name="print-what"]')) {
    input.addEventListener('change', setDefaultPerPage);
  }
  dialog.addEventListener('change', (event) => {
    if (event.target === chosen) return;
    saved = '';
    refresh();
  });
  dialog.addEventListener('input', refreshSoon);
  title.addEventListener('keydown', (event) => {
    // Enter would close the dialog.
    if (event.key === 'Enter') event.preventDefault();
  });
  chosen.addEventListener('change', () => {
    void readFile(chosen.files?.[0]);
    chosen.value = '';
  });
  buttons[0].addEventListener('click', () => void print());
  buttons[1].addEventListener('click', () => void savePdf());
  element('print-choose', HTMLButtonElement).addEventListener('click', () => chosen.click());
  // A file dropped here is printed; elsewhere on the page it would be opened.
  for (const kind of /** @type {const} */ (['dragover', 'drop'])) {
    dialog.addEventListener(kind, (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (kind === 'drop') void readFile(event.dataTransfer?.files[0]);
    });
  }

  /** Takes the rest of the current collection, if its puzzles are plain 9×9 lines. */
  const takeCollection = () => {
    const { place } = app;
    const following = place?.collection.puzzles.slice(place.index, place.index + MAX_PUZZLES) ?? [];
    if (following.length < 2 || following.some(({ shape }) => shape !== '3x3')) return;
    text.value = following.map(({ line }) => line).join('\n');
  };

  paper.value = /-(US|CA|MX|PH|CL|CO|VE)\b/.test(navigator.language) ? 'letter' : 'a4';
  return () => {
    clearSheets();
    takeCollection();
    title.value = app.place?.collection.name || app.game.name;
    dialog.showModal();
    refresh();
  };
}

/** The preview, one page at a time. */
function createPreview() {
  const image = element('print-page', HTMLImageElement);
  const place = element('print-place', HTMLElement);
  const [previous, next] = [element('print-previous', HTMLButtonElement), element('print-next', HTMLButtonElement)];
  /** @type {string[]} */
  let pages = [];
  let shown = 0;

  const render = () => {
    image.hidden = pages.length === 0;
    place.textContent = pages.length === 0 ? '' : `Page ${shown + 1} of ${pages.length}`;
    for (const button of [previous, next]) button.hidden = pages.length < 2;
    previous.disabled = shown === 0;
    next.disabled = shown >= pages.length - 1;
    if (pages.length > 0) void showIn(image, asFile(pages[shown]));
  };
  const turn = (/** @type {number} */ by) => {
    shown += by;
    render();
  };
  previous.addEventListener('click', () => turn(-1));
  next.addEventListener('click', () => turn(1));

  return {
    /** @param {string[]} made */
    show: (made) => {
      pages = made;
      shown = Math.min(shown, pages.length - 1);
      shown = Math.max(shown, 0);
      render();
    },
    clear: () => {
      pages = [];
      shown = 0;
      render();
    },
  };
}

/** @param {string} page */
const asFile = (page) => new Blob([page], { type: 'image/svg+xml' });

/**
 * Adds the pages to the document for printing.
 * @param {string[]} pages
 * @param {string} paper
 */
async function layOut(pages, paper) {
  clearSheets();
  const sheets = element('sheets', HTMLElement);
  sheets.dataset.paper = paper;
  const images = pages.map((_, index) => html('img', { alt: `Page ${index + 1}` }));
  sheets.append(...images);
  await Promise.all(images.map((image, index) => showIn(image, asFile(pages[index]))));
  document.documentElement.dataset.printing = 'sheets';
  window.addEventListener('afterprint', clearSheets, { once: true });
}

function clearSheets() {
  delete document.documentElement.dataset.printing;
  for (const image of document.querySelectorAll('#sheets img')) {
    URL.revokeObjectURL(image.getAttribute('src') ?? '');
    image.remove();
  }
}
