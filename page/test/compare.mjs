// Sends the requests of testdata/service.jsonl to the server and to the WebAssembly modules, in Node,
// and compares the answers byte for byte.
//
//     node page/test/compare.mjs SUDOKIT MODULES
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [program, modules] = process.argv.slice(2);
const cases = readFileSync(new URL('../../testdata/service.jsonl', import.meta.url), 'utf8')
  .split('\n').filter(Boolean).map((line) => JSON.parse(line));

const load = async (name) => {
  const module = await import(resolve(modules, `${name}.js`));
  module.initSync({ module: readFileSync(`${modules}/${name}_bg.wasm`) });
  return module.call;
};
const [engine, whole] = [await load('engine'), await load('whole')];

const server = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
const address = await new Promise((found, failed) => {
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (part) => {
      output += part;
      const url = /http:\/\/[^\s/]+/.exec(output);
      if (url !== null) found(url[0]);
    });
  }
  server.on('exit', () => failed(new Error(`the server exited: ${output}`)));
});

try {
  for (const each of cases) await compare(each);
} finally {
  server.kill('SIGINT');
  if (server.exitCode === null) await once(server, 'exit');
}
console.log(`${cases.length} requests: the same answers from the server and from WebAssembly`);

async function compare({ route, body, text, kind }) {
  const content = body === undefined ? text : JSON.stringify(body);
  const type = kind ?? (body === undefined ? 'text/plain' : 'application/json');
  const question = content === undefined ? {} : { method: 'POST', body: content, headers: { 'content-type': type } };
  const response = await fetch(`${address}/api/v1/${route}`, question);
  const expected = {
    status: response.status,
    kind: response.headers.get('content-type'),
    notes: response.headers.get('sudokit-notes') ?? undefined,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
  const bytes = Buffer.from(content ?? '');
  const found = called(whole, route, type, bytes);
  const about = JSON.stringify({ route, body, text });
  assert.deepEqual({ ...found, bytes: found.bytes.toString() }, { ...expected, bytes: expected.bytes.toString() }, about);
  assert.ok(found.bytes.equals(expected.bytes), about);
  // The small module answers what it can, and says what it cannot.
  const small = called(engine, route, type, bytes);
  if (small.status !== 501 && small.status !== 404) assert.deepEqual(small, found, about);
}

function called(call, route, type, bytes) {
  const lines = [];
  const answer = call(route, type, bytes, (chunk) => lines.push(chunk));
  const { status, contentType, notes } = answer;
  return { status, kind: contentType, notes, bytes: Buffer.concat([...lines, answer.takeBody()]) };
}
