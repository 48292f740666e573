// Hints, step by step, difficulty, counting and comparing solutions.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EASY, EASY_SOLVED, choose, eventually, heard, line, onPage, says, servedOnly, shot, withServer } from './helpers.js';

withServer();
const CHAINS = '........9..6.8...19.8..5.4.3....69.....4..65.8........2...1........94.1..716.....';

describe('hints', () => {
  test('come in stages: where, which technique, the step, applied', onPage(async (page) => {
    const title = () => page.innerText('#hint h2');
    await page.click('[data-action=hint]');
    await eventually(async () => assert.equal(await title(), 'Where to look'));
    assert.ok((await page.locator('.board .drawn-area.focus').count()) > 0, 'the area is drawn');
    assert.equal(await page.locator('.board .drawn-candidate.placed').count(), 0, 'the value is not revealed');
    await page.click('#hint .main');
    assert.match(await title(), /single|house/i);
    await page.click('#hint .main');
    assert.equal(await page.locator('.board .drawn-candidate.placed').count(), 1);
    assert.match(await page.innerText('#hint .legend'), /placed/);
    const offsets = await page.evaluate(() => {
      const centre = (/** @type {Element} */ element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      };
      const plain = [...document.querySelectorAll('.board .content .candidate')];
      return [...document.querySelectorAll('.board .drawn-candidate text')].map((drawn) => {
        const at = centre(drawn);
        const same = plain.filter((text) => text.textContent === drawn.textContent).map(centre);
        return Math.min(...same.map(({ x, y }) => Math.hypot(x - at.x, y - at.y)));
      });
    });
    assert.ok(offsets.length > 0 && offsets.every((offset) => offset < 2), `drawn over the candidates: ${offsets}`);
    const before = await line(page);
    await page.click('#hint .main');
    assert.notEqual(await line(page), before);
    assert.equal(await page.isVisible('#hint'), false);
  }, { fragment: `#p=3x3:${EASY}` }));

  for (const [name, puzzle] of [['easy', EASY], ['with chains', CHAINS]]) {
    test(`solve the whole puzzle: ${name}`, onPage(async (page) => {
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
      assert.match(await page.innerText('#puzzle-status'), /Solved/);
      if (puzzle === EASY) assert.equal(await line(page), EASY_SOLVED);
      else assert.ok(links > 5, 'chains are drawn');
    }, { fragment: `#p=3x3:${puzzle}` }));
  }

  test('start from the marks of the player', onPage(async (page) => {
    // Removing 3, 5 and 7 from r1c2 leaves only 1: a mistake.
    await page.click('#automatic');
    for (const value of [3, 5, 7]) await page.keyboard.press(`Control+Digit${value}`);
    await page.keyboard.press('h');
    await eventually(async () => assert.match(await page.innerText('#hint'), /missing its correct candidate/));
    await page.keyboard.press('Escape');
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('[');
    // Removing all but the right value makes the cell a single.
    for (const value of [1, 3, 5]) await page.keyboard.press(`Control+Digit${value}`);
    await page.keyboard.press('h');
    await page.waitForSelector('#hint h2');
    assert.doesNotMatch(await page.innerText('#hint'), /mistake/);
  }, { fragment: `#p=3x3:${EASY}` }));

  test('report a wrong value first, and show it on request', onPage(async (page) => {
    await page.keyboard.press('1');
    await page.keyboard.press('h');
    await eventually(async () => assert.match(await page.innerText('#hint'), /one value is wrong\.$/m));
    assert.doesNotMatch(await page.innerText('#hint'), /candidate/);
    await page.click('#hint .main');
    await says(page, 1, 2, /, 1, conflict$/);
  }, { fragment: `#p=3x3:${EASY}` }));

  test('are spoken, in words', onPage(async (page) => {
    await page.keyboard.press('h');
    await heard(page, /Where to look/);
    await page.keyboard.press('h');
    await page.keyboard.press('h');
    await heard(page, /row \d, column \d/);
    assert.doesNotMatch((await page.textContent('#live')) ?? '', /r\dc\d|[≠⇒]/);
  }, { fragment: `#p=3x3:${EASY}` }));

  test('are spoken in the same words if the board is labelled A1', onPage(async (page) => {
    await choose(page, 'input[name=labels][value=letters]');
    await page.keyboard.press('h');
    await page.waitForSelector('#hint h2');
    await page.keyboard.press('h');
    await page.keyboard.press('h');
    await eventually(async () => assert.match(await page.innerText('#hint'), /Therefore [A-I]\d = \d\./));
    await heard(page, /Therefore row \d, column \d is \d\./);
    assert.doesNotMatch((await page.textContent('#live')) ?? '', /\b[A-I]\d|row [A-I]|[≠=]/);
  }, { fragment: `#p=3x3:${EASY}` }));

  test('show that they take long, and can be cancelled', servedOnly, onPage(async (page) => {
    await page.route('**/api/v1/hint', async () => {});
    await page.keyboard.press('h');
    await eventually(async () => assert.match(await page.innerText('#panel'), /Still working… [12] seconds?/));
    await heard(page, /Hint: still working\. Escape cancels\./);
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('#panel'), false);
    // The board works on, and the next hint comes at once.
    await page.keyboard.press('7');
    await says(page, 1, 2, /, 7$/);
    await page.unroute('**/api/v1/hint');
    await page.keyboard.press('h');
    await page.waitForSelector('#hint h2');
    assert.equal(await page.isVisible('#panel'), false);
  }, { fragment: `#p=3x3:${EASY}` }));

  test('change something visible when a step is applied, also without automatic candidates', onPage(async (page) => {
    const shown = () => page.locator('.content').innerHTML();
    let eliminations = 0;
    for (let step = 0; step < 40 && eliminations < 2; step += 1) {
      const before = [await line(page), await shown()];
      for (let stage = 0; stage < 4; stage += 1) {
        await page.keyboard.press('h');
        if (stage === 0) await page.waitForSelector('#hint h2');
      }
      if ((await line(page)) !== before[0]) continue;
      eliminations += 1;
      assert.notEqual(await shown(), before[1]);
    }
    assert.equal(eliminations, 2);
  }, { fragment: `#p=3x3:${CHAINS}` }));
});

describe('step by step', () => {
  test('lists every step, with a slider', onPage(async (page) => {
    await page.click('[data-action=step-by-step]');
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
    await page.click('#panel [aria-label="Close"]');
    assert.equal(await line(page), EASY, 'the game is unchanged');
  }, { fragment: `#p=3x3:${EASY}` }));

  test('is spoken in words', onPage(async (page) => {
    await page.click('[data-action=step-by-step]');
    await heard(page, /\d+ steps\. The first is \w+ single: Row \d, column \d is \d\./);
    await page.getByRole('button', { name: 'Next' }).click();
    await heard(page, /Step 2 of \d+: \w+ single\. Row \d, column \d is \d/);
    await page.getByRole('button', { name: /^5 \w+ single Row \d, column \d is \d$/ }).click();
    await heard(page, /Step 5 of \d+: /);
  }, { fragment: `#p=3x3:${EASY}` }));

  test('keeps its buttons in sight on a phone while the words scroll', onPage(async (page) => {
    await page.tap('[data-action=step-by-step]');
    await page.waitForSelector('.steps li');
    await page.evaluate(() => scrollTo(0, 200));
    const area = await page.getByRole('button', { name: 'Next' }).boundingBox();
    const board = await page.locator('#board').boundingBox();
    assert.ok(area !== null && board !== null && area.y >= board.y + board.height && area.y + area.height <= 664, `${area?.y}`);
  }, { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true, fragment: `#p=3x3:${CHAINS}` }));
});

describe('analysis', () => {
  test('shows difficulty and techniques', onPage(async (page) => {
    await page.click('[data-action=difficulty]');
    await eventually(async () => assert.match(await page.innerText('#panel h2'), /easy/));
    assert.match(await page.innerText('.difficulty'), /Naked single/);
    await page.click('.explainer-ratings button');
    await eventually(async () => assert.match(await page.innerText('.explainer-ratings'), /ER \d\.\d, EP \d\.\d, ED \d\.\d/));
  }, { fragment: `#p=3x3:${EASY}` }));

  test('counts solutions, for setters', onPage(async (page) => {
    await choose(page, 'input[name=setter]');
    await page.click('[data-action=count]');
    await eventually(async () => assert.match(await page.innerText('#message'), /288 solutions/));
  }, { fragment: `#p=2x2:${'.'.repeat(16)}` }));
});

describe('the panel', () => {
  test('takes its drawing along when another result replaces it', onPage(async (page) => {
    await page.click('[data-action=step-by-step]');
    await page.waitForSelector('.board .drawn-candidate');
    await page.click('[data-action=difficulty]');
    await page.waitForSelector('.difficulty');
    assert.equal(await page.locator('.board .drawn-candidate').count(), 0);
    assert.equal(await line(page), EASY);
  }, { fragment: `#p=3x3:${EASY}` }));

  for (const [action, route] of [['difficulty', 'rate'], ['step-by-step', 'explain']]) {
    test(`does not wait for ever after a failed request: ${action}`, servedOnly, onPage(async (page) => {
      // The title of the page may need a rating too.
      await eventually(async () => assert.equal(await page.innerText('#puzzle-status'), 'Easy'));
      await page.route(`**/api/v1/${route}`, (request) => request.fulfill({
        status: 422, contentType: 'application/json', body: JSON.stringify({ problem: { message: 'it failed' } }),
      }));
      await page.click(`[data-action=${action}]`);
      await eventually(async () => assert.match(await page.innerText('#message'), /It failed/));
      assert.equal(await page.isVisible('#panel'), false);
    }, { fragment: `#p=3x3:${EASY}`, errors: true }));
  }
});

describe('several solutions', () => {
  const SEVERAL = '12343412........';
  const both = /, (\d) in solution A, (\d) in solution B$/;

  test('compares two of them on the board', onPage(async (page) => {
    await page.waitForSelector('.status [data-action=compare-solutions]:visible');
    const before = await line(page);
    await page.locator('.status [data-action=compare-solutions]').focus();
    await page.keyboard.press('Enter');
    assert.match(await page.innerText('#panel'), /differ in \d+ cells: r\dc\d is \d in A and \d in B/);
    await heard(page, /differ in \d+ cells: row \d, column \d is \d in A/);
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
    await page.click('#panel [aria-label="Close"]');
    assert.equal(await line(page), before, 'the game is unchanged');
    assert.equal(await marked.count(), 0);
  }, { fragment: `#p=2x2:${SEVERAL}` }));

  test('compares while a puzzle is entered', onPage(async (page) => {
    await page.click('#start-playing');
    await page.click('.entry [data-action=compare-solutions]');
    await page.waitForSelector('.pair-first');
    await shot(page, 'several-entered');
    await page.focus('[role=gridcell][tabindex="0"]');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('1');
    await says(page, 4, 4, /given 1/);
    assert.equal(await page.isVisible('#panel'), false, 'an edit closes the comparison');
  }, { fragment: `#p=2x2:${SEVERAL}&e=1` }));

  test('offers no comparison for a unique solution', onPage(async (page) => {
    await page.click('[data-action=check]');
    await eventually(async () => assert.match(await page.innerText('#message'), /correct so far/));
    assert.equal(await page.locator('[data-action=compare-solutions]:visible').count(), 0);
  }, { fragment: `#p=3x3:${EASY}` }));
});
