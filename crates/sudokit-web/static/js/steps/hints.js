// Hints in stages: where to look, which technique, the whole step on the board, and applying it.
// They start from the player's own marks, so they never suggest what is already done.

import { button, element, html, paragraph } from '../dom.js';
import { announce, reportErrors } from '../messages.js';
import { cancel } from '../server/client.js';
import * as server from '../server/requests.js';
import { inWords } from './speech.js';
import { legend, NOTHING, paintFocus, paintStep } from './step-drawing.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../server/types.js').StepReport} StepReport */
/** @typedef {import('../game/game.js').Position} Position */

const STAGES = 3;

/**
 * @param {App} app
 * @param {import('../dialogs/panel.js').Panel} panel
 * @param {(status: import('../server/requests.js').Status) => Promise<void>} explainVerdict
 *   says why the puzzle has no solution
 */
export function createHints(app, panel, explainVerdict) {
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
    const answer = await panel.patiently('Hint', 'hint', server.hint(game, position, app.settings));
    if (answer.mistakes !== undefined && answer.mistakes.length > 0) noteMistakes(answer.mistakes);
    else if (server.isHopeless(answer.status)) await explainVerdict(answer.status);
    else if (answer.step === undefined) note('No step found', ['No known technique applies here.']);
    else show({ report: /** @type {StepReport} */ (answer), position, stage: 1 });
  };

  const apply = () => {
    if (current === null) return;
    const { step, title, effect } = current.report;
    const changed = [...(step.placements ?? []), ...(step.eliminations ?? [])];
    if (app.game.apply(step, app.settings.automatic)) {
      app.select([changed[0].cell]);
      announce(`Applied: ${title}. ${inWords(app, effect)}.`);
      app.changed();
    }
  };

  /** @param {{ report: StepReport, position: Position, stage: number }} hint */
  const show = (hint) => {
    current = hint;
    const { report, position, stage } = hint;
    const { shape } = app.game;
    const drawing = stage < STAGES ? paintFocus(report.drawing) : paintStep(shape, report.drawing);
    app.overlay = { drawing, position: stage < STAGES ? null : shownPosition(report, position) };
    const shown = stage < STAGES ? [report.whereabouts] : report.paragraphs;
    const title = stage === 1 ? 'Where to look' : report.title;
    const labels = ['Which technique?', 'Show the step', 'Apply the step'];
    fill(title, shown, stage, [
      button(labels[stage - 1], 'main', () => void next()),
      button('Close', 'plain', () => { close(); app.render(); app.board.focus(); }),
    ], stage < STAGES ? [] : report.drawing.legend);
    announce(`${title}. ${inWords(app, shown.join(' '))}`);
    app.render();
  };

  /**
   * The position under a step. A step that places a value needs the candidates of its own cells
   * only, unless the player sees all of them anyway.
   * @param {StepReport} report
   * @param {Position} position
   * @returns {Position}
   */
  const shownPosition = ({ step, drawing }, position) => {
    if (app.settings.automatic || (step.placements ?? []).length === 0) return position;
    const cells = new Set((drawing.candidates ?? []).map(({ cell }) => cell));
    return { ...position, candidates: position.candidates.map((mask, cell) => (cells.has(cell) ? mask : 0)) };
  };

  /** @param {{ cell: number, placed?: number }[]} mistakes */
  const noteMistakes = (mistakes) => {
    const values = mistakes.filter(({ placed }) => placed !== undefined);
    // A wrong value also removes right candidates elsewhere; those are no mistakes of their own.
    const shown = values.length > 0 ? values : mistakes;
    const words = values.length > 0
      ? `${values.length === 1 ? 'one value is' : `${values.length} values are`} wrong`
      : `${shown.length === 1 ? 'one cell is missing its' : `${shown.length} cells are missing their`} correct candidate`;
    note('There is a mistake', [`The puzzle cannot be solved from here: ${words}.`], [
      button('Show mistakes', 'main', () => {
        app.highlighted = new Set(values.map(({ cell }) => cell));
        app.select(shown.map(({ cell }) => cell));
        app.render();
        app.board.focus();
      }),
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
      // Above the words, so that the button stays in its place from stage to stage.
      html('div', { class: 'row actions' }, ...buttons),
      ...paragraphs.map(paragraph),
      ...legend(entries),
    );
    card.hidden = false;
    if (had) buttons[0].focus();
  };

  app.onChange(() => close());
  return { next, close };
}
