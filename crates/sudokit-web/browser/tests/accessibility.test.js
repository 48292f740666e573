// Accessibility: axe, touch targets, contrast, keyboard, zoom, and boards that fit the screen.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { axe } from './axe.js';
import { EASY, eventually, onPage, paste, shot, withServer } from './helpers.js';

withServer();
const COLLECTION = readFileSync(new URL('../../../../examples/collection.txt', import.meta.url), 'utf8');
const START = { fragment: `#p=3x3:${EASY}` };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...START };
const LANDSCAPE = { ...PHONE, viewport: { width: 844, height: 390 } };

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  describe(`axe in ${colorScheme}`, () => {
    const options = { ...START, colorScheme, reducedMotion: /** @type {const} */ ('reduce') };
    test('the board', onPage(async (page) => {
      assert.equal(await page.getAttribute('html', 'data-theme'), colorScheme);
      await axe(page);
      await shot(page, `board-${colorScheme}`);
    }, options));

    test('a hint', onPage(async (page) => {
      await page.keyboard.press('h');
      await page.waitForSelector('#hint h2');
      await page.keyboard.press('h');
      await page.keyboard.press('h');
      await axe(page);
      await shot(page, `hint-${colorScheme}`);
    }, options));

    test('step by step, and difficulty', onPage(async (page) => {
      await page.click('[data-action=step-by-step]');
      await page.waitForSelector('.steps li');
      await axe(page);
      await shot(page, `steps-${colorScheme}`);
      await page.click('[data-action=difficulty]');
      await page.waitForSelector('.difficulty');
      await axe(page);
    }, options));

    for (const dialog of ['new', 'open', 'share', 'settings', 'shortcuts']) {
      test(`the ${dialog} dialog`, onPage(async (page) => {
        await page.click(`[data-action=${dialog}]`);
        await page.waitForSelector(`#${dialog}-dialog[open]`);
        await axe(page);
        await shot(page, `${dialog}-${colorScheme}`);
      }, options));
    }

    test('the gallery, and a puzzle of a collection', onPage(async (page) => {
      await paste(page, COLLECTION);
      await page.waitForSelector('#collection-list svg');
      await axe(page);
      await shot(page, `gallery-${colorScheme}`);
      await page.keyboard.press('Enter');
      await page.waitForSelector('#collection-nav');
      await axe(page);
      await shot(page, `collection-${colorScheme}`);
    }, options));

    test('text on the board has a contrast of 4.5:1 on every colour', onPage(async (page) => {
      assert.deepEqual(await page.evaluate(weakPairs), []);
    }, options));
  });
}

/** Pairs of text and background colours with a contrast below 4.5:1. */
function weakPairs() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (canvas === null) throw new Error('no canvas');
  const luminance = (/** @type {string} */ name) => {
    const probe = document.createElement('i');
    probe.style.color = name.startsWith('--') ? `var(${name})` : name;
    document.body.append(probe);
    canvas.fillStyle = getComputedStyle(probe).color;
    probe.remove();
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const colours = Array.from({ length: 9 }, (_, index) => `--colour-${index + 1}`);
  const differing = 'color-mix(in srgb, var(--warn) 18%, var(--surface))';
  const pairs = [
    ...['--base', '--cover', '--ink', '--accent'].map((text) => [text, differing]),
    ...['--ink', '--accent', '--mark', '--bad'].flatMap((text) => ['--surface', ...colours].map((ground) => [text, ground])),
    ...['--soft', '--good', '--warn', '--bad', '--accent', '--ink'].map((text) => [text, '--surface']),
    ...['--soft', '--ink'].flatMap((text) => ['--paper', '--sunken'].map((ground) => [text, ground])),
  ];
  return pairs.flatMap(([text, ground]) => {
    const [one, other] = [luminance(text), luminance(ground)];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return ratio < 4.5 ? [`${text} on ${ground}: ${ratio.toFixed(2)}`] : [];
  });
}

describe('phone', () => {
  for (const [name, options] of /** @type {const} */ ([['portrait', PHONE], ['landscape', LANDSCAPE]])) {
    test(`${name}: the board fits, buttons are at least 44 pixels`, onPage(async (page) => {
      const { width, height } = options.viewport;
      const area = await page.locator('#board').boundingBox();
      assert.ok(area && area.x >= 0 && area.x + area.width <= width && area.y + area.height <= height);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} pixels wide`);
      const buttons = await page.locator('button:visible').all();
      for (const button of buttons) {
        const key = await button.boundingBox();
        const words = await button.innerText();
        assert.ok(key && key.width >= 44 && key.height >= 44, `${words}: ${key?.width}×${key?.height}`);
      }
      await shot(page, `phone-${name}`);
    }, options));
  }

  test('the gallery fits', onPage(async (page) => {
    await paste(page, COLLECTION);
    await page.waitForSelector('#collection-list svg');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.viewport.width, `${wide} pixels wide`);
    await shot(page, 'phone-gallery');
    await page.locator('#collection-list [role=option]').nth(2).tap();
    await page.waitForSelector('#collection-nav');
    for (const button of await page.locator('#collection-nav button').all()) {
      const key = await button.boundingBox();
      assert.ok(key && key.width >= 44 && key.height >= 44, `${key?.width}×${key?.height}`);
    }
    await shot(page, 'phone-collection');
  }, PHONE));

  test('board and buttons stay visible during a long hint', onPage(async (page) => {
    let links = 0;
    for (let step = 0; step < 100 && links < 5; step += 1) {
      for (let stage = 0; stage < 3; stage += 1) {
        await page.keyboard.press('h');
        await page.waitForSelector('#hint h2');
      }
      links = await page.locator('.board .drawn-link').count();
      if (links < 5) await page.keyboard.press('h');
    }
    const inSight = async () => {
      const [board, button] = [await page.locator('#board').boundingBox(), await page.locator('#hint .main').boundingBox()];
      const { height } = PHONE.viewport;
      return board !== null && board.y >= 0 && button !== null && button.y >= board.y + board.height && button.y + button.height <= height;
    };
    assert.ok(await inSight(), 'at first');
    await shot(page, 'phone-chain');
    await page.locator('#hint .legend').scrollIntoViewIfNeeded();
    assert.ok(await inSight(), 'at the end');
    await shot(page, 'phone-chain-end');
  }, { ...PHONE, fragment: '#p=3x3:........9..6.8...19.8..5.4.3....69.....4..65.8........2...1........94.1..716.....' }));

  test('dark mode, in every input mode', onPage(async (page) => {
    for (const mode of ['corner', 'centre', 'colour', 'value']) {
      await page.locator(`[data-mode=${mode}]`).tap();
      const keys = page.locator('#keypad button');
      for (const key of await keys.all()) {
        const area = await key.boundingBox();
        assert.ok(area && area.width >= 44 && area.height >= 44, `${mode}: ${area?.width}×${area?.height}`);
      }
      await keys.nth(2).tap();
    }
    await axe(page);
    await shot(page, 'phone-dark');
  }, { ...PHONE, colorScheme: 'dark' }));

  test('tap, keypad, visible hint', onPage(async (page) => {
    await page.locator('[role=gridcell]').nth(1).tap();
    await page.locator('#keypad [data-value="7"]').tap();
    assert.match((await page.locator('[role=gridcell]').nth(1).getAttribute('aria-label')) ?? '', /, 7$/);
    await page.locator('[data-action=hint]').tap();
    await eventually(async () => assert.ok(await page.isVisible('#hint')));
    const card = await page.locator('#hint').boundingBox();
    assert.ok(card && card.y + 60 < PHONE.viewport.height, 'the hint starts on the screen');
    await shot(page, 'phone-hint');
  }, PHONE));
});

describe('motion', () => {
  const moving = async (/** @type {import('playwright-core').Page} */ page) => {
    for (let stage = 0; stage < 3; stage += 1) {
      await page.keyboard.press('h');
      await page.waitForSelector('#hint h2');
    }
    return page.evaluate(() => [...document.querySelectorAll('.step > *, button, .waiting circle')].filter((each) => {
      const { animationName, transitionDuration } = getComputedStyle(each);
      return animationName !== 'none' || transitionDuration.split(',').some((part) => parseFloat(part) > 0);
    }).length);
  };

  test('respects the reduced motion setting', onPage(async (page) => {
    assert.ok((await moving(page)) > 0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('Escape');
    assert.equal(await moving(page), 0);
  }, START));
});

describe('keyboard only', () => {
  /** Everything in the tab order. */
  const reached = async (/** @type {import('playwright-core').Page} */ page) => {
    await page.evaluate(() => { document.body.tabIndex = -1; document.body.focus(); });
    const seen = new Set();
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement === null || activeElement === document.body) return '';
        const words = activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '';
        return `${activeElement.tagName} ${words.trim() || activeElement.id}`;
      });
      if (name === '' && seen.size > 0) break;
      seen.add(name);
    }
    return seen;
  };

  test('Tab reaches every button', onPage(async (page) => {
    await page.keyboard.press('7');
    await page.keyboard.press('Shift+Digit1');
    await page.keyboard.press('[');
    const seen = await reached(page);
    const buttons = page.locator('button:visible:not([role=radio]):not(:disabled)');
    const names = await buttons.evaluateAll((all) => all.map((button) =>
      `BUTTON ${(button.getAttribute('aria-label') ?? button.textContent ?? '').trim()}`));
    assert.ok(names.length > 20, `${names.length} buttons`);
    assert.deepEqual(names.filter((name) => !seen.has(name)), []);
    assert.ok(seen.has('BUTTON Value'), 'one input mode; arrows reach the others');
  }, START));

  for (const dialog of ['new', 'open', 'share', 'settings']) {
    test(`the ${dialog} dialog can be opened, used and closed`, onPage(async (page) => {
      await page.locator(`[data-action=${dialog}]`).focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector(`#${dialog}-dialog[open]`);
      const fields = page.locator(`#${dialog}-dialog :is(button, select, textarea, summary, input:not([type=radio]):not(.hidden)):visible:not(:disabled)`);
      // The lists of techniques arrive later, so fields are compared by number, not by content.
      const wanted = await fields.evaluateAll((all) => all.map((field, number) => { field.setAttribute('data-field', `${number}`); return `${number}`; }));
      const seen = new Set();
      for (let presses = 0; presses <= wanted.length + 12; presses += 1) {
        seen.add(await page.evaluate(() => document.activeElement?.getAttribute('data-field')));
        await page.keyboard.press('Tab');
      }
      assert.deepEqual(wanted.filter((field) => !seen.has(field)), []);
      await page.keyboard.press('Escape');
      await eventually(async () => assert.equal(await page.isVisible(`#${dialog}-dialog`), false));
      await eventually(async () => assert.match(
        (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '', /^row 1/));
    }, START));
  }
});

describe('zoom and large boards', () => {
  const width = (/** @type {import('playwright-core').Page} */ page) =>
    page.evaluate(() => document.documentElement.scrollWidth);

  test('nothing is cut off at 200% zoom', onPage(async (page) => {
    assert.ok((await width(page)) <= 640, 'the page');
    await shot(page, 'zoomed');
    for (const button of await page.locator('button:visible').all()) {
      const area = await button.boundingBox();
      assert.ok(area && area.x >= 0 && area.x + area.width <= 640, await button.innerText());
    }
    for (const dialog of ['new', 'open', 'share', 'settings', 'shortcuts']) {
      await page.locator(`[data-action=${dialog}]`).dispatchEvent('click');
      const area = await page.locator(`#${dialog}-dialog`).boundingBox();
      assert.ok(area && area.x >= 0 && area.x + area.width <= 640 && area.y >= 0 && area.y + area.height <= 430, dialog);
      const inside = await page.locator(`#${dialog}-dialog`).evaluate((each) => each.scrollWidth <= each.clientWidth);
      assert.ok(inside, `${dialog} needs no horizontal scrolling`);
      await page.keyboard.press('Escape');
    }
  }, { viewport: { width: 640, height: 430 }, deviceScaleFactor: 2, ...START }));

  for (const [name, viewport] of /** @type {const} */ ([['desktop', { width: 1280, height: 860 }], ['phone', { width: 390, height: 844 }]])) {
    test(`double text size on a ${name}`, onPage(async (page) => {
      await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
      await shot(page, `large-text-${name}`);
      assert.ok((await width(page)) <= viewport.width, `${await width(page)} pixels wide`);
    }, { viewport, ...START }));
  }

  for (const [shape, size] of /** @type {const} */ ([['2x2', 4], ['3x2', 6], ['2x5', 10], ['3x4', 12], ['4x4', 16], ['5x5', 25]])) {
    test(`${size}×${size}`, onPage(async (page) => {
      assert.equal(await page.locator('[role=gridcell]').count(), size * size);
      assert.equal(await page.locator('#keypad button').count(), size + 1);
      await page.click('#automatic');
      await axe(page);
      await shot(page, `board-${shape}`);
    }, { fragment: `#p=${shape}:${'.'.repeat(size ** 4 / size ** 2)}` }));
  }
});
