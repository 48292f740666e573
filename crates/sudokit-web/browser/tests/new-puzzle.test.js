// New puzzles: options, progress, cancelling and errors.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually, heard, line, onPage, servedOnly, shot, withServer } from './helpers.js';

withServer();
const BLANK = { fragment: `#p=2x2:${'.'.repeat(16)}` };

/**
 * Opens the dialog with all its options.
 * @param {import('playwright-core').Page} page
 */
async function openDialog(page) {
  await page.click('[data-action=new]');
  if (!(await page.isVisible('#new-seed'))) await page.click('#new-more summary');
}

describe('a new puzzle', () => {
  test('has the chosen difficulty and is the same for the same seed', onPage(async (page) => {
    const make = async (/** @type {string} */ seed) => {
      await openDialog(page);
      await page.check('input[value=easy]', { force: true });
      await page.fill('#new-seed', seed);
      await page.click('[data-action=generate]');
      await eventually(async () => assert.match(await page.innerText('#message'), /^Easy, [\d,]+ points, \d+ givens\.$/));
      await eventually(async () => assert.equal(await page.isVisible('#new-dialog'), false));
      return line(page);
    };
    const first = await make('4711');
    assert.equal(await page.innerText('#puzzle-status'), 'Easy');
    assert.doesNotMatch(await page.innerText('main'), /seed|4711/i, 'players see no seed');
    const given = [...first].map((symbol) => symbol !== '.');
    assert.deepEqual(given, [...given].reverse(), 'half-turn symmetry');
    await page.keyboard.press('1');
    assert.equal(await make('4711'), first);
    assert.notEqual(await make('4712'), first);
  }, BLANK));

  test('practises a technique on another board', onPage(async (page) => {
    await page.click('[data-action=new]');
    await page.selectOption('#new-shape', '2x3');
    await page.selectOption('#new-symmetry', 'none');
    await page.waitForSelector('#new-technique option[value=hidden-single]', { state: 'attached' });
    await page.selectOption('#new-technique', 'hidden-single');
    assert.ok(await page.isDisabled('input[name=level] >> nth=0'));
    await page.click('[data-action=generate]');
    await eventually(async () => assert.equal((await line(page)).length, 36));
    await page.click('[data-action=difficulty]');
    await eventually(async () => assert.match(await page.innerText('.difficulty'), /Hidden single/));
  }, BLANK));

  test('limits givens, score and techniques', onPage(async (page) => {
    await openDialog(page);
    await page.check('input[value=hard]', { force: true });
    await page.selectOption('#new-symmetry', 'none');
    await page.fill('#new-givens-from', '30');
    await page.fill('#new-givens-to', '26');
    await page.fill('#new-score-to', '2000');
    await page.waitForSelector('#new-without option[value=x-wing]', { state: 'attached' });
    await page.selectOption('#new-without', 'x-wing');
    await shot(page, 'new-more');
    await page.click('[data-action=generate]');
    await eventually(async () => assert.match(await page.innerText('#message'), /^Hard, [\d,]+ points, (2[6-9]|30) givens/));
    const [, points] = /, ([\d,]+) points/.exec(await page.innerText('#message')) ?? [];
    assert.ok(Number(points.replace(',', '')) <= 2000, points);
  }, BLANK));

  test('starts from the givens or the pattern of the board', onPage(async (page) => {
    const before = await line(page);
    const make = async (/** @type {string} */ start) => {
      await openDialog(page);
      await page.check('input[value=easy]', { force: true });
      await page.selectOption('#new-start', '');
      await page.selectOption('#new-symmetry', 'none');
      await page.selectOption('#new-start', start);
      assert.ok(await page.isDisabled('#new-shape'));
      await page.click('[data-action=generate]');
      await eventually(async () => assert.equal(await page.isVisible('#new-dialog'), false));
      return line(page);
    };
    const extended = await make('extend');
    assert.notEqual(extended, before);
    assert.ok([...before].every((symbol, cell) => symbol === '.' || symbol === extended[cell]), extended);
    const places = (/** @type {string} */ text) => [...text].map((symbol) => symbol !== '.');
    const filled = await make('pattern');
    assert.deepEqual(places(filled), places(extended));
  }, { fragment: '#p=2x3:1.............2....................3' }));

  test('shows progress and can be cancelled', servedOnly, onPage(async (page) => {
    const before = await line(page);
    await page.route('**/api/v1/generate', () => {});
    await page.click('[data-action=new]');
    await page.click('[data-action=generate]');
    assert.ok(await page.isVisible('#new-waiting'));
    await heard(page, /Creating a puzzle/);
    await shot(page, 'new-waiting');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'new-cancel');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.ok(await page.isVisible('#new-options')));
    assert.equal(await line(page), before);
    assert.equal(await page.innerText('#new-problem'), '');
  }, BLANK));

  test('reports failure in the dialog', servedOnly, onPage(async (page) => {
    await page.click('[data-action=new]');
    await page.selectOption('#new-shape', '2x2');
    await page.check('input[value=extreme]', { force: true });
    await page.route('**/api/v1/generate', (route) => route.fulfill({
      status: 422, json: { problem: { code: 'gave-up', message: 'given up' } },
    }));
    await page.click('[data-action=generate]');
    await eventually(async () => assert.match(await page.innerText('#new-problem'), /^No such puzzle was found/));
    assert.ok(await page.isVisible('#new-options'), 'the options are shown again');
  }, { ...BLANK, errors: true }));
});
