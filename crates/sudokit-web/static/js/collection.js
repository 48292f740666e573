// Texts with several puzzles: the board takes one at a time, so the first is cut out of them.

const SEVERAL = /several puzzles/;
const COLLECTIONS = ['puzzles', 'sudokus', 'games'];

/**
 * The first puzzle of a text that the server refused because it has several; null if that was not
 * the reason.
 * @param {string} text
 * @param {{ message?: string, line?: number }} reason where the second one begins
 */
export function firstOf(text, { message = '', line = 0 }) {
  if (!SEVERAL.test(message)) return null;
  return firstOfJson(text) ?? firstOfXml(text) ?? text.split('\n').slice(0, line - 1).join('\n');
}

/** @param {string} text */
function firstOfJson(text) {
  try {
    const document = JSON.parse(text);
    const list = COLLECTIONS.map((name) => document[name]).find(Array.isArray) ?? document;
    return JSON.stringify(list[0]) ?? null;
  } catch {
    return null;
  }
}

/** @param {string} text */
function firstOfXml(text) {
  if (!text.trimStart().startsWith('<')) return null;
  const document = new DOMParser().parseFromString(text, 'text/xml');
  for (const game of [...document.querySelectorAll('game')].slice(1)) game.remove();
  return new XMLSerializer().serializeToString(document);
}
