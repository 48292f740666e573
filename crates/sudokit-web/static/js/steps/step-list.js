// Lists of steps, each a button, and the words of the chosen one.

import { html, paragraph } from '../dom.js';
import { inWords } from './speech.js';
import { legend } from './step-drawing.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../server/types.js').StepReport} StepReport */

/**
 * The steps of a solution, in their order.
 * @param {App} app
 * @param {StepReport[]} steps
 * @param {(index: number) => void} choose
 */
export function stepList(app, steps, choose) {
  const list = html('ol', { class: 'steps', tabindex: 0, 'aria-label': 'Steps' });
  const rows = steps.map(({ title, effect }, index) =>
    row(() => choose(index),
      html('span', { class: 'number' }, `${index + 1}`), html('span', {}, title), effectOf(app, effect)));
  list.append(...rows.map((each) => html('li', {}, each)));
  return { list, mark: marker(list, rows) };
}

/**
 * Steps of one position by technique, the easiest first; a click shows those of a technique.
 * @param {App} app
 * @param {StepReport[]} steps
 * @param {(index: number) => void} choose
 */
export function groupedStepList(app, steps, choose) {
  const list = html('div', { class: 'steps grouped', role: 'group', 'aria-label': 'Steps' });
  const rows = steps.map(({ effect }, index) => row(() => choose(index), effectOf(app, effect)));
  /** @type {Map<string, HTMLButtonElement[]>} */
  const groups = new Map();
  for (const [index, { title }] of steps.entries()) groups.set(title, [...(groups.get(title) ?? []), rows[index]]);
  for (const [title, members] of groups) {
    list.append(html('details', {},
      html('summary', {}, html('span', {}, title), html('span', { class: 'count' }, `${members.length}`)),
      html('ol', { 'aria-label': title }, ...members.map((member) => html('li', {}, member)))));
  }
  const mark = marker(list, rows);
  return {
    list,
    /** @param {number} index */
    mark: (index) => {
      const group = rows[index].closest('details');
      if (group !== null) group.open = true;
      mark(index);
    },
  };
}

/**
 * What a step does, in words for screen readers.
 * @param {App} app
 * @param {string} effect
 */
function effectOf(app, effect) {
  return html('span', { class: 'effect' },
    html('span', { 'aria-hidden': 'true' }, effect), html('span', { class: 'hidden' }, inWords(app, effect)));
}

/**
 * @param {() => void} choose
 * @param {Node[]} content
 */
function row(choose, ...content) {
  const made = html('button', { type: 'button' }, ...content);
  made.addEventListener('click', choose);
  return made;
}

/**
 * Returns a function that marks the chosen step and scrolls to it.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rows
 */
function marker(list, rows) {
  return (/** @type {number} */ index) => {
    rows.forEach((each, number) => {
      if (number === index) each.setAttribute('aria-current', 'step');
      else each.removeAttribute('aria-current');
    });
    const chosen = rows[index];
    if (chosen === undefined) return;
    const { top, bottom } = list.getBoundingClientRect();
    const at = chosen.getBoundingClientRect();
    if (at.top < top || at.bottom > bottom) list.scrollTop += at.top - top - list.clientHeight / 3;
  };
}

/**
 * The heading, explanation and legend of a step.
 * @param {string} title
 * @param {StepReport} [report]
 * @returns {Node[]}
 */
export function stepWords(title, report) {
  return [
    html('h3', {}, title),
    ...(report?.paragraphs ?? []).map(paragraph),
    ...legend(report?.drawing.legend),
  ];
}
