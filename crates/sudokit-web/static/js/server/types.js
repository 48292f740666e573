// The types of the data that the server sends.

/**
 * @typedef {object} HouseData
 * @property {string} name for players: `row 3`, `box 5`, `the diagonal \\`
 * @property {number[]} cells
 */

/**
 * @typedef {object} ShapeData
 * @property {number} size
 * @property {string} shape name, as in requests
 * @property {HouseData[]} houses
 * @property {string[]} [symbols] of values 1, 2, 3…
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
 * A step with its explanation.
 * @typedef {object} StepReport
 * @property {Step} step
 * @property {string} title
 * @property {string} sentence
 * @property {string} whereabouts
 * @property {string} effect of the step: `r3c5 = 6`
 * @property {string[]} paragraphs
 * @property {string} level
 */

/**
 * The cells of a parsed puzzle.
 * @typedef {object} Parsed
 * @property {number[]} values
 * @property {number[]} [placed]
 * @property {number[][]} [candidates]
 */

export {};
