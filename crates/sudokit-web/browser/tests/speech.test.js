// What a screen reader gets over one whole game, from paper to finish: the messages of the live
// region, and the accessible name of what has the focus. The transcript is `transcript.txt`;
// `UPDATE=1` writes it again.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { onPage, withServer } from './helpers.js';

withServer();
const TRANSCRIPT = new URL('transcript.txt', import.meta.url);
const HEAD = 'One game as a screen reader speaks it: what the player does, → the cell or button that gets the\nfocus, and the messages.\n\n';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
async function record(page) {
  await page.evaluate(() => {
    const spoken = /** @type {string[]} */ ([]);
    Object.assign(window, { spoken });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) spoken.push(node.textContent ?? '');
    }).observe(/** @type {Node} */ (document.getElementById('live')), { childList: true });
  });
  const devtools = await page.context().newCDPSession(page);
  /** @type {string[]} */
  const lines = [];
  let focused = '';

  /** The role and name of what has the focus, from the accessibility tree. */
  const focus = async () => {
    const { result } = await devtools.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = await devtools.send('Accessibility.getPartialAXTree', { objectId: result.objectId, fetchRelatives: false });
    return `${nodes[0].name?.value} (${nodes[0].role?.value})`;
  };

  /**
   * Does something and notes what is spoken, until a message matches.
   * @param {string} words
   * @param {() => Promise<void>} action
   * @param {RegExp} [until]
   */
  const act = async (words, action, until) => {
    lines.push(`[${words}]`);
    await action();
    if (until !== undefined) {
      await page.waitForFunction((pattern) =>
        /** @type {any} */ (window).spoken.some((/** @type {string} */ message) => new RegExp(pattern).test(message)), until.source);
    }
    const now = await focus();
    if (now !== focused) lines.push(`→ ${now}`);
    focused = now;
    const spoken = await page.evaluate(() => /** @type {any} */ (window).spoken.splice(0));
    lines.push(...spoken.map((/** @type {string} */ message) => message.replace(/in (less than a|\d+) seconds?/, 'in … seconds')));
  };

  return { lines, act };
}

test('a whole game reads as sentences', onPage(async (page) => {
  const { lines, act } = await record(page);
  const press = (/** @type {string} */ key, /** @type {RegExp | undefined} */ until = undefined) =>
    act(key, () => page.keyboard.press(key), until);
  const click = (/** @type {string} */ name, /** @type {RegExp} */ until) =>
    act(name, () => page.getByRole('button', { name, exact: true }).first().click(), until);
  await act('4×4, Empty board', async () => {
    await page.click('[data-action=open]');
    await page.selectOption('#shape', '2x2');
    await page.click('[data-action=enter-puzzle]');
  }, /board/);
  // The 3 in the second row should be a 2.
  for (const key of '1.....3..3.....4') await press(key);
  await press('Enter', /No solution/);
  await click('Change row 2, column 3 to 2', /Corrected/);
  await press('Enter', /Exactly one solution/);
  await press('4');
  await click('Check', /wrong|conflict/);
  await press('[');
  await press('h', /Where to look/);
  await press('h', /./);
  await press('h', /./);
  await press('h', /Applied/);
  for (let step = 0; step < 20; step += 1) {
    const isSolved = await page.evaluate(() => document.querySelector('.board.solved') !== null);
    if (isSolved) break;
    const cell = await page.evaluate(() => [...document.querySelectorAll('[role=gridcell]')].findIndex((each) => /empty/.test(each.getAttribute('aria-label') ?? '')));
    await act(`cell ${cell + 1}`, () => page.locator('[role=gridcell]').nth(cell).click());
    const value = SOLUTION[cell];
    const isLast = await page.evaluate(() => [...document.querySelectorAll('[role=gridcell]')].filter((each) => /empty/.test(each.getAttribute('aria-label') ?? '')).length === 1);
    await press(value, isLast ? /Hardest step/ : undefined);
  }
  const transcript = `${HEAD}${lines.join('\n')}\n`;
  if (process.env.UPDATE) writeFileSync(TRANSCRIPT, transcript);
  assert.equal(transcript, readFileSync(TRANSCRIPT, 'utf8'));
  assert.doesNotMatch(transcript.slice(HEAD.length), /r\d+c\d+|[≠⇒]|undefined|null/);
}));

const SOLUTION = '1243342143122134';
