// Accessibility checks with axe.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** @param {import('playwright-core').Page} page */
export async function axe(page) {
  const result = await page.evaluate(`(() => { ${AXE}; return window.axe.run(document, { resultTypes: ['violations'] }); })()`);
  const found = /** @type {{ violations: { id: string, help: string, nodes: { html: string }[] }[] }} */ (result);
  assert.deepEqual(found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html}`), []);
}
