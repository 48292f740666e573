// Boards with symbols of their own.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { EASY, eventually, label, onPage, paste, ready, says, shot, withServer } from './helpers.js';

withServer();

const NUMBERS = readFileSync(new URL('../../../../examples/hexadoku.txt', import.meta.url), 'utf8');
const BLANK = { fragment: `#p=2x2:${'.'.repeat(16)}` };

/** The board of numbers, written with other symbols. */
const inSymbols = (/** @type {string} */ symbols) =>
  NUMBERS.trim().split(/\s+/).map(Number).map((value) => (value === 0 ? '.' : symbols[value - 1])).join('');

/** What a cell of the drawing shows. */
const drawn = (/** @type {import('playwright-core').Page} */ page, /** @type {number} */ cell) =>
  page.locator('.content > g').nth(cell).textContent();

describe('hexadecimal', () => {
  test('is shown, typed and spoken', onPage(async (page) => {
    await paste(page, inSymbols('0123456789ABCDEF'));
    await says(page, 1, 2, /given 4$/);
    assert.equal(await drawn(page, 1), '4');
    assert.equal(await page.innerText('#keypad [data-value="1"]'), '0');
    await page.keyboard.press('0');
    await says(page, 1, 1, /, 0(,|$)/);
    await page.keyboard.press('f');
    await says(page, 1, 1, /, F(,|$)/);
    await page.keyboard.press('Backspace');
    await says(page, 1, 1, /empty$/);
    await page.keyboard.press('Control+Digit0');
    await page.keyboard.press('Shift+KeyF');
    await says(page, 1, 1, /candidates 0, corner marks F$/);
    await shot(page, 'symbols-hexadecimal');
  }, BLANK));

  test('is used by hints', onPage(async (page) => {
    await paste(page, inSymbols('0123456789ABCDEF'));
    await says(page, 1, 2, /given 4$/);
    for (let stage = 0; stage < 3; stage += 1) {
      await page.keyboard.press('Enter');
      await page.waitForSelector('#hint h2');
    }
    const written = await page.locator('.drawn-candidate.placed text').textContent();
    assert.match(await page.innerText('#hint'), new RegExp(`= ${written}`));
    assert.match(written ?? '', /^[0-9A-F]$/);
  }, BLANK));

  test('is kept in links', onPage(async (page) => {
    await paste(page, inSymbols('0123456789ABCDEF'));
    await says(page, 1, 2, /given 4$/);
    await page.goto(page.url().replace('#', '?again#'));
    await ready(page);
    await says(page, 1, 2, /given 4$/);
    await page.click('[data-action=share]');
    await page.click('[data-copy=line]');
    await eventually(async () => assert.equal(await page.inputValue('#share-text'), inSymbols('0123456789ABCDEF')));
  }, BLANK));
});

describe('letters', () => {
  test('are values first, then shortcuts', onPage(async (page) => {
    await paste(page, inSymbols('ABCDEFGHIJKLMNOP'));
    await says(page, 1, 2, /given E$/);
    for (const key of ['a', 'd', 'h', 'n', 'p']) {
      await page.keyboard.press(key);
      await says(page, 1, 1, new RegExp(`column 1, box 1, ${key.toUpperCase()}`));
    }
    await page.keyboard.press('3');
    await says(page, 1, 1, /box 1, C/);
    await page.keyboard.press('.');
    assert.equal(await page.getAttribute('#automatic', 'aria-pressed'), 'true', 'N has an alternative key');
  }, BLANK));

  test('of a nine-letter word', onPage(async (page) => {
    const text = [...EASY].map((digit) => (digit === '.' ? '.' : 'ADHMNOSTY'[Number(digit) - 1])).join('');
    await page.click('[data-action=open]');
    await page.fill('#open-text', text);
    await page.click('#open-dialog summary');
    await page.fill('#open-symbols', 'ADHMNOSTY');
    await page.click('[data-action=open-text]');
    await says(page, 1, 1, /given O$/);
    await page.keyboard.press('t');
    await says(page, 1, 2, /, T/);
    assert.equal(await drawn(page, 1), 'T');
  }, BLANK));
});

describe('numbers', () => {
  test('of two digits work as values and marks', onPage(async (page) => {
    await paste(page, NUMBERS);
    await says(page, 1, 6, /given 12$/);
    assert.equal(await drawn(page, 5), '12');
    await page.keyboard.press('1');
    await page.keyboard.press('0');
    await says(page, 1, 1, /box 1, 10(,|$)/);
    await page.keyboard.press('[');
    await says(page, 1, 1, /empty$/);
    await page.keyboard.press('Control+Digit1');
    await page.keyboard.press('Control+Digit3');
    await says(page, 1, 1, /candidates 13$/);
    await shot(page, 'symbols-numbers');
  }, BLANK));

  test('are separate after a pause', onPage(async (page) => {
    await paste(page, NUMBERS);
    await says(page, 1, 6, /given 12$/);
    await page.keyboard.press('c');
    await page.keyboard.press('1');
    await page.waitForTimeout(1000);
    await page.keyboard.press('2');
    await says(page, 1, 1, /candidates 1 2$/);
    assert.match(await label(page, 1, 1), /^row 1 column 1/);
  }, BLANK));
});
