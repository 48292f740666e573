// A list of steps, each a button, and the words of the chosen one.

import { html, paragraph } from '../dom.js';
import { legend } from './step-drawing.js';

/** @typedef {import('../server/types.js').StepReport} StepReport */

/**
 * @param {StepReport[]} steps
 * @param {(index: number) => void} choose
 */
export function stepList(steps, choose) {
  const list = html('ol', { class: 'steps', tabindex: 0, 'aria-label': 'Steps' });
  const rows = steps.map(({ title, effect }, index) => {
    const row = html('button', { type: 'button' },
      html('span', { class: 'number' }, `${index + 1}`), html('span', {}, title),
      html('span', { class: 'effect' }, effect));
    row.addEventListener('click', () => choose(index));
    list.append(html('li', {}, row));
    return row;
  });
  return {
    list,
    /**
     * Marks the chosen step and scrolls to it.
     * @param {number} index
     */
    mark: (index) => {
      rows.forEach((row, number) => {
        if (number === index) row.setAttribute('aria-current', 'step');
        else row.removeAttribute('aria-current');
      });
      const row = rows[index];
      if (row !== undefined) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 3;
    },
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
