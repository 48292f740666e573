// Collections: the gallery, previous and next, and the saved progress.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { EASY, drop, eventually, heard, line, onPage, paste, ready, says, servedOnly, shot, withServer } from './helpers.js';

withServer();

const COLLECTION = readFileSync(new URL('../../../../examples/collection.txt', import.meta.url), 'utf8');
const PUZZLES = COLLECTION.split('\n').filter((row) => /^[.\d]{81}/.test(row)).map((row) => row.slice(0, 81));
/** Two boards, each with one empty cell. */
const NEARLY = '123434122143432.\n12343412214.4321\n';
const BLANK = { fragment: `#p=2x2:${'.'.repeat(16)}` };

/** @param {import('playwright-core').Page} page */
const gallery = async (page) => {
  await page.waitForSelector('#collection-list [role=option]');
  return page.locator('#collection-list [role=option]');
};

/** @param {import('playwright-core').Locator} option */
const nameOf = async (option) => (await option.locator('.hidden').textContent()) ?? '';

/** @param {import('playwright-core').Page} page */
const where = (page) => page.innerText('#collection-place');

describe('the gallery', () => {
  test('shows pictures and can be used with the keyboard', onPage(async (page) => {
    await paste(page, COLLECTION);
    const options = await gallery(page);
    assert.equal(await page.innerText('#collection-title'), `${PUZZLES.length} puzzles`);
    assert.equal(await options.count(), 30);
    await eventually(async () => assert.equal(await page.locator('#collection-list svg').count(), 30));
    const givens = [...PUZZLES[0]].filter((symbol) => symbol !== '.').length;
    assert.equal(await page.locator('#collection-list svg').first().locator('text').count(), givens);
    assert.equal(await nameOf(options.first()), `Puzzle 1, 9 by 9, ${givens} values`);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('PageDown');
    assert.match(await nameOf(page.locator('#collection-list :focus')), /^Puzzle 32,/);
    assert.equal(await page.locator('#collection-list [aria-posinset="32"]').getAttribute('aria-setsize'), '200');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await line(page), PUZZLES[31]));
    assert.equal(await where(page), '32 of 200');
    await heard(page, /Puzzle 32 of 200/);
  }, BLANK));

  test('leaves the board and the hint button where they are on a phone', onPage(async (page) => {
    const before = await page.locator('#board').boundingBox();
    await paste(page, NEARLY);
    await gallery(page);
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await where(page), '1 of 2'));
    assert.deepEqual(await page.locator('#board').boundingBox(), before);
    const next = await page.locator('#next-puzzle').boundingBox();
    assert.ok(next !== null && next.width >= 44 && next.height >= 44, 'large enough to touch');
  }, { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true, ...BLANK }));

  test('finds a puzzle by number', onPage(async (page) => {
    await paste(page, COLLECTION);
    await gallery(page);
    await page.fill('#collection-number', '137');
    await eventually(async () => assert.ok(await page.isVisible('[aria-posinset="137"][aria-selected=true]')));
    await page.press('#collection-number', 'Enter');
    await eventually(async () => assert.equal(await line(page), PUZZLES[136]));
    await page.click('#collection-place');
    await page.waitForSelector('[aria-posinset="137"][aria-selected=true]');
    await page.click('#collection-next');
    await page.click('[aria-posinset="160"]');
    await eventually(async () => assert.equal(await line(page), PUZZLES[159]));
  }, BLANK));

  test('skips and reports unreadable entries', onPage(async (page) => {
    await paste(page, `${EASY}\nnonsense\n${PUZZLES[3]}\n`);
    await gallery(page);
    assert.match(await page.innerText('#collection-note'), /One entry was skipped\. Line 2/);
    assert.equal(await page.innerText('#collection-title'), '2 puzzles');
  }, BLANK));

  test('opens a dropped CSV file with thousands of puzzles', onPage(async (page) => {
    const rows = Array.from({ length: 2500 }, (_, index) => `${index + 1},${PUZZLES[index % PUZZLES.length]}`);
    await drop(page, 'many.csv', `id,puzzle\n${rows.join('\n')}\n`);
    await gallery(page);
    assert.equal(await page.innerText('#collection-title'), '2,500 puzzles');
    assert.match(await page.innerText('#collection-note'), /many\.csv/);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await where(page), '2,500 of 2,500'));
    assert.equal(await line(page), PUZZLES[2499 % PUZZLES.length]);
  }, BLANK));

  test('shows the progress of reading, and Escape cancels it', servedOnly, onPage(async (page) => {
    const before = await line(page);
    await page.route('**/api/v1/batch/parse', () => {});
    await paste(page, COLLECTION);
    await page.waitForSelector('#collection-dialog[open]');
    assert.match(await page.innerText('#collection-title'), /^Reading/);
    await page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await page.isVisible('#collection-dialog'), false));
    assert.equal(await line(page), before);
    assert.equal(await page.isVisible('#message'), false, 'no error is shown');
  }, BLANK));

  test('mixes boards of all shapes, one of them too large', onPage(async (page) => {
    const jigsaw = { puzzle: '6.....1....2....6...24..41......15..', shape: 'jigsaw:AABBBBAACCBDAACCBDEECCDDEFFFDDEEEFFF' };
    const puzzles = [{ puzzle: EASY }, jigsaw, { puzzle: '.'.repeat(256) }, { puzzle: '.'.repeat(1296) }];
    await paste(page, JSON.stringify({ puzzles }));
    const options = await gallery(page);
    assert.equal(await options.nth(3).getAttribute('aria-disabled'), 'true');
    await eventually(async () => assert.equal(await page.locator('#collection-list svg').count(), 3));
    await shot(page, 'gallery-shapes');
    await options.nth(1).click();
    await eventually(async () => assert.match(await page.innerText('#puzzle-status'), /Jigsaw/));
  }, BLANK));
});

describe('navigation', () => {
  test('moves with buttons and keys, and restores progress', onPage(async (page) => {
    await paste(page, COLLECTION);
    await (await gallery(page)).first().click();
    await eventually(async () => assert.equal(await where(page), '1 of 200'));
    assert.ok(await page.isDisabled('#previous-puzzle'));
    await page.keyboard.press('7');
    const started = await line(page);
    assert.notEqual(started, PUZZLES[0]);
    await page.keyboard.press('+');
    await eventually(async () => assert.equal(await line(page), PUZZLES[1]));
    await page.click('#next-puzzle');
    await eventually(async () => assert.equal(await line(page), PUZZLES[2]));
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    await eventually(async () => assert.equal(await line(page), started));
    await page.click('#collection-place');
    assert.match(await nameOf((await gallery(page)).first()), /started$/);
  }, BLANK));

  test('ticks solved puzzles, also after a reload', onPage(async (page) => {
    await paste(page, NEARLY);
    await (await gallery(page)).first().click();
    await says(page, 4, 4, /empty/);
    await page.keyboard.press('1');
    await eventually(async () => assert.match(await page.innerText('#puzzle-status'), /Solved/));
    await page.keyboard.press('+');
    await eventually(async () => assert.equal(await where(page), '2 of 2'));
    await page.click('[data-action=solve]');
    await eventually(async () => assert.match(await page.innerText('#puzzle-status'), /This is the solution/));
    await page.reload();
    await ready(page);
    assert.equal(await where(page), '2 of 2');
    await page.click('#collection-place');
    const options = await gallery(page);
    assert.match(await nameOf(options.first()), /, solved$/);
    assert.equal(await page.locator('#collection-list .tick').count(), 1, 'a puzzle filled in by the page is not ticked');
    await page.click('#collection-dialog [aria-label=Close]');
    await page.click('[data-action=open]');
    await eventually(async () => assert.match(await page.innerText('#collections'), /2 puzzles/));
    await page.click('#collections button');
    await page.waitForSelector('[aria-posinset="2"][aria-selected=true]');
  }, BLANK));

  test('opening another puzzle leaves the collection', onPage(async (page) => {
    await paste(page, NEARLY);
    await (await gallery(page)).first().click();
    await eventually(async () => assert.equal(await where(page), '1 of 2'));
    await paste(page, EASY);
    await eventually(async () => assert.equal(await line(page), EASY));
    assert.equal(await page.isVisible('#collection-nav'), false);
  }, BLANK));
});
