// Explanations in words, for screen readers: `r3c789 ≠ 7` is read out as notation otherwise.

const CELLS = /\br(\d+)c(\d+)\b/g;

/** @type {[RegExp, string][]} */
const SIGNS = [[/ ≠ /g, ' cannot be '], [/ = /g, ' is '], [/ ⇒ /g, ', so ']];

/**
 * Replaces the notation of cells and effects with words.
 * @param {string} text
 * @param {number} size of the board; up to 9, each digit is a row or column of its own
 */
export function inWords(text, size) {
  const numbers = (/** @type {string} */ digits) => (size > 9 ? [digits] : [...digits]);
  const cells = text.replace(CELLS, (_, rows, columns) =>
    `${listed('row', numbers(rows))}, ${listed('column', numbers(columns))}`);
  return SIGNS.reduce((words, [sign, word]) => words.replace(sign, word), cells);
}

/**
 * @param {string} word
 * @param {string[]} numbers
 */
function listed(word, numbers) {
  if (numbers.length === 1) return `${word} ${numbers[0]}`;
  return `${word}s ${numbers.slice(0, -1).join(', ')} and ${numbers[numbers.length - 1]}`;
}
