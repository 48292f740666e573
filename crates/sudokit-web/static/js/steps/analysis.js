// For setters and teachers: every step that is possible now, and why a value is not possible.

import { columns } from '../board/keypad.js';
import { button, html } from '../dom.js';
import { announce, reportErrors } from '../messages.js';
import { cancel } from '../server/client.js';
import * as server from '../server/requests.js';
import { showSteps } from './step-by-step.js';
import { NOTHING, paintStep } from './step-drawing.js';
import { groupedStepList, stepWords } from './step-list.js';
import { inWords } from './speech.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../dialogs/panel.js').Panel} Panel */
/** @typedef {import('../server/types.js').StepReport} StepReport */

const BROKEN = 'The puzzle cannot be solved from here. Use Check to find out why.';

/** @param {App} app */
const clearOverlay = (app) => {
  app.overlay = { drawing: NOTHING, position: null };
  app.render();
};

/**
 * @param {App} app
 * @param {Panel} panel
 */
export function createAllSteps(app, panel) {
  return async () => {
    const { game } = app;
    const position = game.position(app.settings.automatic);
    panel.show('All steps', [html('p', { class: 'soft' }, 'Looking for steps…')], () => cancel('hint'));
    const { steps = [], status } = await panel.waitFor(server.allSteps(game, position, app.settings));
    if (app.game !== game) return;
    if (steps.length === 0) {
      const words = server.isHopeless(status) ? BROKEN : game.isSolved ? 'The puzzle is already solved.' : 'No known technique applies here.';
      panel.show('All steps', [html('p', {}, words)]);
      announce(words);
      return;
    }
    let current = 0;
    const summary = `${steps.length === 1 ? 'One step is' : `${steps.length} steps are`} possible now.`;
    const words = html('div', { class: 'panel' });
    /** @param {number} index */
    const go = (index) => {
      current = index;
      const report = steps[index];
      app.overlay = { drawing: paintStep(game.shape, report.drawing), position };
      words.replaceChildren(...stepWords(report.title, report));
      mark(index);
      app.render();
      announce(`${report.title}. ${inWords(app, report.paragraphs.join(' '))}`);
    };
    const { list, mark } = groupedStepList(app, steps, go);
    panel.show('All steps', [
      html('p', { class: 'soft' }, summary),
      list,
      html('div', { class: 'row' }, button('Apply the step', 'main', () => {
        if (game.apply(steps[current].step, app.settings.automatic)) app.changed();
        app.board.focus();
      })),
      words,
    ], () => clearOverlay(app));
    announce(summary);
    go(0);
  };
}

/**
 * @param {App} app
 * @param {Panel} panel
 */
export function createWhyNot(app, panel) {
  const question = html('p', {}, '');
  const answer = html('div', { class: 'panel', role: 'group', 'aria-label': 'Answer' });

  app.onRender(() => {
    const words = `Why is ${app.game.shape.place(app.cursor)} not …`;
    if (question.textContent !== words) question.textContent = words;
  });

  /** @param {number} value */
  const ask = (value) => reportErrors(async () => {
    const { game, cursor: cell } = app;
    const { shape } = game;
    const position = game.position(app.settings.automatic);
    const found = await server.whyNot(game, position, app.settings, { cell, value });
    if (app.game !== game || !answer.isConnected) return;
    const { steps = [] } = found;
    const words = answerWords(found, shape.symbol(value), shape.place(cell));
    answer.replaceChildren(html('p', {}, words), ...proof(position, steps, `${shape.symbol(value)} is ruled out`));
    const first = steps.length === 1 ? ` ${steps[0].title}. ${steps[0].paragraphs.join(' ')}` : '';
    announce(inWords(app, `${words}${first}`));
  });

  /**
   * Draws the steps on the board: one as it is, several with a slider.
   * @param {import('../game/game.js').Position} position
   * @param {StepReport[]} steps
   * @param {string} end
   * @returns {Node[]}
   */
  const proof = (position, steps, end) => {
    if (steps.length > 1) return showSteps(app, steps, position, end);
    const [report] = steps;
    app.overlay = report === undefined
      ? { drawing: NOTHING, position: null }
      : { drawing: paintStep(app.game.shape, report.drawing), position };
    app.render();
    return report === undefined ? [] : stepWords(report.title, report);
  };

  return () => {
    const values = app.game.shape.symbols.map((symbol, index) => {
      const made = button(symbol, '', () => void ask(index + 1));
      made.setAttribute('aria-label', `not ${symbol}`);
      return made;
    });
    answer.replaceChildren(html('p', { class: 'soft' }, 'Choose an empty cell on the board, then a value.'));
    const keys = html('div', { class: 'values', role: 'group', 'aria-label': 'Value' }, ...values);
    keys.style.setProperty('--columns', `${columns(values.length)}`);
    panel.show('Why not?', [question, keys, answer], () => {
      cancel('hint');
      clearOverlay(app);
    });
    app.render();
    announce(`${question.textContent} Choose a value.`);
    values[0].focus();
  };
}

/**
 * @param {Awaited<ReturnType<typeof server.whyNot>>} answer
 * @param {string} symbol
 * @param {string} place
 */
function answerWords({ status, verdict, message = '', steps = [] }, symbol, place) {
  if (verdict === undefined) return server.isHopeless(status) ? BROKEN : 'There is no answer.';
  if (verdict === 'wrong') {
    return status === 'several'
      ? `There are solutions with ${symbol} in ${place}, and others without.`
      : `Nothing rules it out: ${symbol} is right in ${place}.`;
  }
  if (verdict === 'beyond') return `${symbol} is wrong in ${place}, but no known technique proves it.`;
  if (verdict === 'unknown') return `It takes too long to find out whether ${place} can be ${symbol}.`;
  // The service names the claim first.
  if (steps.length === 0) return `${symbol} is not possible in ${place}: ${message.replace(/^.* is right: /, '')}`;
  return steps.length === 1
    ? `One step shows that ${place} is not ${symbol}.`
    : `These ${steps.length} steps show that ${place} is not ${symbol}.`;
}
