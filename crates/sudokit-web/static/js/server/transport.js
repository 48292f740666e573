// How requests reach the service: over HTTP, from the server that the page came from. The page
// without a server has another module in this place, which runs the service in a worker.

const BASE = 'api/v1/';

/** Whether the page works without a server. */
export const isStandalone = false;

/**
 * What a request sends; without a body it is a question.
 * @typedef {object} Sent
 * @property {string} [contentType]
 * @property {string | Blob} [body]
 * @property {AbortSignal} [signal]
 */

/**
 * Sends a request to a route.
 * @param {string} route
 * @param {Sent} sent
 * @returns {Promise<Response>}
 */
export async function send(route, { contentType, body, signal }) {
  const question = body === undefined ? {} : { method: 'POST', headers: { 'content-type': contentType ?? '' }, body };
  try {
    return await fetch(BASE + route, { ...question, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Error('Sudokit is not responding. Is `sudokit serve` still running?', { cause: error });
  }
}
