// Ways for a puzzle to come in, and out again.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { drop, EASY, eventually, line, onPage, paste, ready, says, withServer } from './page.js';

withServer();

const EXAMPLES = new URL('../../../../examples/', import.meta.url);
const example = (/** @type {string} */ name) => readFileSync(new URL(name, EXAMPLES), 'utf8');

/** One file for each form; of those with several puzzles the first is chosen. */
const FILES = [
  'board.txt', 'collection.txt', 'hexadoku.txt', 'hodoku.txt', 'list.txt', 'opensudoku.xml',
  'pencilmarks.txt', 'puzzles.json', 'rows.txt', 'sections.sdk', 'sheet.csv', 'simple-sudoku.ss',
  'spaced.txt', 'table.csv',
];

describe('paste', () => {
  for (const file of FILES) {
    test(`the form of ${file}`, onPage(async (page) => {
      const before = await line(page);
      await paste(page, example(file));
      await eventually(async () => {
        if (await page.isVisible('#collection-list')) await page.keyboard.press('Enter');
        assert.notEqual(await line(page), before);
      });
      const values = [...await line(page)].filter((symbol) => symbol !== '.').length;
      assert.ok(values > 3, `${values} values`);
    }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));
  }

  test('what is wrong with a puzzle is said with its place', onPage(async (page) => {
    const before = await line(page);
    await paste(page, `${EASY.slice(0, 40)}§${EASY.slice(41)}`);
    await eventually(async () => assert.match(await page.innerText('#message'), /Line 1, column 41/));
    assert.equal(await line(page), before);
  }));

  test('one puzzle among nonsense is opened, and the rest said', onPage(async (page) => {
    await paste(page, `${EASY}\nnonsense\n`);
    await eventually(async () => assert.equal(await line(page), EASY));
    await eventually(async () => assert.match(await page.innerText('#message'), /One entry is left out\. Line 2/));
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));

  test('what is no puzzle is refused with a reason, and nothing is lost', onPage(async (page) => {
    const before = await line(page);
    await paste(page, 'hello');
    await eventually(async () => assert.ok((await page.innerText('#message')).length > 10));
    assert.equal(await line(page), before);
  }, { refusals: true }));
});

describe('files', () => {
  test('dropped', onPage(async (page) => {
    await drop(page, 'board.txt', EASY);
    await eventually(async () => assert.equal(await line(page), EASY));
    assert.equal(await page.isVisible('#drop-overlay'), false);
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));

  test('chosen', onPage(async (page) => {
    await page.click('[data-action=open]');
    await page.setInputFiles('#open-file', { name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from(EASY) });
    await eventually(async () => assert.equal(await line(page), EASY));
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));
});

describe('typed from paper', () => {
  test('the verdict follows every value', onPage(async (page) => {
    const verdict = (/** @type {RegExp} */ expected) =>
      eventually(async () => assert.match(await page.innerText('#entry-status'), expected));
    await page.click('[data-action=open]');
    await page.selectOption('#shape', '2x2');
    await page.click('[data-action=enter-puzzle]');
    await verdict(/Several solutions/);
    await page.keyboard.press('1');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('1');
    await verdict(/clash: r1c1, r1c2/);
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('3');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('4');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('3');
    await verdict(/differ in \d+ cells/);
    assert.ok((await page.locator('.shade.differing').count()) > 0, 'the cells are marked');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('4');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('4');
    await verdict(/Exactly one solution/);
    await page.click('#start-playing');
    await says(page, 1, 1, /given 1$/);
    await page.keyboard.press('[');
    await says(page, 1, 1, /given 1$/);
  }));

  test('a board without solution', onPage(async (page) => {
    await eventually(async () => assert.match(await page.innerText('#entry-status'), /^No solution/));
  }, { fragment: '#p=2x2:123...4.........&e=1' }));
});

describe('share', () => {
  test('every form of text, and the link, leads back to the board', onPage(async (page) => {
    await page.keyboard.press('7');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+Digit3');
    await page.keyboard.press('v');
    await page.keyboard.press('5');
    const before = await line(page);
    await page.click('[data-action=share]');
    /** @type {Record<string, string>} */
    const texts = {};
    for (const form of ['link', 'line', 'boxed', 'pencilmarks', 'json']) {
      await page.click(`[data-copy=${form}]`);
      await eventually(async () => assert.equal(await page.innerText('#share-text-label'), 'Copied'));
      texts[form] = await page.evaluate(() => navigator.clipboard.readText());
      await page.check('input[value=givens]');
      await page.check('input[value=now]');
      await eventually(async () => assert.equal(await page.innerText('#share-text-label'), 'Text'));
    }
    assert.equal(new Set(Object.values(texts)).size, 5, 'five different texts');
    await page.keyboard.press('Escape');
    for (const [form, text] of Object.entries(texts)) {
      await paste(page, `#p=2x2:${'.'.repeat(16)}`);
      await eventually(async () => assert.equal((await line(page)).length, 16));
      await paste(page, text);
      // In a grid of candidates a cell with one candidate left reads as its value.
      const expected = form === 'pencilmarks' ? new RegExp(`^${before}$`) : new RegExp(`^${before.replaceAll('.', '\\.')}$`);
      await eventually(async () => assert.match(await line(page), expected, form));
    }
    await page.goto('about:blank');
    await page.goto(texts.link);
    await ready(page);
    await says(page, 1, 2, /, 7$/);
    await says(page, 1, 3, /candidates 3, colour e$/);
  }, { fragment: `#p=3x3:${EASY}` }));

  test('without the work', onPage(async (page) => {
    await page.keyboard.press('7');
    await page.click('[data-action=share]');
    await page.check('input[value=givens]');
    await page.click('[data-copy=line]');
    await eventually(async () => assert.equal(await page.inputValue('#share-text'), EASY));
  }, { fragment: `#p=3x3:${EASY}` }));

  test('an address that changes opens its puzzle', onPage(async (page) => {
    await page.evaluate((puzzle) => { location.hash = `p=3x3:${puzzle}`; }, EASY);
    await eventually(async () => assert.equal(await line(page), EASY));
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));

  test('on paper only the board is left', onPage(async (page) => {
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.isVisible('#board'));
    for (const part of ['.side', '.bar nav', '#clock']) assert.equal(await page.isVisible(part), false, part);
  }, { fragment: `#p=3x3:${EASY}` }));
});
