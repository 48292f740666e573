// What survives: the browser's history, a reload, a second tab, a full storage.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EASY, EASY_SOLVED, eventually, line, onPage, paste, ready, says, withServer } from './helpers.js';

withServer();
const START = { fragment: `#p=3x3:${EASY}` };
const SMALL = '1.......34......';

describe('the way back', () => {
  test('leads to the puzzle before, with what was done there', onPage(async (page) => {
    await page.keyboard.press('7');
    await paste(page, `#p=2x2:${SMALL}`);
    await eventually(async () => assert.equal(await line(page), SMALL));
    await page.goBack();
    await says(page, 1, 2, /, 7$/);
    await page.goForward();
    await eventually(async () => assert.equal(await line(page), SMALL));
  }, START));
});

describe('a reload', () => {
  test('keeps the last move and undo', onPage(async (page) => {
    await page.keyboard.press('7');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+Digit3');
    await page.reload();
    await ready(page);
    await says(page, 1, 2, /, 7$/);
    await says(page, 1, 3, /corner marks 3$/);
    await page.keyboard.press('[');
    await says(page, 1, 3, /empty$/);
    await page.keyboard.press('[');
    await says(page, 1, 2, /empty$/);
    await page.keyboard.press(']');
    await says(page, 1, 2, /, 7$/);
  }, START));

  test('keeps the tick of a puzzle that was just solved', onPage(async (page) => {
    await paste(page, `${EASY_SOLVED.slice(0, 80)}.\n${EASY}\n`);
    await page.waitForSelector('#collection-list svg');
    await page.keyboard.press('Enter');
    await says(page, 9, 9, /empty$/);
    await page.keyboard.press(EASY_SOLVED[80]);
    await page.reload();
    await ready(page);
    await says(page, 9, 9, /, 5$/);
    await page.click('[data-action=choose-puzzle]');
    await page.locator('#collection-list [role=option]').first().locator('.tick').waitFor();
  }));
});

describe('two tabs', () => {
  test('show the same position of the same puzzle', onPage(async (page) => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await ready(other);
    await other.keyboard.press('7');
    await says(page, 1, 2, /, 7$/);
    assert.match(await page.innerText('#message'), /another tab/);
    await page.keyboard.press('[');
    await says(page, 1, 2, /empty$/);
  }, START));
});

describe('a full storage', () => {
  test('is mentioned once', onPage(async (page) => {
    await page.evaluate(() => {
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    });
    await page.keyboard.press('7');
    await eventually(async () => assert.match(await page.innerText('#message'), /storage is full/));
    await says(page, 1, 2, /, 7$/);
  }, START));
});

describe('recent games', () => {
  test('list each puzzle once, with a picture', onPage(async (page) => {
    await page.keyboard.press('7');
    await page.click('[data-action=edit-givens]');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await page.isVisible('#entry'), false));
    await page.click('[data-action=open]');
    await eventually(async () => assert.equal(await page.locator('#recent svg.thumbnail').count(), 1));
    assert.equal(await page.locator('#recent li').count(), 1);
    await eventually(async () => assert.match(await page.innerText('#recent li'), /\n(Easy|9×9)\n/));
  }, START));
});
