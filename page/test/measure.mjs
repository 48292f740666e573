// Measures the page without a server in Chromium: sizes, start on a slow line, hints, memory.
//
//     node page/test/measure.mjs [FOLDER]      target/page by default
//
// PUZZLES names a file with one 9×9 puzzle per line to give hints for, RUNS how often to measure.
import { chromium } from '../../crates/sudokit-web/browser/node_modules/playwright-core/index.mjs';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StaticHost } from '../../crates/sudokit-web/browser/tests/static-host.js';

const folder = resolve(process.argv[2] ?? 'target/page');
const runs = Number(process.env.RUNS ?? 3);
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const PUZZLES = process.env.PUZZLES ?? new URL('../../testdata/own_puzzles.txt', import.meta.url);

const fewest = readFileSync(PUZZLES, 'utf8').split('\n').map((line) => line.slice(0, 81)).filter((line) => /^[.0-9]{81}$/.test(line))
  .sort((one, other) => givens(one) - givens(other)).slice(0, 200);
const host = new StaticHost(folder, 11);
const names = readdirSync(folder);
for (const name of names) console.log(`${name.padEnd(36)} ${statSync(`${folder}/${name}`).size} bytes, ${host.compress(name).length} in Brotli`);
const needed = names.filter((name) => /^(index\.html|(page|style|engine|engine-worker)-)/.test(name));
report('to play, hint and explain, in Brotli 11', needed.reduce((sum, name) => sum + host.compress(name).length, 0) / 1000, 'kB', 450);

const address = await host.start();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  // Other programs on the machine only ever add to a figure.
  /** @type {Map<string, [value: number, unit: string, most: number]>} */
  const best = new Map();
  for (let run = 0; run < runs; run += 1) {
    await measure((what, value, unit, most) => {
      best.set(what, [Math.min(value, best.get(what)?.[0] ?? Infinity), unit, most]);
    });
  }
  console.log(`the best of ${runs} runs:`);
  for (const [what, [value, unit, most]] of best) report(what, value, unit, most);
} finally {
  await browser.close();
  host.stop();
}

/** One run, in a fresh profile. */
async function measure(report) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  let begun = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await accepts(page);
  report('slow line: cells accept digits', (performance.now() - begun) / 1000, 's', 1.5);
  await hint(page);
  report('slow line: first hint', (performance.now() - begun) / 1000, 's', 4);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 120_000 });
  await session.send('Network.emulateNetworkConditions', { ...LINE, offline: true });
  begun = performance.now();
  await page.reload({ waitUntil: 'commit' });
  await accepts(page);
  report('warm start, offline', (performance.now() - begun) / 1000, 's', 0.4);

  const times = await page.evaluate(hints, fewest.map((line) => [...line].map((symbol) => Number(symbol) || 0)));
  times.sort((one, other) => one - other);
  report(`hints for ${times.length} puzzles of ${givens(fewest[0])} to ${givens(fewest.at(-1))} givens, median`, times[times.length >> 1], 'ms', 30);
  report('WebAssembly memory and JavaScript heap after them', await memory(session) / 1e6, 'MB', 60);
  const lines = Array.from({ length: 10_000 }, (_, at) => fewest[at % fewest.length]).join('\n');
  report('10,000 pasted puzzles read', await page.evaluate(batch, ['batch/parse', lines]), 's', 0.5);
  report('10,000 pasted puzzles checked', await page.evaluate(batch, ['batch/solve?limit=2', lines]), 's', 0.5);
  report('longest task on the main thread while playing', await longestTask(page, lines), 'ms', 50);
  await context.close();
}

function report(what, value, unit, most) {
  const verdict = value <= most ? '' : '   TOO MUCH';
  console.log(`${what}: ${value.toFixed(value < 10 ? 2 : 0)} ${unit} (at most ${most})${verdict}`);
  if (verdict !== '') process.exitCode = 1;
}

function givens(text) {
  return [...text].filter((symbol) => symbol >= '1' && symbol <= '9').length;
}

async function accepts(page) {
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  await page.keyboard.press('1');
  await page.waitForFunction(() => document.querySelector('[role=gridcell][tabindex="0"]')?.getAttribute('aria-label')?.includes(', 1'));
  await page.keyboard.press('Backspace');
}

async function hint(page) {
  await page.click('[data-action=hint]');
  await page.waitForSelector('#hint:not([hidden])', { timeout: 60_000 });
}

/** The longest task of a visit: a hint, all steps, and a collection that is pasted; 0 if none exceeds 50 ms. */
async function longestTask(page, lines) {
  await page.evaluate(() => {
    globalThis.longestTask = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longestTask = Math.max(globalThis.longestTask, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  for (let stage = 0; stage < 3; stage += 1) await hint(page);
  await page.click('[data-action=step-by-step]');
  await page.waitForSelector('#panel .steps');
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, lines);
  await page.waitForSelector('#collection-list [role=option]');
  return page.evaluate(() => globalThis.longestTask);
}

/** Bytes in use: the heaps of the page and its workers without garbage, and their WebAssembly memory. */
async function memory(session) {
  const workers = [];
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId));
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const answers = new Map();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message);
    answers.get(id)?.(result);
  });
  const toWorker = (sessionId) => (method, params = {}) => new Promise((resolve) => {
    const id = answers.size + 1;
    answers.set(id, resolve);
    void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
  });
  const toPage = (method, params) => session.send(method, params);
  let bytes = 0;
  for (const send of [toPage, ...workers.map(toWorker)]) {
    await send('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize = 0 } = await send('Runtime.getHeapUsage');
    const { result } = await send('Runtime.evaluate', { expression: 'WebAssembly.Memory.prototype' });
    const { objects } = await send('Runtime.queryObjects', { prototypeObjectId: result.objectId });
    const sum = await send('Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: 'function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }',
      returnByValue: true,
    });
    bytes += usedSize + backingStorageSize + sum.result.value;
  }
  return bytes;
}

async function hints(puzzles) {
  const times = [];
  for (const values of puzzles) {
    const begun = performance.now();
    const response = await globalThis.sudokit.send('hint', { contentType: 'application/json', body: JSON.stringify({ values, drawing: true }) });
    const { step } = await response.json();
    times.push(performance.now() - begun);
    if (step === undefined) throw new Error(`no hint for ${values.join('')}`);
  }
  return times;
}

async function batch([route, body]) {
  const begun = performance.now();
  const response = await globalThis.sudokit.send(route, { contentType: 'text/plain', body });
  const answers = (await response.text()).trim().split('\n').length;
  if (answers < 10_000) throw new Error(`${route}: ${answers} answers`);
  return (performance.now() - begun) / 1000;
}
