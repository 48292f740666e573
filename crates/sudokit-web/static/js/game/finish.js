// The end of a game: time, level and hardest step, and where to go from here.

import { button, html } from '../dom.js';
import { announce, reportErrors } from '../messages.js';
import * as server from '../server/requests.js';
import { formatTime, timeInWords } from './clock.js';

/** @typedef {import('../app.js').App} App */

/**
 * @param {App} app
 * @param {import('../dialogs/panel.js').Panel} panel
 * @param {{ next: () => void, share: () => void }} actions
 */
export function createFinish(app, panel, { next, share }) {
  app.onSolved(() => {
    const { game, settings } = app;
    if (game.filledIn) {
      announce('This is the solution.');
      return;
    }
    const facts = html('dl', { class: 'facts' });
    const add = (/** @type {string} */ name, /** @type {string} */ value) =>
      facts.append(html('dt', {}, name), html('dd', {}, value));
    if (settings.timer) add('Time', formatTime(game.elapsed));
    const isListed = app.place !== null;
    panel.show('Solved', [
      facts,
      html('div', { class: 'row wrap' },
        button(isListed ? 'Next of the collection' : 'Next puzzle', 'main', next),
        button('Share', '', share)),
    ]);
    announce(settings.timer ? `Solved in ${timeInWords(game.elapsed)}. Well done!` : 'Solved. Well done!');
    void reportErrors(async () => {
      const { level, hardest, techniques = [] } = await server.rate(game);
      if (level === undefined || app.game !== game || !facts.isConnected) return;
      game.level = level;
      add('Level', level);
      const step = techniques.find(({ technique }) => technique === hardest);
      if (step !== undefined) add('Hardest step', step.name);
      announce(`Level: ${level}. Hardest step: ${step?.name ?? 'none'}.`);
    });
  });
}
