// What the tests share: the program, the browser, and a fresh page that must not complain.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--no-first-run',
];
const LISTENING = /http:\/\/\S+/;

export const EASY = '6......4.....1.67..9.5.7...52.4....6.8.........4..2.3.7..9....2..82....3.6......5';
export const EASY_SOLVED = '673829541852314679491567328527438196386791254914652837735986412148275963269143785';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('node:child_process').ChildProcess} */
let server;
let address = '';

/** The program to test. */
export function program() {
  const path = process.env.SUDOKIT;
  assert.ok(path, 'SUDOKIT names the program to test');
  return path;
}

/**
 * Starts the program and the browser before the tests of a file and ends them after it.
 * @param {string[]} flags more of them for the server
 */
export function withServer(...flags) {
  before(async () => {
    server = spawn(program(), ['serve', '--port', '0', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
    address = await listening(server);
    browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
  });
  after(async () => {
    await browser?.close();
    server?.kill('SIGINT');
    if (server?.exitCode === null) await once(server, 'exit');
  });
}

/**
 * @param {import('node:child_process').ChildProcess} process
 * @returns {Promise<string>}
 */
function listening(process) {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (/** @type {Buffer} */ part) => {
      said += part;
      const found = LISTENING.exec(said);
      if (found !== null) resolve(found[0]);
    };
    process.stdout?.on('data', listen);
    process.stderr?.on('data', listen);
    process.on('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
}

/**
 * Opens the page, runs a test with it, and checks that the console stayed silent.
 * @param {(page: import('playwright-core').Page) => Promise<void>} test
 * @param {import('playwright-core').BrowserContextOptions & { fragment?: string, refusals?: boolean }} [options]
 *   `refusals`: the browser may note that the server refused something
 */
export function onPage(test, { fragment = '', refusals = false, ...options } = {}) {
  return async () => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 860 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    const page = await context.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on('console', (message) => {
      if (refusals && /status of 422/.test(message.text())) return;
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    try {
      await page.goto(address + fragment);
      await ready(page);
      await test(page);
      assert.deepEqual(complaints, [], 'the console is silent');
    } finally {
      await context.close();
    }
  };
}

/** @param {import('playwright-core').Page} page */
export async function ready(page) {
  await page.waitForSelector('html[data-ready]');
}

/**
 * The words for a cell, rows and columns from 1.
 * @param {import('playwright-core').Page} page
 * @param {number} row
 * @param {number} column
 */
export async function label(page, row, column) {
  const cells = page.locator('[role=row]').nth(row - 1).locator('[role=gridcell]');
  return (await cells.nth(column - 1).getAttribute('aria-label')) ?? '';
}

/**
 * Waits until a cell says something.
 * @param {import('playwright-core').Page} page
 * @param {number} row
 * @param {number} column
 * @param {RegExp} expected
 */
export async function says(page, row, column, expected) {
  await eventually(async () => assert.match(await label(page, row, column), expected));
}

/**
 * Repeats a check until it holds, for a few seconds at most.
 * @param {() => Promise<void>} check
 */
export async function eventually(check) {
  const end = Date.now() + 5000;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => { setTimeout(resolve, 40); });
    }
  }
}

/**
 * Waits until a screen reader hears something; words come a frame later than what they tell of.
 * @param {import('playwright-core').Page} page
 * @param {RegExp} words
 */
export async function heard(page, words) {
  await eventually(async () => assert.match((await page.textContent('#live')) ?? '', words));
}

/**
 * All values in one line, `.` for open cells, as the words say them.
 * @param {import('playwright-core').Page} page
 */
export async function line(page) {
  const labels = await page.locator('[role=gridcell]').evaluateAll((cells) =>
    cells.map((cell) => cell.getAttribute('aria-label') ?? ''),
  );
  return labels.map((words) => /, (?:given )?([0-9A-P])(?:,|$)/.exec(words)?.[1] ?? '.').join('');
}

/**
 * Pastes text onto the page, as Ctrl-V does.
 * @param {import('playwright-core').Page} page
 * @param {string} text
 */
export async function paste(page, text) {
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/**
 * Drops a file onto the page.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 * @param {string} text
 */
export async function drop(page, name, text) {
  const dataTransfer = await page.evaluateHandle(([file, content]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], file, { type: 'text/plain' }));
    return transfer;
  }, [name, text]);
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  assert.ok(await page.isVisible('#drop-overlay'));
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

/**
 * The middle of a cell on the screen.
 * @param {import('playwright-core').Page} page
 * @param {number} row
 * @param {number} column
 */
export async function place(page, row, column) {
  const cells = page.locator('[role=row]').nth(row - 1).locator('[role=gridcell]');
  const area = await cells.nth(column - 1).boundingBox();
  assert.ok(area);
  return { x: area.x + area.width / 2, y: area.y + area.height / 2 };
}

/**
 * Everything that the page asks the server from now on.
 * @param {import('playwright-core').Page} page
 */
export function questions(page) {
  /** @type {any[]} */
  const asked = [];
  page.on('request', (request) => {
    const body = request.postData();
    if (body !== null) asked.push(JSON.parse(body));
  });
  return asked;
}

/**
 * Leaves a screenshot where the person who runs the tests wants them.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
export async function shot(page, name) {
  const directory = process.env.SHOTS;
  if (directory === undefined) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png` });
}
