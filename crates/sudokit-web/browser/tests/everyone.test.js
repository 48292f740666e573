// For everyone: axe finds nothing, keys are large enough for fingers, both themes keep their
// contrast, and every board fits the screen.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axe } from './axe.js';
import { EASY, eventually, onPage, shot, withServer } from './page.js';

withServer();
const START = { fragment: `#p=3x3:${EASY}` };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...START };
const SIDEWAYS = { ...PHONE, viewport: { width: 844, height: 390 } };

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

    test('the way to the solution, and facts', onPage(async (page) => {
      await page.click('[data-do=path]');
      await page.waitForSelector('.steps li');
      await axe(page);
      await shot(page, `path-${colorScheme}`);
      await page.click('[data-do=facts]');
      await page.waitForSelector('.facts');
      await axe(page);
    }, options));

    for (const dialog of ['open', 'share', 'settings', 'keys']) {
      test(`the dialog ${dialog}`, onPage(async (page) => {
        await page.click(`[data-do=${dialog}]`);
        await page.waitForSelector(`#${dialog}-dialog[open]`);
        await axe(page);
        await shot(page, `${dialog}-${colorScheme}`);
      }, options));
    }

    test('text on the board keeps 4.5:1 on every colour', onPage(async (page) => {
      assert.deepEqual(await page.evaluate(weakPairs), []);
    }, options));
  });
}

/** Pairs of text and ground with less contrast than 4.5:1, as the browser computes the colours. */
function weakPairs() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (canvas === null) throw new Error('no canvas');
  const luminance = (/** @type {string} */ name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${name})`;
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
  const pairs = [
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
  for (const [name, options] of /** @type {const} */ ([['upright', PHONE], ['sideways', SIDEWAYS]])) {
    test(`${name}: the board fits, keys are 44 pixels`, onPage(async (page) => {
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

  test('fingers: tap, keypad, hint in sight', onPage(async (page) => {
    await page.locator('[role=gridcell]').nth(1).tap();
    await page.locator('#keypad [data-value="7"]').tap();
    assert.match((await page.locator('[role=gridcell]').nth(1).getAttribute('aria-label')) ?? '', /, 7$/);
    await page.locator('[data-do=hint]').tap();
    await eventually(async () => assert.ok(await page.isVisible('#hint')));
    const card = await page.locator('#hint').boundingBox();
    assert.ok(card && card.y + 60 < PHONE.viewport.height, 'the hint begins on the screen');
    await shot(page, 'phone-hint');
  }, PHONE));
});

describe('large text and large boards', () => {
  test('200 % zoom', onPage(async (page) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 640, `${wide} pixels wide`);
    await shot(page, 'zoomed');
  }, { viewport: { width: 640, height: 430 }, deviceScaleFactor: 2, ...START }));

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
