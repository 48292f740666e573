// How many solutions the puzzle has: the status line, the quiet line while a puzzle is entered, and
// the comparison of two solutions on the board.

import { element, html } from '../dom.js';
import { announce, everySecond, reportErrors, showMessage } from '../messages.js';
import * as server from '../server/requests.js';
import { inWords } from '../steps/speech.js';
import { NOTHING } from '../steps/step-drawing.js';
import { valueOfLetter } from './shape.js';

/** @typedef {import('../app.js').App} App */

/** Larger boards are rated only on request, because that takes longer. */
const MAX_RATED_SIZE = 9;

/** What to tell the player about each status; nothing where there is nothing to tell. */
export const VERDICTS = {
  unique: '', solved: '', complete: '',
  open: 'Not solved within the time limit',
  several: 'Several solutions',
  'no-solution': 'No solution',
  'rule-broken': 'The givens conflict',
};

/** @param {App} app */
export function createSolutionStatus(app) {
  const statusLine = element('puzzle-status', HTMLElement);
  const verdict = element('verdict', HTMLElement);
  const entry = element('entry', HTMLElement);
  const compareButtons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-action=compare-solutions]'));

  const update = () => reportErrors(async () => {
    const { game } = app;
    // A large board may take as long as the server allows. The player can begin meanwhile.
    const stopTicking = everySecond((seconds) => {
      if (seconds < 2 || app.game !== game) return;
      verdict.textContent = `Looking for solutions… ${seconds} seconds`;
      app.render();
    });
    const answer = await server.solve(game, game.givens).finally(() => {
      stopTicking();
      // Another request may have taken the place of this one, so nobody else may remove the words.
      if (verdict.textContent === '') return;
      verdict.textContent = '';
      app.render();
    });
    if (app.game !== game || game.editing) return;
    takeAnswer(app, answer);
    const words = VERDICTS[answer.status];
    verdict.textContent = words;
    announce(server.isUnique(answer.status) ? 'Exactly one solution.' : `${words || 'The number of solutions is unknown'}.`);
    app.render();
    if (game.level === '' && answer.status === 'unique' && game.shape.size <= MAX_RATED_SIZE) {
      game.level = (await server.rate(game)).level ?? '';
      if (app.game === game) app.render();
    }
  });

  app.onChange((reason) => {
    app.differing = new Set();
    if (app.game.editing || reason === 'game') {
      app.twoSolutions = null;
      verdict.textContent = '';
    }
    if (reason === 'game' && !app.game.editing) void update();
  });

  app.onRender(() => {
    const { game } = app;
    entry.hidden = !game.editing || app.regions !== null;
    for (const button of compareButtons) {
      button.hidden = app.twoSolutions === null || (game.editing && !entry.contains(button));
    }
    element('entry-status', HTMLElement).textContent = entryWords(game, app.wanted.size);
    const solved = game.isSolved && !game.editing;
    statusLine.classList.toggle('done', solved && !game.filledIn);
    if (game.editing) statusLine.textContent = 'New puzzle';
    else if (solved) statusLine.textContent = game.filledIn ? 'This is the solution.' : 'Solved. Well done!';
    else statusLine.textContent = game.name || titleOf(game);
    element('verdict-row', HTMLElement).hidden = verdict.textContent === '' || game.editing;
  });
}

/**
 * Remembers what the search found about the game.
 * @param {App} app
 * @param {Awaited<ReturnType<typeof server.solve>>} answer
 */
export function takeAnswer(app, answer) {
  app.game.solution = server.isUnique(answer.status) ? (answer.values ?? null) : null;
  app.twoSolutions = twoSolutionsOf(answer);
}

/**
 * The quiet line while a puzzle is entered: the number of givens, and the first conflict.
 * @param {import('./game.js').Game} game
 * @param {number} wanted cells that the symmetry wants to be filled
 */
function entryWords({ shape, values }, wanted) {
  const count = values.filter((value) => value !== 0).length;
  const givens = count === 1 ? '1 given' : `${count} givens`;
  const words = wanted === 0 ? givens : `${givens}, ${wanted} to be filled`;
  const clash = shape.repeated(values);
  return clash === null ? words : `${words}. ${shape.symbol(clash.value)} appears twice in ${clash.house}.`;
}

/** @param {string} text */
const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Awaited<ReturnType<typeof server.solve>>} answer */
function twoSolutionsOf({ status, solutions = [], differing = [] }) {
  if (status !== 'several' || solutions.length < 2) return null;
  const values = solutions.slice(0, 2).map((line) => [...line].map(valueOfLetter));
  return { solutions: values, differing: new Set(differing) };
}

/**
 * Counts the solutions from the current position.
 * @param {App} app
 * @param {import('../dialogs/panel.js').Panel} panel
 */
export async function countSolutions({ game }, panel) {
  const { count, exact } = await panel.patiently('Count solutions', 'count', server.count(game));
  const number = count.toLocaleString('en');
  if (!exact) showMessage(`There are more than ${number} solutions from here.`);
  else if (count === 1) showMessage('There is exactly one solution from here.');
  else showMessage(count === 0 ? 'There is no solution from here.' : `There are ${number} solutions from here.`);
}

/**
 * The level, and the board unless it is the classic one.
 * @param {{ shape: import('./shape.js').Shape, level: string }} game
 */
export function titleOf({ shape, level }) {
  const board = boardName(shape);
  if (level === '') return board;
  return board === '9×9' ? capitalize(level) : `${board}, ${level}`;
}

/** @param {import('./shape.js').Shape} shape */
function boardName(shape) {
  const board = `${shape.regionWord === 'region' ? 'Jigsaw ' : ''}${shape.size}×${shape.size}`;
  const extras = ['diagonal', 'window'].filter((kind) => shape.houses.some((house) => house.kind === kind));
  return extras.length === 0 ? board : `${board} with ${extras.map((kind) => `${kind}s`).join(' and ')}`;
}

const VIEWS = /** @type {const} */ (['Both', 'A', 'B']);
/** @typedef {typeof VIEWS[number]} View */

/** The number of cells to name; the board shows them all. */
const MAX_NAMED = 6;

/**
 * @param {App} app
 * @param {import('../dialogs/panel.js').Panel} panel
 */
export function createSolutionComparison(app, panel) {
  /** @param {View} view */
  const show = (view) => {
    const { twoSolutions: pair } = app;
    if (pair === null) return;
    const [first, second] = pair.solutions;
    const values = view === 'B' ? second : first;
    app.overlay = {
      drawing: NOTHING,
      position: {
        values: values.map((value, cell) => (view === 'Both' && pair.differing.has(cell) ? 0 : value)),
        candidates: values.map(() => 0),
      },
      pairs: new Map([...pair.differing].map((cell) => [cell, [first[cell], second[cell]]])),
    };
    app.differing = pair.differing;
    app.render();
  };

  const choices = () => VIEWS.map((view) => {
    const radio = html('input', { type: 'radio', name: 'solution', value: view });
    radio.checked = view === 'Both';
    radio.addEventListener('change', () => {
      show(view);
      announce(view === 'Both' ? 'Both solutions.' : `Solution ${view}.`);
    });
    return html('label', {}, radio, view === 'Both' ? view : `Solution ${view}`);
  });

  return () => {
    const { twoSolutions: pair, game } = app;
    if (pair === null) return;
    const radios = choices();
    const words = difference(game.shape, pair, app.settings.labels);
    panel.show('Two of several solutions', [
      html('fieldset', { class: 'segments' }, html('legend', { class: 'hidden' }, 'Solution shown on the board'), ...radios),
      html('p', {}, words),
      html('p', { class: 'soft' }, 'Marked cells show solution A at the top left and solution B at the bottom right.'),
    ], () => {
      app.overlay = { drawing: NOTHING, position: null };
      app.differing = new Set();
      app.render();
    });
    show('Both');
    if (!app.board.hasFocus) radios[0].querySelector('input')?.focus();
    announce(inWords(app, `Two of several solutions. ${words}`));
  };
}

/**
 * @param {import('./shape.js').Shape} shape
 * @param {NonNullable<App['twoSolutions']>} pair
 * @param {App['settings']['labels']} labels
 */
function difference(shape, { solutions: [first, second], differing }, labels) {
  const cells = [...differing];
  const named = cells.slice(0, MAX_NAMED).map((cell) =>
    `${shape.short(cell, labels)} is ${shape.symbol(first[cell])} in A and ${shape.symbol(second[cell])} in B`);
  return `They differ in ${cells.length} cells: ${named.join(', ')}${cells.length > MAX_NAMED ? ' …' : '.'}`;
}
