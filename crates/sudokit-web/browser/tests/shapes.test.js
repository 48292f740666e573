// Boards of every shape, on a desktop and a phone: they fit, and every cell can be reached.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually, onPage, says, shot, withServer } from './helpers.js';

withServer();

const JIGSAW = 'AABBBBAACCBDAACCBDEECCDDEFFFDDEEEFFF';

/** A shape, its size, the number of edges between regions, of diagonals and of windows. */
const SHAPES = /** @type {const} */ ([
  ['2x2', 4, 8], ['2x3', 6, 18], ['3x2', 6, 18], ['2x4', 8, 32], ['4x2', 8, 32], ['3x3', 9, 36],
  ['3x3+diagonals', 9, 36, 2, 0], ['3x3+windows', 9, 36, 0, 4], ['3x3+diagonals+windows', 9, 36, 2, 4],
  [`jigsaw:${JIGSAW}`, 6, edges(JIGSAW)], ['2x5', 10, 50], ['5x2', 10, 50], ['3x4', 12, 60], ['4x3', 12, 60],
  ['2x7', 14, 98], ['3x5', 15, 90], ['4x4', 16, 96], ['3x6', 18, 126], ['4x5', 20, 140], ['3x7', 21, 168],
  ['4x6', 24, 192], ['5x5', 25, 200],
]);

/** Counts the neighbours in different regions. */
function edges(/** @type {string} */ labels) {
  const size = Math.sqrt(labels.length);
  let count = 0;
  [...labels].forEach((label, cell) => {
    if ((cell + 1) % size !== 0 && labels[cell + 1] !== label) count += 1;
    if (cell + size < labels.length && labels[cell + size] !== label) count += 1;
  });
  return count;
}

const DESKTOP = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LANDSCAPE = { ...PHONE, viewport: { width: 844, height: 390 } };

const SQUARES = SHAPES.filter(([shape]) => ['3x3', '4x4', '5x5'].includes(shape));

for (const [place, options, shapes] of /** @type {const} */ ([
  ['desktop', DESKTOP, SHAPES], ['phone', PHONE, SHAPES], ['phone in landscape', LANDSCAPE, SQUARES],
])) {
  describe(`on a ${place}`, () => {
    for (const [shape, size, thick, diagonals = 0, windows = 0] of shapes) {
      test(shape.slice(0, 24), onPage(async (page) => {
        assert.equal(await page.locator('[role=gridcell]').count(), size * size);
        const lines = (await page.getAttribute('.thick-line', 'd')) ?? '';
        assert.equal(lines.split('M').length - 1, thick, 'edges of boxes');
        assert.equal(await page.locator('.diagonal-line').count(), diagonals);
        assert.equal(await page.locator('.window-line').count(), windows);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= options.viewport.width, `${wide} pixels wide`);
        // Scroll to the last cell, tap it, and enter the largest value.
        const last = page.locator('[role=gridcell]').last();
        await last.scrollIntoViewIfNeeded();
        const cell = await last.boundingBox();
        assert.ok(cell && Math.min(cell.width, cell.height) >= 20, `${cell?.width}×${cell?.height}`);
        if (options === DESKTOP) await last.click({ force: true });
        else await last.tap({ force: true });
        await eventually(async () => assert.equal(await last.getAttribute('aria-selected'), 'true'));
        await page.locator(`#keypad [data-value="${size}"]`).click();
        const symbol = '123456789ABCDEFGHIJKLMNOP'[size - 1];
        await says(page, size, size, new RegExp(`^row ${size} column ${size}, .*, ${symbol}$`));
        await page.click('#automatic');
        await shot(page, `shape-${shape.replace(/[^\w+]/g, '-').slice(0, 24)}-${place}`);
      }, { ...options, fragment: `#p=${shape.replaceAll('+', '*')}:${'.'.repeat(size * size)}` }));
    }
  });
}
