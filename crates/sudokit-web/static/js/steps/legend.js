// What the signs of a step's drawing mean: only those that occur in it.

import { text } from '../board/cell.js';
import { outline } from '../board/geometry.js';
import { html, svg } from '../dom.js';

/**
 * @param {[string, string][]} marks a sign's class and its meaning
 * @returns {Node[]}
 */
export function legend(marks) {
  if (marks.length === 0) return [];
  const items = marks.map(([sign, meaning]) => html('li', {}, sample(sign), meaning));
  return [html('ul', { class: 'legend', 'aria-label': 'What the signs mean' }, ...items)];
}

/** @param {string} sign */
function sample(sign) {
  const drawing = svg('svg', { viewBox: '0 0 40 40', 'aria-hidden': 'true' });
  if (sign.startsWith('house-') || sign === 'pattern-cell' || sign === 'locked-set') {
    const classes = sign === 'locked-set' ? 'locked-set set-0' : sign;
    drawing.setAttribute('viewBox', '0 0 100 100');
    drawing.append(
      svg('rect', { width: 100, height: 100, class: `${classes} ground` }),
      svg('path', { d: outline([0], 1, 4), class: `${classes} edge` }),
    );
  } else if (sign.startsWith('link-')) {
    drawing.append(svg('path', { d: 'M2 20H38', class: `link ${sign}` }));
  } else if (sign === 'place') {
    drawing.append(svg('rect', { x: 5, y: 5, width: 30, height: 30, rx: 7, class: 'place' }));
  } else {
    drawing.append(
      svg('circle', { cx: 20, cy: 20, r: 15, class: `badge ${sign}` }),
      text('5', 20, 20, 22, `badge-text ${sign}`),
    );
    if (sign === 'eliminate') {
      drawing.append(svg('path', { d: 'M8 32L32 8', class: 'eliminate-line' }));
    }
  }
  return drawing;
}
