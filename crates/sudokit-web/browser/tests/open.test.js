// Opening, entering and sharing puzzles.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { EASY, drop, eventually, line, onPage, paste, ready, says, servedOnly, withServer } from './helpers.js';

withServer();

const EXAMPLES = new URL('../../../../examples/', import.meta.url);
const example = (/** @type {string} */ name) => readFileSync(new URL(name, EXAMPLES), 'utf8');

/** One file per form; the first puzzle of each is opened. */
const FILES = [
  'board.txt', 'collection.txt', 'hexadoku.txt', 'hodoku.txt', 'list.txt', 'opensudoku.xml',
  'pencilmarks.txt', 'puzzles.json', 'rows.txt', 'sections.sdk', 'sheet.csv', 'simple-sudoku.ss',
  'spaced.txt', 'table.csv',
];

describe('paste', () => {
  for (const file of FILES) {
    test(`reads ${file}`, onPage(async (page) => {
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

  test('reports an error with its place', onPage(async (page) => {
    const before = await line(page);
    await paste(page, `${EASY.slice(0, 40)}§${EASY.slice(41)}`);
    await eventually(async () => assert.match(await page.innerText('#message'), /Line 1, column 41/));
    assert.equal(await line(page), before);
  }));

  test('opens the only readable entry and reports the rest', onPage(async (page) => {
    await paste(page, `${EASY}\nnonsense\n`);
    await eventually(async () => assert.equal(await line(page), EASY));
    await eventually(async () => assert.match(await page.innerText('#message'), /One entry was skipped\. Line 2/));
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));

  test('reports text without a puzzle and keeps the board', onPage(async (page) => {
    const before = await line(page);
    await paste(page, 'hello');
    await eventually(async () => assert.ok((await page.innerText('#message')).length > 10));
    assert.equal(await line(page), before);
  }, { errors: true }));
});

describe('a search that takes long', () => {
  test('shows the time, lets the player begin, and says that it found nothing', servedOnly, onPage(async (page) => {
    let answer = () => {};
    const asked = new Promise((resolve) => { answer = () => resolve(undefined); });
    await page.route('**/api/v1/solve', async (route) => {
      await asked;
      await route.fulfill({ json: { status: 'open', count: 0 } });
    });
    await paste(page, EASY);
    await eventually(async () => assert.match(await page.innerText('#verdict'), /^Looking for solutions… \d seconds$/));
    await page.locator('[role=gridcell]').first().click({ force: true });
    answer();
    await eventually(async () => assert.equal(await page.innerText('#verdict'), 'Not solved within the time limit'));
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));
});

describe('files', () => {
  test('opens a dropped file', onPage(async (page) => {
    await drop(page, 'board.txt', EASY);
    await eventually(async () => assert.equal(await line(page), EASY));
    assert.equal(await page.isVisible('#drop-overlay'), false);
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));

  test('opens a chosen file', onPage(async (page) => {
    await page.click('[data-action=open]');
    await page.setInputFiles('#open-file', { name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from(EASY) });
    await eventually(async () => assert.equal(await line(page), EASY));
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));
});

describe('links', () => {
  const digits = EASY.replaceAll('.', '0');
  for (const [name, link] of [
    ['SudokuWiki', `https://www.sudokuwiki.org/sudoku.htm?bd=${digits}`],
    ['Sudoku Exchange', `https://sudokuexchange.com/play/?s=${digits}`],
    ['sudoku.coach', `https://sudoku.coach/en/play/${EASY}`],
    ['another site', `https://sudoku.example/#puzzle=${EASY}`],
  ]) {
    test(`opens a link of ${name}`, onPage(async (page) => {
      await paste(page, link);
      await eventually(async () => assert.equal(await line(page), EASY));
    }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));
  }

  test('opens an address without a shape', onPage(async (page) => {
    assert.equal(await line(page), EASY);
  }, { fragment: `#p=${EASY}` }));

  test('opens what it exports', onPage(async (page) => {
    await page.click('[data-action=share]');
    const links = await page.locator('a.button').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    assert.equal(links.length, 2);
    await page.keyboard.press('Escape');
    for (const link of links) {
      await paste(page, `#p=2x2:${'.'.repeat(16)}`);
      await eventually(async () => assert.equal((await line(page)).length, 16));
      await paste(page, link);
      await eventually(async () => assert.equal(await line(page), EASY));
    }
  }, { fragment: `#p=3x3:${EASY}` }));

  for (const link of ['https://sudokupad.app/sxsm_abcdef', 'https://example.com/news?id=1', 'https://f-puzzles.com/?load=N4Ig']) {
    test(`says why it does not open ${link}, in words`, onPage(async (page) => {
      await paste(page, link);
      await eventually(async () => assert.match(await page.innerText('#message'), /link/));
      assert.doesNotMatch(await page.innerText('#message'), /line \d|column \d/i);
    }, { errors: true }));
  }

  test('says what to do with a link that holds no puzzle', onPage(async (page) => {
    await paste(page, 'https://www.sudokuwiki.org/sudoku.htm?bd=53007');
    await eventually(async () => assert.equal(await page.innerText('#message'),
      'This link holds no puzzle. Open it in the browser and copy the puzzle from there.'));
  }, { errors: true }));

  test('says nothing about a link if there is none', onPage(async (page) => {
    assert.equal(await page.isVisible('#message'), false);
  }));

  test('says that a link to this page holds no puzzle', onPage(async (page) => {
    await eventually(async () => assert.match(await page.innerText('#message'), /link holds no puzzle/));
    await paste(page, 'https://sudoku.example/#p=garbage');
    await eventually(async () => assert.match(await page.innerText('#message'), /link holds no puzzle/));
  }, { fragment: '#p=garbage' }));
});

describe('share', () => {
  test('every text form and the link restore the board', onPage(async (page) => {
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
      // In a candidate grid, a cell with one candidate left is read as its value.
      const expected = form === 'pencilmarks' ? new RegExp(`^${before}$`) : new RegExp(`^${before.replaceAll('.', '\\.')}$`);
      await eventually(async () => assert.match(await line(page), expected, form));
    }
    await page.goto('about:blank');
    await page.goto(texts.link);
    await ready(page);
    await says(page, 1, 2, /, 7$/);
    await says(page, 1, 3, /candidates 3, colour e$/);
  }, { fragment: `#p=3x3:${EASY}` }));

  test('shares the original puzzle', onPage(async (page) => {
    await page.keyboard.press('7');
    await page.click('[data-action=share]');
    await page.check('input[value=givens]');
    await page.click('[data-copy=line]');
    await eventually(async () => assert.equal(await page.inputValue('#share-text'), EASY));
  }, { fragment: `#p=3x3:${EASY}` }));

  test('opens the puzzle when the address changes', onPage(async (page) => {
    await page.evaluate((puzzle) => { location.hash = `p=3x3:${puzzle}`; }, EASY);
    await eventually(async () => assert.equal(await line(page), EASY));
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));

  test('prints only the board', onPage(async (page) => {
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.isVisible('#board'));
    for (const part of ['.side', '.bar nav', '#clock']) assert.equal(await page.isVisible(part), false, part);
  }, { fragment: `#p=3x3:${EASY}` }));
});
