// Techniques to choose from.

import * as engine from './engine.js';
import { html } from './svg.js';

/**
 * Fills a list with all techniques that ratings are made with, below what stands there.
 * @param {HTMLSelectElement} list
 */
export async function offerTechniques(list) {
  if (list.options.length > 1) return;
  const known = (await engine.techniques()).filter((each) => each.is_rated);
  if (list.options.length > 1) return;
  list.append(...known.map(({ technique, name }) => html('option', { value: technique }, name)));
}
