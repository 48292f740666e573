// The server's library: searching and playing.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { axe } from './axe.js';
import { eventually, line, onPage, program, ready, shot, withServer } from './helpers.js';

const folder = mkdtempSync(join(tmpdir(), 'sudokit-'));
const LIBRARY = join(folder, 'puzzles.db');
after(() => rmSync(folder, { recursive: true }));

const HEXADOKU = new URL('../../../../examples/hexadoku.txt', import.meta.url).pathname;
const COLLECTION = readFileSync(new URL('../../../../examples/collection.txt', import.meta.url), 'utf8');
/** From easy to hard, more than one page. */
const RATED = COLLECTION.split('\n').filter((row) => /^[.\d]{81}/.test(row)).map((row) => row.slice(0, 81))
  .filter((_, index) => index % 5 === 0);
/** Two 4×4 boards that are not isomorphic, each with one empty cell. */
const NEARLY = ['123434122143432.', '12343412412.2341'];
const JIGSAW = { puzzle: '6.....1....2....6...24..41......15..', shape: 'jigsaw:AABBBBAACCBDAACCBDEECCDDEFFFDDEEEFFF', name: 'Crooked' };
const TOTAL = RATED.length + NEARLY.length + 2;

/** @param {string[]} words */
const library = (...words) => execFileSync(program(), ['library', ...words], { stdio: 'pipe' });

/**
 * @param {string} name
 * @param {string} text
 */
const file = (name, text) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

library('add', LIBRARY, file('book.txt', `${RATED.join('\n')}\n`));
library('rate', LIBRARY);
library('add', LIBRARY, file('nearly.txt', `${NEARLY.map((row, at) => `${row} Almost there ${at + 1}`).join('\n')}\n`));
library('add', LIBRARY, file('more.json', JSON.stringify({ puzzles: [JIGSAW] })), HEXADOKU);

withServer('--library', LIBRARY);

const BLANK = { fragment: `#p=2x2:${'.'.repeat(16)}` };
const PHONE = { ...BLANK, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const NARROW = { ...PHONE, viewport: { width: 360, height: 640 } };

/** @param {import('playwright-core').Page} page */
const options = (page) => page.locator('#library-list [role=option]');

/** @param {import('playwright-core').Page} page */
const browse = async (page) => {
  await page.click('#library');
  await eventually(async () => assert.equal(await page.locator('#library-list svg').count(), await options(page).count()));
  await page.waitForSelector('#library-list svg');
};

/**
 * @param {import('playwright-core').Page} page
 * @param {string} words
 */
const counts = (page, words) => eventually(async () => assert.equal(await page.innerText('#library-count'), words));

/** @param {import('playwright-core').Locator} option */
const nameOf = async (option) => (await option.locator('.hidden').textContent()) ?? '';

/** @param {import('playwright-core').Page} page */
const where = (page) => page.innerText('#collection-place');

describe('searching', () => {
  test('lists all puzzles at first, in pages', onPage(async (page) => {
    await browse(page);
    await counts(page, `${TOTAL} puzzles`);
    assert.equal(await options(page).count(), 30);
    assert.match(await nameOf(options(page).first()), /^Puzzle 1, book\.txt, line 1, easy, [\d,]+ points, hardest technique [A-Z].*, \d+ givens, 9 by 9$/);
    assert.match(await options(page).first().locator('.number').innerText(), /^Easy · [\d,]+$/);
    assert.match(await options(page).first().locator('.about').innerText(), /^\d+ givens$/);
    assert.equal(await page.innerText('#library-page'), `1–30 of ${TOTAL}`);
    await page.click('#library-next');
    await eventually(async () => assert.equal(await page.innerText('#library-page'), `31–${TOTAL} of ${TOTAL}`));
    assert.equal(await options(page).count(), TOTAL - 30);
    assert.ok(await page.isDisabled('#library-next'));
    await eventually(async () => assert.equal(await page.locator('#library-list svg').count(), TOTAL - 30));
    await page.locator('#library-list').evaluate((list) => list.lastElementChild?.scrollIntoView());
    await shot(page, 'library-last-page');
  }, BLANK));

  test('filters by level, givens, score, technique and text', onPage(async (page) => {
    await browse(page);
    await page.check('[name=library-level][value=easy]');
    await eventually(async () => {
      assert.notEqual(await page.innerText('#library-count'), `${TOTAL} puzzles`);
      for (const name of await options(page).locator('.hidden').allTextContents()) assert.match(name, /, easy,/);
    });
    await page.check('[name=library-level][value=hard]');
    await eventually(async () => {
      const names = (await options(page).locator('.hidden').allTextContents()).join('\n');
      assert.match(names, /, hard,/);
      assert.match(names, /, easy,/);
      assert.doesNotMatch(names, /, (medium|unfair|extreme|not rated),/);
    });
    await page.click('#library-clear');
    await counts(page, `${TOTAL} puzzles`);
    assert.equal(await page.isChecked('[name=library-level][value=easy]'), false);

    const givens = RATED.map((row) => [...row].filter((symbol) => symbol !== '.').length);
    const few = givens.filter((each) => each >= 20 && each <= 23).length;
    await page.fill('#library-givens-from', '20');
    await page.fill('#library-givens-to', '23');
    await counts(page, `${few} puzzles`);
    await page.fill('#library-givens-from', '23');
    await page.fill('#library-givens-to', '20');
    await counts(page, `${few} puzzles`);
    await page.click('#library-clear');

    await page.fill('#library-score-from', '999999');
    await counts(page, 'No puzzles found');
    assert.ok(await page.isDisabled('#library-random'));
    await page.fill('#library-score-from', '1');
    await counts(page, `${RATED.length} puzzles`);
    await page.selectOption('#library-order', 'hardest');
    const score = async (/** @type {number} */ at) => Number((/([\d,]+) points/.exec(await nameOf(options(page).nth(at))) ?? [])[1]?.replace(',', ''));
    await eventually(async () => assert.ok(await score(0) > await score(29)));
    await page.click('#library-clear');

    await page.selectOption('#library-technique', 'x-wing');
    await eventually(async () => assert.match(await page.innerText('#library-count'), /^([1-9]|One) puzzle/));
    await page.click('#library-clear');

    await page.fill('#library-text', 'almost');
    await counts(page, '2 puzzles');
    assert.equal(await page.isVisible('#library-pages'), false);
    assert.match(await nameOf(options(page).first()), /^Puzzle 1, .*Almost there 1.*, not rated, 15 givens, 4 by 4$/);
    assert.match(await options(page).first().locator('.about').last().innerText(), /Almost there 1/);
  }, BLANK));

  test('shows and plays boards of all shapes', onPage(async (page) => {
    await browse(page);
    await page.fill('#library-text', 'crooked');
    await counts(page, 'One puzzle');
    await options(page).first().click();
    await eventually(async () => assert.equal(await line(page), JIGSAW.puzzle));
    assert.match(await page.innerText('#puzzle-status'), /Crooked/);
    await browse(page);
    await page.fill('#library-text', 'hexadoku');
    await counts(page, 'One puzzle');
    await page.waitForSelector('#library-list .thumbnail-values');
    await options(page).first().click();
    await eventually(async () => assert.equal(await page.locator('[role=gridcell]').count(), 256));
  }, BLANK));

  test('shows an error until the next result', onPage(async (page) => {
    await browse(page);
    const problem = { code: 'library', message: 'the library cannot be read' };
    await page.route('**/api/v1/library?*', (route) => route.fulfill({ status: 422, json: { problem } }));
    await page.fill('#library-text', 'x');
    await eventually(async () => assert.equal(await page.innerText('#library-problem'), 'The library cannot be read.'));
    await page.unroute('**/api/v1/library?*');
    await page.fill('#library-text', 'almost');
    await counts(page, '2 puzzles');
    assert.equal(await page.textContent('#library-problem'), '');
  }, { ...BLANK, errors: true }));
});

describe('playing', () => {
  test('with the keyboard, and on to the next page', onPage(async (page) => {
    await page.focus('#library');
    await page.keyboard.press('Enter');
    await counts(page, `${TOTAL} puzzles`);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('value')), 'easy');
    await page.focus('#library-text');
    await page.keyboard.type('book');
    await page.keyboard.press('Enter');
    await counts(page, `${RATED.length} puzzles`);
    await eventually(async () => assert.match(await nameOf(page.locator('#library-list :focus')), /^Puzzle 1,/));
    await page.keyboard.press('PageDown');
    await eventually(async () => assert.match(await nameOf(page.locator('#library-list :focus')), /^Puzzle 31,/));
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => assert.match(await nameOf(page.locator('#library-list :focus')), /^Puzzle 30,/));
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await line(page), RATED[29]));
    assert.equal(await where(page), `30 of ${RATED.length}`);
    await page.keyboard.press('+');
    await eventually(async () => assert.equal(await line(page), RATED[30]));
    await page.reload();
    await ready(page);
    assert.equal(await where(page), `31 of ${RATED.length}`);
    await page.keyboard.press('-');
    await eventually(async () => assert.equal(await line(page), RATED[29]));
    await page.click('#collection-place');
    await eventually(async () => assert.match(await nameOf(page.locator('#library-list :focus')), /^Puzzle 30,/));
    assert.equal(await page.inputValue('#library-text'), 'book');
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('#library-dialog'), false);
  }, BLANK));

  test('ticks solved puzzles in every result', onPage(async (page) => {
    await browse(page);
    await page.fill('#library-text', 'almost');
    await counts(page, '2 puzzles');
    await options(page).first().click();
    await eventually(async () => assert.equal(await line(page), NEARLY[0]));
    await page.keyboard.press('1');
    await eventually(async () => assert.match(await page.innerText('#puzzle-status'), /Solved/));
    await page.keyboard.press('+');
    await eventually(async () => assert.equal(await where(page), '2 of 2'));
    await page.reload();
    await ready(page);
    await browse(page);
    await page.fill('#library-text', 'nearly.txt');
    await page.selectOption('#library-order', 'shuffled');
    await counts(page, '2 puzzles');
    const solved = page.locator('#library-list .solved');
    await eventually(async () => assert.equal(await solved.count(), 1));
    assert.match(await nameOf(solved), /Almost there 1.*, solved$/);
  }, BLANK));

  test('picks random puzzles', onPage(async (page) => {
    await browse(page);
    await page.fill('#library-text', 'book');
    await counts(page, `${RATED.length} puzzles`);
    await page.click('#library-random');
    await eventually(async () => assert.ok(RATED.includes(await line(page))));
    const first = await line(page);
    assert.equal(await where(page), `1 of ${RATED.length}`);
    await page.keyboard.press('+');
    await eventually(async () => assert.notEqual(await line(page), first));
    assert.ok(RATED.includes(await line(page)));
    await page.click('#collection-place');
    await eventually(async () => assert.equal(await page.inputValue('#library-order'), 'shuffled'));
    assert.equal(await page.inputValue('#library-text'), 'book');
  }, BLANK));

  test('restores the game without the library', onPage(async (page) => {
    await browse(page);
    await options(page).first().click();
    await eventually(async () => assert.equal(await line(page), RATED[0]));
    await page.route('**/api/v1/health', (route) => route.fulfill({ json: { library: false } }));
    await page.reload();
    await ready(page);
    assert.equal(await line(page), RATED[0]);
    assert.equal(await page.isVisible('#collection-nav'), false);
    assert.equal(await page.isVisible('#library'), false);
  }, BLANK));
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  describe(`accessibility in ${colorScheme}`, () => {
    for (const [screen, options] of /** @type {const} */ ([['wide', BLANK], ['phone', PHONE], ['narrow', NARROW]])) {
      test(`axe on a ${screen} screen`, onPage(async (page) => {
        await page.waitForSelector('#library:not([hidden])');
        const buttons = await page.locator('.bar nav button:visible').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
        assert.equal(new Set(buttons).size, 1, 'the buttons are on one line');
        await shot(page, `library-bar-${screen}-${colorScheme}`);
        await browse(page);
        await axe(page);
        await shot(page, `library-${screen}-${colorScheme}`);
        const isOpen = await page.locator('#library-more').getAttribute('open') !== null;
        assert.equal(isOpen, screen === 'wide');
        if (!isOpen) {
          await page.click('#library-more summary');
          await axe(page);
          await shot(page, `library-filters-${screen}-${colorScheme}`);
        }
        const small = await page.locator('#library-dialog :is(button, select, input[type=text], .choice, .segments label)').evaluateAll((all) =>
          all.filter((each) => each.getClientRects().length > 0 && each.getBoundingClientRect().height < 43.5).map((each) => each.outerHTML));
        assert.deepEqual(small, [], 'all are large enough to touch');
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      }, { ...options, colorScheme, reducedMotion: /** @type {const} */ ('reduce') }));
    }
  });
}
