// Explanations in words, for screen readers: `r3c789 ≠ 7` is read out as notation otherwise. The
// words are the same whatever labels the board has, because those of its cells are.

const CELLS = /\br(\d+)c(\d+)\b/g;
const LETTERED_CELLS = /\b([A-Z]+)(\d+)\b/g;
const LETTERED_ROWS = /\b(rows? )((?:[A-Z](?:, | and | or )?)+)(?![\w'])/g;

/** @type {[RegExp, string | ((...parts: string[]) => string)][]} */
const SIGNS = [
  [/ ≠ /g, ' cannot be '], [/ = /g, ' is '], [/ ⇒ /g, ', so '],
  [/ \{([^}]*)\}/g, (_, values) => `, candidates ${listed(values.split(','))}`],
  [/ –(\w+)–/g, ' linked by $1 to'],
  [/(^|\. )r(?=ows? \d)/g, '$1R'],
];

/**
 * Replaces the notation of cells and effects with words.
 * @param {import('../app.js').App} app
 * @param {string} text
 */
export function inWords({ game: { shape }, settings }, text) {
  // Up to 9, each digit is a row or column of its own.
  const split = (/** @type {string} */ lines) => (shape.size > 9 ? [lines] : [...lines]);
  const place = (/** @type {string[]} */ rows, /** @type {string} */ columns) =>
    `${numbered('row', rows)}, ${numbered('column', split(columns))}`;
  const number = (/** @type {string} */ row) => `${row.charCodeAt(0) - 64}`;
  const cells = settings.labels === 'letters'
    ? text
      .replace(LETTERED_CELLS, (_, rows, columns) => place([...rows].map(number), columns))
      .replace(LETTERED_ROWS, (_, word, rows) => word + rows.replace(/[A-Z]/g, number))
    : text.replace(CELLS, (_, rows, columns) => place(split(rows), columns));
  return SIGNS.reduce((words, [sign, word]) => words.replace(sign, /** @type {string} */ (word)), cells);
}

/** @param {string[]} items */
function listed(items) {
  return items.length === 1 ? items[0] : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
}

/**
 * @param {string} word
 * @param {string[]} numbers
 */
function numbered(word, numbers) {
  return `${word}${numbers.length === 1 ? '' : 's'} ${listed(numbers)}`;
}
