// From a paper puzzle to a finished one, by touch or mouse, on every kind of screen.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axe } from './axe.js';
import { eventually, onPage, shot, withServer } from './helpers.js';

withServer();
const PUZZLE = '1.....2..3.....4';
const SOLUTION = '1243342143122134';

/** @type {[string, { width: number, height: number }, boolean][]} */
const SCREENS = [
  ['desk', { width: 1280, height: 860 }, false],
  ['tablet', { width: 820, height: 1180 }, true],
  ['phone', { width: 390, height: 664 }, true],
  ['phone on its side', { width: 844, height: 390 }, true],
];

describe('a whole game', () => {
  for (const [name, viewport, hasTouch] of SCREENS) {
    test(`on a ${name}`, onPage(async (page) => {
      const press = (/** @type {string} */ selector) => (hasTouch ? page.tap(selector) : page.click(selector));
      await press('[data-action=open]');
      await page.selectOption('#shape', '2x2');
      await press('[data-action=enter-puzzle]');
      for (const symbol of PUZZLE) await press(`#keypad [data-value="${symbol === '.' ? 0 : symbol}"]`);
      await shot(page, `journey-${name}-entered`);
      await press('#start-playing');
      await eventually(async () => assert.equal(await page.isVisible('#entry'), false));
      await press('[data-action=hint]');
      await page.waitForSelector('#hint h2');
      for (let stage = 0; stage < 3; stage += 1) await press('#hint .main');
      for (const [cell, symbol] of [...SOLUTION].entries()) {
        const place = page.locator('[role=gridcell]').nth(cell);
        if (!/empty/.test((await place.getAttribute('aria-label')) ?? '')) continue;
        await (hasTouch ? place.tap() : place.click());
        await press(`#keypad [data-value="${symbol}"]`);
      }
      await eventually(async () => assert.match(await page.innerText('#panel'), /Solved[\s\S]*Hardest step/));
      await axe(page);
      await shot(page, `journey-${name}-finished`);
    }, { viewport, hasTouch, isMobile: hasTouch }));
  }
});
