// Playing: keyboard, pointer, marks, undo, settings and saved games.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EASY, boardHasFocus, EASY_SOLVED, choose, eventually, heard, label, line, onPage, place, ready, says, withServer } from './helpers.js';

withServer();
const START = { fragment: `#p=3x3:${EASY}` };

describe('keyboard', () => {
  test('enters, marks and erases values', onPage(async (page) => {
    await says(page, 1, 1, /^row 1 column 1, box 1, given 6$/);
    await page.keyboard.press('7');
    await says(page, 1, 2, /, 7$/);
    await page.keyboard.press('Numpad6');
    await says(page, 1, 2, /, 6, conflict$/);
    await says(page, 1, 1, /given 6, conflict$/);
    await page.keyboard.press('Backspace');
    await says(page, 1, 2, /, empty$/);
  }, START));

  test('moves the focus with arrows, letters and jumps', onPage(async (page) => {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    for (const [key, where] of [
      ['ArrowDown', 'row 2 column 2'], ['d', 'row 2 column 3'], ['w', 'row 1 column 3'],
      ['a', 'row 1 column 2'], ['s', 'row 2 column 2'], ['End', 'row 2 column 9'],
      ['ArrowRight', 'row 2 column 1'], ['PageDown', 'row 9 column 1'],
      ['Control+End', 'row 9 column 9'], ['Control+Home', 'row 1 column 1'],
    ]) {
      await page.keyboard.press(key);
      assert.match(await focused(), new RegExp(`^${where},`), key);
    }
    assert.equal(await page.locator('[role=gridcell][tabindex="0"]').count(), 1, 'one cell is in the tab order');
  }, START));

  test('says which mode is on, and whether candidates are automatic', onPage(async (page) => {
    for (const [key, words] of /** @type {[string, RegExp][]} */ ([
      ['x', /Corner marks\.$/], ['v', /Colours\.$/], ['Space', /Values\.$/], ['n', /Centre marks\.$/],
      ['.', /Automatic candidates on\.$/], ['.', /Automatic candidates off\.$/],
    ])) {
      await page.keyboard.press(key);
      await heard(page, words);
    }
  }, START));

  test('switches modes temporarily and permanently', onPage(async (page) => {
    await page.keyboard.press('Shift+Digit1');
    await page.keyboard.press('Control+Digit3');
    await says(page, 1, 2, /empty, candidates 3, corner marks 1$/);
    await page.keyboard.press('x');
    await page.keyboard.press('2');
    await page.keyboard.press('c');
    await page.keyboard.press('7');
    await page.keyboard.press('v');
    await page.keyboard.press('4');
    await says(page, 1, 2, /candidates 3 7, corner marks 1 2, colour d$/);
    await page.keyboard.press('z');
    assert.equal(await page.getAttribute('[data-mode=value]', 'aria-checked'), 'true');
  }, START));

  test('switches between values and centre marks with N, and no button calls anything else notes', onPage(async (page) => {
    const isChecked = (/** @type {string} */ mode) => page.getAttribute(`[data-mode=${mode}]`, 'aria-checked');
    await page.keyboard.press('n');
    assert.equal(await isChecked('centre'), 'true');
    await page.keyboard.press('n');
    assert.equal(await isChecked('value'), 'true');
    assert.equal(await page.innerText('[data-action=automatic]'), 'Candidates');
    assert.doesNotMatch(await page.innerText('main'), /notes/i);
  }, START));

  test('changes the mode of the keypad while a modifier is held', onPage(async (page) => {
    const checked = () => page.getAttribute('#modes [aria-checked=true]', 'data-mode');
    for (const [key, mode] of [['Shift', 'corner'], ['Control', 'centre'], ['Alt', 'colour']]) {
      await page.keyboard.down(key);
      assert.equal(await checked(), mode);
      await page.click('#keypad [data-value="3"]');
      await page.keyboard.up(key);
      assert.equal(await checked(), 'value');
    }
    await says(page, 1, 2, /empty, candidates 3, corner marks 3, colour c$/);
    await page.keyboard.press('Control+Shift+Digit4');
    await says(page, 1, 2, /colour c d$/);
    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.up('Shift');
    assert.equal(await page.locator('[aria-selected=true]').count(), 2, 'Shift with arrows selects');
  }, START));

  test('undoes and redoes with every shortcut', onPage(async (page) => {
    await page.keyboard.press('7');
    for (const [undo, redo] of [['[', ']'], ['Control+z', 'Control+y'], ['Control+z', 'Control+Shift+z']]) {
      await page.keyboard.press(undo);
      await says(page, 1, 2, /empty$/);
      await page.keyboard.press(redo);
      await says(page, 1, 2, /, 7$/);
    }
  }, START));

  test('extends the selection with Shift and marks all its cells', onPage(async (page) => {
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+Digit3');
    await says(page, 1, 2, /candidates 3$/);
    await says(page, 1, 3, /candidates 3$/);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('[aria-selected=true]').count(), 1);
    await page.keyboard.press('Control+a');
    assert.equal(await page.locator('[aria-selected=true]').count(), 81);
  }, START));

  test('solves a whole puzzle', onPage(async (page) => {
    await page.keyboard.press('Control+Home');
    for (let cell = 0; cell < 81; cell += 1) {
      if (EASY[cell] === '.') await page.keyboard.press(EASY_SOLVED[cell]);
      await page.keyboard.press('ArrowRight');
      if (cell % 9 === 8) await page.keyboard.press('ArrowDown');
    }
    assert.equal(await line(page), EASY_SOLVED);
    assert.match(await page.innerText('#puzzle-status'), /Solved/);
  }, START));

  test('lists the shortcuts with ?, and Escape returns to the board', onPage(async (page) => {
    await page.keyboard.press('?');
    assert.ok(await page.isVisible('#shortcuts-dialog'));
    await page.keyboard.press('Escape');
    await boardHasFocus(page);
    assert.equal(await page.isVisible('#shortcuts-dialog'), false);
    await page.keyboard.press('7');
    await says(page, 1, 2, /, 7$/);
  }, START));

  test('enters letters on large boards', onPage(async (page) => {
    await page.keyboard.press('g');
    await says(page, 1, 1, /, G$/);
  }, { fragment: `#p=4x4:${'.'.repeat(256)}` }));
});

describe('pointer', () => {
  test('selects by dragging, and keys work after the keypad', onPage(async (page) => {
    const [from, to] = [await place(page, 1, 2), await place(page, 1, 4)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
    assert.equal(await page.locator('[aria-selected=true]').count(), 3);
    await page.click('[data-mode=corner]');
    await page.click('#keypad [data-value="3"]');
    await says(page, 1, 4, /corner marks 3$/);
    await page.keyboard.press('5');
    await says(page, 1, 4, /corner marks 3 5$/);
  }, START));

  test('selects similar cells with a double click', onPage(async (page) => {
    const { x, y } = await place(page, 1, 1);
    await page.mouse.dblclick(x, y);
    assert.equal(await page.locator('[aria-selected=true]').count(), [...EASY].filter((c) => c === '6').length);
  }, START));

  test('value first', onPage(async (page) => {
    await choose(page, 'input[name=digitFirst]');
    await page.click('#keypad [data-value="7"]');
    for (const [row, column] of [[1, 2], [5, 1]]) {
      const { x, y } = await place(page, row, column);
      await page.mouse.click(x, y);
      await says(page, row, column, /, 7/);
    }
  }, START));
});

describe('assistance', () => {
  test('automatic candidates follow the values and can be removed', onPage(async (page) => {
    await page.click('#automatic');
    await says(page, 1, 2, /empty, candidates 1 3 5 7$/);
    await page.keyboard.press('Control+Digit5');
    await says(page, 1, 2, /candidates 1 3 7$/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('3');
    await says(page, 1, 2, /candidates 1 7$/);
  }, START));

  test('conflicts and mistakes are separate settings', onPage(async (page) => {
    await page.keyboard.press('6');
    await page.click('[data-action=settings]');
    await page.uncheck('input[name=conflicts]');
    await says(page, 1, 2, /, 6$/);
    await page.check('input[name=mistakes]');
    await says(page, 1, 2, /, 6, wrong$/);
  }, START));

  test('check reports and marks wrong values only', onPage(async (page) => {
    await page.keyboard.press('7');
    await page.click('[data-action=check]');
    assert.match(await page.innerText('#message'), /correct so far/);
    await page.keyboard.press('1');
    await page.click('[data-action=check]');
    assert.match(await page.innerText('#message'), /^One value is wrong and crossed out: row 1, column 2\.$/);
    await says(page, 1, 2, /, 1, wrong$/);
  }, START));

  test('the clock runs and can be hidden', onPage(async (page) => {
    await eventually(async () => assert.notEqual(await page.innerText('#time'), '0:00'));
    await page.click('[data-action=settings]');
    await page.uncheck('input[name=timer]');
    assert.equal(await page.isVisible('#clock'), false);
  }, START));
});

describe('storage', () => {
  test('restores a game, its marks and the settings', onPage(async (page) => {
    await page.keyboard.press('7');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+Digit3');
    await page.click('[data-action=theme]');
    await eventually(async () => assert.match(page.url(), /\+7.*n=/));
    await page.goto(page.url().replace(/#.*/, '?again'));
    await ready(page);
    await says(page, 1, 2, /, 7$/);
    assert.match(await label(page, 1, 3), /corner marks 3$/);
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  }, START));

  test('showing the solution and restarting can be undone', onPage(async (page) => {
    await page.keyboard.press('1');
    await page.click('[data-action=solve]');
    await eventually(async () => assert.equal(await line(page), EASY_SOLVED));
    await page.click('[data-action=restart]');
    assert.equal(await line(page), EASY);
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await says(page, 1, 2, /, 1/);
  }, START));
});
