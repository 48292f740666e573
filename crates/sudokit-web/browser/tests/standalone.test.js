// What only the page without a server does. The other journeys run on it too: see run.sh.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EASY, choose, eventually, host, line, onPage, paste, ready, withServer } from './helpers.js';

withServer();

const EMPTY = '.'.repeat(81);

test('without a server: opens again offline, under its path', onPage(async (page) => {
  const before = page.url();
  await page.keyboard.press('1');
  const board = await line(page);
  await eventually(async () => assert.notEqual(page.url(), before, 'the game is saved'));
  await page.reload();
  await ready(page);
  assert.equal(await line(page), board);
  assert.match(page.url(), /\/puzzles\/sudoku\//);
}));

test('without a server: a newer question replaces a long search', onPage(async (page) => {
  // Counting the solutions of an empty board takes all the time there is.
  await choose(page, 'input[name=setter]');
  await paste(page, EMPTY);
  await eventually(async () => assert.equal(await line(page), EMPTY));
  await page.click('[data-action=count]');
  const started = Date.now();
  await paste(page, EASY);
  await eventually(async () => assert.equal(await line(page), EASY));
  await page.click('[data-action=hint]');
  await page.waitForSelector('#hint:not([hidden])');
  assert.ok(Date.now() - started < 8_000, 'the hint does not wait for the search');
}));

test('without a server: says what needs one', onPage(async (page) => {
  assert.ok(await page.isHidden('#library'));
  await page.click('[data-action=open]');
  assert.match((await page.textContent('#standalone-note')) ?? '', /Only libraries need one/);
  assert.ok(await page.isVisible('#standalone-note'));
}));

test('without a server: a new version is announced, and starts the next time', onPage(async (page) => {
  assert.ok(host !== undefined);
  host.isDown = false;
  host.version = 'second version';
  try {
    await page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
    await eventually(async () => assert.match((await page.textContent('#message')) ?? '', /new version is ready/));
    await page.reload();
    await ready(page);
    assert.doesNotMatch(await page.content(), /second version/, 'the old one goes on while it is open');
    const context = page.context();
    const address = page.url();
    await page.close();
    const next = await context.newPage();
    host.isDown = true;
    await eventually(async () => {
      // A page that is still open keeps the old version.
      await next.goto('about:blank');
      await next.goto(address);
      assert.match(await next.content(), /second version/);
    });
    await ready(next);
  } finally {
    host.version = '';
  }
}));

test('without a server: nothing inline, and nothing from elsewhere', onPage(async (page) => {
  const content = await page.content();
  assert.match(content, /http-equiv="Content-Security-Policy"/);
  assert.doesNotMatch(content, /<script(?![^>]*src=)|<style|\son\w+=/);
  const links = await page.evaluate(() => [...document.querySelectorAll('[src],link[href]')].map((each) => each.getAttribute('src') ?? each.getAttribute('href') ?? ''));
  assert.ok(links.length > 3 && links.every((link) => !/^(\/|https?:)/.test(link)), links.join(' '));
}));
