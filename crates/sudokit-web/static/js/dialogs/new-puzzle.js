// New puzzles: how hard, on which board, with which symmetry; to practise a technique on; or made
// from the board that is there.

import { element, html } from '../dom.js';
import { SHAPES } from '../game/examples.js';
import { announce, tell } from '../messages.js';
import { cancel, Overtaken, Refusal } from '../server/client.js';
import * as server from '../server/requests.js';
import { makeSpan, offerTechniques } from './fields.js';

/** @typedef {import('../app.js').App} App */

/** @param {App} app */
export function makeNew(app) {
  const dialog = element('new-dialog', HTMLDialogElement);
  const wishes = element('new-wishes', HTMLElement);
  const waiting = element('new-waiting', HTMLElement);
  const waited = element('new-waited', HTMLElement);
  const problem = element('new-problem', HTMLElement);
  const shape = element('new-shape', HTMLSelectElement);
  const symmetry = element('new-symmetry', HTMLSelectElement);
  const technique = element('new-technique', HTMLSelectElement);
  const without = element('new-without', HTMLSelectElement);
  const start = element('new-start', HTMLSelectElement);
  const minimal = element('new-minimal', HTMLInputElement);
  const seed = element('new-seed', HTMLInputElement);
  const givens = makeSpan('new-givens');
  const scores = makeSpan('new-score');
  const levels = [...dialog.querySelectorAll('input')].filter(({ name }) => name === 'level');
  let timer = 0;

  shape.append(...SHAPES.map(([name, label]) => html('option', { value: name }, label)));
  shape.value = '3x3';

  /** @param {boolean} isWaiting */
  const wait = (isWaiting) => {
    window.clearInterval(timer);
    wishes.hidden = isWaiting;
    waiting.hidden = !isWaiting;
    if (!isWaiting) return;
    const begun = Date.now();
    const tick = () => {
      const seconds = Math.floor((Date.now() - begun) / 1000);
      waited.textContent = seconds < 2 ? 'Making a puzzle …' : `Making a puzzle … ${seconds} seconds`;
    };
    tick();
    timer = window.setInterval(tick, 1000);
    element('new-cancel', HTMLElement).focus();
    announce('Making a puzzle.');
  };

  const wish = () => {
    const [least_givens, most_givens] = givens.numbers();
    const [least_score, most_score] = scores.numbers();
    return {
      shape: shape.value,
      symmetry: symmetry.value,
      ...startFrom(app.game, start.value),
      // A technique has its own level, so the two are not asked for together.
      level: technique.value === '' ? levels.find((level) => level.checked)?.value : undefined,
      with_technique: technique.value || undefined,
      without_technique: without.value || undefined,
      least_givens, most_givens, least_score, most_score,
      minimal: minimal.checked,
      seed: /^\d{1,15}$/.test(seed.value.trim()) ? Number(seed.value) : undefined,
    };
  };

  const make = async () => {
    problem.textContent = '';
    wait(true);
    try {
      const { game, words } = await server.newGame(wish());
      app.save();
      app.begin(game);
      dialog.close();
      app.board.focus();
      tell(words);
    } catch (error) {
      if (!(error instanceof Overtaken)) problem.textContent = wordsFor(error);
    } finally {
      wait(false);
    }
  };

  technique.addEventListener('change', () => {
    for (const level of levels) level.disabled = technique.value !== '';
  });
  start.addEventListener('change', () => {
    // The board says what these would.
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
      void offerTechniques(technique);
      void offerTechniques(without);
    },
    make: () => void make(),
  };
}

/**
 * What a puzzle takes over from the board.
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

/** Both mean the same to a player: it was looked for long enough. */
const IN_VAIN = ['gave-up', 'time-limit'];

/** @param {unknown} error */
function wordsFor(error) {
  if (error instanceof Refusal && IN_VAIN.includes(error.reason.code ?? '')) {
    return 'No such puzzle was found. Another difficulty, board or symmetry may have one.';
  }
  return error instanceof Error ? error.message : String(error);
}
