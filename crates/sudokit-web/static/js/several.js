// Two of several solutions on the board: both at once, or one and then the other.

import { announce } from './say.js';
import { NOTHING } from './step-drawing.js';
import { html } from './svg.js';

/** @typedef {import('./app.js').App} App */

const VIEWS = /** @type {const} */ (['Both', 'A', 'B']);
/** @typedef {typeof VIEWS[number]} View */

/** So many cells are named; the board shows all. */
const MOST_NAMED = 6;

/**
 * @param {App} app
 * @param {import('./panel.js').Panel} panel
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
