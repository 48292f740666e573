// Measures the page without a server in Chromium: sizes, start on a slow line, hints, memory.
//
//     node page/test/measure.mjs [FOLDER]      target/page by default
//
// PUZZLES names a file with one 9×9 puzzle per line to give hints for.
import { chromium } from '../../crates/sudokit-web/browser/node_modules/playwright-core/index.mjs';
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { StaticHost } from '../../crates/sudokit-web/browser/tests/static-host.js';

const folder = resolve(process.argv[2] ?? 'target/page');
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };

const files = readdirSync(folder).map((name) => {
  const content = readFileSync(`${folder}/${name}`);
  return { name, bytes: content.length, brotli: brotliCompressSync(content).length };
});
const needed = files.filter(({ name }) => /^(index\.html|(page|style|engine|engine-worker)-)/.test(name));
for (const { name, bytes, brotli } of files) console.log(`${name.padEnd(36)} ${bytes} bytes, ${brotli} in Brotli`);
const total = needed.reduce((sum, { brotli }) => sum + brotli, 0);
report('to play, hint and explain, in Brotli 11', total / 1000, 'kB', 450);

const host = new StaticHost(folder, 11);
const address = await host.start();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  // Compress before measuring.
  for (const { name } of files) await fetch(address + (name === 'index.html' ? '' : name));
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

  await watchTasks(page);
  const hard = readFileSync(process.env.PUZZLES ?? new URL('../../testdata/own_puzzles.txt', import.meta.url), 'utf8');
  const fewest = hard.split('\n').filter((text) => /^[.0-9]{81}$/.test(text))
    .sort((one, other) => givens(one) - givens(other)).slice(0, 200);
  const times = await page.evaluate(hints, fewest.map((text) => [...text].map((symbol) => Number(symbol) || 0)));
  times.sort((one, other) => one - other);
  report(`hints for ${times.length} puzzles of ${givens(fewest[0])} to ${givens(fewest.at(-1))} givens, median`, times[times.length >> 1], 'ms', 30);
  report('WebAssembly memory and JavaScript heap after them', await memory(session) / 1e6, 'MB', 60);
  const lines = Array.from({ length: 10_000 }, (_, at) => fewest[at % fewest.length]).join('\n');
  report('10,000 pasted puzzles read', await page.evaluate(batch, ['batch/parse', lines]), 's', 0.5);
  report('10,000 pasted puzzles checked', await page.evaluate(batch, ['batch/solve?limit=2', lines]), 's', 0.5);
  report('longest task on the main thread', await page.evaluate(() => globalThis.longestTask), 'ms', 50);
} finally {
  await browser.close();
  host.stop();
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

function watchTasks(page) {
  return page.evaluate(() => {
    globalThis.longestTask = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longestTask = Math.max(globalThis.longestTask, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
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
    await response.json();
    times.push(performance.now() - begun);
  }
  return times;
}

async function batch([route, body]) {
  const begun = performance.now();
  const response = await globalThis.sudokit.send(route, { contentType: 'text/plain', body });
  await response.text();
  return (performance.now() - begun) / 1000;
}
