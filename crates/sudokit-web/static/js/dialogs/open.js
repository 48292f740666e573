// Opening a puzzle: pasted, dropped, from a file or link, entered from paper, an example, or a recent
// game.

import { thumbnail } from '../board/thumbnail.js';
import { boardSummary } from '../collections/collection.js';
import { listCollections } from '../collections/database.js';
import { element, html } from '../dom.js';
import { formatTime } from '../game/clock.js';
import { EXAMPLES, SHAPES } from '../game/examples.js';
import { isLink, readFragment, UNREADABLE_LINK } from '../game/link.js';
import { letter } from '../game/shape.js';
import { titleOf } from '../game/solutions.js';
import { aboutOf, loadGames } from '../game/storage.js';
import { announce, reportErrors } from '../messages.js';
import { ApiError, Superseded } from '../server/client.js';
import * as server from '../server/requests.js';
import { isStandalone } from '../server/transport.js';

/** @typedef {import('../app.js').App} App */

/** The server's limit for one request. */
const MAX_FILE_SIZE = 16 * 1024 * 1024;

/**
 * @param {App} app
 * @param {ReturnType<typeof import('../collections/navigation.js').createCollectionNavigation>} collections
 */
export function createOpenDialog(app, collections) {
  const dialog = element('open-dialog', HTMLDialogElement);
  const field = element('open-text', HTMLTextAreaElement);
  const problem = element('open-problem', HTMLElement);
  const symbols = element('open-symbols', HTMLInputElement);
  const file = element('open-file', HTMLInputElement);
  const shape = element('shape', HTMLSelectElement);

  element('standalone-note', HTMLElement).hidden = !isStandalone;
  shape.append(...SHAPES.map(([name, label]) => html('option', { value: name }, label)));
  shape.value = '3x3';

  /**
   * @param {import('../game/game.js').Game} game
   * @param {import('../collections/collection.js').CollectionPlace | null} [place]
   */
  const begin = (game, place) => {
    app.save();
    app.begin(game, place);
    dialog.close();
    app.board.focus();
    announce(boardSummary(game));
  };

  /** @param {import('../collections/collection.js').Source} source */
  const read = async (source) => {
    const link = /#p=\S+/.exec(source.text);
    const saved = link === null ? null : readFragment(link[0]);
    if (saved !== null) begin(await server.restoreGame(saved));
    else if (link !== null && isLink(source.text)) throw new ApiError(UNREADABLE_LINK);
    else await collections.open(source);
    dialog.close();
  };

  /** @param {File | undefined} chosen */
  const readFile = async (chosen) => {
    if (chosen === undefined) return;
    if (chosen.size > MAX_FILE_SIZE) throw new ApiError(`${chosen.name} is too large. The limit is 16 MiB.`);
    await read({ text: await chosen.text(), file: chosen, name: chosen.name, symbols: symbols.value || undefined });
  };

  /** @param {() => Promise<void>} work */
  const showErrors = async (work) => {
    problem.textContent = '';
    try {
      await work();
    } catch (error) {
      if (error instanceof Superseded) return;
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  file.addEventListener('change', () => {
    void showErrors(() => readFile(file.files?.[0]));
    file.value = '';
  });

  document.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLTextAreaElement || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const [pasted] = event.clipboardData?.files ?? [];
    void reportErrors(() => (text === '' ? readFile(pasted) : read({ text })));
  });

  listenForDrops((dropped, text) => void reportErrors(() => (dropped ? readFile(dropped) : read({ text }))));

  const fillLists = () => {
    element('examples', HTMLElement).replaceChildren(...EXAMPLES.map(({ name, puzzle }) =>
      choice([name], () => read({ text: puzzle })),
    ));
    const games = loadGames();
    element('recent-title', HTMLElement).hidden = games.length === 0;
    element('recent', HTMLElement).replaceChildren(...games.map((game) => {
      const when = new Date(game.saved).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
      const label = html('span', {}, game.name);
      const about = html('span', { class: 'when' }, `${when}, ${game.open} empty, ${formatTime(game.elapsed)}`);
      const saved = readFragment(game.fragment);
      const picture = html('span', { class: 'picture' });
      if (saved !== null) {
        void draw(picture, saved, (shape) => { label.textContent ||= titleOf({ shape, level: game.level ?? '' }); });
      }
      return choice([picture, html('span', {}, label, about)], async () => {
        if (saved !== null) begin(await server.restoreGame(saved, aboutOf(game, game.fragment)), await collections.placeOf(game.place));
      });
    }));
  };

  /**
   * Adds the picture of a game, as soon as its board is known.
   * @param {HTMLElement} host
   * @param {import('../game/game.js').LinkedGame} saved
   * @param {(shape: import('../game/shape.js').Shape) => void} whenKnown
   */
  const draw = (host, { shape: name, cells, symbols: spelling }, whenKnown) => reportErrors(async () => {
    const board = await server.shapeNamed(name, cells.length, spelling);
    whenKnown(board);
    const line = cells.map(({ value }) => letter(value)).join('');
    host.append(thumbnail(board, { shape: name, size: board.size, line }));
  });

  const fillCollections = async () => {
    const stored = await listCollections();
    element('collections-title', HTMLElement).hidden = stored.length === 0;
    element('collections', HTMLElement).replaceChildren(...stored.map((collection) => {
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
    button.addEventListener('click', () => void showErrors(action));
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
    openText: () => void showErrors(() => read({ text: field.value, symbols: symbols.value || undefined })),
    chooseFile: () => file.click(),
    enterPuzzle: () => void showErrors(async () => begin(await server.emptyGame(shape.value))),
    read,
  };
}

/** @param {(file: File | undefined, text: string) => void} take */
function listenForDrops(take) {
  const overlay = element('drop-overlay', HTMLElement);
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    overlay.hidden = false;
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) overlay.hidden = true;
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    overlay.hidden = true;
    take(event.dataTransfer?.files[0], event.dataTransfer?.getData('text/plain') ?? '');
  });
}
