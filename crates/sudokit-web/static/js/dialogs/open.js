// Ways for a puzzle to come in: pasted anywhere, dropped as a file, chosen, typed from paper, an
// example, a game that was played before, or a link.

import { latest } from '../collections/database.js';
import { element, html } from '../dom.js';
import { asTime } from '../game/clock.js';
import { EXAMPLES, SHAPES } from '../game/examples.js';
import { readFragment } from '../game/link.js';
import { loadGames } from '../game/storage.js';
import { announce, orTell } from '../messages.js';
import { Overtaken, Refusal } from '../server/client.js';
import * as server from '../server/requests.js';

/** @typedef {import('../app.js').App} App */

/** As much as the server reads at once. */
const LARGEST_FILE = 16 * 1024 * 1024;

/**
 * @param {App} app
 * @param {ReturnType<typeof import('../collections/navigation.js').makeCollections>} collections
 */
export function makeOpen(app, collections) {
  const dialog = element('open-dialog', HTMLDialogElement);
  const field = element('open-text', HTMLTextAreaElement);
  const problem = element('open-problem', HTMLElement);
  const symbols = element('open-symbols', HTMLInputElement);
  const file = element('open-file', HTMLInputElement);
  const shape = element('shape', HTMLSelectElement);

  shape.append(...SHAPES.map(([name, label]) => html('option', { value: name }, label)));
  shape.value = '3x3';

  /**
   * @param {import('../game/game.js').Game} game
   * @param {import('../collections/collection.js').Among | null} [among]
   */
  const begin = (game, among) => {
    app.save();
    app.begin(game, among);
    dialog.close();
    app.board.focus();
    const open = game.cells.filter(({ value }) => value === 0).length;
    announce(`A board of ${game.shape.size} by ${game.shape.size}, ${open} cells are open.`);
  };

  /** @param {import('../collections/collection.js').Source} source */
  const read = async (source) => {
    const link = /#p=\S+/.exec(source.text);
    const saved = link === null ? null : readFragment(link[0]);
    if (saved !== null) begin(await server.restoreGame(saved));
    else await collections.open(source);
    dialog.close();
  };

  /** @param {File | undefined} chosen */
  const readFile = async (chosen) => {
    if (chosen === undefined) return;
    if (chosen.size > LARGEST_FILE) throw new Refusal(`${chosen.name} is too large: 16 MiB are read at most.`);
    await read({ text: await chosen.text(), name: chosen.name, symbols: symbols.value || undefined });
  };

  /** @param {() => Promise<void>} work */
  const orShow = async (work) => {
    problem.textContent = '';
    try {
      await work();
    } catch (error) {
      if (error instanceof Overtaken) return;
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  file.addEventListener('change', () => {
    void orShow(() => readFile(file.files?.[0]));
    file.value = '';
  });

  document.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLTextAreaElement || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const [pasted] = event.clipboardData?.files ?? [];
    void orTell(() => (text === '' ? readFile(pasted) : read({ text })));
  });

  listenToDrops((dropped, text) => void orTell(() => (dropped ? readFile(dropped) : read({ text }))));

  const fillLists = () => {
    element('examples', HTMLElement).replaceChildren(...EXAMPLES.map(({ name, puzzle }) =>
      choice([name], () => read({ text: puzzle })),
    ));
    const games = loadGames();
    element('recent-title', HTMLElement).hidden = games.length === 0;
    element('recent', HTMLElement).replaceChildren(...games.map((game) => {
      const when = new Date(game.saved).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
      const label = game.name || game.id.split(':')[0];
      const about = html('span', { class: 'when' }, `${when}, ${game.open} open, ${asTime(game.elapsed)}`);
      return choice([label, about], async () => {
        const saved = readFragment(game.fragment);
        if (saved !== null) begin(await server.restoreGame(saved, game), await collections.placeOf(game.among));
      });
    }));
  };

  const fillCollections = async () => {
    const kept = await latest();
    element('collections-title', HTMLElement).hidden = kept.length === 0;
    element('collections', HTMLElement).replaceChildren(...kept.map((collection) => {
      const { name, puzzles } = collection;
      const count = html('span', { class: 'when' }, `${puzzles.length.toLocaleString('en')} puzzles`);
      return choice(name === '' ? [count] : [name, count], async () => {
        await collections.reopen(collection);
        dialog.close();
      });
    }));
  };

  /**
   * @param {(Node | string)[]} label
   * @param {() => Promise<void>} action
   */
  const choice = (label, action) => {
    const button = html('button', { type: 'button' }, ...label);
    button.addEventListener('click', () => void orShow(action));
    return html('li', {}, button);
  };

  return {
    show: () => {
      problem.textContent = '';
      symbols.value = '';
      fillLists();
      void fillCollections();
      dialog.showModal();
      field.focus();
    },
    openText: () => void orShow(() => read({ text: field.value, symbols: symbols.value || undefined })),
    chooseFile: () => file.click(),
    typeIn: () => void orShow(async () => begin(await server.emptyGame(shape.value))),
    read,
  };
}

/** @param {(file: File | undefined, text: string) => void} take */
function listenToDrops(take) {
  const veil = element('dropping', HTMLElement);
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    veil.hidden = false;
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    veil.hidden = true;
    take(event.dataTransfer?.files[0], event.dataTransfer?.getData('text/plain') ?? '');
  });
}
