// Shared by all tests: the program, the browser, and a fresh page whose console must stay silent.
//
// With PAGE=folder the page comes from that folder instead, as `build-page.sh` makes it, and every
// test runs with the network cut after loading.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { StaticHost } from './static-host.js';

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
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
/** @type {StaticHost | undefined} the host of the page without a server, if that is tested */
export let host;
let address = '';

/** The path of the program under test. */
export function program() {
  const path = process.env.SUDOKIT;
  assert.ok(path, 'set SUDOKIT to the program under test');
  return path;
}

/**
 * Starts the program and the browser before the tests of a file, and stops them afterwards.
 * @param {string[]} flags more flags for the server
 */
export function withServer(...flags) {
  before(async () => {
    // `run.sh` sets it to nothing when the real program is tested.
    const folder = process.env.PAGE;
    if (!folder) {
      server = spawn(program(), ['serve', '--port', '0', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
      address = await listening(server);
    } else {
      host = new StaticHost(folder);
      address = await host.start();
    }
    browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
  });
  after(async () => {
    await browser?.close();
    host?.stop();
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
    let output = '';
    const listen = (/** @type {Buffer} */ part) => {
      output += part;
      const found = LISTENING.exec(output);
      if (found !== null) resolve(found[0]);
    };
    process.stdout?.on('data', listen);
    process.stderr?.on('data', listen);
    process.on('exit', () => reject(new Error(`the server exited: ${output}`)));
  });
}

/** For tests that look at HTTP requests or answer them: the page without a server has none. */
export const servedOnly = { skip: Boolean(process.env.PAGE) };

/**
 * Opens the page, runs a test with it, and checks that the console stayed silent.
 * @param {(page: import('playwright-core').Page) => Promise<void>} test
 * @param {import('playwright-core').BrowserContextOptions & { fragment?: string, errors?: boolean }} [options]
 *   `errors`: the browser may log error responses of the server
 */
export function onPage(test, { fragment = '', errors = false, ...options } = {}) {
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
      if (errors && /status of 422/.test(message.text())) return;
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    try {
      if (host !== undefined) host.isDown = false;
      await page.goto(address + fragment);
      await ready(page);
      if (host !== undefined) await cutNetwork(page, host);
      await test(page);
      assert.deepEqual(complaints, [], 'the console is silent');
    } finally {
      await context.close();
    }
  };
}

/**
 * Cuts the network as soon as the page is kept for offline use.
 * @param {import('playwright-core').Page} page
 * @param {StaticHost} host
 */
async function cutNetwork(page, host) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  host.isDown = true;
}

/** @param {import('playwright-core').Page} page */
export async function ready(page) {
  await page.waitForSelector('html[data-ready]');
}

/**
 * Waits until keys go to the board. A dialog returns the focus a moment after it has closed.
 * @param {import('playwright-core').Page} page
 */
export async function boardHasFocus(page) {
  await page.waitForSelector('[role=gridcell]:focus');
}

/**
 * Switches a setting on.
 * @param {import('playwright-core').Page} page
 * @param {string} selector of its box or button
 */
export async function choose(page, selector) {
  await page.click('[data-action=settings]');
  await page.check(selector);
  await page.keyboard.press('Escape');
  await boardHasFocus(page);
}

/**
 * The label of a cell; rows and columns count from 1.
 * @param {import('playwright-core').Page} page
 * @param {number} row
 * @param {number} column
 */
export async function label(page, row, column) {
  const cells = page.locator('[role=row]').nth(row - 1).locator('[role=gridcell]');
  return (await cells.nth(column - 1).getAttribute('aria-label')) ?? '';
}

/**
 * Waits until the label of a cell matches.
 * @param {import('playwright-core').Page} page
 * @param {number} row
 * @param {number} column
 * @param {RegExp} expected
 */
export async function says(page, row, column, expected) {
  await eventually(async () => assert.match(await label(page, row, column), expected));
}

/**
 * Repeats a check until it passes, for at most five seconds.
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
 * Waits for a screen reader message; it comes one frame after the change.
 * @param {import('playwright-core').Page} page
 * @param {RegExp} words
 */
export async function heard(page, words) {
  await eventually(async () => assert.match((await page.textContent('#live')) ?? '', words));
}

/**
 * All values in one line, `.` for empty cells, taken from the labels.
 * @param {import('playwright-core').Page} page
 */
export async function line(page) {
  const labels = await page.locator('[role=gridcell]').evaluateAll((cells) =>
    cells.map((cell) => cell.getAttribute('aria-label') ?? ''),
  );
  return labels.map((words) => /, (?:given )?([0-9A-P])(?:,|$)/.exec(words)?.[1] ?? '.').join('');
}

/**
 * Pastes text into the page, like Ctrl+V.
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
 * The centre of a cell on the screen.
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
 * Collects the bodies of all requests from now on.
 * @param {import('playwright-core').Page} page
 */
export function requests(page) {
  /** @type {any[]} */
  const bodies = [];
  page.on('request', (request) => {
    const body = request.postData();
    if (body !== null) bodies.push(JSON.parse(body));
  });
  return bodies;
}

/**
 * Saves a screenshot if `SHOTS` names a directory.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
export async function shot(page, name) {
  const directory = process.env.SHOTS;
  if (directory === undefined) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png` });
}
