// The server's JSON API. A call that is overtaken by a newer one of the same kind is cancelled,
// so that an answer never belongs to a board that is gone.

const BASE = 'api/v1/';

/** @type {Map<string, AbortController>} */
const running = new Map();

/** What the server refused, in its words. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {{ code?: string, line?: number, column?: number }} [reason] as the server gave it
   */
  constructor(message, reason = {}) {
    super(message);
    this.reason = reason;
  }
}

/** Thrown by a call that a newer one has overtaken. */
export class Overtaken extends Error {}

/**
 * Asks the server.
 * @param {string} route
 * @param {object} question
 * @param {string} [lane] calls in the same lane overtake each other
 * @returns {Promise<any>}
 */
export function ask(route, question, lane = route) {
  return inLane(lane, async (signal) => {
    const response = await send(route, question, signal);
    return response.json();
  });
}

/**
 * Asks the server for a file, and for what it has to say about it.
 * @param {string} route
 * @param {object} question
 * @param {string} [lane]
 * @returns {Promise<{ file: Blob, note: string }>} the note is a sentence, or empty
 */
export function askFile(route, question, lane = route) {
  return inLane(lane, async (signal) => {
    const response = await send(route, question, signal);
    const note = response.headers.get('sudokit-notes');
    return { file: await response.blob(), note: note === null ? '' : sentence(note) };
  });
}

/**
 * @template T
 * @param {string} lane
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function inLane(lane, work) {
  running.get(lane)?.abort();
  const controller = new AbortController();
  running.set(lane, controller);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) throw new Overtaken(lane);
    throw error;
  } finally {
    if (running.get(lane) === controller) running.delete(lane);
  }
}

/** @param {string} lane */
export function cancel(lane) {
  running.get(lane)?.abort();
}

/**
 * Asks about many puzzles, and hands over the lines of the answer as they come.
 * @param {string} route
 * @param {string} text
 * @param {(line: any) => void} take
 */
export function askLines(route, text, take) {
  return inLane(route, async (signal) => {
    const response = await post(route, 'text/plain', text, signal);
    if (!response.ok || response.body === null) throw await refusalOf(response);
    for await (const line of linesOf(response.body)) take(JSON.parse(line));
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
 * What the server has to show.
 * @param {string} route
 * @param {string} [lane] without one, no call overtakes another
 * @returns {Promise<any>}
 */
export function get(route, lane) {
  const read = async (/** @type {AbortSignal | undefined} */ signal) => {
    const response = await reach(route, { signal });
    if (!response.ok) throw await refusalOf(response);
    return response.json();
  };
  return lane === undefined ? read(undefined) : inLane(lane, read);
}

/**
 * @param {string} route
 * @param {object} question
 * @param {AbortSignal} signal
 */
async function send(route, question, signal) {
  const response = await post(route, 'application/json', JSON.stringify(question), signal);
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/**
 * @param {string} route
 * @param {string} kind
 * @param {string} body
 * @param {AbortSignal} signal
 */
function post(route, kind, body, signal) {
  return reach(route, { method: 'POST', headers: { 'content-type': kind }, body, signal });
}

/**
 * @param {string} route
 * @param {RequestInit} request
 */
async function reach(route, request) {
  try {
    return await fetch(BASE + route, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new Refusal('Sudokit does not answer. Is `sudokit serve` still running?');
  }
}

/** @param {Response} response */
async function refusalOf(response) {
  const answer = await response.json().catch(() => null);
  return new Refusal(messageOf(answer?.error) ?? `The server answered ${response.status}.`, answer?.error);
}

/**
 * The server's words: where, what, and how to mend it.
 * @param {any} error
 */
export function messageOf(error) {
  if (typeof error?.message !== 'string') return undefined;
  const place = error.line === undefined ? '' : `Line ${error.line}, column ${error.column}: `;
  const hint = error.hint === undefined ? '' : `\n${capital(error.hint)}.`;
  return `${place}${place === '' ? capital(error.message) : error.message}.${hint}`;
}

/**
 * The server's words as a sentence of their own.
 * @param {string} words
 */
export const sentence = (words) => `${capital(words)}.`;

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
