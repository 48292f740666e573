// The journeys that matter most, in stock Firefox: load, play, hint, paste and share.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { EASY, eventually } from '../tests/helpers.js';
import { StaticHost } from '../tests/static-host.js';

const host = new StaticHost(process.env.PAGE ?? '');
/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {import('puppeteer-core').Page} */
let page;
/** @type {string[]} */
const complaints = [];

before(async () => {
  const address = await host.start();
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: process.env.FIREFOX, headless: true });
  page = await browser.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${address}#p=3x3:${EASY}`);
});

after(async () => {
  await browser?.close();
  host.stop();
});

/** All values in one line, `.` for empty cells, taken from the labels. */
async function line() {
  const labels = await page.$$eval('[role=gridcell]', (cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  return labels.map((words) => /, (?:given )?([0-9A-P])(?:,|$)/.exec(words)?.[1] ?? '.').join('');
}

/** @param {'c' | 'v'} key */
async function pressWithControl(key) {
  await page.keyboard.down('Control');
  await page.keyboard.press(key);
  await page.keyboard.up('Control');
}

test('loads', async () => {
  await page.waitForSelector('html[data-ready]');
  await eventually(async () => assert.equal(await line(), EASY));
});

test('plays', async () => {
  await page.keyboard.press('7');
  await eventually(async () => assert.equal(await line(), EASY.replace('.', '7')));
  await page.keyboard.press('Backspace');
  await eventually(async () => assert.equal(await line(), EASY));
});

test('gives a hint', async () => {
  await page.click('[data-action=hint]');
  await page.waitForSelector('#hint:not([hidden])');
  assert.match(await page.$eval('#hint', (hint) => hint.textContent ?? ''), /\w/);
  await page.keyboard.press('Escape');
});

test('opens a pasted puzzle', async () => {
  const puzzle = '1.....2..3.....4';
  // Firefox ignores the data of a made-up paste, so it is copied and pasted with the keyboard.
  await page.evaluate((text) => {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
  }, puzzle);
  await pressWithControl('c');
  await page.evaluate(() => document.body.lastElementChild?.remove());
  await page.focus('[role=gridcell][tabindex="0"]');
  await pressWithControl('v');
  await eventually(async () => assert.equal(await line(), puzzle));
});

test('shares a picture', async () => {
  await page.click('[data-action=share]');
  await eventually(async () => {
    const width = await page.$eval('#picture', (image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));
    assert.ok(width > 0, 'the picture is empty');
  });
});

test('says nothing on the console', () => assert.deepEqual(complaints, []));
