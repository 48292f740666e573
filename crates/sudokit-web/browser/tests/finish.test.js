// The end of a game, and the puzzle of the day.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axe } from './axe.js';
import { EASY, EASY_SOLVED, eventually, heard, line, onPage, says, shot, withServer } from './helpers.js';

withServer();
/** One empty cell is left: row 1, column 2. */
const LAST = { fragment: `#p=3x3:${[...EASY].map((given, cell) => (given === '.' && cell !== 1 ? `+${EASY_SOLVED[cell]}` : given)).join('')}` };

describe('a solved puzzle', () => {
  test('shows time, level and hardest step, and leads on', onPage(async (page) => {
    await page.keyboard.press('7');
    await heard(page, /Solved in .*second/);
    await eventually(async () => assert.match(await page.innerText('#panel'), /Time\s+\d+:\d\d\s+Level\s+easy\s+Hardest step\s+\w+/));
    await heard(page, /Hardest step: /);
    await axe(page);
    await shot(page, 'finished');
    await page.click('#panel button:has-text("Next puzzle")');
    await eventually(async () => assert.notEqual(await line(page), EASY_SOLVED));
    await eventually(async () => assert.equal(await page.innerText('#puzzle-status'), 'Easy'));
    assert.equal(await page.isVisible('#panel'), false);
  }, LAST));

  test('is not praised if the page filled it in', onPage(async (page) => {
    await page.click('[data-action=solve]');
    await eventually(async () => assert.equal(await line(page), EASY_SOLVED));
    assert.equal(await page.innerText('#puzzle-status'), 'This is the solution.');
    assert.equal(await page.isVisible('#panel'), false);
    await page.keyboard.press('[');
    await page.keyboard.press('7');
    await eventually(async () => assert.match(await page.innerText('#puzzle-status'), /Well done/));
  }, LAST));
});

describe('the puzzle of the day', () => {
  test('is the same for everyone, and another one for each level', onPage(async (page) => {
    const today = async (/** @type {string} */ level) => {
      await page.click('[data-action=new]');
      await page.check(`#new-dialog input[value=${level}]`, { force: true });
      await page.click('[data-action=daily]');
      await eventually(async () => assert.match(await page.innerText('#puzzle-status'), new RegExp(`^Daily puzzle, .* \\d+: ${level}$`)));
      return line(page);
    };
    const first = await today('easy');
    assert.notEqual(await today('medium'), first);
    assert.equal(await today('easy'), first);
  }, LAST));
});

describe('the title', () => {
  test('is the level, and shows no seed', onPage(async (page) => {
    await eventually(async () => assert.equal(await page.innerText('#puzzle-status'), 'Easy'));
    assert.equal(await page.isVisible('[data-action=count]'), false);
    await page.click('[data-action=settings]');
    await page.check('input[name=setter]');
    assert.equal(await page.isVisible('[data-action=count]'), true);
    await page.keyboard.press('Escape');
    await says(page, 1, 1, /given 6$/);
  }, { fragment: `#p=3x3:${EASY}` }));
});
