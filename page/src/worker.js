// Runs the service in a worker: one request at a time, each to its end.

import init, { call } from 'sudokit-module';

/** @type {Promise<unknown>} */
let ready = Promise.resolve();

self.addEventListener('message', async ({ data }) => {
  if (data.module !== undefined) {
    ready = init({ module_or_path: data.module });
    return;
  }
  try {
    await ready;
    await run(data);
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
});

/** @param {{ route: string, contentType: string, body: string | Blob }} request */
async function run({ route, contentType, body }) {
  const answer = call(route, contentType, await bytesOf(body), (/** @type {Uint8Array} */ lines) => {
    self.postMessage({ lines }, { transfer: [lines.buffer] });
  });
  const { status, contentType: kind, notes } = answer;
  const bytes = answer.takeBody();
  answer.free();
  self.postMessage({ answer: { status, kind, notes, bytes } }, { transfer: [bytes.buffer] });
}

/**
 * @param {string | Blob} body
 * @returns {Promise<Uint8Array>}
 */
async function bytesOf(body) {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(await body.arrayBuffer());
}
