// The tools for people who make puzzles.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axe } from './axe.js';
import { EASY, EASY_SOLVED, choose, eventually, heard, label, line, onPage, place, says, shot, withServer } from './helpers.js';

withServer();

/** @typedef {import('playwright-core').Page} Page */

const EMPTY_BOARD = { fragment: `#p=3x3:${'.'.repeat(81)}&e=1` };
const PUZZLE = { fragment: `#p=3x3:${EASY}` };
/** A 4×4 board in reading order, with a jigsaw's regions. */
const SMALL = { fragment: `#p=2x2:${'.'.repeat(16)}&e=1` };
const JIGSAW = '1122112233443344'.replace('1122', '1112').replace('1122', '1222');

const switchOn = (/** @type {Page} */ page) => choose(page, 'input[name=setter]');

/** @param {Page} page */
const setterLine = (page) => page.innerText('#setter-status');

describe('while a puzzle is entered', () => {
  test('nothing is shown unless the tools are switched on', onPage(async (page) => {
    await page.keyboard.type('12');
    for (const tool of ['#setter-status', '#setter-symmetry', '[data-action=edit-regions]']) {
      assert.equal(await page.isVisible(tool), false, tool);
    }
  }, EMPTY_BOARD));

  test('uniqueness, level and redundant givens are live', onPage(async (page) => {
    await switchOn(page);
    await page.keyboard.type(EASY.slice(0, 80));
    await eventually(async () => assert.equal(await setterLine(page), 'Several solutions.'));
    await page.keyboard.type('5');
    await eventually(async () => assert.match(await setterLine(page), /^Exactly one solution; level easy, [\d,]+ points; minimal\.$/));
    await heard(page, /Exactly one solution; level easy/);
    assert.equal(await page.locator('.shade.differing').count(), 0);
    // One more given, the right one, is redundant or makes others so.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(EASY_SOLVED[1]);
    await eventually(async () => assert.match(await setterLine(page), /redundant givens?, marked\.$/));
    assert.notEqual(await page.locator('.shade.differing').count(), 0);
    await axe(page);
    await shot(page, 'setter-redundant');
    await page.keyboard.type('9');
    await eventually(async () => assert.equal(await setterLine(page), 'Givens conflict.'));
  }, EMPTY_BOARD));
});

describe('symmetry', () => {
  test('marks the partners of a given, and clears them together', onPage(async (page) => {
    await switchOn(page);
    await page.selectOption('#setter-symmetry', 'half-turn');
    await page.locator('[role=gridcell]').nth(1).click();
    await page.keyboard.type('7');
    await says(page, 9, 8, /empty, to be filled$/);
    await heard(page, /given 7\. To be filled: row 9, column 8\./);
    assert.equal(await page.innerText('#entry-status'), '1 given, 1 to be filled');
    await shot(page, 'symmetry');
    await axe(page);
    // A blank leaves what is there: puzzles are entered row by row.
    await page.locator('[role=gridcell]').nth(79).click();
    await page.keyboard.type('0');
    await says(page, 1, 2, /given 7$/);
    await page.locator('[role=gridcell]').nth(79).click();
    await page.keyboard.type('3');
    assert.equal(await page.innerText('#entry-status'), '2 givens');
    await page.locator('[role=gridcell]').nth(79).click();
    await page.keyboard.press('Delete');
    await says(page, 1, 2, /empty$/);
    await page.keyboard.press('[');
    await says(page, 1, 2, /given 7$/);
    await says(page, 9, 8, /given 3$/);
  }, EMPTY_BOARD));

  for (const [symmetry, cells] of /** @type {[string, number[]][]} */ ([
    ['none', []], ['half-turn', [79]], ['quarter-turn', [17, 63, 79]], ['left-right', [7]], ['top-bottom', [73]],
    ['mirrors', [7, 73, 79]], ['diagonal', [9]], ['diagonals', [9, 71, 79]], ['all', [7, 9, 17, 63, 71, 73, 79]],
  ])) {
    test(`${symmetry} wants ${cells.length} partners`, onPage(async (page) => {
      await switchOn(page);
      await page.selectOption('#setter-symmetry', symmetry);
      await page.locator('[role=gridcell]').nth(1).click();
      await page.keyboard.type('7');
      await says(page, 1, 2, /given 7$/);
      const labels = await page.locator('[role=gridcell]').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? ''));
      assert.deepEqual([...labels.keys()].filter((cell) => /to be filled/.test(labels[cell])), cells);
    }, EMPTY_BOARD));
  }
});

describe('regions', () => {
  test('are painted by keys, with undo, and used', onPage(async (page) => {
    await switchOn(page);
    await page.keyboard.type('4');
    await page.click('[data-action=edit-regions]');
    await says(page, 1, 1, /^row 1 column 1, region 1, given 4$/);
    assert.match(await page.innerText('#regions-status'), /All regions have 4 cells/);
    await page.keyboard.type('2');
    await says(page, 1, 1, /region 2/);
    assert.match(await page.innerText('#regions-status'), /Each region needs 4 cells: region 1 has 3, 2 has 5\./);
    assert.equal(await page.isDisabled('#use-regions'), true);
    await page.keyboard.press('[');
    await says(page, 1, 1, /region 1/);
    await page.keyboard.press(']');
    await says(page, 1, 1, /region 2/);
    await page.keyboard.press('Home');
    await page.keyboard.type(JIGSAW);
    assert.match(await page.innerText('#regions-status'), /All regions have 4 cells\.$/);
    await axe(page);
    await shot(page, 'regions');
    await page.keyboard.press('Enter');
    await says(page, 1, 3, /region 1, empty$/);
    await says(page, 1, 1, /region 1, given 4$/);
    assert.match(await page.innerText('#puzzle-status'), /New puzzle/);
    await page.goBack();
    await says(page, 1, 3, /box 2, empty$/);
  }, SMALL));

  test('that are unfinished are named, the first four of them', onPage(async (page) => {
    await switchOn(page);
    await page.click('[data-action=edit-regions]');
    await page.click('[data-action=clear-regions]');
    await heard(page, /No cell has a region\./);
    await page.keyboard.type('1123');
    await eventually(async () => assert.equal(await page.innerText('#regions-status'),
      'Each region needs 9 cells: region 1 has 2, 2 has 1, 3 has 1, 4 has 0, and 5 more are wrong.'));
  }, EMPTY_BOARD));

  test('are painted by dragging, a stroke at a time', onPage(async (page) => {
    await switchOn(page);
    await page.click('[data-action=edit-regions]');
    await page.click('#keypad [aria-label="region 3"]');
    assert.equal(await page.getAttribute('#keypad [aria-label="region 3"]', 'aria-pressed'), 'true');
    const [from, to] = [await place(page, 1, 1), await place(page, 1, 4)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 12 });
    await page.mouse.up();
    for (const column of [1, 2, 3, 4]) await says(page, 1, column, /region 3/);
    await page.click('#undo');
    await says(page, 1, 1, /region 1/);
    await says(page, 1, 4, /region 2/);
    assert.equal(await page.isDisabled('#undo'), true);
    // Selected cells are painted at once, and erased.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('4');
    await says(page, 1, 1, /region 4/);
    await says(page, 1, 2, /region 4/);
    await page.keyboard.press('Delete');
    await says(page, 1, 2, /no region/);
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('#regions'), false);
    await says(page, 1, 1, /box 1, empty$/);
    // Nothing painted is lost.
    await page.click('[data-action=edit-regions]');
    await says(page, 1, 2, /no region/);
    await page.click('#undo');
    await says(page, 1, 2, /region 4/);
  }, SMALL));

  test('are painted on a phone by touch', onPage(async (page) => {
    await switchOn(page);
    await page.tap('[data-action=edit-regions]');
    await page.tap('#keypad [aria-label="region 2"]');
    const { x, y } = await place(page, 1, 1);
    await page.touchscreen.tap(x, y);
    await says(page, 1, 1, /region 2/);
    await shot(page, 'regions-phone');
    const status = await page.locator('#regions-status').boundingBox();
    assert.ok(status !== null && status.width > 200, 'the status is readable');
  }, { ...SMALL, viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true }));

  test('are legible in dark mode', onPage(async (page) => {
    await switchOn(page);
    await page.click('[data-action=edit-regions]');
    await page.waitForSelector('#keypad .region');
    await axe(page);
  }, { ...SMALL, colorScheme: 'dark' }));

  test('that are not in one piece are allowed, and named', onPage(async (page) => {
    await switchOn(page);
    await page.click('[data-action=edit-regions]');
    await page.keyboard.type('2122112233443344'.replace('2122', '2121'));
    assert.match(await page.innerText('#regions-status'), /All regions have 4 cells\. Not in one piece: region 1, 2\.$/);
    assert.equal(await page.isDisabled('#use-regions'), false);
  }, SMALL));
});

describe('all steps', () => {
  test('are listed, drawn one by one, and can be applied', onPage(async (page) => {
    await switchOn(page);
    await page.click('[data-action=all-steps]');
    await page.waitForSelector('#panel .steps button');
    const count = await page.locator('#panel .steps button').count();
    assert.ok(count > 3, `${count} steps`);
    await heard(page, new RegExp(`${count} steps are possible now`));
    const groups = await page.locator('#panel .steps summary').evaluateAll((all) => all.map((each) => {
      const [title, members] = [...each.children].map((part) => part.textContent ?? '');
      return { title, members: Number(members) };
    }));
    assert.equal(groups.reduce((sum, { members }) => sum + members, 0), count, 'every step is in a group');
    assert.equal(new Set(groups.map(({ title }) => title)).size, groups.length, 'one group per technique');
    assert.ok(groups.length < count);
    const first = await page.innerText('#panel h3');
    assert.equal(first, groups[0].title, 'the easiest technique comes first');
    assert.equal(await page.locator('#panel .steps details[open]').count(), 1, 'only its steps are listed');
    await page.locator('#panel .steps summary').last().focus();
    await page.keyboard.press('Enter');
    await page.locator('#panel .steps button').nth(count - 1).focus();
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await page.innerText('#panel h3'), groups.at(-1)?.title));
    assert.notEqual(await page.locator('.drawn-candidate').count(), 0);
    await axe(page);
    await shot(page, 'all-steps');
    await page.locator('#panel .steps button').first().click();
    assert.equal(await page.innerText('#panel h3'), first);
    const before = await line(page);
    await page.getByRole('button', { name: 'Apply the step' }).click();
    await eventually(async () => assert.notEqual(await line(page), before));
    assert.equal(await page.locator('.drawn-candidate').count(), 0);
  }, PUZZLE));

  test('are none once the puzzle is solved', onPage(async (page) => {
    await switchOn(page);
    await page.click('[data-action=all-steps]');
    await eventually(async () => assert.match(await page.innerText('#panel'), /already solved/));
  }, { fragment: `#p=3x3:${EASY_SOLVED}` }));
});

describe('why not', () => {
  /**
   * @param {Page} page
   * @param {number} cell
   * @param {number} value
   */
  const ask = async (page, cell, value) => {
    await page.locator('[role=gridcell]').nth(cell).click();
    await page.locator('#panel .values button').nth(value - 1).click();
  };

  test('names the value that a cell sees', onPage(async (page) => {
    await switchOn(page);
    await page.locator('[role=gridcell]').nth(1).click();
    await page.click('[data-action=why-not]');
    assert.match(await page.innerText('#panel'), /Why is row 1, column 2 not …/);
    await ask(page, 1, 6);
    await eventually(async () => assert.match(await page.innerText('#panel'), /6 is not possible in row 1, column 2: r1c1 is 6, and sees r1c2\./));
    await heard(page, /6 is not possible in row 1, column 2: row 1, column 1 is 6, and sees row 1, column 2\./);
    await axe(page);
  }, PUZZLE));

  test('draws the steps that rule a value out, and says what is right', onPage(async (page) => {
    await switchOn(page);
    await page.click('[data-action=why-not]');
    // The cell in row 1, column 2 is 7.
    await ask(page, 1, 7);
    await eventually(async () => assert.match(await page.innerText('#panel'), /Nothing rules it out: 7 is right in row 1, column 2\./));
    await ask(page, 1, 3);
    await eventually(async () => assert.match(await page.innerText('#panel'), /show that row 1, column 2 is not 3|shows that row 1, column 2 is not 3/));
    assert.notEqual(await page.locator('.drawn-candidate').count(), 0);
    await heard(page, /row 1, column 2 is not 3/);
    await axe(page);
    await shot(page, 'why-not');
    await page.click('#panel [aria-label=Close]');
    assert.equal(await page.locator('.drawn-candidate').count(), 0);
  }, PUZZLE));

  test('works by keys alone', onPage(async (page) => {
    await switchOn(page);
    await page.locator('[role=gridcell]').nth(1).click();
    await page.locator('[data-action=why-not]').focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'not 1');
    for (let tab = 0; tab < 5; tab += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.match(await page.innerText('#panel'), /r1c1 is 6, and sees r1c2/));
    assert.match(await label(page, 1, 2), /empty/);
  }, PUZZLE));
});
