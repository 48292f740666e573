// Hints in stages: where to look, which technique, the whole step on the board, and applying it.
// They start from the player's own marks, so they never suggest what is already done.

import { button, element, html, paragraph } from '../dom.js';
import { announce, reportErrors } from '../messages.js';
import { cancel } from '../server/client.js';
import * as server from '../server/requests.js';
import { legend, NOTHING, paintFocus, paintStep } from './step-drawing.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../server/types.js').StepReport} StepReport */
/** @typedef {import('../game/game.js').Position} Position */

const STAGES = 3;

/** @param {App} app */
export function createHints(app) {
  const card = element('hint', HTMLElement);
  /** @type {{ report: StepReport, position: Position, stage: number } | null} */
  let current = null;

  const close = () => {
    cancel('hint');
    if (card.hidden) return false;
    current = null;
    card.hidden = true;
    card.replaceChildren();
    app.overlay = { drawing: NOTHING, position: null };
    return true;
  };

  /** Shows the next stage, or the first hint. */
  const next = () => reportErrors(async () => {
    if (current === null) await begin();
    else if (current.stage < STAGES) show({ ...current, stage: current.stage + 1 });
    else apply();
  });

  const begin = async () => {
    const { game } = app;
    if (game.isSolved) {
      note('Nothing left to do', ['The puzzle is solved.']);
      return;
    }
    const position = game.position(app.settings.automatic);
    const answer = await server.hint(game, position);
    if (answer.mistakes !== undefined && answer.mistakes.length > 0) noteMistakes(answer.mistakes);
    else if (answer.step === undefined) noteNoStep(answer.status);
    else show({ report: /** @type {StepReport} */ (answer), position, stage: 1 });
  };

  const apply = () => {
    if (current === null) return;
    const { step, sentence } = current.report;
    const effect = [...(step.placements ?? []), ...(step.eliminations ?? [])];
    if (app.game.apply(step)) {
      app.select([effect[0].cell]);
      app.changed();
      announce(`Applied: ${sentence}`);
    }
  };

  /** @param {{ report: StepReport, position: Position, stage: number }} hint */
  const show = (hint) => {
    current = hint;
    const { report, position, stage } = hint;
    const { shape } = app.game;
    const drawing = stage < STAGES ? paintFocus(report.drawing) : paintStep(shape, report.drawing);
    app.overlay = { drawing, position: stage < STAGES ? null : position };
    const words = [report.whereabouts, `Look for: ${report.title}.`, ...report.paragraphs];
    const shown = stage === 1 ? words.slice(0, 1) : stage === 2 ? words.slice(0, 2) : report.paragraphs;
    const title = stage < STAGES ? (stage === 1 ? 'Where to look' : report.title) : report.title;
    const labels = ['Which technique?', 'Show the step', 'Apply the step'];
    fill(title, shown, stage, [
      button(labels[stage - 1], 'main', () => void next()),
      button('Close', 'plain', () => { close(); app.render(); app.board.focus(); }),
    ], stage < STAGES ? [] : report.drawing.legend);
    announce(`${title}. ${shown.join(' ')}`);
    app.render();
  };

  /** @param {{ cell: number, placed?: number }[]} mistakes */
  const noteMistakes = (mistakes) => {
    const values = mistakes.filter(({ placed }) => placed !== undefined).length;
    const marks = mistakes.length - values;
    const parts = [
      values > 0 ? `${values === 1 ? 'one value is' : `${values} values are`} wrong` : '',
      marks > 0 ? `${marks === 1 ? 'one cell is missing its' : `${marks} cells are missing their`} correct candidate` : '',
    ].filter(Boolean);
    note('There is a mistake', [`The puzzle cannot be solved from here: ${parts.join(' and ')}.`], [
      button('Show mistakes', 'main', () => {
        app.highlighted = new Set(mistakes.filter(({ placed }) => placed !== undefined).map(({ cell }) => cell));
        app.select(mistakes.map(({ cell }) => cell));
        app.render();
        app.board.focus();
      }),
    ]);
  };

  /** @param {import('../server/requests.js').Status} status */
  const noteNoStep = (status) => {
    const broken = server.isHopeless(status);
    note(broken ? 'No solution' : 'No step found', [
      broken
        ? 'The givens contradict each other.'
        : 'No known technique applies here.',
    ]);
  };

  /**
   * @param {string} title
   * @param {string[]} paragraphs
   * @param {HTMLButtonElement[]} [buttons]
   */
  const note = (title, paragraphs, buttons = []) => {
    current = null;
    const closeButton = button('Close', 'plain', () => { close(); app.render(); });
    fill(title, paragraphs, 0, [...buttons, closeButton], []);
    announce(`${title}. ${paragraphs.join(' ')}`);
  };

  /**
   * @param {string} title
   * @param {string[]} paragraphs
   * @param {number} stage
   * @param {HTMLButtonElement[]} buttons
   * @param {import('../server/types.js').LegendEntry[]} [entries]
   */
  const fill = (title, paragraphs, stage, buttons, entries = []) => {
    const had = card.contains(document.activeElement);
    const dots = Array.from({ length: STAGES }, (_, index) =>
      html('i', { class: index < stage ? 'reached' : '' }),
    );
    card.replaceChildren(
      html('div', { class: 'card-head' },
        html('h2', {}, title),
        ...(stage > 0 ? [html('span', { class: 'stage', 'aria-hidden': 'true' }, ...dots)] : []),
      ),
      ...paragraphs.map(paragraph),
      ...legend(entries),
      html('div', { class: 'row actions' }, ...buttons),
    );
    card.hidden = false;
    if (had) buttons[0].focus();
  };

  app.onChange(() => close());
  return { next, close };
}
