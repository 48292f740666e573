// Layout: what fits on which screen, and what stays in its place.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axe } from './axe.js';
import { EASY, choose, eventually, onPage, place, says, shot, withServer } from './helpers.js';

withServer();
/** @typedef {import('playwright-core').Page} Page */

const START = { fragment: `#p=3x3:${EASY}` };
const phone = (/** @type {number} */ width, /** @type {number} */ height) =>
  ({ viewport: { width, height }, hasTouch: true, isMobile: true, ...START });

/** A solved 16×16 board: each row continues where the row above began its second box. */
const SOLVED_16 = Array.from({ length: 256 }, (_, cell) => {
  const [row, column] = [Math.floor(cell / 16), cell % 16];
  return '123456789ABCDEFG'[(column + 4 * (row % 4) + Math.floor(row / 4)) % 16];
}).join('');

/**
 * @param {Page} page
 * @param {string} selector
 */
async function box(page, selector) {
  const area = await page.locator(selector).first().boundingBox();
  assert.ok(area, selector);
  return area;
}

/** @param {Page} page */
const hintStages = async (page) => {
  for (let stage = 0; stage < 3; stage += 1) {
    await page.keyboard.press('h');
    await page.waitForSelector('#hint h2');
  }
};

describe('screens', () => {
  for (const [width, height] of [[390, 664], [375, 667], [360, 740]]) {
    test(`a phone of ${width}×${height} shows the board, the keypad and the hint button at once`, onPage(async (page) => {
      for (const selector of ['#board', '#keypad', '[data-action=hint]']) {
        const area = await box(page, selector);
        assert.ok(area.y >= 0 && area.y + area.height <= height, `${selector}: ${area.y} + ${area.height}`);
      }
      await shot(page, `phone-${width}x${height}`);
      await page.tap('[data-action=hint]');
      await page.waitForSelector('#hint h2');
      for (let stage = 1; stage < 3; stage += 1) {
        for (const selector of ['#board', '#hint .main']) {
          const area = await box(page, selector);
          assert.ok(area.y >= 0 && area.y + area.height <= height, `stage ${stage}, ${selector}: ${area.y} + ${area.height}`);
        }
        await page.tap('#hint .main');
      }
      await shot(page, `phone-${width}x${height}-hint`);
    }, phone(width, height)));
  }

  test('a tablet in portrait orientation has a board as wide as it can be', onPage(async (page) => {
    assert.ok((await box(page, '#board')).width > 700);
    const hint = await box(page, '[data-action=hint]');
    assert.ok(hint.y + hint.height <= 1180);
    await shot(page, 'tablet');
  }, phone(820, 1180)));

  test('a 4K screen has a board as high as it can be', onPage(async (page) => {
    assert.ok((await box(page, '#board')).height > 1700);
    assert.ok((await box(page, '[data-action=hint]')).height > 80, 'the tools grow with the board');
    const rows = await page.locator('.helpers.more button:visible').evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().top)).size);
    assert.equal(rows, 1, 'no button wraps alone');
    const line = await page.locator('.board .thick-line').evaluate((found) => parseFloat(getComputedStyle(found).strokeWidth));
    assert.ok(line >= 5, 'so do its lines');
    await page.click('[data-action=settings]');
    assert.ok((await box(page, '#settings-dialog input')).width >= 40, 'and what can be chosen');
    await page.keyboard.press('Escape');
    await shot(page, 'four-k');
  }, { viewport: { width: 3840, height: 2160 }, ...START }));

  for (const [width, height] of [[1280, 860], [1440, 900], [1920, 1080]]) {
    test(`${width}×${height} needs no scrolling`, onPage(async (page) => {
      assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) <= height);
    }, { viewport: { width, height }, ...START }));
  }

  test('the title and the tools begin and end where the board and the tools do', onPage(async (page) => {
    const [board, tools] = [await box(page, '#board'), await box(page, '.side')];
    const [title, menu] = [await box(page, '.bar h1'), await box(page, '.bar nav')];
    assert.ok(Math.abs(title.x - board.x) < 1, `${title.x} and ${board.x}`);
    assert.ok(Math.abs(menu.x + menu.width - tools.x - tools.width) < 1);
  }, { viewport: { width: 1280, height: 800 }, ...START }));

  test('a tablet in portrait orientation has tools as wide as the board', onPage(async (page) => {
    const [board, tools] = [await box(page, '#board'), await box(page, '#keypad')];
    assert.deepEqual([tools.x, tools.width], [board.x, board.width]);
  }, phone(820, 1180)));

  test('no mode wraps alone at 320 pixels', onPage(async (page) => {
    const tops = await page.locator('#modes button').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    assert.ok([1, 2].includes(new Set(tops).size) && tops.filter((top) => top === tops[3]).length > 1, `${tops}`);
  }, phone(320, 640)));
});

describe('text of twice the size', () => {
  /** @param {Page} page */
  const enlarge = (page) => page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });

  test('leaves every button of a dialog in its place on a phone', onPage(async (page) => {
    await enlarge(page);
    for (const [action, parts] of [['new', '#new-dialog .segments label'], ['share', '#share-dialog button:visible']]) {
      await page.click(`[data-action=${action}]`);
      const cut = await page.locator(parts).evaluateAll((all) => all.filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        const dialog = /** @type {Element} */ (each.closest('dialog')).getBoundingClientRect();
        return left < dialog.left || right > dialog.right || each.scrollWidth > each.clientWidth;
      }).map((each) => each.textContent));
      assert.deepEqual(cut, [], action);
      await page.keyboard.press('Escape');
    }
  }, phone(390, 664)));

  test('leaves no gap between the board and the tools', onPage(async (page) => {
    await enlarge(page);
    const [board, tools] = [await box(page, '#board'), await box(page, '#keypad')];
    assert.ok(tools.x - board.x - board.width < 90, `${tools.x} - ${board.x + board.width}`);
  }, { viewport: { width: 1280, height: 800 }, ...START }));
});

describe('what is asked for below the board', () => {
  /** @param {Page} page */
  const toTheEnd = (page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

  for (const [action, title] of [['check', 'Several solutions'], ['difficulty', 'Difficulty'], ['step-by-step', 'Step by step']]) {
    test(`appears next to it on a phone: ${action}`, onPage(async (page) => {
      await page.waitForSelector('#verdict-row:not([hidden])');
      await toTheEnd(page);
      await page.tap(`[data-action=${action}]`);
      await eventually(async () => assert.match(await page.innerText('#panel h2'), new RegExp(title)));
      const [board, head] = [await box(page, '#board'), await box(page, '#panel h2')];
      assert.ok(board.y >= 0, `the board at ${board.y}`);
      assert.ok(head.y >= board.y + board.height && head.y + head.height <= 664, `the title at ${head.y}`);
    }, { ...phone(390, 664), fragment: `#p=3x3:${EASY.slice(0, 80)}.` }));
  }

  test('is not hidden on the board by its own message', onPage(async (page) => {
    await page.keyboard.press('1');
    await eventually(async () => assert.equal(await page.innerText('#puzzle-status'), 'Easy'));
    await toTheEnd(page);
    await page.tap('[data-action=check]');
    await eventually(async () => assert.match(await page.innerText('#message'), /One value is wrong and crossed out/));
    const [board, message] = [await box(page, '#board'), await box(page, '#message')];
    assert.ok(message.y + message.height <= board.y + 1, `${message.y} + ${message.height} > ${board.y}`);
  }, phone(390, 664)));

  test('is next to the board on a phone in landscape orientation', onPage(async (page) => {
    await page.tap('[data-action=check]');
    await eventually(async () => assert.match(await page.innerText('#message'), /correct so far/));
    const [board, message] = [await box(page, '#board'), await box(page, '#message')];
    assert.ok(message.x >= board.x + board.width, `${message.x} < ${board.x} + ${board.width}`);
  }, phone(844, 390)));
});

describe('the hint button', () => {
  test('stays where it is from stage to stage', onPage(async (page) => {
    await page.keyboard.press('h');
    await page.waitForSelector('#hint h2');
    const first = await box(page, '#hint .main');
    for (let stage = 2; stage <= 3; stage += 1) {
      await page.click('#hint .main');
      const { x, y } = await box(page, '#hint .main');
      assert.deepEqual({ x, y }, { x: first.x, y: first.y }, `stage ${stage}`);
    }
  }, START));

  test('shows the candidates of a single in its own cells only', onPage(async (page) => {
    await hintStages(page);
    const cells = await page.locator('.content > g').evaluateAll((all) => all.filter((cell) => cell.querySelector('.candidate') !== null).length);
    assert.ok(cells > 0 && cells <= 9, `${cells} cells with candidates`);
  }, START));
});

describe('the board', () => {
  test('stays where it is when the verdict appears', onPage(async (page) => {
    const before = await box(page, '#board');
    await page.evaluate((fragment) => { location.hash = fragment; }, `#p=3x3:${EASY.slice(0, 60)}${'.'.repeat(21)}`);
    await page.waitForSelector('#verdict-row:not([hidden])');
    assert.deepEqual(await box(page, '#board'), before);
  }, START));
});

describe('rows and columns', () => {
  for (const [labels, corner] of [['numbers', /^123456789123456789$/], ['letters', /^123456789ABCDEFGHI$/]]) {
    test(`have labels: ${labels}`, onPage(async (page) => {
      assert.equal(await page.locator('.board .label').count(), 0);
      await choose(page, `input[name=labels][value=${labels}]`);
      assert.match((await page.locator('.board .labels').textContent()) ?? '', /** @type {RegExp} */ (corner));
      const { x, y } = await place(page, 5, 5);
      await page.mouse.click(x, y);
      await page.keyboard.press('7');
      await says(page, 5, 5, /, 7/);
      await axe(page);
      await shot(page, `labels-${labels}`);
      await page.keyboard.press('[');
      await hintStages(page);
      if (labels === 'letters') assert.match(await page.innerText('#hint'), /\b[A-I]\d\b/);
    }, START));
  }
});

describe('while a puzzle is entered', () => {
  for (const [width, height] of [[390, 664], [360, 640]]) {
    test(`a phone of ${width}×${height} shows the buttons that end it, in one row`, onPage(async (page) => {
      const inOneRow = async (/** @type {string} */ card) => {
        await page.evaluate(() => scrollTo(0, 0));
        const areas = await page.locator(`${card} button:visible`).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
        assert.ok(areas.length > 1 && new Set(areas.map(({ top }) => top)).size === 1, `${card}: ${JSON.stringify(areas)}`);
        assert.ok(areas.every(({ bottom, right }) => bottom <= height && right <= width), `${card}: ${JSON.stringify(areas)}`);
      };
      await inOneRow('#entry');
      await choose(page, 'input[name=setter]');
      await page.tap('[data-action=edit-regions]');
      await inOneRow('#regions');
    }, { ...phone(width, height), fragment: `#p=3x3:${'.'.repeat(81)}&e=1` }));
  }

  for (const width of [360, 320]) {
    test(`a verdict takes one line at ${width} pixels`, onPage(async (page) => {
      await page.waitForSelector('#verdict-row:not([hidden])');
      assert.ok((await box(page, '.status')).height < 40);
    }, { ...phone(width, 640), fragment: `#p=3x3:${EASY.slice(0, 60)}${'.'.repeat(21)}` }));
  }
});

describe('a large board', () => {
  test('is enlarged while a step is drawn on it', onPage(async (page) => {
    const width = async () => (await box(page, '#board')).width;
    const before = await width();
    await page.click('[data-action=step-by-step]');
    await page.waitForSelector('.board .drawn-candidate');
    assert.ok((await width()) > before * 1.2);
    const drawn = await box(page, '.board .drawn-candidate');
    const frame = await box(page, '.frame');
    assert.ok(drawn.x >= frame.x && drawn.x <= frame.x + frame.width && drawn.y >= frame.y && drawn.y <= frame.y + frame.height);
    await page.click('#panel [aria-label=Close]');
    assert.equal(await width(), before);
  }, { fragment: `#p=4x4:${SOLVED_16.slice(0, 250)}${'.'.repeat(6)}` }));

  test('is enlarged while it shows candidates, around the cursor', onPage(async (page) => {
    const before = (await box(page, '#board')).width;
    await page.click('#automatic');
    assert.ok((await box(page, '#board')).width > before * 1.2);
    const [cell, frame] = [await box(page, '[role=gridcell][tabindex="0"]'), await box(page, '.frame')];
    assert.ok(cell.x >= frame.x && cell.x + cell.width <= frame.x + frame.width + 1, 'the cursor is visible');
    assert.ok(cell.y >= frame.y && cell.y + cell.height <= frame.y + frame.height + 1, 'the cursor is visible');
    await page.click('#automatic');
    assert.equal((await box(page, '#board')).width, before);
  }, { fragment: `#p=4x4:${SOLVED_16.slice(0, 250)}${'.'.repeat(6)}` }));

  test('shows a value to place in the size of its cell', onPage(async (page) => {
    await hintStages(page);
    const [mark, cell] = [await box(page, '.drawn-candidate.placed'), await box(page, '[role=gridcell]')];
    assert.ok(mark.width > cell.width * 0.7, `${mark.width} of ${cell.width}`);
  }, { fragment: `#p=4x4:${SOLVED_16.slice(0, 250)}${'.'.repeat(6)}` }));
});

describe('the keypad', () => {
  for (const [shape, cells] of /** @type {const} */ ([['3x4', 144], ['3x5', 225], ['4x4', 256], ['5x5', 625]])) {
    test(`has full rows on ${shape}`, onPage(async (page) => {
      const ends = await page.locator('#keypad').evaluate((pad) => {
        const areas = [...pad.children].map((key) => key.getBoundingClientRect());
        const rows = [...new Set(areas.map(({ top }) => top))];
        return rows.map((top) => Math.round(Math.max(...areas.filter((area) => area.top === top).map(({ right }) => right))));
      });
      assert.equal(new Set(ends).size, 1, `${ends}`);
    }, { fragment: `#p=${shape}:${'.'.repeat(cells)}` }));
  }
});

describe('messages and dialogs', () => {
  test('the message covers neither the board nor the keypad, and goes with its puzzle', onPage(async (page) => {
    await page.click('[data-action=check]');
    await eventually(async () => assert.match(await page.innerText('#message'), /correct so far/));
    const [message, board] = [await box(page, '#message'), await box(page, '#board')];
    assert.ok(message.y + message.height <= board.y, `${message.y} + ${message.height} > ${board.y}`);
    await page.click('[data-action=restart]');
    await eventually(async () => assert.match(await page.innerText('#message'), /restarted/));
    await page.evaluate((puzzle) => { location.hash = `p=2x2:${puzzle}`; }, '.'.repeat(16));
    await eventually(async () => assert.equal(await page.locator('[role=gridcell]').count(), 16));
    // At once: every message goes after five seconds.
    assert.equal(await page.isVisible('#message'), false);
  }, START));

  test('what Check said goes with the next edit', onPage(async (page) => {
    await page.keyboard.press('1');
    await page.click('[data-action=check]');
    await eventually(async () => assert.match(await page.innerText('#message'), /One value is wrong/));
    await page.keyboard.press('[');
    assert.equal(await page.isVisible('#message'), false);
  }, START));

  test('the list of keys has no empty tiles and splits no name', onPage(async (page) => {
    await page.keyboard.press('?');
    const keys = await page.locator('#shortcut-list kbd').allInnerTexts();
    assert.ok(keys.every((key) => key.trim() !== ''));
    assert.ok(keys.includes('Page Up'));
    await shot(page, 'shortcuts');
  }, START));

  for (const dialog of ['settings', 'shortcuts']) {
    test(`${dialog} need no scrolling`, onPage(async (page) => {
      await page.click(`[data-action=${dialog}]`);
      const hidden = await page.locator(`#${dialog}-dialog`).evaluate((found) => found.scrollHeight - found.clientHeight);
      assert.ok(hidden <= 0, `${hidden} pixels are hidden`);
    }, { viewport: { width: 1280, height: 800 }, ...START }));
  }

  test('the symmetry of a setter is not cut off', onPage(async (page) => {
    await choose(page, 'input[name=setter]');
    const cut = await page.locator('#setter-symmetry').evaluate((/** @type {HTMLSelectElement} */ select) => {
      const { width } = select.getBoundingClientRect();
      select.style.cssText = 'flex: none; width: auto';
      return select.getBoundingClientRect().width - width;
    });
    assert.ok(cut <= 0, `${cut} pixels are missing`);
  }, { viewport: { width: 1280, height: 800 }, fragment: `#p=3x3:${'.'.repeat(81)}&e=1` }));

  test('what is chosen shows in forced colours', onPage(async (page) => {
    const ground = (/** @type {string} */ mode) =>
      page.locator(`[data-mode=${mode}]`).evaluate((button) => getComputedStyle(button).backgroundColor);
    const highlight = await page.evaluate(() => {
      const sample = document.body.appendChild(document.createElement('p'));
      sample.style.cssText = 'forced-color-adjust: none; background: Highlight';
      return getComputedStyle(sample).backgroundColor;
    });
    // The first paint fades in.
    await eventually(async () => assert.equal(await ground('value'), highlight));
    assert.notEqual(await ground('corner'), highlight);
    await shot(page, 'forced-colours');
  }, { forcedColors: 'active', ...START }));

  test('colours keep their colour on the keypad in forced colours', onPage(async (page) => {
    await page.keyboard.press('v');
    const colours = await page.locator('#keypad .swatch').evaluateAll((all) => new Set(all.map((each) => getComputedStyle(each).backgroundColor)).size);
    assert.equal(colours, 9);
  }, { forcedColors: 'active', ...START }));

  test('printing leaves out the cursor', onPage(async (page) => {
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.cells').isVisible(), false);
  }, START));
});
