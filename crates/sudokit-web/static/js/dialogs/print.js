// Printing: the board, or a whole collection, on pages that are shown before they are printed, with
// the answers at the end.

import { element, html } from '../dom.js';
import { isLocal, pageAddress } from '../game/link.js';
import { announce } from '../messages.js';
import { Overtaken, sentence } from '../server/client.js';
import * as server from '../server/requests.js';
import { fileName, save, showIn } from './files.js';

/** @typedef {import('../app.js').App} App */

/** As much as the server reads at once. */
const LARGEST_FILE = 128 * 1024;
/** As many as the server draws at once. */
const MOST_PUZZLES = 240;
/** How long to wait for the next letter of a title or a puzzle. */
const PAUSE = 250;

const HERE_ONLY = 'the codes lead to this computer only, where phones cannot follow';

/** @param {App} app */
export function makePrint(app) {
  const dialog = element('print-dialog', HTMLDialogElement);
  const collection = element('print-collection', HTMLElement);
  const text = element('print-text', HTMLTextAreaElement);
  const chosen = element('print-file', HTMLInputElement);
  const title = element('print-heading', HTMLInputElement);
  const paper = element('print-paper', HTMLSelectElement);
  const words = element('print-words', HTMLElement);
  const buttons = [element('print-now', HTMLButtonElement), element('print-save', HTMLButtonElement)];
  const preview = makePreview();
  /** Whether somebody chose how many puzzles stand on a page. */
  let isChosen = false;
  let waiting = 0;

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
   * Runs something, and says in the dialog why it cannot be.
   * @param {() => Promise<void>} work
   */
  const orSay = async (work) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof Overtaken) return;
      preview.clear();
      words.textContent = error instanceof Error ? error.message : String(error);
      for (const button of buttons) button.disabled = true;
    }
  };

  const refresh = () => void orSay(async () => {
    const isCollection = choice('print-what') === 'collection';
    collection.hidden = !isCollection;
    if (isCollection && text.value.trim() === '') {
      preview.clear();
      words.textContent = 'Paste puzzles, or choose a file.';
      for (const button of buttons) button.disabled = true;
      return;
    }
    const { pages, notes } = await server.pages(printed(), sheet());
    preview.show(pages);
    if (isOn('print-codes') && isLocal()) notes.unshift(HERE_ONLY);
    words.textContent = notes.map(sentence).join('\n');
    for (const button of buttons) button.disabled = false;
  });

  const refreshSoon = () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(refresh, PAUSE);
  };

  /** @param {File | undefined} file */
  const readFile = (file) => orSay(async () => {
    if (file === undefined) return;
    if (file.size > LARGEST_FILE) throw new Error(`${file.name} is too large: 128 KiB are printed at most.`);
    element('print-what-collection', HTMLInputElement).checked = true;
    text.value = await file.text();
    title.value ||= file.name.replace(/\.\w+$/, '');
    chooseForMany();
    refresh();
  });

  /** One puzzle fills a page, several share it, until somebody says how many. */
  const chooseForMany = () => {
    if (isChosen) return;
    const usual = choice('print-what') === 'collection' ? '4' : '1';
    element(`per-page-${usual}`, HTMLInputElement).checked = true;
  };

  const print = () => orSay(async () => {
    const { pages } = await server.pages(printed(), sheet());
    await layOut(pages, paper.value);
    dialog.close();
    window.print();
  });

  const keep = () => orSay(async () => {
    const { file } = await server.booklet(printed(), sheet());
    const name = fileName(title.value || app.game.name, 'pdf');
    save(file, name);
    words.textContent = `Saved as ${name}.`;
    announce(words.textContent);
  });

  for (const input of dialog.querySelectorAll('input[name="per-page"]')) {
    input.addEventListener('change', () => { isChosen = true; });
  }
  for (const input of dialog.querySelectorAll('input[name="print-what"]')) {
    input.addEventListener('change', chooseForMany);
  }
  dialog.addEventListener('change', (event) => {
    if (event.target !== chosen) refresh();
  });
  dialog.addEventListener('input', refreshSoon);
  title.addEventListener('keydown', (event) => {
    // It would close the dialog.
    if (event.key === 'Enter') event.preventDefault();
  });
  chosen.addEventListener('change', () => {
    void readFile(chosen.files?.[0]);
    chosen.value = '';
  });
  buttons[0].addEventListener('click', () => void print());
  buttons[1].addEventListener('click', () => void keep());
  element('print-choose', HTMLButtonElement).addEventListener('click', () => chosen.click());
  // A file that is dropped here is to be printed; the page itself would open it.
  for (const kind of /** @type {const} */ (['dragover', 'drop'])) {
    dialog.addEventListener(kind, (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (kind === 'drop') void readFile(event.dataTransfer?.files[0]);
    });
  }

  /** The puzzles that follow in the collection that is played, where lines alone describe them. */
  const takeCollection = () => {
    const { among } = app;
    const following = among?.collection.puzzles.slice(among.index, among.index + MOST_PUZZLES) ?? [];
    if (following.length < 2 || following.some(({ shape }) => shape !== '3x3')) return;
    text.value = following.map(({ line }) => line).join('\n');
  };

  paper.value = /-(US|CA|MX|PH|CL|CO|VE)\b/.test(navigator.language) ? 'letter' : 'a4';
  return () => {
    clearSheets();
    takeCollection();
    title.value = app.among?.collection.name || app.game.name;
    dialog.showModal();
    refresh();
  };
}

/** The pages in the dialog, one at a time. */
function makePreview() {
  const image = element('print-page', HTMLImageElement);
  const place = element('print-place', HTMLElement);
  const [back, on] = [element('print-back', HTMLButtonElement), element('print-on', HTMLButtonElement)];
  /** @type {string[]} */
  let pages = [];
  let shown = 0;

  const render = () => {
    image.hidden = pages.length === 0;
    place.textContent = pages.length === 0 ? '' : `Page ${shown + 1} of ${pages.length}`;
    for (const button of [back, on]) button.hidden = pages.length < 2;
    back.disabled = shown === 0;
    on.disabled = shown >= pages.length - 1;
    if (pages.length > 0) void showIn(image, asFile(pages[shown]));
  };
  const turn = (/** @type {number} */ by) => {
    shown += by;
    render();
  };
  back.addEventListener('click', () => turn(-1));
  on.addEventListener('click', () => turn(1));

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
 * Puts pages where the printer finds them.
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
