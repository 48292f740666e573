// How requests reach the service on the page without a server: workers that run it as WebAssembly.
// It takes the place of `server/transport.js`, with the same interface.

/** @typedef {import('../../crates/sudokit-web/static/js/server/transport.js').Sent} Sent */

/** Whether the page works without a server. */
export const isStandalone = true;

/** The time limits of the service, and how long after them a worker is ended. */
const [TIME, BATCH_TIME, GRACE] = [10_000, 300_000, 500];

const NEEDS_LIBRARY = /^library\b/;
/** Text, new puzzles and pictures take the whole service; the position of a game does not. */
const NEEDS_WHOLE = /^(batch|convert|generate|render|qr)\b/;
const HAS_TEXT = /"(puzzle|form)":/;

/**
 * @typedef {object} Job
 * @property {{ route: string, contentType: string, body: string | Blob }} request
 * @property {(response: Response) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {Worker} [worker] that it runs on
 * @property {ReadableStreamDefaultController<Uint8Array>} [stream] of its lines
 * @property {number} [timer]
 */

/** Workers with the same module. A job that is withdrawn ends its worker; the next one is new. */
class Workers {
  /**
   * @param {{ module: string, worker: string }} files
   * @param {number} most workers at the same time
   */
  constructor(files, most) {
    this.files = files;
    this.most = most;
    /** @type {Promise<WebAssembly.Module> | undefined} compiled once, and used by all workers */
    this.module = undefined;
    /** @type {Worker[]} */
    this.idle = [];
    this.count = 0;
    /** @type {WeakSet<Worker>} workers that have the module */
    this.prepared = new WeakSet();
    /** @type {Job[]} */
    this.waiting = [];
  }

  /**
   * @param {Job['request']} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<Response>}
   */
  run(request, signal) {
    return new Promise((resolve, reject) => {
      /** @type {Job} */
      const job = { request, resolve, reject };
      signal?.addEventListener('abort', () => {
        this.#fail(job, signal.reason);
        this.#end(job);
      });
      this.waiting.push(job);
      this.#next();
    });
  }

  #next() {
    while (this.waiting.length > 0) {
      const worker = this.idle.pop() ?? (this.count < this.most ? this.#start() : undefined);
      if (worker === undefined) return;
      void this.#give(worker, /** @type {Job} */ (this.waiting.shift()));
    }
  }

  #start() {
    this.count += 1;
    return new Worker(this.files.worker, { type: 'module' });
  }

  /**
   * @param {Worker} worker
   * @param {Job} job
   */
  async #give(worker, job) {
    job.worker = worker;
    const failed = () => {
      this.#fail(job, new Error('Sudokit failed on this request. Please report it.'));
      this.#end(job);
    };
    worker.onerror = failed;
    worker.onmessage = ({ data }) => {
      if (data.lines !== undefined) this.#lines(job, data.lines);
      else if (data.answer !== undefined) this.#answer(job, data.answer);
      else failed();
    };
    try {
      this.module ??= compile(this.files.module);
      const module = await this.module;
      if (!this.prepared.has(worker)) worker.postMessage({ module });
      this.prepared.add(worker);
    } catch {
      this.module = undefined;
      this.#fail(job, new Error('A part of the page could not be loaded. Check your connection and try again.'));
      this.#end(job);
      return;
    }
    // The job may have been withdrawn in the meantime.
    if (job.worker !== worker) return;
    worker.postMessage(job.request);
    const time = job.request.route.startsWith('batch/') ? BATCH_TIME : TIME;
    job.timer = window.setTimeout(() => {
      job.resolve(problem(504, 'time-limit', 'time limit exceeded'));
      this.#fail(job, new Error('The time is up.'));
      this.#end(job);
    }, time + GRACE);
  }

  /**
   * @param {Job} job
   * @param {Uint8Array} lines
   */
  #lines(job, lines) {
    if (job.stream === undefined) {
      const stream = new ReadableStream({ start: (controller) => { job.stream = controller; } });
      job.resolve(new Response(stream));
    }
    job.stream?.enqueue(lines);
  }

  /**
   * @param {Job} job
   * @param {{ status: number, kind: string, notes?: string, bytes: BodyInit }} answer
   */
  #answer(job, { status, kind, notes, bytes }) {
    clearTimeout(job.timer);
    const headers = new Headers({ 'content-type': kind });
    if (notes !== undefined) headers.set('sudokit-notes', notes);
    if (job.stream === undefined) job.resolve(new Response(bytes, { status, headers }));
    else job.stream.close();
    if (job.worker !== undefined) this.idle.push(job.worker);
    job.worker = undefined;
    job.stream = undefined;
    answered();
    this.#next();
  }

  /**
   * @param {Job} job
   * @param {unknown} error
   */
  #fail(job, error) {
    job.reject(error);
    job.stream?.error(error);
    job.stream = undefined;
  }

  /**
   * Forgets a job, and ends the worker that runs it.
   * @param {Job} job
   */
  #end(job) {
    clearTimeout(job.timer);
    this.waiting = this.waiting.filter((other) => other !== job);
    if (job.worker === undefined) return;
    job.worker.terminate();
    job.worker = undefined;
    this.count -= 1;
    this.#next();
  }
}

// A second worker, so that a long search does not hold up a hint.
const engine = new Workers({ module: ENGINE_MODULE, worker: ENGINE_WORKER }, 2);
const whole = new Workers({ module: WHOLE_MODULE, worker: WHOLE_WORKER }, 2);

/** @type {() => void} */
let answered = () => {};

/** Resolves after the first answer: nothing else needs the connection then. */
export const firstAnswer = new Promise((resolve) => { answered = () => resolve(undefined); });

/**
 * Sends a request to a route.
 * @param {string} route
 * @param {Sent} sent
 * @returns {Promise<Response>}
 */
export async function send(route, { contentType = '', body = '', signal }) {
  if (NEEDS_LIBRARY.test(route)) return problem(404, 'no-library', 'libraries need a server: `sudokit serve --library puzzles.db`');
  const needsWhole = NEEDS_WHOLE.test(route) || (typeof body === 'string' && HAS_TEXT.test(body));
  const workers = needsWhole ? whole : engine;
  return workers.run({ route, contentType, body }, signal);
}

/**
 * An error response, as the service makes it.
 * @param {number} status
 * @param {string} code
 * @param {string} message
 */
const problem = (status, code, message) => Response.json({ schema: 1, problem: { code, message } }, { status });

/** @param {string} url */
async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm');
  // Some hosts do not know the media type.
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
