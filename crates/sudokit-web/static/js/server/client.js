// The client of the JSON API. A newer request supersedes an older one in the same slot, so that a
// response never belongs to a board that is gone.

import { send as transport } from './transport.js';

/** @type {Map<string, AbortController>} */
const running = new Map();

/** An error response of the server. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {{ code?: string, line?: number, column?: number }} [problem] from the server
   */
  constructor(message, problem = {}) {
    super(message);
    this.problem = problem;
  }
}

/** Thrown by a request that a newer one has superseded. */
export class Superseded extends Error {}

/**
 * Sends a JSON request and returns the JSON response.
 * @param {string} route
 * @param {object} body
 * @param {string} [slot] requests in the same slot supersede each other
 * @returns {Promise<any>}
 */
export function request(route, body, slot = route) {
  return inSlot(slot, async (signal) => {
    const response = await send(route, body, signal);
    return response.json();
  });
}

/**
 * Requests a file, and the server's note about it.
 * @param {string} route
 * @param {object} body
 * @param {string} [slot]
 * @returns {Promise<{ file: Blob, note: string }>} the note is a sentence, or empty
 */
export function requestFile(route, body, slot = route) {
  return inSlot(slot, async (signal) => {
    const response = await send(route, body, signal);
    const note = response.headers.get('sudokit-notes');
    return { file: await response.blob(), note: note === null ? '' : sentence(note) };
  });
}

/**
 * @template T
 * @param {string} slot
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function inSlot(slot, work) {
  running.get(slot)?.abort();
  const controller = new AbortController();
  running.set(slot, controller);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) throw new Superseded(slot);
    throw error;
  } finally {
    if (running.get(slot) === controller) running.delete(slot);
  }
}

/** @param {string} slot */
export function cancel(slot) {
  running.get(slot)?.abort();
}

/**
 * Requests a stream of JSON lines, and passes on each line as it arrives.
 * @param {string} route
 * @param {string | Blob} text the server decodes a file
 * @param {(line: any) => void} onLine
 */
export function requestLines(route, text, onLine) {
  return inSlot(route, async (signal) => {
    const response = await post(route, 'text/plain', text, signal);
    if (!response.ok || response.body === null) throw await errorOf(response);
    for await (const line of linesOf(response.body)) onLine(JSON.parse(line));
  });
}

/** @param {ReadableStream<Uint8Array>} body */
async function* linesOf(body) {
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (done) return;
  }
}

/**
 * Sends a GET request and returns the JSON response.
 * @param {string} route
 * @param {string} [slot] without one, requests are independent
 * @returns {Promise<any>}
 */
export function get(route, slot) {
  const read = async (/** @type {AbortSignal | undefined} */ signal) => {
    const response = await fetchRoute(route, { signal });
    if (!response.ok) throw await errorOf(response);
    return response.json();
  };
  return slot === undefined ? read(undefined) : inSlot(slot, read);
}

/**
 * @param {string} route
 * @param {object} body
 * @param {AbortSignal} signal
 */
async function send(route, body, signal) {
  const response = await post(route, 'application/json', JSON.stringify(body), signal);
  if (!response.ok) throw await errorOf(response);
  return response;
}

/**
 * @param {string} route
 * @param {string} kind
 * @param {string | Blob} body
 * @param {AbortSignal} signal
 */
function post(route, kind, body, signal) {
  return fetchRoute(route, { contentType: kind, body, signal });
}

/**
 * @param {string} route
 * @param {import('./transport.js').Sent} sent
 */
async function fetchRoute(route, sent) {
  try {
    return await transport(route, sent);
  } catch (error) {
    if (sent.signal?.aborted) throw error;
    throw new ApiError(error instanceof Error ? error.message : String(error));
  }
}

/** @param {Response} response */
async function errorOf(response) {
  const answer = await response.json().catch(() => null);
  return new ApiError(messageOf(answer?.problem) ?? `The server responded with status ${response.status}.`, answer?.problem);
}

/**
 * Formats a problem from the server: where, what, and how to fix it.
 * @param {any} problem
 */
export function messageOf(problem) {
  if (typeof problem?.message !== 'string') return undefined;
  const place = problem.line === undefined ? '' : `Line ${problem.line}, column ${problem.column}: `;
  const help = problem.help === undefined ? '' : `\n${capitalize(problem.help)}.`;
  return `${place}${place === '' ? capitalize(problem.message) : problem.message}.${help}`;
}

/**
 * Formats a problem with a link. A place in it would mean nothing to people.
 * @param {any} problem
 */
export function linkMessageOf(problem) {
  const { line: _, column: __, ...rest } = problem ?? {};
  // How to write a puzzle does not help a player who has a link.
  if (rest.code === 'no-puzzle') return 'This link holds no puzzle. Open it in the browser and copy the puzzle from there.';
  return `This link cannot be opened. ${messageOf(rest) ?? ''}`.trim();
}

/**
 * Turns a message of the server into a sentence.
 * @param {string} text
 */
export const sentence = (text) => `${capitalize(text)}.`;

/** @param {string} text */
const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);
