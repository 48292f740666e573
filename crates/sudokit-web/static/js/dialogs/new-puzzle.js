// The dialog for new puzzles: difficulty, board, symmetry, technique to practise, or based on the
// current board.

import { element, html } from '../dom.js';
import { SHAPES } from '../game/examples.js';
import { announce, everySecond, showMessage } from '../messages.js';
import { ApiError, cancel, Superseded } from '../server/client.js';
import * as server from '../server/requests.js';
import { createRangeFields, fillTechniques } from './fields.js';

/** @typedef {import('../app.js').App} App */

/** @param {App} app */
export function createNewPuzzleDialog(app) {
  const dialog = element('new-dialog', HTMLDialogElement);
  const options = element('new-options', HTMLElement);
  const waiting = element('new-waiting', HTMLElement);
  const progress = element('new-progress', HTMLElement);
  const problem = element('new-problem', HTMLElement);
  const shape = element('new-shape', HTMLSelectElement);
  const symmetry = element('new-symmetry', HTMLSelectElement);
  const technique = element('new-technique', HTMLSelectElement);
  const without = element('new-without', HTMLSelectElement);
  const start = element('new-start', HTMLSelectElement);
  const minimal = element('new-minimal', HTMLInputElement);
  const seed = element('new-seed', HTMLInputElement);
  const givens = createRangeFields('new-givens');
  const scores = createRangeFields('new-score');
  const levels = [...dialog.querySelectorAll('input')].filter(({ name }) => name === 'level');
  let stopTicking = () => {};

  shape.append(...SHAPES.map(([name, label]) => html('option', { value: name }, label)));
  shape.value = '3x3';

  /** @param {boolean} isWaiting */
  const wait = (isWaiting) => {
    stopTicking();
    options.hidden = isWaiting;
    waiting.hidden = !isWaiting;
    if (!isWaiting) return;
    stopTicking = everySecond((seconds) => {
      progress.textContent = seconds < 2 ? 'Creating a puzzle…' : `Creating a puzzle… ${seconds} seconds`;
    });
    element('new-cancel', HTMLElement).focus();
    announce('Creating a puzzle.');
  };

  const request = () => {
    const [least_givens, most_givens] = givens.numbers();
    const [least_score, most_score] = scores.numbers();
    return {
      shape: shape.value,
      symmetry: symmetry.value,
      ...startFrom(app.game, start.value),
      // A technique determines the level.
      level: technique.value === '' ? levels.find((level) => level.checked)?.value : undefined,
      with_technique: technique.value || undefined,
      without_technique: without.value || undefined,
      least_givens, most_givens, least_score, most_score,
      minimal: minimal.checked,
      seed: /^\d{1,15}$/.test(seed.value.trim()) ? Number(seed.value) : undefined,
    };
  };

  /**
   * @param {object} options fields of the request
   * @param {string} [title]
   */
  const generate = async (options, title) => {
    problem.textContent = '';
    wait(true);
    try {
      const { game, message } = await server.generateGame(options, title);
      app.save();
      app.begin(game);
      dialog.close();
      app.board.focus();
      showMessage(message);
    } catch (error) {
      if (!(error instanceof Superseded)) problem.textContent = errorText(error);
    } finally {
      wait(false);
    }
  };

  technique.addEventListener('change', () => {
    for (const level of levels) level.disabled = technique.value !== '';
  });
  start.addEventListener('change', () => {
    // The current board determines these.
    shape.disabled = start.value !== '';
    symmetry.disabled = start.value === 'pattern';
  });
  dialog.addEventListener('close', () => cancel('generate'));
  element('new-cancel', HTMLElement).addEventListener('click', () => cancel('generate'));

  return {
    show: () => {
      problem.textContent = '';
      seed.value = '';
      wait(false);
      dialog.showModal();
      void fillTechniques(technique);
      void fillTechniques(without);
    },
    generate: () => void generate(request()),
    /** Today's puzzle of the chosen level, the same for everyone. */
    daily: () => {
      const level = levels.find(({ checked }) => checked)?.value ?? 'medium';
      const today = new Date();
      const day = today.toLocaleDateString('en', { day: 'numeric', month: 'long' });
      void generate(dailyRequest(level, today), `Daily puzzle, ${day}: ${level}`);
    },
    /** Another puzzle of the same board and level. */
    next: () => {
      dialog.showModal();
      const { shape: { name }, level } = app.game;
      void generate({ shape: name, symmetry: 'half-turn', level: level || undefined });
    },
  };
}

/**
 * The request for the puzzle of a day: the date in the calendar of the player is its seed.
 * @param {string} level
 * @param {Date} date
 */
function dailyRequest(level, date) {
  const seed = date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();
  return { shape: '3x3', symmetry: 'half-turn', level, seed };
}

/**
 * The fields that take something from the current board.
 * @param {import('../game/game.js').Game} game
 * @param {string} what
 */
function startFrom({ shape: { name, size }, givens }, what) {
  if (what === 'pattern') {
    return { shape: name, symmetry: undefined, pattern: givens.map((value) => (value === 0 ? '.' : 'x')).join('') };
  }
  if (what !== 'extend') return {};
  const rows = Array.from({ length: size }, (_, row) => givens.slice(row * size, (row + 1) * size).join(' '));
  return { shape: name, extend: rows.join('\n') };
}

/** To the player both mean the same: no puzzle was found in time. */
const NOT_FOUND_CODES = ['gave-up', 'time-limit'];

/** @param {unknown} error */
function errorText(error) {
  if (error instanceof ApiError && NOT_FOUND_CODES.includes(error.problem.code ?? '')) {
    return 'No such puzzle was found. Try another difficulty, board or symmetry.';
  }
  return error instanceof Error ? error.message : String(error);
}
