// What is known about the puzzle: one solution, several, none. While a paper puzzle is typed in,
// this is said live, with the cells in question.

import * as engine from './engine.js';
import { orTell } from './say.js';
import { valueOfLetter } from './shape.js';
import { element } from './svg.js';

/** @typedef {import('./app.js').App} App */

const DELAY = 250;

/** @param {App} app */
export function makeVerdict(app) {
  const line = element('verdict', HTMLElement);
  const entry = element('entry', HTMLElement);
  const words = element('entry-verdict', HTMLElement);
  let timer = 0;

  const judge = () => orTell(async () => {
    const { game } = app;
    const { givens } = game;
    const answer = await engine.solve(game, game.editing ? game.values : givens);
    if (app.game !== game) return;
    game.solution = answer.status === 'unique' ? (answer.values ?? null) : null;
    if (game.editing) sayEntry(answer);
    else sayLine(answer.status);
    app.render();
  });

  /** @param {Awaited<ReturnType<typeof engine.solve>>} answer */
  const sayEntry = ({ status, differing = [], solutions = [], clashes = [] }) => {
    const { shape } = app.game;
    const names = (/** @type {number[]} */ cells) => {
      const few = cells.slice(0, 6).map((cell) => shape.short(cell)).join(', ');
      return cells.length > 6 ? `${few} …` : few;
    };
    const [first, second] = solutions.map((line) => [...line].map((symbol) => shape.symbol(valueOfLetter(symbol))));
    const example = differing[0] === undefined || first === undefined
      ? ''
      : ` For example ${shape.short(differing[0])} is ${first[differing[0]]} in one and ${second[differing[0]]} in another.`;
    const [text, kind] = {
      unique: ['Exactly one solution. Ready to play.', 'good'],
      several: [`Several solutions. Two of them differ in ${differing.length} cells: ${names(differing)}.${example}`, 'warn'],
      none: ['No solution: at least one of these values is wrong.', 'bad'],
      invalid: [`Values clash: ${names(clashes)}.`, 'bad'],
      open: ['It is not known yet whether there is one solution.', 'warn'],
    }[status];
    words.textContent = text;
    words.className = `entry-verdict ${kind}`;
    app.differing = new Set(status === 'several' && differing.length < shape.cells / 2 ? differing : []);
  };

  /** @param {engine.Status} status */
  const sayLine = (status) => {
    line.dataset.verdict = {
      unique: '', several: 'This puzzle has several solutions.', none: 'This puzzle has no solution.',
      invalid: 'Givens clash.', open: '',
    }[status];
  };

  app.onChange((reason) => {
    if (reason === 'game') line.dataset.verdict = '';
    app.differing = new Set();
    clearTimeout(timer);
    if (app.game.editing || reason === 'game') timer = window.setTimeout(() => void judge(), reason === 'game' ? 0 : DELAY);
  });

  app.onRender(() => {
    const { game } = app;
    entry.hidden = !game.editing;
    const solved = game.isSolved && !game.editing;
    line.classList.toggle('done', solved);
    if (game.editing) line.textContent = 'Type the values of the puzzle.';
    else if (solved) line.textContent = 'Solved. Well done!';
    else line.textContent = line.dataset.verdict || game.name || boardName(game.shape);
  });
}

/** @param {import('./shape.js').Shape} shape */
function boardName(shape) {
  return shape.regionWord === 'region' ? `Jigsaw ${shape.size}×${shape.size}` : `${shape.size}×${shape.size}`;
}
