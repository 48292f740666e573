// Entry point: creates the app state and the parts of the page that listen to it.

import { App } from './app.js';
import { SHORTCUTS, listenToKeys } from './board/keyboard.js';
import { createKeypad } from './board/keypad.js';
import { listenToPointer } from './board/pointer.js';
import { createCollectionNavigation } from './collections/navigation.js';
import { createBackup } from './dialogs/backup.js';
import { createNewPuzzleDialog } from './dialogs/new-puzzle.js';
import { createOpenDialog } from './dialogs/open.js';
import { Panel } from './dialogs/panel.js';
import { createPrintDialog } from './dialogs/print.js';
import { createSettingsDialog } from './dialogs/settings.js';
import { createShareDialog } from './dialogs/share.js';
import { element, html } from './dom.js';
import { startClock } from './game/clock.js';
import { FIRST } from './game/examples.js';
import { createFinish } from './game/finish.js';
import { Game } from './game/game.js';
import { fragmentOf, readFragment, UNREADABLE_LINK } from './game/link.js';
import { createRegionEditor } from './game/regions.js';
import { createRepairs } from './game/repairs.js';
import { createSetterStatus } from './game/setter.js';
import { Shape } from './game/shape.js';
import { countSolutions, createSolutionComparison, createSolutionStatus } from './game/solutions.js';
import { aboutOf, findGame, isOf, loadGames, onSavedElsewhere } from './game/storage.js';
import { announce, hideMessage, reportErrors, showMessage } from './messages.js';
import * as server from './server/requests.js';
import { createAllSteps, createWhyNot } from './steps/analysis.js';
import { createDifficulty } from './steps/difficulty.js';
import { createHints } from './steps/hints.js';
import { createStepByStep } from './steps/step-by-step.js';

// An empty board until the game is known.
const app = new App(Game.blank(new Shape({ size: 9, shape: '', houses: [] }), false));
const panel = new Panel(app);
const repairs = createRepairs(app, panel);
const hints = createHints(app, panel, repairs.show);
const stepByStep = createStepByStep(app, panel);
const allSteps = createAllSteps(app, panel);
const whyNot = createWhyNot(app, panel);
const regions = createRegionEditor(app);
const difficulty = createDifficulty(app, panel);
const compareSolutions = createSolutionComparison(app, panel);
const settings = createSettingsDialog(app);
const share = createShareDialog(app);
const print = createPrintDialog(app);
const collections = createCollectionNavigation(app);
const open = createOpenDialog(app, collections);
const newPuzzle = createNewPuzzleDialog(app);
const backup = createBackup(app);
createKeypad(app);
createSolutionStatus(app);
createSetterStatus(app);
createFinish(app, panel, {
  next: () => { if (app.place === null) newPuzzle.next(); else collections.step(1); },
  share,
});

/** The actions of buttons and keys, by name. */
const actions = {
  new: newPuzzle.show,
  generate: newPuzzle.generate,
  daily: newPuzzle.daily,
  open: open.show,
  library: collections.browse,
  'open-text': open.openText,
  'choose-file': open.chooseFile,
  'enter-puzzle': open.enterPuzzle,
  'save-backup': backup.save,
  'choose-backup': backup.choose,
  'choose-puzzle': collections.choose,
  'previous-puzzle': () => collections.step(-1),
  'next-puzzle': () => collections.step(1),
  share,
  settings: settings.open,
  theme: settings.toggleTheme,
  shortcuts: () => element('shortcuts-dialog', HTMLDialogElement).showModal(),
  undo: () => app.undo(),
  redo: () => app.redo(),
  erase: () => app.erase(),
  automatic: () => {
    app.set({ automatic: !app.settings.automatic });
    announce(`Automatic candidates ${app.settings.automatic ? 'on' : 'off'}.`);
  },
  notes: () => app.switchMode(app.mode === 'value' ? 'centre' : 'value'),
  hint: () => { panel.close(); void hints.next(); },
  'step-by-step': () => { hints.close(); void reportErrors(stepByStep); },
  'all-steps': () => { hints.close(); void reportErrors(allSteps); },
  'why-not': () => { hints.close(); whyNot(); },
  'edit-regions': regions.start,
  'use-regions': () => void regions.use(),
  'clear-regions': regions.clear,
  'cancel-regions': regions.cancel,
  difficulty: () => void reportErrors(difficulty),
  count: () => void reportErrors(() => countSolutions(app, panel)),
  'compare-solutions': () => { hints.close(); compareSolutions(); },
  check,
  solve: () => void reportErrors(fillIn),
  restart: () => {
    if (app.game.restart()) app.changed();
    showMessage('Puzzle restarted. Use Undo to get your work back.');
  },
  'start-playing': () => void repairs.startPlaying(),
  'edit-givens': () => { hints.close(); app.edit(); },
  'find-slip': () => { hints.close(); void reportErrors(explainVerdict); },
  'clear-entry': () => {
    if (app.game.clear()) app.changed();
    app.select([0]);
    app.render();
    app.board.focus();
  },
  print: () => {
    element('share-dialog', HTMLDialogElement).close();
    print();
  },
  escape: () => {
    if (app.regions !== null) {
      regions.cancel();
      return;
    }
    const closed = hints.close() || panel.close();
    if (!closed) app.select([app.cursor]);
    app.render();
  },
};

/** Says why the puzzle does not have exactly one solution. */
async function explainVerdict() {
  const { game } = app;
  const { status } = await panel.patiently('Solve', 'solve', server.solve(game, game.givens));
  if (status === 'several' || server.isHopeless(status)) await repairs.show(status);
}

/** What Check said, which the next edit makes out of date. */
let checked = '';

/** @param {string} words */
function report(words) {
  checked = words;
  showMessage(words);
}

/** Reports whether the board is correct so far, without revealing anything else. */
function check() {
  const { game } = app;
  const clashes = game.shape.clashes(game.values).size;
  const wrong = game.mistakes.size;
  const lost = game.wrongMarks(app.settings.automatic).length;
  if (game.solution === null) {
    if (clashes > 0 && app.game.shape.clashes(game.givens).size === 0) report(`${clashes} values conflict.`);
    else void reportErrors(explainVerdict);
  } else if (wrong > 0) {
    app.showMistakes = true;
    app.render();
    report(`${wrong === 1 ? 'One value is wrong' : `${wrong} values are wrong`} and crossed out: ${game.shape.places([...game.mistakes])}.`);
  } else if (lost > 0) {
    report(lost === 1 ? 'All values are correct, but one cell is missing its correct candidate.' : `All values are correct, but ${lost} cells are missing their correct candidate.`);
  } else {
    report('Everything is correct so far.');
  }
}

async function fillIn() {
  const { game } = app;
  const { status, values } = await panel.patiently('Solve', 'solve', server.solve(game, game.givens));
  if (values === undefined) {
    showMessage('There is no solution to fill in.');
    return;
  }
  if (game.fill(values)) app.changed();
  if (server.isUnique(status)) showMessage('Solution filled in. Use Undo to take it back.');
  else if (status === 'several') showMessage('Filled in one of several solutions. Use Undo to take it back.');
  else showMessage('Solution filled in; there may be others. Use Undo to take it back.');
}

/** Opens the position in the address, the most recent game, or the first example. */
async function resume() {
  const linked = readFragment(location.hash);
  // Asked before the game begins, which puts its own position into the address.
  const isUnreadable = linked === null && /^#p=/.test(location.hash);
  const last = linked === null ? loadGames()[0] : findGame(linked);
  // After a reload the saved game is the newer one: the address follows with a delay.
  const fragment = linked === null || isReload() ? (last?.fragment ?? location.hash) : location.hash;
  const saved = readFragment(fragment);
  if (saved === null) app.begin(await server.classicGame(FIRST.line, FIRST.name), null, false);
  else app.begin(await server.restoreGame(saved, aboutOf(last, fragment)), await collections.placeOf(last?.place), false);
  if (isUnreadable) showMessage(UNREADABLE_LINK);
}

/** Whether the page was reloaded, and nothing else was opened since. */
function isReload() {
  const [navigation] = performance.getEntriesByType('navigation');
  return document.documentElement.dataset.ready === undefined
    && navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
}

/** Takes over what another tab did to the same game, so that neither overwrites the other. */
function followOtherTabs() {
  onSavedElsewhere((games) => {
    const saved = games.find((each) => isOf(each, app.game));
    const linked = saved === undefined ? null : readFragment(saved.fragment);
    if (saved === undefined || linked === null || saved.fragment === fragmentOf(app.game)) return;
    // A tab that only opened the puzzle has nothing to add.
    if ((saved.past ?? []).length === 0) return;
    if (!app.game.adopt(linked.cells)) return;
    app.game.elapsed = Math.max(app.game.elapsed, saved.elapsed);
    app.changed();
    showMessage('This puzzle was changed in another tab. Use Undo to go back.');
  });
}

function listen() {
  listenToKeys(app, actions);
  listenToPointer(app);
  for (const button of document.querySelectorAll('[data-action]')) {
    const name = /** @type {keyof typeof actions} */ (button.getAttribute('data-action'));
    button.addEventListener('click', () => actions[name]());
  }
  // Clicks on the tools keep the focus on the board, so that its keys keep working.
  for (const area of document.querySelectorAll('.pad, .helpers, .entry, .hint, .regions')) {
    area.addEventListener('pointerdown', (event) => {
      if (app.board.hasFocus) event.preventDefault();
    });
    area.addEventListener('mousedown', (event) => event.preventDefault());
  }
  // On a phone these buttons are below the board, and what they show is next to it.
  for (const area of document.querySelectorAll('.helpers, .entry')) {
    area.addEventListener('click', (event) => {
      if (event.target instanceof HTMLButtonElement) scrollTo({ top: 0 });
    });
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
    if (location.hash === fragmentOf(app.game)) return;
    // The address belongs to the other game already.
    app.store();
    void reportErrors(resume);
  });
  window.addEventListener('pagehide', () => app.save());
  startClock((passed) => {
    const { game } = app;
    if (game.editing || game.isSolved || document.querySelector('dialog[open]') !== null) return;
    game.elapsed += passed;
    app.renderTime();
  });
}

function listShortcuts() {
  const list = element('shortcut-list', HTMLElement);
  for (const [keys, meaning] of SHORTCUTS) {
    const tiles = keys.map((chord) => html('span', {}, ...chord.split(' + ').map((key) => html('kbd', {}, key))));
    list.append(html('div', {}, html('dt', {}, ...tiles), html('dd', {}, meaning)));
  }
}

listShortcuts();
listen();
followOtherTabs();
app.onChange(() => hideMessage(checked));
app.onRender(() => {
  element('undo', HTMLButtonElement).disabled = !app.canUndo;
  element('redo', HTMLButtonElement).disabled = !app.canRedo;
});
await reportErrors(resume);
app.board.focus();
document.documentElement.dataset.ready = 'true';
