// A puzzle that does not have exactly one solution: the likely slip in words, with buttons that
// correct it.

import { button, html } from '../dom.js';
import { announce, reportErrors } from '../messages.js';
import { cancel } from '../server/client.js';
import * as server from '../server/requests.js';
import { takeAnswer, VERDICTS } from './solutions.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../server/types.js').Repair} Repair */
/** @typedef {import('./shape.js').Shape} Shape */

/** The slips to name; the first are the likely ones. */
const MAX_SHOWN = 3;

/**
 * @param {App} app
 * @param {import('../dialogs/panel.js').Panel} panel
 */
export function createRepairs(app, panel) {
  /**
   * Makes the changes, and checks the puzzle again.
   * @param {number[][]} changes cells with their new values
   */
  const correct = (changes) => {
    for (const [cell, value] of changes) app.game.enterGiven([cell], value);
    app.select([changes[0][0]]);
    app.recheck();
    app.board.focus();
    announce(`Corrected: ${changes.map(([cell]) => app.board.labelOf(cell)).join('; ')}.`);
  };

  /**
   * Shows the verdict, and the slip that would explain it.
   * @param {server.Status} status
   */
  const show = async (status) => {
    const { game } = app;
    const title = VERDICTS[status];
    panel.show(title, [html('p', { class: 'soft' }, 'Looking for the slip…')], () => cancel('check'));
    const { repairs = [], repairs_complete: complete } = await panel.waitFor(server.repairs(game));
    if (app.game !== game) return;
    const added = repairs.filter(({ changes }) => changes[0].from === 0);
    const others = repairs.filter(({ changes }) => changes[0].from !== 0);
    // A missed given is likelier than a mistyped one that leaves several solutions.
    const shown = added.length > 0 ? [] : slipsOf(others).slice(0, MAX_SHOWN);
    const words = [
      ...(added.length > 0 ? [missingWords(game.shape, added)] : []),
      ...shown.map((slip) => slipWords(game.shape, slip)),
      ...(repairs.length === 0 ? [nothingWords(status)] : []),
      ...(complete === false ? ['Not every slip could be tried in time.'] : []),
    ];
    const more = [
      ...(game.editing ? [] : [button('Edit givens', '', () => app.edit())]),
      ...(game.editing && status === 'several' ? [button('Play anyway', '', () => app.play())] : []),
    ];
    const rows = words.map((text, index) =>
      html('div', { class: 'slip' }, html('p', {}, text),
        html('div', { class: 'row wrap' }, ...corrections(shown[index]), ...(index === words.length - 1 ? more : []))));
    panel.show(title, rows, () => {
      app.differing = new Set();
      app.render();
    });
    app.differing = new Set((added.length > 0 ? added : shown.flat()).flatMap(({ changes }) => changes.map(({ cell }) => cell)));
    app.render();
    announce(`${title}. ${words.join(' ')}`);
  };

  /**
   * The buttons that correct a slip.
   * @param {Slip} slip
   */
  const corrections = (slip = []) => slip.flatMap(({ changes, solution }) => {
    const { shape } = app.game;
    const meant = changes.map(({ cell, to }) => [cell, to || solution[cell]]);
    // Several slips may have the same values, so the buttons name the cells.
    const named = meant.map(([cell, value]) => `${shape.place(cell)} to ${shape.symbol(value)}`);
    const buttons = [button(`Change ${named.join(' and ')}`, 'main', () => correct(meant))];
    if (changes.every(({ to }) => to === 0)) {
      const places = changes.map(({ cell }) => shape.place(cell));
      buttons.push(button(`Clear ${places.join(' and ')}`, '', () => correct(changes.map(({ cell }) => [cell, 0]))));
    }
    return buttons;
  });

  /** Starts the game if the entered puzzle has exactly one solution. */
  const startPlaying = () => reportErrors(async () => {
    const { game } = app;
    const answer = await panel.patiently('Solve', 'solve', server.solve(game, game.values));
    if (app.game !== game || !game.editing) return;
    takeAnswer(app, answer);
    if (answer.status === 'several' || server.isHopeless(answer.status)) await show(answer.status);
    else app.play();
  });

  return { show, startPlaying };
}

/**
 * One slip may have several corrections: other values for the same given.
 * @typedef {Repair[]} Slip
 */

/**
 * @param {Repair[]} repairs
 * @returns {Slip[]}
 */
function slipsOf(repairs) {
  /** @type {Map<string, Slip>} */
  const slips = new Map();
  for (const [index, repair] of repairs.entries()) {
    const [{ cell, to }] = repair.changes;
    const key = repair.changes.length === 1 && to !== 0 ? `cell ${cell}` : `repair ${index}`;
    slips.set(key, [...(slips.get(key) ?? []), repair]);
  }
  return [...slips.values()];
}

/**
 * @param {Shape} shape
 * @param {Slip} slip
 */
function slipWords(shape, slip) {
  const [{ changes }] = slip;
  const [{ cell, from, to }] = changes;
  if (to !== 0) {
    const values = slip.map((repair) => shape.symbol(repair.changes[0].to));
    const one = values.length === 1 ? values[0] : `${values.slice(0, -1).join(', ')} or ${values[values.length - 1]}`;
    return `With ${one} instead of ${shape.symbol(from)} in ${shape.place(cell)} there is exactly one solution. Did you mistype it?`;
  }
  const names = changes.map((change) => `the ${shape.symbol(change.from)} in ${shape.place(change.cell)}`);
  return `Without ${names.join(' and ')} there is exactly one solution. Did you mistype ${names.length === 1 ? 'it' : 'them'}?`;
}

/**
 * @param {Shape} shape
 * @param {Repair[]} added
 */
function missingWords(shape, added) {
  const cells = [...new Set(added.map(({ changes }) => changes[0].cell))];
  if (cells.length === 1) return `Is a given missing in ${shape.place(cells[0])}? With it there can be exactly one solution.`;
  return `Is a given missing? One more in any of the marked cells can leave exactly one solution: ${shape.places(cells)}.`;
}

/** @param {server.Status} status */
function nothingWords(status) {
  return status === 'several'
    ? 'One more given is not enough for exactly one solution. Several are probably missing.'
    : 'No single slip explains it. Compare the givens with the original, row by row.';
}
