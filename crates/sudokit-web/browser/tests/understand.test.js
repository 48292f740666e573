// Hints to the end, the way to the solution, difficulty, counting.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EASY, EASY_SOLVED, eventually, heard, line, onPage, says, shot, withServer } from './page.js';

withServer();
const CHAINS = '........9..6.8...19.8..5.4.3....69.....4..65.8........2...1........94.1..716.....';

describe('hints', () => {
  test('in stages: where, which, the step, done', onPage(async (page) => {
    const title = () => page.innerText('#hint h2');
    await page.click('[data-do=hint]');
    await eventually(async () => assert.equal(await title(), 'Where to look'));
    assert.ok((await page.locator('.board .drawn-area.focus').count()) > 0, 'the area is drawn');
    assert.equal(await page.locator('.board .drawn-candidate.placed').count(), 0, 'the value is not given away');
    await page.click('#hint .main');
    assert.match(await title(), /single|house/i);
    await page.click('#hint .main');
    assert.equal(await page.locator('.board .drawn-candidate.placed').count(), 1);
    assert.match(await page.innerText('#hint .legend'), /placed/);
    const before = await line(page);
    await page.click('#hint .main');
    assert.notEqual(await line(page), before);
    assert.equal(await page.isVisible('#hint'), false);
  }, { fragment: `#p=3x3:${EASY}` }));

  for (const [name, puzzle] of [['easy', EASY], ['with chains', CHAINS]]) {
    test(`lead to the end: ${name}`, onPage(async (page) => {
      let links = 0;
      for (let step = 0; step < 250 && (await line(page)).includes('.'); step += 1) {
        await page.keyboard.press('h');
        await page.waitForSelector('#hint h2');
        await page.keyboard.press('h');
        await page.keyboard.press('h');
        const drawn = await page.locator('.board .drawn-link').count();
        if (drawn > 0) await shot(page, `chain-${step}`);
        links += drawn;
        await page.keyboard.press('h');
        assert.equal(await page.isVisible('#hint'), false, `step ${step} changes the board`);
      }
      assert.match(await page.innerText('#verdict'), /Solved/);
      if (puzzle === EASY) assert.equal(await line(page), EASY_SOLVED);
      else assert.ok(links > 5, 'chains are drawn');
    }, { fragment: `#p=3x3:${puzzle}` }));
  }

  test('start from the marks of the player', onPage(async (page) => {
    // With 5 and 7 crossed out of r1c2 and 3 gone as well, only 1 would be left: a mistake.
    await page.click('#automatic');
    for (const value of [3, 5, 7]) await page.keyboard.press(`Control+Digit${value}`);
    await page.keyboard.press('h');
    await eventually(async () => assert.match(await page.innerText('#hint'), /lost the right candidate/));
    await page.keyboard.press('Escape');
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('[');
    // Crossing out all but the right value makes the cell a single.
    for (const value of [1, 3, 5]) await page.keyboard.press(`Control+Digit${value}`);
    await page.keyboard.press('h');
    await page.waitForSelector('#hint h2');
    assert.doesNotMatch(await page.innerText('#hint'), /went wrong/);
  }, { fragment: `#p=3x3:${EASY}` }));

  test('a wrong value is said before a hint, and shown on request', onPage(async (page) => {
    await page.keyboard.press('1');
    await page.keyboard.press('h');
    await eventually(async () => assert.match(await page.innerText('#hint'), /one value is wrong/));
    await page.click('#hint .main');
    await says(page, 1, 2, /, 1, clashes$/);
  }, { fragment: `#p=3x3:${EASY}` }));

  test('are spoken', onPage(async (page) => {
    await page.keyboard.press('h');
    await heard(page, /Where to look/);
  }, { fragment: `#p=3x3:${EASY}` }));
});

describe('the way to the solution', () => {
  test('every step in a list, with a slider', onPage(async (page) => {
    await page.click('[data-do=path]');
    await page.waitForSelector('.steps li');
    const count = await page.locator('.steps li').count();
    assert.ok(count > 20, `${count} steps`);
    const slider = page.locator('#panel input[type=range]');
    await slider.focus();
    await page.keyboard.press('End');
    assert.equal(await line(page), EASY_SOLVED);
    await page.keyboard.press('Home');
    assert.equal(await line(page), EASY);
    await page.locator('.steps button').nth(4).click();
    assert.equal(await slider.inputValue(), '4');
    await page.click('#panel [aria-label="Put away"]');
    assert.equal(await line(page), EASY, 'the game is as it was');
  }, { fragment: `#p=3x3:${EASY}` }));
});

describe('facts', () => {
  test('difficulty and techniques', onPage(async (page) => {
    await page.click('[data-do=facts]');
    await eventually(async () => assert.match(await page.innerText('#panel h2'), /easy/));
    assert.match(await page.innerText('.facts'), /Naked single/);
  }, { fragment: `#p=3x3:${EASY}` }));

  test('solutions are counted', onPage(async (page) => {
    await page.click('[data-do=count]');
    await eventually(async () => assert.match(await page.innerText('#message'), /288 solutions/));
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));
});

describe('several solutions', () => {
  const SEVERAL = '12343412........';
  const both = /, (\d) in solution A, (\d) in solution B$/;

  test('two of them on the board, together and in turns', onPage(async (page) => {
    await page.waitForSelector('.status [data-do=several]:visible');
    const before = await line(page);
    await page.locator('.status [data-do=several]').focus();
    await page.keyboard.press('Enter');
    assert.match(await page.innerText('#panel'), /differ in \d+ cells: r\dc\d is \d in A and \d in B/);
    await heard(page, /differ in \d+ cells: r\dc\d is \d in A/);
    const marked = page.locator('.shade.differing');
    const cells = await page.locator('[role=gridcell]').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? ''));
    const pairs = cells.map((words) => both.exec(words));
    assert.equal(await marked.count(), pairs.filter(Boolean).length);
    assert.ok(pairs.some(Boolean));
    assert.equal(await page.locator('.pair-first').count(), pairs.filter(Boolean).length);
    for (const [side, at] of /** @type {const} */ ([['A', 1], ['B', 2]])) {
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.locator('.pair-first').count(), 0);
      const drawn = await page.locator('.content > g').evaluateAll((all) => all.map((cell) => cell.textContent));
      pairs.forEach((pair, cell) => { if (pair !== null) assert.equal(drawn[cell], pair[at], `solution ${side}`); });
      await heard(page, new RegExp(`Solution ${side}`));
    }
    await shot(page, 'several');
    await page.click('#panel [aria-label="Put away"]');
    assert.equal(await line(page), before, 'the game is as it was');
    assert.equal(await marked.count(), 0);
  }, { fragment: `#p=2x2:${SEVERAL}` }));

  test('while a puzzle is typed in', onPage(async (page) => {
    await page.click('.entry [data-do=several]');
    await page.waitForSelector('.pair-first');
    await shot(page, 'several-typed');
    await page.focus('[role=gridcell][tabindex="0"]');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('1');
    await says(page, 4, 4, /given 1/);
    assert.equal(await page.isVisible('#panel'), false, 'an edit puts the solutions away');
  }, { fragment: `#p=2x2:${SEVERAL}&e=1` }));

  test('a puzzle with one solution offers none', onPage(async (page) => {
    await page.click('[data-do=check]');
    await eventually(async () => assert.match(await page.innerText('#message'), /right so far/));
    assert.equal(await page.locator('[data-do=several]:visible').count(), 0);
  }, { fragment: `#p=3x3:${EASY}` }));
});
