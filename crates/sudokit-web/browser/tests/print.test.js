// Printing: the preview, PDF files and printed pages.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { axe } from './axe.js';
import { EASY, EASY_SOLVED, drop, eventually, line, onPage, requests, says, servedOnly, shot, withServer } from './helpers.js';

withServer();
const START = { fragment: `#p=3x3:${EASY}` };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...START };
const SEVEN = `${EASY}\n`.repeat(7);

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
async function openPrint(page) {
  await page.click('[data-action=share]');
  await page.click('[data-action=print]');
  await pages(page, 2);
}

/**
 * Waits until the preview has `count` pages.
 * @param {Page} page
 * @param {number} count
 */
async function pages(page, count) {
  await eventually(async () => assert.match(await page.innerText('#print-place'), new RegExp(`^Page \\d+ of ${count}$`)));
  await eventually(async () => {
    const width = await page.locator('#print-page').evaluate((/** @type {HTMLImageElement} */ image) => image.naturalWidth);
    assert.ok(width > 0, 'a page is shown');
  });
}

/**
 * @param {Page} page
 * @param {string} text
 */
async function printCollection(page, text) {
  await page.check('input[name=print-what][value=collection]');
  await page.fill('#print-text', text);
}

/**
 * Counts the pages of a PDF.
 * @param {Buffer} pdf
 */
const pagesOf = (pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

describe('preview', () => {
  test('shows the puzzle, and its solution on another page', onPage(async (page) => {
    await openPrint(page);
    assert.equal(await page.isDisabled('#print-previous'), true);
    await page.click('#print-next');
    assert.equal(await page.innerText('#print-place'), 'Page 2 of 2');
    await page.uncheck('#print-answers');
    await pages(page, 1);
    assert.equal(await page.isVisible('#print-next'), false);
  }, START));

  test('has 1, 2, 4 or 6 puzzles per page', onPage(async (page) => {
    await openPrint(page);
    await page.uncheck('#print-answers');
    await printCollection(page, SEVEN);
    await pages(page, 2);
    assert.equal(await page.isChecked('#per-page-4'), true, 'four by default');
    for (const [number, count] of [[1, 7], [2, 4], [4, 2], [6, 2]]) {
      await page.check(`#per-page-${number}`);
      await pages(page, count);
    }
    await page.check('#print-answers');
    await pages(page, 3);
  }, START));

  test('uses paper, title and candidates', servedOnly, onPage(async (page) => {
    await openPrint(page);
    const bodies = requests(page);
    const becomes = (/** @type {string} */ field, /** @type {unknown} */ value) =>
      eventually(async () => assert.equal(bodies.at(-1)?.[field], value));
    await page.selectOption('#print-paper', 'letter');
    await becomes('paper', 'letter');
    await page.fill('#print-heading', 'Monday');
    await becomes('title', 'Monday');
    await page.press('#print-heading', 'Enter');
    assert.ok(await page.isVisible('#print-dialog'), 'Enter does not close the dialog');
    await page.check('#print-candidates');
    await becomes('show_candidates', true);
    await page.check('#print-codes');
    await becomes('qr', (await page.evaluate(() => location.href)).replace(/#.*/, ''));
    await eventually(async () => assert.match(await page.innerText('#print-message'), /only works? on this computer/));
    await page.check('input[name=print-what][value=now]');
    await eventually(async () => assert.ok(Array.isArray(bodies.at(-1)?.candidates)));
  }, START));

  test('prints a chosen or dropped file', onPage(async (page) => {
    await openPrint(page);
    await page.setInputFiles('#print-file', { name: 'weekend.txt', mimeType: 'text/plain', buffer: Buffer.from(SEVEN) });
    await pages(page, 3);
    assert.equal(await page.inputValue('#print-heading'), 'weekend');
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'more.txt', { type: 'text/plain' }));
      return transfer;
    }, SEVEN.repeat(2));
    await page.dispatchEvent('#print-dialog', 'dragover', { dataTransfer: data });
    assert.equal(await page.isVisible('#drop-overlay'), false);
    await page.dispatchEvent('#print-dialog', 'drop', { dataTransfer: data });
    await pages(page, 6);
    assert.ok(await page.isVisible('#print-dialog'));
  }, START));

  test('offers the current collection', onPage(async (page) => {
    await drop(page, 'weekend.txt', SEVEN);
    await page.waitForSelector('#collection-list [role=option]');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await page.isVisible('#collection-list'), false));
    await page.click('[data-action=share]');
    await page.click('[data-action=print]');
    await page.check('input[name=print-what][value=collection]');
    await pages(page, 3);
    assert.equal(await page.inputValue('#print-text'), SEVEN.trim());
  }, { fragment: `#p=2x2:${'.'.repeat(16)}`, errors: true }));

  test('reports errors and missing parts', onPage(async (page) => {
    await openPrint(page);
    await printCollection(page, '');
    await eventually(async () => assert.match(await page.innerText('#print-message'), /Paste puzzles/));
    assert.equal(await page.isDisabled('#print-now'), true);
    await page.fill('#print-text', `${EASY}\n123\n`);
    await eventually(async () => assert.match(await page.innerText('#print-message'), /^Line 2, column 1: /));
    assert.equal(await page.isDisabled('#print-save'), true);
    await page.fill('#print-text', `${EASY}\n${'.'.repeat(81)}\n`);
    await eventually(async () => assert.equal(
      await page.innerText('#print-message'), 'Puzzle 2: no answer because the puzzle has several solutions.',
    ));
    assert.equal(await page.isDisabled('#print-now'), false);
    await page.setInputFiles('#print-file', { name: 'huge.txt', mimeType: 'text/plain', buffer: Buffer.alloc(200_000, '.') });
    await eventually(async () => assert.match(await page.innerText('#print-message'), /huge\.txt is too large/));
  }, { ...START, errors: true }));
});

describe('PDF', () => {
  test('is named after the title', onPage(async (page) => {
    await openPrint(page);
    await printCollection(page, SEVEN);
    await page.check('#per-page-2');
    await pages(page, 5);
    // The preview with this title is drawn after the file was saved.
    await page.fill('#print-heading', 'Für Montag');
    const download = page.waitForEvent('download');
    await page.click('#print-save');
    const file = await download;
    assert.equal(file.suggestedFilename(), 'fur-montag.pdf');
    const pdf = readFileSync(await file.path());
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    assert.equal(pagesOf(pdf), 5);
    await eventually(async () => assert.equal(await page.innerText('#print-message'), 'Saved as fur-montag.pdf.'));
    await page.waitForTimeout(1000);
    assert.equal(await page.innerText('#print-message'), 'Saved as fur-montag.pdf.', 'it stays');
  }, START));
});

describe('QR codes', () => {
  // The links as the program writes them; see its own tests.
  test('open the puzzle', onPage(async (page) => {
    assert.equal(await line(page), '13....2........4');
    await says(page, 1, 1, /given 1$/);
    await says(page, 1, 2, /, 3$/);
  }, { fragment: '#p=2x2:1+3....2........4' }));
});

describe('printed pages', () => {
  for (const paper of ['a4', 'letter']) {
    test(`fill a sheet of ${paper}`, onPage(async (page) => {
      await openPrint(page);
      await page.evaluate(() => { window.print = () => {}; });
      await page.selectOption('#print-paper', paper);
      await printCollection(page, SEVEN);
      await pages(page, 3);
      await page.click('#print-now');
      await eventually(async () => assert.equal(await page.locator('#sheets img').count(), 3));
      assert.equal(await page.isVisible('#print-dialog'), false);
      assert.equal(await page.isVisible('#sheets'), false, 'not on the screen');
      await page.emulateMedia({ media: 'print' });
      assert.ok(await page.isVisible('#sheets'));
      for (const part of ['.bar', '.table', '#message']) assert.equal(await page.isVisible(part), false, part);
      const pdf = await page.pdf({ preferCSSPageSize: true });
      assert.equal(pagesOf(pdf), 3);
      const [, width] = /\/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec(pdf.toString('latin1')) ?? [];
      assert.ok(Math.abs(Number(width) - (paper === 'a4' ? 595 : 612)) < 2, width);
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      assert.equal(await page.locator('#sheets img').count(), 0, 'the next print shows the board');
      assert.ok(await page.isVisible('#board'));
    }, START));
  }

  test('show a solved board without notes', onPage(async (page) => {
    await page.click('[data-action=share]');
    await page.click('[data-action=print]');
    await pages(page, 2);
    await page.check('input[name=print-what][value=now]');
    await pages(page, 2);
  }, { fragment: `#p=3x3:${EASY_SOLVED}` }));
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe in ${colorScheme}`, onPage(async (page) => {
    await openPrint(page);
    await shot(page, `print-one-${colorScheme}`);
    await page.fill('#print-heading', 'Weekend');
    await printCollection(page, SEVEN);
    await pages(page, 3);
    await axe(page);
    await shot(page, `print-${colorScheme}`);
    await page.check('#print-codes');
    await eventually(async () => assert.match(await page.innerText('#print-message'), /only works? on this computer/));
    await shot(page, `print-codes-${colorScheme}`);
  }, { ...START, colorScheme }));
}

test('fits on a phone', onPage(async (page) => {
  await openPrint(page);
  await shot(page, 'print-phone');
  const wide = await page.locator('#print-dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  await page.locator('#print-now').scrollIntoViewIfNeeded();
  await shot(page, 'print-phone-end');
}, PHONE));
