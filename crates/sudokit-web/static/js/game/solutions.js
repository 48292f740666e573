// How many solutions the puzzle has: the status line, the live status while a puzzle is entered, and
// the comparison of two solutions on the board.

import { element, html } from '../dom.js';
import { announce, reportErrors, showMessage } from '../messages.js';
import * as server from '../server/requests.js';
import { NOTHING } from '../steps/step-drawing.js';
import { valueOfLetter } from './shape.js';

/** @typedef {import('../app.js').App} App */

const DELAY = 250;

/** @param {App} app */
export function createSolutionStatus(app) {
  const statusLine = element('puzzle-status', HTMLElement);
  const entry = element('entry', HTMLElement);
  const entryStatus = element('entry-status', HTMLElement);
  const compareButtons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-action=compare-solutions]'));
  let timer = 0;

  const update = () => reportErrors(async () => {
    const { game } = app;
    const { givens } = game;
    const answer = await server.solve(game, game.editing ? game.values : givens);
    if (app.game !== game) return;
    game.solution = server.isUnique(answer.status) ? (answer.values ?? null) : null;
    app.twoSolutions = twoSolutionsOf(answer);
    if (game.editing) showEntryStatus(answer);
    else showStatus(answer.status);
    app.render();
  });

  /** @param {Awaited<ReturnType<typeof server.solve>>} answer */
  const showEntryStatus = ({ status, differing = [], clashes = [] }) => {
    const { shape } = app.game;
    const names = (/** @type {number[]} */ cells) => {
      const few = cells.slice(0, 6).map((cell) => shape.short(cell)).join(', ');
      return cells.length > 6 ? `${few} …` : few;
    };
    const [text, kind] = {
      unique: ['One solution. Ready to play.', 'good'],
      several: [`Several solutions. Two of them differ in ${differing.length} cells: ${names(differing)}.`, 'warn'],
      solved: ['There is a solution, but it may not be the only one.', 'warn'],
      'no-solution': ['No solution. At least one value is wrong.', 'bad'],
      'rule-broken': [`Conflicting values: ${names(clashes)}.`, 'bad'],
      complete: ['Complete and correct.', 'good'],
      open: ['Still unknown: the search ran out of time.', 'warn'],
    }[status];
    entryStatus.textContent = text;
    entryStatus.className = `entry-status ${kind}`;
    app.differing = new Set(status === 'several' && differing.length < shape.cells / 2 ? differing : []);
  };

  /** @param {server.Status} status */
  const showStatus = (status) => {
    statusLine.dataset.status = {
      unique: '', several: 'Several solutions.', solved: '', 'no-solution': 'This puzzle has no solution.',
      'rule-broken': 'The givens conflict.', complete: '', open: '',
    }[status];
  };

  app.onChange((reason) => {
    if (reason === 'game') statusLine.dataset.status = '';
    app.differing = new Set();
    if (app.game.editing || reason === 'game') app.twoSolutions = null;
    clearTimeout(timer);
    if (app.game.editing || reason === 'game') timer = window.setTimeout(() => void update(), reason === 'game' ? 0 : DELAY);
  });

  app.onRender(() => {
    const { game } = app;
    entry.hidden = !game.editing;
    for (const button of compareButtons) {
      button.hidden = app.twoSolutions === null || (game.editing && !entry.contains(button));
    }
    const solved = game.isSolved && !game.editing;
    statusLine.classList.toggle('done', solved);
    if (game.editing) statusLine.textContent = 'Enter the values of the puzzle.';
    else if (solved) statusLine.textContent = 'Solved. Well done!';
    else statusLine.textContent = statusLine.dataset.status || game.name || boardName(game.shape);
  });
}

/** @param {Awaited<ReturnType<typeof server.solve>>} answer */
function twoSolutionsOf({ status, solutions = [], differing = [] }) {
  if (status !== 'several' || solutions.length < 2) return null;
  const values = solutions.slice(0, 2).map((line) => [...line].map(valueOfLetter));
  return { solutions: values, differing: new Set(differing) };
}

/**
 * Counts the solutions from the current position.
 * @param {App} app
 */
export async function countSolutions({ game }) {
  const { count, exact } = await server.count(game);
  const number = count.toLocaleString('en');
  if (!exact) showMessage(`There are more than ${number} solutions from here.`);
  else if (count === 1) showMessage('There is exactly one solution from here.');
  else showMessage(count === 0 ? 'There is no solution from here.' : `There are ${number} solutions from here.`);
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
    const words = difference(game.shape, pair);
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
    announce(`Two of several solutions. ${words}`);
  };
}

/**
 * @param {import('./shape.js').Shape} shape
 * @param {NonNullable<App['twoSolutions']>} pair
 */
function difference(shape, { solutions: [first, second], differing }) {
  const cells = [...differing];
  const named = cells.slice(0, MAX_NAMED).map((cell) =>
    `${shape.short(cell)} is ${shape.symbol(first[cell])} in A and ${shape.symbol(second[cell])} in B`);
  return `They differ in ${cells.length} cells: ${named.join(', ')}${cells.length > MAX_NAMED ? ' …' : '.'}`;
}
