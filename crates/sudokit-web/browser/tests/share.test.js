// Sharing as a picture or QR code, and links to other solvers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { axe } from './axe.js';
import { EASY, eventually, onPage, ready, requests, servedOnly, shot, withServer } from './helpers.js';

withServer();
const START = { fragment: `#p=3x3:${EASY}` };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...START };

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
async function openShare(page) {
  await page.click('[data-action=share]');
  await shown(page, '#picture');
}

/**
 * Waits for an image and returns its width.
 * @param {Page} page
 * @param {string} image
 */
async function shown(page, image) {
  let width = 0;
  await eventually(async () => {
    width = await page.locator(image).evaluate((/** @type {HTMLImageElement} */ found) => (found.complete ? found.naturalWidth : 0));
    assert.ok(width > 0, `${image} is empty`);
  });
  return width;
}

/**
 * Clicks a button and returns the downloaded file.
 * @param {Page} page
 * @param {string} button
 */
async function saved(page, button) {
  const download = page.waitForEvent('download');
  await page.click(button);
  const file = await download;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

describe('picture', () => {
  test('is saved as PNG and SVG', onPage(async (page) => {
    await openShare(page);
    const png = await saved(page, '[data-picture="save png"]');
    assert.equal(png.name, 'sudoku.png');
    assert.equal(png.content.subarray(1, 4).toString(), 'PNG');
    await eventually(async () => assert.equal(await page.innerText('#picture-message'), 'Saved as sudoku.png.'));
    const svg = await saved(page, '[data-picture="save svg"]');
    assert.equal(svg.name, 'sudoku.svg');
    assert.match(svg.content.toString(), /^<svg .*A 9×9 Sudoku with 24 of 81 values/);
  }, START));

  test('is copied as PNG and SVG', onPage(async (page) => {
    await openShare(page);
    await page.click('[data-picture="copy png"]');
    await eventually(async () => assert.equal(await page.innerText('#picture-message'), 'Copied.'));
    const kinds = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
    assert.deepEqual(kinds, ['image/png']);
    await page.check('input[value=givens]');
    await eventually(async () => assert.equal(await page.innerText('#picture-message'), ''));
    await page.click('[data-picture="copy svg"]');
    await eventually(async () => assert.equal(await page.innerText('#picture-message'), 'Copied.'));
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^<svg /);
  }, START));

  test('matches the page by default', servedOnly, onPage(async (page) => {
    await openShare(page);
    assert.equal(await page.inputValue('#picture-theme'), 'dark');
    const bodies = requests(page);
    const becomes = (/** @type {string} */ field, /** @type {unknown} */ value) =>
      eventually(async () => assert.equal(bodies.at(-1)?.[field], value));
    await page.selectOption('#picture-theme', 'print');
    await becomes('theme', 'print');
    await page.check('#picture-candidates');
    await becomes('show_candidates', true);
    await page.check('#picture-step');
    await becomes('step', true);
    await shown(page, '#picture');
  }, { ...START, colorScheme: 'dark' }));

  test('shows the current board or the original puzzle', onPage(async (page) => {
    await page.keyboard.press('7');
    await openShare(page);
    const values = async () => (await saved(page, '[data-picture="save svg"]')).content.toString().match(/with (\d+) of/)?.[1];
    assert.equal(await values(), '25');
    await page.check('input[value=givens]');
    assert.equal(await values(), '24');
  }, START));

  test('has no next step on a solved board', onPage(async (page) => {
    await page.click('[data-action=solve]');
    await openShare(page);
    await page.check('#picture-step');
    await eventually(async () => assert.equal(await page.innerText('#picture-message'), 'No step because the puzzle is solved.'));
  }, START));
});

describe('QR code', () => {
  test('sends the position in the body, not in the address', servedOnly, onPage(async (page) => {
    await openShare(page);
    const sent = page.waitForRequest('**/api/v1/qr');
    await page.click('#qr-details summary');
    const request = await sent;
    assert.equal(request.method(), 'POST');
    const { text } = JSON.parse(request.postData() ?? '{}');
    assert.equal(text, await page.evaluate(() => location.href));
    assert.match(text, /#p=3x3:6/);
    await shown(page, '#qr-code');
    assert.match(await page.innerText('#qr-note'), /only works? on this computer/);
    const next = page.waitForRequest('**/api/v1/qr');
    await page.check('input[value=givens]');
    await next;
  }, START));

  test('reports a link that is too long', onPage(async (page) => {
    await openShare(page);
    await page.click('#qr-details summary');
    await eventually(async () => assert.match(await page.innerText('#qr-note'), /too long for a QR code/));
    assert.equal(await page.isVisible('#qr-code'), false);
  }, { fragment: longFragment(), errors: true }));
});

/** A 25×25 board with many notes. */
function longFragment() {
  const notes = Array.from({ length: 300 }, (_, cell) => `${cell.toString(36)}.fffff...`);
  return `#p=5x5:${'.'.repeat(625)}&n=${notes.join('_')}`;
}

describe('the share sheet', () => {
  test('gets the link', onPage(async (page) => {
    await page.addInitScript(() => {
      Object.assign(navigator, { share: async (/** @type {ShareData} */ data) => { document.title = data.url ?? ''; } });
    });
    await page.reload();
    await ready(page);
    await openShare(page);
    await page.click('#send');
    await eventually(async () => assert.equal(await page.title(), await page.inputValue('#share-text')));
    assert.match(await page.title(), /#p=3x3:6/);
  }, START));

  test('is not offered if there is none', onPage(async (page) => {
    await page.addInitScript(() => { Object.defineProperty(navigator, 'share', { value: undefined }); });
    await page.reload();
    await ready(page);
    await openShare(page);
    assert.equal(await page.isVisible('#send'), false);
  }, START));
});

describe('other solvers', () => {
  test('get the current position', onPage(async (page) => {
    await page.keyboard.press('7');
    await openShare(page);
    const digits = `67${EASY.slice(2)}`.replaceAll('.', '0');
    assert.equal(await page.getAttribute('#to-wiki', 'href'), `https://www.sudokuwiki.org/sudoku.htm?bd=${digits}`);
    assert.equal(await page.getAttribute('#to-exchange', 'href'), `https://sudokuexchange.com/play/?s=${digits}`);
    assert.equal(await page.getAttribute('#to-wiki', 'rel'), 'noopener noreferrer');
  }, START));

  test('are hidden for other boards', onPage(async (page) => {
    await openShare(page);
    assert.equal(await page.isVisible('#to-wiki'), false);
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe in ${colorScheme}, with the QR code`, onPage(async (page) => {
    await openShare(page);
    await page.check('#picture-step');
    await page.click('#qr-details summary');
    await shown(page, '#qr-code');
    await axe(page);
    await shot(page, `share-all-${colorScheme}`);
  }, { ...START, colorScheme, viewport: { width: 1280, height: 1000 } }));
}

test('fits on a phone', onPage(async (page) => {
  await openShare(page);
  await shot(page, 'share-phone');
  const wide = await page.locator('#share-dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  for (const button of await page.locator('#share-dialog button:visible, #share-dialog select').all()) {
    const area = await button.boundingBox();
    assert.ok(area && area.height >= 44, await button.innerText());
  }
  await page.locator('.elsewhere').scrollIntoViewIfNeeded();
  await shot(page, 'share-phone-end');
}, PHONE));
