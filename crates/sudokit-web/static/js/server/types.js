// The shapes of the data that the modules hand to each other: what the server sends (the
// library's own words for steps and shapes), and what the page keeps of a game.

/**
 * @typedef {object} HouseData
 * @property {string} name what a player calls it: `row 3`, `box 5`, `the diagonal \\`
 * @property {number[]} cells
 */

/**
 * @typedef {object} ShapeData
 * @property {number} size
 * @property {string} shape its name, as requests spell it
 * @property {HouseData[]} houses
 * @property {string[]} [symbols] how values 1, 2, 3… are written
 */

/** @typedef {{ cell: number, value: number }} Candidate */

/** @typedef {Candidate & { role: string }} Mark */

/**
 * @typedef {object} ChainNode
 * @property {number[]} cells
 * @property {number} value
 * @property {boolean} on
 * @property {number[]} parents
 * @property {number} [set]
 */

/** @typedef {{ nodes: ChainNode[], is_loop: boolean }} Chain */

/**
 * @typedef {object} Pattern
 * @property {number[]} [values]
 * @property {number[]} [cells]
 * @property {{ house: number, role: string }[]} [houses]
 * @property {Mark[]} [marks]
 * @property {{ cells: number[], values: number[], commons?: number[] }[]} [sets]
 * @property {Chain[]} [chains]
 */

/**
 * @typedef {object} Step
 * @property {string} technique
 * @property {Candidate[]} [placements]
 * @property {Candidate[]} [eliminations]
 * @property {Pattern} pattern
 */

/**
 * A step with the library's words for it.
 * @typedef {object} Told
 * @property {Step} step
 * @property {string} title
 * @property {string} sentence
 * @property {string} whereabouts
 * @property {string} effect what follows: `r3c5 = 6`
 * @property {string[]} paragraphs
 * @property {string} level
 */

/**
 * The cells of a puzzle as the server read them.
 * @typedef {object} Parsed
 * @property {number[]} values
 * @property {number[]} [placed]
 * @property {number[][]} [candidates]
 */

export {};
