// The solution step by step: a list of all steps, and a slider to move through them on the board.

import { button, html } from '../dom.js';
import { bit } from '../game/masks.js';
import { announce } from '../messages.js';
import { cancel } from '../server/client.js';
import * as server from '../server/requests.js';
import { inWords } from './speech.js';
import { NOTHING, paintStep } from './step-drawing.js';
import { stepList, stepWords } from './step-list.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../game/game.js').Position} Position */
/** @typedef {import('../server/types.js').Step} Step */
/** @typedef {import('../server/types.js').StepReport} StepReport */

/**
 * @param {App} app
 * @param {import('../dialogs/panel.js').Panel} panel
 */
export function createStepByStep(app, panel) {
  return async () => {
    const { game } = app;
    const start = game.position(app.settings.automatic);
    panel.show('Step by step', [html('p', { class: 'soft' }, 'Solving…')], () => cancel('explain'));
    const { steps, standing, status } = await panel.waitFor(server.explain(game, start, app.settings));
    if (app.game !== game) return;
    if (steps.length === 0) {
      const words = noStepsText(status, game.isSolved);
      panel.show('Step by step', [html('p', {}, words)]);
      announce(words);
      return;
    }
    const end = standing === 'solved' ? 'Solved' : 'No known technique applies';
    panel.show('Step by step', showSteps(app, steps, start, end), () => {
      app.overlay = { drawing: NOTHING, position: null };
      app.render();
    });
    const [{ title, effect }] = steps;
    announce(`${steps.length === 1 ? 'One step' : `${steps.length} steps`}. The first is ${title}: ${inWords(app, effect)}.`);
  };
}

/**
 * @param {server.Status} status
 * @param {boolean} solved
 */
function noStepsText(status, solved) {
  if (solved) return 'The puzzle is already solved.';
  return server.isHopeless(status)
    ? 'The puzzle cannot be solved from here. Use Check to find out why.'
    : 'No known technique applies here.';
}

/**
 * A slider and a list that move through steps, of which each leads to the next, on the board.
 * @param {App} app
 * @param {StepReport[]} steps
 * @param {Position} start
 * @param {string} end what to say after the last step
 * @returns {Node[]}
 */
export function showSteps(app, steps, start, end) {
  const places = positions(app.game.shape, start, steps.map(({ step }) => step));
  const slider = html('input', {
    type: 'range', min: 0, max: steps.length, value: 0, 'aria-label': 'Step',
  });
  const words = html('div', { class: 'panel' });

  /** @param {number} index */
  const go = (index) => {
    slider.value = `${index}`;
    const report = steps[index];
    const drawing = report === undefined ? NOTHING : paintStep(app.game.shape, report.drawing);
    app.overlay = { drawing, position: places[index] };
    const title = report?.title ?? end;
    const position = report === undefined ? 'End' : `Step ${index + 1} of ${steps.length}`;
    slider.setAttribute('aria-valuetext', `${position}: ${title}. ${inWords(app, report?.effect ?? '')}`);
    words.replaceChildren(html('p', { class: 'soft' }, position), ...stepWords(title, report));
    mark(index);
    app.render();
  };

  /** @param {number} index */
  const goAndSay = (index) => {
    go(index);
    announce(slider.getAttribute('aria-valuetext') ?? '');
  };

  const { list, mark } = stepList(app, steps, goAndSay);
  slider.addEventListener('input', () => go(Number(slider.value)));
  const step = (/** @type {number} */ by) =>
    goAndSay(Math.max(0, Math.min(steps.length, Number(slider.value) + by)));
  go(0);
  return [
    html('div', { class: 'row actions' },
      button('Previous', '', () => step(-1)), slider, button('Next', 'main', () => step(1))),
    words,
    list,
  ];
}

/**
 * Applies a step to a position.
 * @param {import('../game/shape.js').Shape} shape
 * @param {Position} position
 * @param {Step} step
 * @returns {Position}
 */
function applyStep(shape, position, step) {
  const values = [...position.values];
  const candidates = [...position.candidates];
  for (const { cell, value } of step.placements ?? []) {
    values[cell] = value;
    candidates[cell] = 0;
    for (const peer of shape.peers[cell]) candidates[peer] &= ~bit(value);
  }
  for (const { cell, value } of step.eliminations ?? []) candidates[cell] &= ~bit(value);
  return { values, candidates };
}

/**
 * The position before each step, and the final one.
 * @param {import('../game/shape.js').Shape} shape
 * @param {Position} start
 * @param {Step[]} steps
 * @returns {Position[]}
 */
function positions(shape, start, steps) {
  const all = [start];
  for (const step of steps) all.push(applyStep(shape, all[all.length - 1], step));
  return all;
}
