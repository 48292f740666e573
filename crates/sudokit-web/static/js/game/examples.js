// The boards to choose from, and example puzzles.

/** The boards that can be entered and generated, with their labels. */
export const SHAPES = [
  ['2x2', '4×4'],
  ['2x3', '6×6'],
  ['3x2', '6×6, tall boxes'],
  ['2x4', '8×8'],
  ['3x3', '9×9'],
  ['3x3+diagonals', '9×9 with diagonals'],
  ['3x3+windows', '9×9 with windows'],
  ['2x5', '10×10'],
  ['3x4', '12×12'],
  ['3x5', '15×15'],
  ['4x4', '16×16'],
  ['4x5', '20×20'],
  ['5x5', '25×25'],
];

/** The first example, which the page starts with. */
export const FIRST = { name: 'Easy', line: '6......4.....1.67..9.5.7...52.4....6.8.........4..2.3.7..9....2..82....3.6......5' };

/** @type {{ name: string, puzzle: string }[]} */
export const EXAMPLES = [
  { name: FIRST.name, puzzle: named(FIRST.name, FIRST.line) },
  { name: 'Medium', puzzle: named('Medium', '.....1.8..6...7..34.7...6............86....9.94.3....5...28.....7.6..8..2...7.3..') },
  { name: 'Hard', puzzle: named('Hard', '.......9.79.6.3.....6....45.2..3..1...3..5..61..7.8....8.9..2......6...9.4..8....') },
  { name: 'Chains', puzzle: named('Chains', '........9..6.8...19.8..5.4.3....69.....4..65.8........2...1........94.1..716.....') },
  { name: 'Small 6×6', puzzle: named('Small', '2..6...5...414.5..5..........6.3..1.') },
  {
    name: 'Jigsaw 6×6',
    puzzle: named('Jigsaw', '6.....1....2....6...24..41......15..', 'jigsaw:AABBBBAACCBDAACCBDEECCDDEFFFDDEEEFFF'),
  },
  {
    name: 'Diagonals',
    puzzle: named('Diagonals', '...........5..8139........683..4.9..4..9.................8..75....3.7.8......1..3', '3x3+diagonals'),
  },
];

/**
 * A puzzle as JSON, with its name and shape.
 * @param {string} name
 * @param {string} puzzle
 * @param {string} [shape]
 */
function named(name, puzzle, shape) {
  return JSON.stringify(shape === undefined ? { name, puzzle } : { name, puzzle, shape });
}
