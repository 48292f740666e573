// Facts about the puzzle: how hard it is and which techniques it needs, and how many solutions
// there are from here.

import { html } from '../dom.js';
import { announce, tell } from '../messages.js';
import * as server from '../server/requests.js';

/** @typedef {import('../app.js').App} App */

/**
 * @param {App} app
 * @param {import('../dialogs/panel.js').Panel} panel
 */
export function makeFacts(app, panel) {
  const rate = async () => {
    panel.show('Difficulty', [html('p', { class: 'soft' }, 'Looking …')]);
    const { status, level, score, techniques } = await server.rate(app.game);
    if (level === undefined || techniques === undefined) {
      panel.show('Difficulty', [html('p', {}, unrated(status))]);
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
      html('td', { class: 'soft' }, 'times'),
      html('td', { class: 'soft' }, 'points'));
    panel.show(`Difficulty: ${level}`, [
      html('p', {}, `${score} points for all steps together.`),
      html('table', { class: 'facts' }, html('thead', {}, head), html('tbody', {}, ...rows)),
    ]);
    announce(`Difficulty: ${level}, ${score} points.`);
  };

  const count = async () => {
    const { count: found, exact } = await server.count(app.game);
    const number = found.toLocaleString('en');
    if (!exact) tell(`From here there are more than ${number} solutions.`);
    else if (found === 1) tell('From here there is exactly one solution.');
    else tell(found === 0 ? 'From here there is no solution.' : `From here there are ${number} solutions.`);
  };

  return { rate, count };
}

/** @param {import('../server/requests.js').Status} status */
function unrated(status) {
  switch (status) {
    case 'several': return 'The puzzle has several solutions, so it has no difficulty.';
    case 'no-solution': return 'The puzzle has no solution.';
    case 'rule-broken': return 'Givens clash, so the puzzle has no solution.';
    case 'complete': return 'Every cell has its value already, so nothing is left to find.';
    default: return 'Logic does not lead to the end of this puzzle.';
  }
}
