// Everything in one file: saved in one browser, restored in another.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EASY, eventually, line, onPage, paste, withServer } from './helpers.js';

withServer();

const COLLECTION = `${EASY}\n.....1.8..6...7..34.7...6............86....9.94.3....5...28.....7.6..8..2...7.3..\n`;

/** @param {import('playwright-core').Page} page */
async function savedFile(page) {
  await page.click('[data-action=open]');
  const download = page.waitForEvent('download');
  await page.click('[data-action=save-backup]');
  return (await download).path();
}

/**
 * @param {import('playwright-core').Page} page
 * @param {{ name: string, buffer: Buffer }} file
 */
async function restore(page, file) {
  if (!(await page.isVisible('#open-dialog'))) await page.click('[data-action=open]');
  await page.setInputFiles('#backup-file', { mimeType: 'application/json', ...file });
}

test('backup: games, collections, progress and settings move to another browser', onPage(async (page) => {
  await paste(page, COLLECTION);
  await page.waitForSelector('#collection-dialog[open]');
  await page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await line(page), EASY));
  await page.keyboard.press('7');
  await page.click('[data-action=settings]');
  await page.click('input[name=timer]');
  await page.keyboard.press('Escape');
  const buffer = readFileSync(await savedFile(page));
  // Another browser has nothing of this.
  await page.evaluate(() => {
    localStorage.clear();
    indexedDB.deleteDatabase('sudokit');
  });
  const backup = JSON.parse(buffer.toString());
  assert.equal(backup.kind, 'sudokit-backup');
  assert.equal(backup.collections[0].puzzles.length, 2);
  assert.equal(backup.progress[0].open, 56);
  assert.equal(backup.settings.timer, false);
  await restore(page, { name: 'sudokit-games.json', buffer });
  await eventually(async () => assert.match((await page.textContent('#message')) ?? '', /Restored \d+ games? and 1 collection/));
  assert.ok(await page.isHidden('#clock'));
  await page.click('[data-action=open]');
  await page.waitForSelector('#collections button');
  assert.match((await page.textContent('#collections')) ?? '', /2 puzzles/);
}));

test('backup: another file changes nothing', onPage(async (page) => {
  const before = await page.evaluate(() => localStorage.getItem('sudokit.games'));
  await restore(page, { name: 'other.json', buffer: Buffer.from('{"puzzle": 1}') });
  await eventually(async () => assert.match((await page.textContent('#message')) ?? '', /other.json has no saved games/));
  assert.equal(await page.evaluate(() => localStorage.getItem('sudokit.games')), before);
}));
