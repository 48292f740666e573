// For people who make puzzles: the number of solutions, the level and the redundant givens, live
// while a puzzle is entered.

import { element } from '../dom.js';
import { announce, reportErrors } from '../messages.js';
import * as server from '../server/requests.js';

/** @typedef {import('../app.js').App} App */

/** How long to wait after a key, in milliseconds. */
const DELAY = 300;

/** @param {App} app */
export function createSetterStatus(app) {
  const line = element('setter-status', HTMLElement);
  const symmetry = element('setter-symmetry', HTMLSelectElement);
  let timer = 0;

  const update = () => reportErrors(async () => {
    const { game } = app;
    const values = game.values.join();
    const { status, redundant = [] } = await server.redundantGivens(game);
    const rating = status === 'unique' ? await server.rate(game) : undefined;
    if (app.game !== game || game.values.join() !== values) return;
    line.textContent = words(status, redundant, rating);
    announce(line.textContent);
    app.differing = new Set(redundant);
    app.render();
  });

  symmetry.append(...[...element('new-symmetry', HTMLSelectElement).options].map((option) => option.cloneNode(true)));
  symmetry.addEventListener('change', () => {
    app.set({ symmetry: symmetry.value });
    const { size } = app.wanted;
    announce(size === 0 ? 'The givens have this symmetry.' : `${size} cells to be filled.`);
  });
  app.onRender(() => { symmetry.value = app.settings.symmetry; });

  app.onChange(() => {
    clearTimeout(timer);
    line.textContent = '';
    if (app.game.editing && app.settings.setter) timer = window.setTimeout(() => void update(), DELAY);
  });
}

/**
 * @param {server.Status} status
 * @param {number[]} redundant
 * @param {{ level?: string, score?: number }} [rating]
 */
function words(status, redundant, rating) {
  const solutions = {
    unique: 'Exactly one solution', several: 'Several solutions', solved: 'At least one solution', complete: 'Complete',
    'no-solution': 'No solution', 'rule-broken': 'Givens conflict', open: 'Number of solutions unknown',
  }[status];
  const level = rating?.level === undefined ? [] : [`level ${rating.level}, ${rating.score?.toLocaleString('en')} points`];
  const count = redundant.length;
  const givens = count === 1 ? 'one redundant given, marked' : `${count} redundant givens, marked`;
  const minimal = status !== 'unique' ? [] : [count === 0 ? 'minimal' : givens];
  return `${[solutions, ...level, ...minimal].join('; ')}.`;
}
