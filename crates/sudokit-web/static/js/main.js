// Puts the page together: one state, and the parts that listen to it.

import { App } from './app.js';
import { KEY_LIST, listenToKeys } from './board/keyboard.js';
import { makeKeypad } from './board/keypad.js';
import { listenToPointer } from './board/pointer.js';
import { makeCollections } from './collections/navigation.js';
import { makeNew } from './dialogs/new-puzzle.js';
import { makeOpen } from './dialogs/open.js';
import { Panel } from './dialogs/panel.js';
import { makePrint } from './dialogs/print.js';
import { makeSettings } from './dialogs/settings.js';
import { makeShare } from './dialogs/share.js';
import { element, html } from './dom.js';
import { startClock } from './game/clock.js';
import { EXAMPLES } from './game/examples.js';
import { Game } from './game/game.js';
import { fragmentOf, readFragment } from './game/link.js';
import { Shape } from './game/shape.js';
import { makeSeveral, makeVerdict } from './game/solutions.js';
import { findGame, loadGames } from './game/storage.js';
import { orTell, tell } from './messages.js';
import * as server from './server/requests.js';
import { makeFacts } from './steps/difficulty.js';
import { makeHints } from './steps/hints.js';
import { makePath } from './steps/step-by-step.js';

// A board to stand on until the server has answered.
const app = new App(Game.blank(new Shape({ size: 9, shape: '', houses: [] }), false));
const panel = new Panel(app);
const hints = makeHints(app);
const path = makePath(app, panel);
const facts = makeFacts(app, panel);
const several = makeSeveral(app, panel);
const settings = makeSettings(app);
const share = makeShare(app);
const print = makePrint(app);
const collections = makeCollections(app);
const open = makeOpen(app, collections);
const fresh = makeNew(app);
makeKeypad(app);
makeVerdict(app);

/** What buttons and keys do, by name. */
const actions = {
  new: fresh.show,
  make: fresh.make,
  open: open.show,
  library: collections.browse,
  'open-text': open.openText,
  'choose-file': open.chooseFile,
  'type-in': open.typeIn,
  choose: collections.choose,
  'previous-puzzle': () => collections.step(-1),
  'next-puzzle': () => collections.step(1),
  share,
  settings: settings.open,
  theme: settings.toggleTheme,
  keys: () => element('keys-dialog', HTMLDialogElement).showModal(),
  undo: () => app.undo(),
  redo: () => app.redo(),
  erase: () => app.erase(),
  automatic: () => app.set({ automatic: !app.settings.automatic }),
  hint: () => { panel.close(); void hints.next(); },
  path: () => { hints.close(); void orTell(path); },
  facts: () => void orTell(facts.rate),
  count: () => void orTell(facts.count),
  several: () => { hints.close(); several(); },
  check,
  solve: () => void orTell(fillIn),
  restart: () => {
    if (app.game.restart()) app.changed();
    tell('Back to the start. Undo brings your work back.');
  },
  'start-playing': () => {
    app.game.startPlaying();
    app.begin(app.game);
    app.board.focus();
  },
  'clear-entry': () => {
    if (app.game.erase([...app.game.cells.keys()], 'value')) app.changed();
  },
  print: () => {
    element('share-dialog', HTMLDialogElement).close();
    print();
  },
  escape: () => {
    const closed = hints.close() || panel.close();
    if (!closed) app.select([app.cursor]);
    app.render();
  },
};

/** Says whether all is well so far, without giving anything away. */
function check() {
  const { game } = app;
  const clashes = game.shape.clashes(game.values).size;
  const wrong = game.mistakes.size;
  const lost = game.wrongMarks(app.settings.automatic).length;
  if (game.solution === null) {
    tell(clashes > 0 ? `${clashes} values clash.` : 'No values clash. The puzzle has no single solution to compare with.');
  } else if (wrong > 0) {
    app.revealed = true;
    app.render();
    tell(wrong === 1 ? 'One value is wrong; it is struck through.' : `${wrong} values are wrong; they are struck through.`);
  } else if (lost > 0) {
    tell(lost === 1 ? 'The values are right, but one cell has lost the right candidate.' : `The values are right, but ${lost} cells have lost the right candidate.`);
  } else {
    tell('Everything is right so far.');
  }
}

async function fillIn() {
  const { game } = app;
  const { status, values } = await server.solve(game, game.givens);
  if (values === undefined) {
    tell('There is no solution to fill in.');
    return;
  }
  if (game.fill(values)) app.changed();
  if (server.isUnique(status)) tell('Filled in. Undo takes it back.');
  else if (status === 'several') tell('One of several solutions. Undo takes it back.');
  else tell('Filled in; there may be other solutions. Undo takes it back.');
}

/** The position in the address, the game that was played last, or a first puzzle. */
async function resume() {
  const linked = readFragment(location.hash);
  const last = linked === null ? loadGames()[0] : findGame(linked);
  const saved = linked ?? (last === undefined ? null : readFragment(last.fragment));
  if (saved === null) app.begin(await server.readGame(EXAMPLES[0].puzzle));
  else app.begin(await server.restoreGame(saved, last), await collections.placeOf(last?.among));
}

function listen() {
  listenToKeys(app, actions);
  listenToPointer(app);
  for (const button of document.querySelectorAll('[data-do]')) {
    const name = /** @type {keyof typeof actions} */ (button.getAttribute('data-do'));
    button.addEventListener('click', () => actions[name]());
  }
  // The pointer leaves the focus on the board, so that keys go on working there.
  for (const area of document.querySelectorAll('.pad, .helpers, .entry, .hint')) {
    area.addEventListener('pointerdown', (event) => {
      if (app.board.hasFocus) event.preventDefault();
    });
    area.addEventListener('mousedown', (event) => event.preventDefault());
  }
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener('close', () => app.board.focus());
  }
  element('skip', HTMLElement).addEventListener('click', (event) => {
    event.preventDefault();
    app.board.focus();
  });
  window.addEventListener('hashchange', () => {
    if (location.hash !== fragmentOf(app.game)) void orTell(resume);
  });
  window.addEventListener('pagehide', () => app.save());
  startClock((passed) => {
    const { game } = app;
    if (game.editing || game.isSolved || document.querySelector('dialog[open]') !== null) return;
    game.elapsed += passed;
    app.renderTime();
  });
}

function listKeys() {
  const list = element('key-list', HTMLElement);
  for (const [keys, meaning] of KEY_LIST) {
    const names = keys.split(' ').flatMap((name) => [html('kbd', {}, name.replace(/,$/, '')), ' ']);
    list.append(html('dt', {}, ...names), html('dd', {}, meaning));
  }
}

listKeys();
listen();
app.onRender(() => {
  element('undo', HTMLButtonElement).disabled = app.game.past.length === 0;
  element('redo', HTMLButtonElement).disabled = app.game.future.length === 0;
});
await orTell(resume);
app.board.focus();
document.documentElement.dataset.ready = 'true';
