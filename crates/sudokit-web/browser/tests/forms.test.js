// Pasting and dropping what people have: links, source text, tables, compressed files.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { EASY, eventually, line, onPage, paste, withServer } from './helpers.js';

withServer();

const zeros = EASY.replaceAll('.', '0');
const rows = Array.from({ length: 9 }, (_, row) => [...EASY.slice(row * 9, row * 9 + 9)]);
const cells = rows.map((row) => row.map((symbol) => (symbol === '.' ? ' ' : symbol)));

const TEXTS = {
  'a link': `https://www.sudokuwiki.org/sudoku.htm?bd=${zeros}`,
  'a link in prose': `Try https://sudokuexchange.com/play/?s=${zeros} please.`,
  'a code literal': `board = [\n${rows.map((row) => `  [${row.join(', ').replaceAll('.', '0')}],`).join('\n')}\n]\n`,
  'a Markdown table': [
    '| A | B | C | D | E | F | G | H | I |',
    '|---|---|---|---|---|---|---|---|---|',
    ...cells.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n'),
  'an HTML table': `<table>\n${cells.map((row) => `<tr>${row.map((cell) => `<td>${cell.trim()}</td>`).join('')}</tr>`).join('\n')}\n</table>`,
};

const EMPTY = { fragment: `#p=2x2:${'.'.repeat(16)}` };

describe('forms', () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    test(`reads ${name}`, onPage(async (page) => {
      await paste(page, text);
      await eventually(async () => assert.equal(await line(page), EASY));
    }, EMPTY));
  }

  test('reads a gzip file', onPage(async (page) => {
    const buffer = gzipSync(`${EASY}\n`);
    await page.setInputFiles('#open-file', { name: 'puzzle.txt.gz', mimeType: 'application/gzip', buffer });
    await eventually(async () => assert.equal(await line(page), EASY));
  }, EMPTY));

  test('says what an unusual shape was read as', onPage(async (page) => {
    await paste(page, '6 3 2\n1....6\n..2...\n....3.\n.4....\n...5..\n6....1\n');
    await eventually(async () => assert.match(await page.innerText('#message'), /Read as 6×6 with 3×2 boxes\./));
  }, EMPTY));
});
