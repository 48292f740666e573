// What is known about the puzzle: one solution, several, none. While a paper puzzle is typed in,
// this is said live, with the cells in question.

import { element, html } from '../dom.js';
import { announce, orTell } from '../messages.js';
import * as server from '../server/requests.js';
import { NOTHING } from '../steps/step-drawing.js';
import { valueOfLetter } from './shape.js';

/** @typedef {import('../app.js').App} App */

const DELAY = 250;

/** @param {App} app */
export function makeVerdict(app) {
  const line = element('verdict', HTMLElement);
  const entry = element('entry', HTMLElement);
  const words = element('entry-verdict', HTMLElement);
  const showSeveral = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-do=several]'));
  let timer = 0;

  const judge = () => orTell(async () => {
    const { game } = app;
    const { givens } = game;
    const answer = await server.solve(game, game.editing ? game.values : givens);
    if (app.game !== game) return;
    game.solution = server.isUnique(answer.status) ? (answer.values ?? null) : null;
    app.several = twoOf(answer);
    if (game.editing) sayEntry(answer);
    else sayLine(answer.status);
    app.render();
  });

  /** @param {Awaited<ReturnType<typeof server.solve>>} answer */
  const sayEntry = ({ status, differing = [], clashes = [] }) => {
    const { shape } = app.game;
    const names = (/** @type {number[]} */ cells) => {
      const few = cells.slice(0, 6).map((cell) => shape.short(cell)).join(', ');
      return cells.length > 6 ? `${few} …` : few;
    };
    const [text, kind] = {
      unique: ['Exactly one solution. Ready to play.', 'good'],
      several: [`Several solutions. Two of them differ in ${differing.length} cells: ${names(differing)}.`, 'warn'],
      solved: ['It has a solution. Whether it is the only one is not known yet.', 'warn'],
      'no-solution': ['No solution: at least one of these values is wrong.', 'bad'],
      'rule-broken': [`Values clash: ${names(clashes)}.`, 'bad'],
      complete: ['Every cell has its value, and no rule is broken.', 'good'],
      open: ['It is not known yet whether there is one solution.', 'warn'],
    }[status];
    words.textContent = text;
    words.className = `entry-verdict ${kind}`;
    app.differing = new Set(status === 'several' && differing.length < shape.cells / 2 ? differing : []);
  };

  /** @param {server.Status} status */
  const sayLine = (status) => {
    line.dataset.verdict = {
      unique: '', several: 'Several solutions.', solved: '', 'no-solution': 'This puzzle has no solution.',
      'rule-broken': 'Givens clash.', complete: '', open: '',
    }[status];
  };

  app.onChange((reason) => {
    if (reason === 'game') line.dataset.verdict = '';
    app.differing = new Set();
    if (app.game.editing || reason === 'game') app.several = null;
    clearTimeout(timer);
    if (app.game.editing || reason === 'game') timer = window.setTimeout(() => void judge(), reason === 'game' ? 0 : DELAY);
  });

  app.onRender(() => {
    const { game } = app;
    entry.hidden = !game.editing;
    for (const button of showSeveral) {
      button.hidden = app.several === null || (game.editing && !entry.contains(button));
    }
    const solved = game.isSolved && !game.editing;
    line.classList.toggle('done', solved);
    if (game.editing) line.textContent = 'Type the values of the puzzle.';
    else if (solved) line.textContent = 'Solved. Well done!';
    else line.textContent = line.dataset.verdict || game.name || boardName(game.shape);
  });
}

/** @param {Awaited<ReturnType<typeof server.solve>>} answer */
function twoOf({ status, solutions = [], differing = [] }) {
  if (status !== 'several' || solutions.length < 2) return null;
  const values = solutions.slice(0, 2).map((line) => [...line].map(valueOfLetter));
  return { solutions: values, differing: new Set(differing) };
}

/** @param {import('./shape.js').Shape} shape */
function boardName(shape) {
  const board = `${shape.regionWord === 'region' ? 'Jigsaw ' : ''}${shape.size}×${shape.size}`;
  const extras = ['diagonal', 'window'].filter((kind) => shape.houses.some((house) => house.kind === kind));
  return extras.length === 0 ? board : `${board} with ${extras.map((kind) => `${kind}s`).join(' and ')}`;
}


const VIEWS = /** @type {const} */ (['Both', 'A', 'B']);
/** @typedef {typeof VIEWS[number]} View */

/** So many cells are named; the board shows all. */
const MOST_NAMED = 6;

/**
 * @param {App} app
 * @param {import('../dialogs/panel.js').Panel} panel
 */
export function makeSeveral(app, panel) {
  /** @param {View} view */
  const show = (view) => {
    const { several } = app;
    if (several === null) return;
    const [first, second] = several.solutions;
    const values = view === 'B' ? second : first;
    app.shown = {
      drawing: NOTHING,
      position: {
        values: values.map((value, cell) => (view === 'Both' && several.differing.has(cell) ? 0 : value)),
        candidates: values.map(() => 0),
      },
      pairs: new Map([...several.differing].map((cell) => [cell, [first[cell], second[cell]]])),
    };
    app.differing = several.differing;
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
    const { several, game } = app;
    if (several === null) return;
    const radios = choices();
    const words = difference(game.shape, several);
    panel.show('Two of several solutions', [
      html('fieldset', { class: 'segments' }, html('legend', { class: 'hidden' }, 'What the board shows'), ...radios),
      html('p', {}, words),
      html('p', { class: 'soft' }, 'In a marked cell, solution A stands at the top left and solution B at the bottom right.'),
    ], () => {
      app.shown = { drawing: NOTHING, position: null };
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
 * @param {NonNullable<App['several']>} several
 */
function difference(shape, { solutions: [first, second], differing }) {
  const cells = [...differing];
  const named = cells.slice(0, MOST_NAMED).map((cell) =>
    `${shape.short(cell)} is ${shape.symbol(first[cell])} in A and ${shape.symbol(second[cell])} in B`);
  return `They differ in ${cells.length} cells: ${named.join(', ')}${cells.length > MOST_NAMED ? ' …' : '.'}`;
}
