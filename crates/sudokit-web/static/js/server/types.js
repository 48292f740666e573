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

/**
 * @typedef {object} Step
 * @property {string} technique
 * @property {Candidate[]} [placements]
 * @property {Candidate[]} [eliminations]
 */

/** @typedef {{ class: string, path: string }} DrawnArea */

/**
 * The meaning of a class of a step's drawing, and a sample of it.
 * @typedef {object} LegendEntry
 * @property {string} class
 * @property {string} name
 * @property {'area' | 'group' | 'link' | 'candidate'} kind
 * @property {string} path
 * @property {string} [strike]
 */

/**
 * A step's drawing: shapes with classes, as the data of SVG paths in units of a cell.
 * @typedef {object} Drawing
 * @property {DrawnArea} focus where to look
 * @property {DrawnArea[]} [areas]
 * @property {{ class: string, chain: number, path: string }[]} [groups]
 * @property {{ class: string, chain: number, path: string, arrow: string }[]} [links]
 * @property {(Candidate & { class: string, x: number, y: number, path?: string, strike?: string })[]} [candidates]
 * @property {{ class: string, text: string, x: number, y: number }[]} [labels]
 * @property {LegendEntry[]} [legend]
 */

/**
 * A step with its explanation.
 * @typedef {object} StepReport
 * @property {Step} step
 * @property {Drawing} drawing
 * @property {string} title
 * @property {string} sentence
 * @property {string} whereabouts
 * @property {string} effect of the step: `r3c5 = 6`
 * @property {string[]} paragraphs
 * @property {string} level
 */

/**
 * Changes to the givens after which the puzzle has exactly one solution.
 * @typedef {object} Repair
 * @property {{ cell: number, from: number, to: number }[]} changes 0 for an open cell
 * @property {number[]} solution
 */

/**
 * The cells of a parsed puzzle.
 * @typedef {object} Parsed
 * @property {number[]} values
 * @property {number[]} [placed]
 * @property {number[][]} [candidates]
 */

export {};
