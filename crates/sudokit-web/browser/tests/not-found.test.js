// The page for unknown paths.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe } from './axe.js';
import { onPage, ready, shot, withServer } from './helpers.js';

withServer();

test('an unknown path gives people a page that leads home, and programs JSON', onPage(async (page) => {
  // A page of its own: the browser logs the error response.
  const other = await page.context().newPage();
  const response = await other.goto(new URL('/no/such/page', page.url()).href);
  assert.equal(response?.status(), 404);
  assert.equal(await other.innerText('h1'), 'There is no such page');
  await axe(other);
  await shot(other, 'not-found');
  await other.click('a[href="/"]');
  await ready(other);
  const json = await page.request.get(new URL('/api/v1/nothing', page.url()).href, { headers: { accept: 'text/html' } });
  assert.equal(json.status(), 404);
  assert.match(json.headers()['content-type'], /^application\/json/);
}));
