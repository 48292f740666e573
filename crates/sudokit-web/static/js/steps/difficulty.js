// The difficulty of the puzzle: its level, score and techniques, and ER on demand.

import { button, html } from '../dom.js';
import { announce, reportErrors } from '../messages.js';
import { cancel } from '../server/client.js';
import * as server from '../server/requests.js';

/** @typedef {import('../app.js').App} App */

/**
 * @param {App} app
 * @param {import('../dialogs/panel.js').Panel} panel
 */
export function createDifficulty(app, panel) {
  return async () => {
    panel.show('Difficulty', [html('p', { class: 'soft' }, 'Rating…')], () => cancel('rate'));
    const { status, level, score, techniques } = await panel.waitFor(server.rate(app.game));
    if (level === undefined || techniques === undefined) {
      panel.show('Difficulty', [html('p', {}, unrated(status))]);
      announce(unrated(status));
      return;
    }
    const rows = techniques.map((used) =>
      html('tr', {},
        html('th', { scope: 'row' }, used.name),
        html('td', {}, `${used.steps}`),
        html('td', {}, `${used.score}`)),
    );
    const head = html('tr', {},
      html('th', { scope: 'col' }, 'Technique'),
      html('th', { scope: 'col' }, 'Steps'),
      html('th', { scope: 'col' }, 'Points'));
    const explainer = app.game.shape.name === '3x3' ? [explainerRatings(app.game)] : [];
    panel.show(`Difficulty: ${level}`, [
      html('p', {}, `Total score: ${score} points.`),
      ...(app.game.seed === undefined ? [] : [html('p', { class: 'soft' }, `Seed ${app.game.seed}`)]),
      html('table', { class: 'difficulty' }, html('thead', {}, head), html('tbody', {}, ...rows)),
      ...explainer,
    ]);
    announce(`Difficulty: ${level}, ${score} points.`);
  };
}

/**
 * A button that asks for the ratings of Sudoku Explainer and is replaced by them.
 * @param {App['game']} game
 */
function explainerRatings(game) {
  const line = html('p', { class: 'explainer-ratings' });
  const ask = button('Rate as Sudoku Explainer does', '', () => void reportErrors(async () => {
    line.replaceChildren('Rating as Sudoku Explainer does…');
    try {
      const { er, ep, ed } = await server.rate(game, true);
      const [ER, EP, ED] = [er, ep, ed].map((rating) => rating?.toFixed(1) ?? '–');
      line.replaceChildren(`ER ${ER}, EP ${EP}, ED ${ED} (Sudoku Explainer).`);
      announce(`ER ${ER}`);
    } catch (error) {
      line.replaceChildren(ask);
      throw error;
    }
  }));
  line.append(ask);
  return line;
}

/** @param {import('../server/requests.js').Status} status */
function unrated(status) {
  switch (status) {
    case 'several': return 'Puzzles with several solutions have no rating.';
    case 'no-solution': return 'The puzzle has no solution.';
    case 'rule-broken': return 'The givens conflict, so the puzzle has no solution.';
    case 'complete': return 'The puzzle is already complete.';
    default: return 'The known techniques do not solve this puzzle.';
  }
}
