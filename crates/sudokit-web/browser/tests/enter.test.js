// Entering a puzzle from paper, and the likely slip in it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axe } from './axe.js';
import { EASY, eventually, heard, line, onPage, requests, says, servedOnly, shot, withServer } from './helpers.js';

withServer();

/** @typedef {import('playwright-core').Page} Page */

const EMPTY_BOARD = { fragment: `#p=3x3:${'.'.repeat(81)}&e=1` };

/**
 * @param {Page} page
 * @param {string} keys
 */
const type = (page, keys) => page.keyboard.type(keys);

/**
 * The row and column of the cell with the focus.
 * @param {Page} page
 */
const cursor = (page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.split(',')[0]);

/** @param {Page} page */
const status = (page) => page.innerText('#entry-status');

describe('entering', () => {
  test('takes 81 keys for 81 cells', onPage(async (page) => {
    await page.click('[data-action=open]');
    await page.click('[data-action=enter-puzzle]');
    const keys = [...EASY].map((symbol, cell) => (symbol === '.' ? '0. '[cell % 3] : symbol)).join('');
    assert.equal(keys.length, 81);
    await type(page, keys);
    assert.equal(await line(page), EASY);
    assert.equal(await status(page), '24 givens');
    await shot(page, 'entered');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await page.isVisible('#entry'), false));
    await says(page, 1, 1, /given 6$/);
    await heard(page, /Exactly one solution/);
  }));

  test('goes back with Backspace, and where a click or an arrow leads', onPage(async (page) => {
    await type(page, '12');
    assert.equal(await cursor(page), 'row 1 column 3');
    await page.keyboard.press('Backspace');
    assert.equal(await cursor(page), 'row 1 column 2');
    await says(page, 1, 2, /empty$/);
    await page.keyboard.press('ArrowDown');
    await type(page, '5');
    await says(page, 2, 2, /given 5$/);
    await page.locator('[role=gridcell]').nth(80).click();
    await type(page, '7');
    assert.equal(await cursor(page), 'row 9 column 9');
    await page.keyboard.press('Backspace');
    await says(page, 9, 9, /empty$/);
  }, EMPTY_BOARD));

  test('keeps a value that is typed again, and a blank replaces it', onPage(async (page) => {
    await type(page, '7');
    await page.keyboard.press('Home');
    await type(page, '7');
    await says(page, 1, 1, /given 7$/);
    await page.keyboard.press('Home');
    await type(page, '0');
    await says(page, 1, 1, /empty$/);
  }, EMPTY_BOARD));

  test('advances on the keypad too', onPage(async (page) => {
    for (const value of [4, 0, 5]) await page.click(`#keypad [data-value="${value}"]`);
    assert.equal((await line(page)).slice(0, 4), '4.5.');
  }, EMPTY_BOARD));

  test('takes numbers of two digits', onPage(async (page) => {
    await type(page, '1');
    await type(page, '2');
    await type(page, '3');
    await type(page, '1');
    await page.keyboard.press('Space');
    await type(page, '10');
    const labels = await page.locator('[role=gridcell]').evaluateAll((cells) => cells.slice(0, 5).map((cell) => cell.getAttribute('aria-label')));
    assert.deepEqual(labels.map((words) => /given (\d+)$/.exec(words ?? '')?.[1]), ['12', '3', '1', '10', undefined]);
  }, { fragment: `#p=3x4:${'.'.repeat(144)}&s=numbers&e=1` }));

  test('judges nothing but conflicts', servedOnly, onPage(async (page) => {
    const sent = requests(page);
    assert.equal(await status(page), '0 givens');
    await type(page, '5');
    assert.equal(await status(page), '1 given');
    await type(page, '5');
    assert.equal(await status(page), '2 givens. 5 appears twice in row 1.');
    assert.equal(await page.locator('.shade.differing').count(), 0);
    assert.equal(await page.isVisible('[data-action=hint]'), false);
    await page.keyboard.press('h');
    assert.deepEqual(sent, []);
    await axe(page);
    await shot(page, 'entering');
  }, EMPTY_BOARD));

  test('can be resumed for any puzzle, and undone', onPage(async (page) => {
    await page.keyboard.press('7');
    await page.click('[data-action=edit-givens]');
    await says(page, 1, 2, /, 7$/);
    await type(page, '3');
    await says(page, 1, 1, /given 3$/);
    await page.keyboard.press('[');
    await says(page, 1, 1, /given 6$/);
    await page.keyboard.press('[');
    assert.equal(await page.isVisible('#entry'), false, 'back in the game');
    await says(page, 1, 2, /, 7$/);
    await page.keyboard.press(']');
    assert.equal(await page.isVisible('#entry'), true);
  }, { fragment: `#p=3x3:${EASY}` }));
});

describe('the likely slip', () => {
  const slip = `65${EASY.slice(2)}`.replace('65', '66');

  test('is named when the entered puzzle has no solution, and corrected', onPage(async (page) => {
    await page.click('#start-playing');
    await eventually(async () => assert.match(await page.innerText('#panel'),
      /Without the 6 in row 1, column 2 there is exactly one solution\. Did you mistype it\?/));
    await heard(page, /The givens conflict\. Without the 6 in row 1, column 2/);
    await axe(page);
    await shot(page, 'slip');
    await page.getByRole('button', { name: 'Clear row 1, column 2' }).click();
    await says(page, 1, 2, /empty$/);
    await page.click('#start-playing');
    await eventually(async () => assert.equal(await page.isVisible('#entry'), false));
    assert.equal(await line(page), EASY);
  }, { fragment: `#p=3x3:${slip}&e=1` }));

  test('is offered for an opened puzzle by the verdict, by Check and by a hint', onPage(async (page) => {
    await eventually(async () => assert.equal(await page.innerText('#verdict'), 'The givens conflict'));
    await heard(page, /The givens conflict/);
    assert.ok((await page.locator('#verdict').evaluate((verdict) => Number(getComputedStyle(verdict).fontWeight))) >= 600, 'not small print');
    for (const action of ['find-slip', 'check', 'hint']) {
      await page.click(`[data-action=${action}]`);
      await eventually(async () => assert.match(await page.innerText('#panel'), /Without the 6 in row 1, column 2/));
      await page.click('#panel [aria-label=Close]');
    }
    await page.click('[data-action=check]');
    await page.getByRole('button', { name: 'Change row 1, column 2 to 7' }).click();
    await says(page, 1, 2, /given 7$/);
    await eventually(async () => assert.equal(await page.isVisible('#verdict-row'), false));
  }, { fragment: `#p=3x3:${slip}` }));

  test('names all values that one given may have instead, once', onPage(async (page) => {
    await page.click('#start-playing');
    const words = /With 1, 2 or 4 instead of 3 in row 2, column 3 there is exactly one solution\. Did you mistype it\?/;
    await eventually(async () => assert.match(await page.innerText('#panel'), words));
    assert.equal((await page.innerText('#panel')).match(/in row 2, column 3/g)?.length, 1);
    const buttons = await page.locator('.slip button').allInnerTexts();
    assert.ok(buttons.includes('Change row 2, column 3 to 2') && buttons.includes('Change row 3, column 2 to 2'), `${buttons}`);
    assert.equal(new Set(buttons).size, buttons.length, 'no two have the same name');
    await page.getByRole('button', { name: 'Change row 2, column 3 to 2' }).click();
    await says(page, 2, 3, /given 2$/);
  }, { fragment: '#p=2x2:1.....3..3.....4&e=1' }));

  test('may be a given that is missing', onPage(async (page) => {
    await eventually(async () => assert.equal(await page.innerText('#verdict'), 'Several solutions'));
    await page.click('[data-action=find-slip]');
    await eventually(async () => assert.match(await page.innerText('#panel'), /Is a given missing\?/));
    assert.ok((await page.locator('.shade.differing').count()) > 0, 'the cells are marked');
  }, { fragment: '#p=2x2:1.....2..3......' }));

  test('does not stop a puzzle with several solutions from being played', onPage(async (page) => {
    await page.click('#start-playing');
    await page.click('#panel button:has-text("Play anyway")');
    assert.equal(await page.isVisible('#entry'), false);
  }, { fragment: '#p=2x2:12343412........&e=1' }));
});
