//! One puzzle as programs in many languages write it, and arrays that are no puzzles.

use crate::format::{Content, Form, Piece, ReadOptions, Reader, Record, read_puzzle};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// The puzzle with its cells between these texts.
struct Layout {
    blank: &'static str,
    cell: [&'static str; 2],
    between: &'static str,
    row: [&'static str; 2],
    rows: &'static str,
}

const PLAIN: Layout = Layout {
    blank: "0",
    cell: ["", ""],
    between: ", ",
    row: ["[", "]"],
    rows: ",\n    ",
};

impl Layout {
    fn write(&self, puzzle: &str, size: usize) -> String {
        let symbols: Vec<char> = puzzle.chars().collect();
        let rows = symbols.chunks(size).map(|row| {
            let cells: Vec<String> = row
                .iter()
                .map(|symbol| match symbol {
                    '.' => self.blank.to_string(),
                    symbol => format!("{}{symbol}{}", self.cell[0], self.cell[1]),
                })
                .collect();
            format!("{}{}{}", self.row[0], cells.join(self.between), self.row[1])
        });
        rows.collect::<Vec<_>>().join(self.rows)
    }

    fn board(&self) -> String {
        self.write(PUZZLE, 9)
    }
}

fn braces() -> Layout {
    Layout {
        between: ",",
        row: ["{", "}"],
        ..PLAIN
    }
}

fn spaced() -> Layout {
    Layout {
        between: " ",
        rows: "\n ",
        ..PLAIN
    }
}

fn strings() -> Layout {
    Layout {
        blank: ".",
        between: "",
        row: ["\"", "\""],
        ..PLAIN
    }
}

/// Every piece of a text; the texts of the pieces must be the text.
fn pieces(text: &str) -> Vec<Piece> {
    let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
    let (mut pieces, mut piece) = (Vec::new(), Piece::default());
    while reader.read(&mut piece).unwrap() {
        pieces.push(piece.clone());
    }
    let joined: Vec<u8> = pieces.iter().flat_map(|piece| piece.text.clone()).collect();
    assert_eq!(String::from_utf8(joined).unwrap(), text);
    pieces
}

/// The puzzles of a text; panics on anything unreadable.
fn puzzles(text: &str) -> Vec<(Record, Piece)> {
    let readable = |piece: Piece| match &piece.content {
        Content::Verbatim => None,
        Content::Puzzle(record) => Some((record.clone(), piece)),
        Content::Unreadable(problem) => panic!("{problem:?} in\n{text}"),
    };
    pieces(text).into_iter().filter_map(readable).collect()
}

#[track_caller]
fn reads(text: &str) -> Record {
    let found = puzzles(text);
    let lines: Vec<String> = found
        .iter()
        .map(|(record, _)| record.puzzle.to_string())
        .collect();
    assert_eq!(lines, [PUZZLE], "{text}");
    let (record, piece) = found.into_iter().next().unwrap();
    let mut copy = Vec::new();
    record.write_values(&piece.text, record.puzzle.values(), &mut copy);
    assert_eq!(copy, piece.text, "{text}");
    record
}

#[track_caller]
fn refuses(text: &str, message: &str) {
    let problems: Vec<String> = pieces(text)
        .into_iter()
        .filter_map(|piece| match piece.content {
            Content::Unreadable(problem) => Some(problem.message),
            Content::Verbatim => None,
            Content::Puzzle(record) => panic!("read {} in\n{text}", record.puzzle),
        })
        .collect();
    assert!(
        problems.iter().any(|m| m.contains(message)),
        "{problems:?} in\n{text}"
    );
}

#[test]
fn python() {
    let list = PLAIN.board();
    for text in [
        format!("board = [\n    {list}\n]\n"),
        format!(
            "import sys\n\ndef solve(board):\n    return None\n\nboard = [{list}]\nprint(solve(board))\n"
        ),
        format!("board = [{list},]\n"),
        format!("import numpy as np\ngrid = np.array([{list}])\n"),
        format!("grid = np.array([{list}], dtype=np.int8)  # easy\n"),
        format!("if __name__ == '__main__':\n    solve([{list}])\n"),
        format!("puzzles = {{\n  'easy': [{list}],\n}}\n"),
        format!(
            "class T(unittest.TestCase):\n  def test(self):\n    self.assertEqual(f([{list}], 9), 1)\n"
        ),
        format!("grid: List[List[int]] = [{list}]\n"),
        format!("({list})\n"),
        format!(
            "board = [ # the board\n    {}\n]\n",
            list.replace(",\n", ", # row\n")
        ),
        format!("board = [{}]\n", list.replace('[', "(").replace(']', ")")),
        format!("board = [{}]\n", list.replace(['[', ']'], "")),
    ] {
        let record = reads(&text);
        assert_eq!(record.form, Form::Code, "{text}");
    }
    let blanks = [
        "None",
        "'.'",
        "''",
        "' '",
        "-1",
        "\"\"",
        "'_'",
        "float('nan')",
        "np.nan",
        "_",
        "x",
    ];
    for blank in blanks {
        let layout = Layout { blank, ..PLAIN };
        if blank != "float('nan')" {
            reads(&format!("board = [\n    {}]\n", layout.board()));
        }
    }
    for blank in ["'.'", "''", "' '", "'0'", "None", "'_'"] {
        let layout = Layout {
            blank,
            cell: ["'", "'"],
            ..PLAIN
        };
        reads(&format!("board = [\n    {}]\n", layout.board()));
    }
}

#[test]
fn names_are_those_of_the_variables() {
    let (list, braces) = (PLAIN.board(), braces().board());
    for (text, name) in [
        (format!("board = [{list}]\n"), "board"),
        (format!("grid: List[List[int]] = [{list}]\n"), "grid"),
        (format!("int grid[9][9] = {{{braces}}};\n"), "grid"),
        (format!("int grid[9][9] =\n{{\n{braces}\n}};\n"), "grid"),
        (
            format!("std::vector<std::vector<int>> hard = {{{braces}}};\n"),
            "hard",
        ),
        (format!("p = {{\n  'easy one': [{list}],\n}}\n"), "one"),
        (format!("let mut b: [[u8; 9]; 9] = [{list}];\n"), "b"),
        (
            format!(
                "sudoku <- rbind({})\n",
                list.replace('[', "c(").replace(']', ")")
            ),
            "sudoku",
        ),
        (format!("const easy = [{list}];\n"), "easy"),
        (
            format!(
                "(define *easy* '({}))\n",
                spaced().board().replace('[', "(").replace(']', ")")
            ),
            "easy",
        ),
    ] {
        assert_eq!(reads(&text).name.as_deref(), Some(name), "{text}");
    }
}

#[test]
fn languages_with_braces() {
    let braces = braces().board();
    let list = PLAIN.board();
    for text in [
        format!(
            "#include <stdio.h>\n\nint main(void) {{\n    int grid[9][9] = {{\n        {braces}\n    }};\n    solve(grid);\n    return 0;\n}}\n"
        ),
        format!("int[][] board = {{ {braces} }};\n"),
        format!("int[][] board = new int[][] {{ {braces} }};\n"),
        format!("int[,] board = new int[9, 9] {{ {braces} }};\n"),
        format!("board := [9][9]int{{ {braces} }}\n"),
        format!("board := [][]int{{\n{}}}\n", braces.replace('{', "[]int{")),
        format!("std::array<std::array<int, 9>, 9> g = {{{{ {braces} }}}};\n"),
        format!("{{\n{braces}}}"),
        format!("int g[81] = {{ {} }};\n", braces.replace(['{', '}'], "")),
        format!("let board = [{list}];\n"),
        format!("let board = vec![{}];\n", list.replace('[', "vec![")),
        format!("const B: [[u8; 9]; 9] = [{list}];\n"),
        format!(
            "val board = arrayOf({})\n",
            list.replace('[', "intArrayOf(").replace(']', ")")
        ),
        format!(
            "val board = listOf(\n{})\n",
            list.replace('[', "listOf(").replace(']', ")")
        ),
        format!("let board: [[Int]] = [{list}]\n"),
        format!(
            "List<List<Integer>> b = List.of({});\n",
            list.replace('[', "List.of(").replace(']', ")")
        ),
        format!(
            "$board = array({});\n",
            list.replace('[', "array(").replace(']', ")")
        ),
        format!("$board = [{list}];\n"),
        format!("local board = {{ {braces} }}\n"),
        format!("module.exports = {{ grid: [{list}], solved: false }};\n"),
        format!("const a = [1, 2, 3];\nfunction f(x) {{ return x[0]; }}\nf([{list}]);\n"),
        format!("int grid[9][9] = {{ /* first\n row */ {braces} }};\n"),
    ] {
        assert_eq!(reads(&text).form, Form::Code);
    }
    let characters = Layout {
        blank: "'.'",
        cell: ["'", "'"],
        between: ",",
        row: ["{", "}"],
        ..PLAIN
    };
    reads(&format!("char[][] board = {{ {} }};\n", characters.board()));
    let nulls = Layout {
        blank: "null",
        ..PLAIN
    };
    reads(&format!("const b = [{}];\n", nulls.board()));
    let gaps = Layout {
        blank: "",
        between: ",",
        ..PLAIN
    };
    reads(&format!("const b = [{}];\n", gaps.board()));
    let options = Layout {
        blank: "None",
        cell: ["Some(", ")"],
        ..PLAIN
    };
    reads(&format!("let b = [{}];\n", options.board()));
}

#[test]
fn functional_and_logic_languages() {
    let list = PLAIN.board();
    let lisp = Layout {
        row: ["(", ")"],
        ..spaced()
    };
    let nil = Layout {
        blank: "nil",
        row: ["(", ")"],
        ..spaced()
    };
    let maybe = Layout {
        blank: "Nothing",
        cell: ["Just ", ""],
        ..PLAIN
    };
    let prolog = Layout {
        blank: "_",
        between: ",",
        ..PLAIN
    };
    for text in [
        format!("module Main where\n\nboard :: [[Int]]\nboard = [ {list} ]\n"),
        format!("board = [ {} ]\n", list.replace(",\n", "\n  ,")),
        format!("board = [{}]\n", maybe.board()),
        format!("(define grid\n  '({}))\n", lisp.board()),
        format!("(defvar *grid* #2A({}))\n", lisp.board()),
        format!("(def grid [{}])\n", spaced().board()),
        format!("(setq g (list {}))\n", lisp.board().replace('(', "(list ")),
        format!("; a board\n(def grid '({})) ; end\n", nil.board()),
        format!("(vector {})\n", lisp.board().replace('(', "#(")),
        format!("grid = {{{}}};\n", braces().board()),
        format!(
            "let grid = [| {} |]\n",
            list.replace('[', "[| ")
                .replace(']', " |]")
                .replace(", ", "; ")
                .replace(",\n", ";\n")
        ),
        format!("problem(1, [{}]).\n", prolog.board()),
        format!("main :- sudoku([{}]), print.\n", prolog.board()),
        format!("letting grid be [{}]\n", list.replace(']', "; int(1..9)]")),
        format!("-- board\ngrid = [{list}] -- end\n"),
    ] {
        assert_eq!(reads(&text).form, Form::Code);
    }
}

#[test]
fn languages_of_numbers() {
    let matlab = Layout {
        row: ["", ""],
        between: " ",
        rows: "; ",
        ..PLAIN
    };
    let bars = Layout {
        row: ["", ""],
        between: ", ",
        rows: "\n |",
        ..PLAIN
    };
    let flat = Layout {
        row: ["", ""],
        rows: ",\n",
        ..PLAIN
    };
    for text in [
        format!("A = [{}];\n", matlab.board()),
        format!("A = [{}];\n", matlab.board().replace("; ", ";\n     ")),
        format!("A = [{}];\n", matlab.board().replace("; ", ";...\n     ")),
        format!("A = [{}];\n", matlab.board().replace("; ", "\n     ")),
        format!(
            "A = [ % board\n{}];\n",
            matlab.board().replace("; ", "; % row\n     ")
        ),
        format!("grid = [\n  {}\n]\n", matlab.board().replace("; ", "\n  ")),
        format!("% data\nS=3;\nstart=[|{}|];\n", bars.board()),
        format!("start = array2d(1..9, 1..9, [\n{}]);\n", flat.board()),
        format!("g <- matrix(c({}), nrow = 9, byrow = TRUE)\n", flat.board()),
        format!("g = np.array([{}]).reshape(9, 9)\n", flat.board()),
        format!("[{}]\n", spaced().board()),
        format!(
            "[{}]\n",
            spaced()
                .board()
                .replace(' ', ". ")
                .replace(". [", "[")
                .replace("]", ".]")
        ),
        format!("array([{}])\n", PLAIN.board()),
        spaced().board().replace("\n ", "\n"),
        PLAIN.board().replace(",\n    ", "\n"),
        format!("{}\n", PLAIN.board().replace("    ", "")),
        format!(
            "INSERT INTO grid VALUES\n{};\n",
            PLAIN.board().replace('[', "(").replace(']', ")")
        ),
        format!(
            "INSERT INTO grid VALUES {};\n",
            PLAIN.board().replace('[', "(").replace(']', ")")
        ),
    ] {
        assert_eq!(reads(&text).form, Form::Code);
    }
    let board = PLAIN.board();
    let rows: Vec<&str> = board.split(",\n    ").collect();
    let numbered = |format: &dyn Fn(usize, &str) -> String| -> String {
        rows.iter()
            .enumerate()
            .map(|(n, row)| format(n, row))
            .collect()
    };
    for text in [
        numbered(&|_, row| format!("- {row}\n")),
        format!(
            "grid:\n{}name: x\n",
            numbered(&|_, row| format!("  - {row}\n"))
        ),
        numbered(&|n, row| format!("row{} = {row}\n", n + 1)),
        numbered(&|n, row| format!("grid[{n}] = {row};\n")),
        numbered(&|_, row| format!("grid.append({row})\n")),
        numbered(&|n, row| {
            format!(
                "INSERT INTO s VALUES ({}, {});\n",
                n + 1,
                row.trim_matches(['[', ']'])
            )
        }),
    ] {
        assert_eq!(reads(&text).form, Form::Code);
    }
    refuses(
        &format!("g <- matrix(c({}), nrow = 9)\n", flat.board()),
        "fill the columns",
    );
}

#[test]
fn quoted_rows() {
    let rows = strings().board();
    let list: Vec<&str> = rows.split(",\n    ").collect();
    let single = rows.replace('"', "'");
    for text in [
        format!("board = [\n    {rows}\n]\n"),
        format!("board = [{single},]\n"),
        format!("String[] b = {{ {rows} }};\n"),
        format!("(\"x\" '({}))\n", list.join("\n")).replace("\"x\" ", ""),
        format!("s = ({})\n", list.join("\n     ")),
        format!("s = {};\n", list.join(" +\n    ")),
        format!("s = {}\n", list.join(" \\\n    ")),
        format!("char *s = {};\n", list.join("\n    ")),
        format!("s = {}\n", list.join(" ++\n    ")),
        format!("s = {};\n", rows.replace("\",\n    \"", "\\n")),
        format!("s = {};\n", list.join("\n    ").replace("\"\n", "\\n\"\n")),
        format!(
            "rows:\n{}",
            list.iter()
                .map(|row| format!("  - {row}\n"))
                .collect::<String>()
        ),
        format!("{}\n", list.join(",\n")),
        format!("puzzle = '{PUZZLE}'\n"),
        format!("print(solve('{PUZZLE}'))\n"),
        format!("solve(\"{PUZZLE}\", 9);\n"),
        format!(
            "grid = \"\"\"\n{}\n\"\"\"\nprint(grid)\n",
            list.join("\n").replace('"', "")
        ),
        format!("grid = \"\"\"{}\"\"\"\n", list.join("\n").replace('"', "")),
        format!(
            "const g = `\n  {}\n`;\n",
            list.join("\n  ").replace('"', "")
        ),
        format!(
            "grid = '''\n{}\n'''.strip()\n",
            list.join("\n")
                .replace('"', "")
                .replace(".", ". ")
                .replace(" \n", "\n")
        ),
        format!("board = [{}]\n", list.join(", ").replace('.', " ")),
        format!("board = %w[{}]\n", list.join(" ").replace('"', "")),
    ] {
        reads(&text);
    }
}

#[test]
fn several_arrays_are_several_puzzles() {
    let list = PLAIN.board();
    let count = |text: &str| {
        let found = puzzles(text);
        assert!(
            found
                .iter()
                .all(|(record, _)| record.puzzle.to_string() == PUZZLE),
            "{text}"
        );
        found.len()
    };
    assert_eq!(count(&format!("a = [{list}]\nb = [{list}]\n")), 2);
    assert_eq!(count(&format!("all = [\n[{list}],\n[{list}],]\n")), 2);
    assert_eq!(count(&format!("all = ([{list}], [{list}], [{list}])\n")), 3);
    assert_eq!(
        count(&format!("p = {{{{{0}}},{{{0}}}}};\n", braces().board())),
        2
    );
    let flat = list.replace(['[', ']'], "");
    assert_eq!(count(&format!("all = ([{flat}],\n [{flat}],)\n")), 2);
    assert_eq!(count(&format!("all = ['{PUZZLE}',\n '{PUZZLE}',]\n")), 2);
    // Flat boards of sixteen cells are not rows of a large board, except exactly sixteen of them.
    let small = "[1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]";
    let several = vec![small; 20].join(",\n");
    assert_eq!(puzzles(&format!("all = (\n{several})\n")).len(), 20);
}

#[test]
fn answers_keep_the_source() {
    let text = "int g[4][4] = {\n  {1, 0, 0, 0}, // one\n  {0,0,2,0},\n  {0,3,0,0},{0,0,0,4}};\nint x = 5;\n";
    let (record, piece) = puzzles(text).remove(0);
    let mut out = Vec::new();
    let answer = [1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4];
    record.write_values(&piece.text, &answer, &mut out);
    let expected =
        "int g[4][4] = {\n  {1, 2, 4, 3}, // one\n  {3,4,2,1},\n  {4,3,1,2},{2,1,3,4}};\n";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
    let text = "b = [\n ['1', '', '', ''],\n ['', '', '2', ''],\n ['', '3', '', ''],\n ['', '', '', '4']]\n";
    let (record, piece) = puzzles(text).remove(0);
    let mut out = Vec::new();
    record.write_values(&piece.text, &answer, &mut out);
    let expected = "b = [\n ['1', '2', '4', '3'],\n ['3', '4', '2', '1'],\n ['4', '3', '1', '2'],\n ['2', '1', '3', '4']]\n";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
    let text = "b = [\n [1, None, None, None],\n [None, None, 2, None],\n [None, 3, None, None],\n [None, None, None, 4]]\n";
    let (record, piece) = puzzles(text).remove(0);
    let mut out = Vec::new();
    record.write_values(&piece.text, &answer, &mut out);
    let expected = "b = [\n [1, 2, 4, 3],\n [3, 4, 2, 1],\n [4, 3, 1, 2],\n [2, 1, 3, 4]]\n";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn large_boards() {
    let mut cells = vec![0; 256];
    for (at, cell) in cells.iter_mut().enumerate().step_by(7) {
        *cell = (at * 5 / 7) % 16 + 1;
    }
    let rows: Vec<String> = cells
        .chunks(16)
        .map(|row| {
            format!(
                "{{{}}}",
                row.iter()
                    .map(|c| format!("{c:2}"))
                    .collect::<Vec<_>>()
                    .join(",")
            )
        })
        .collect();
    let text = format!("int b[16][16] = {{\n{}\n}};\n", rows.join(",\n"));
    let (record, _) = puzzles(&text).remove(0);
    let values: Vec<usize> = record
        .puzzle
        .values()
        .iter()
        .map(|v| usize::from(*v))
        .collect();
    assert_eq!(values, cells);
}

#[test]
fn arrays_that_are_no_puzzles_are_passed_over() {
    let list = PLAIN.board();
    let row = |cells: &str| format!("[{cells}]");
    let matrix = |cells: [&str; 9]| cells.map(row).join(",\n");
    let empty = matrix(["0, 0, 0, 0, 0, 0, 0, 0, 0"; 9]);
    let boxes = [
        ["0, 0, 0, 1, 1, 1, 2, 2, 2"; 3],
        ["3, 3, 3, 4, 4, 4, 5, 5, 5"; 3],
        ["6, 6, 6, 7, 7, 7, 8, 8, 8"; 3],
    ];
    let boxes = matrix(boxes.concat().try_into().unwrap());
    let ones = boxes
        .replace('8', "9")
        .replace('7', "8")
        .replace('6', "7")
        .replace('5', "6")
        .replace('4', "5");
    let ones = ones
        .replace('3', "4")
        .replace('2', "3")
        .replace('1', "2")
        .replace('0', "1");
    let masks = matrix(["0, 1, 0, 1, 0, 1, 0, 1, 0"; 9]);
    let numbers: Vec<String> = (0..81).map(|n| n.to_string()).collect();
    let numbers: Vec<String> = numbers
        .chunks(9)
        .map(|row| format!("[{}]", row.join(", ")))
        .collect();
    let numbers = numbers.join(",\n");
    let identity = "[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]";
    let steps = "[0, 1], [1, 0], [0, -1], [-1, 0]";
    for other in [&empty, &boxes, &ones, &masks, &numbers, identity, steps] {
        for text in [
            format!("a = [{other}]\nb = [{list}]\n"),
            format!("b = [{list}]\na = ({other})\n"),
        ] {
            let found = puzzles(&text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].0.puzzle.to_string(), PUZZLE, "{text}");
        }
    }
    refuses(&format!("a = [{empty}]\n"), "array is empty");
    refuses(&format!("a = [{ones}]\n"), "repeats values in 9 rows");
    refuses("x = [1, 2, 3]\n", "no puzzle");
    let boxes = "[[1,0,0],[0,2,0],[0,0,3]]";
    refuses(
        &format!("a = [{}]\n", [boxes; 9].join(",")),
        "by rows or by boxes",
    );
    refuses(&format!("a = [\n{}]\n", list.replacen('8', "88", 1)), "88");
}

#[test]
fn a_row_too_many_or_too_few_is_no_board() {
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..][..9]).collect();
    let spread = |row: &str| {
        let cells: Vec<String> = row
            .chars()
            .map(|c| c.to_string().replace('.', "0"))
            .collect();
        cells.join(",")
    };
    let (above, below) = (["..9...1.."], ["9.....2.."]);
    let more = [[&above[..], &rows].concat(), [&rows[..], &below].concat()];
    for rows in more.into_iter().chain([rows[1..].to_vec()]) {
        let numbers: Vec<String> = rows.iter().map(|row| spread(row)).collect();
        for text in [
            format!("a = [\n  [{}]\n]\n", numbers.join("],\n  [")),
            format!("a = [[{}]]\n", numbers.join("],\n  [")),
            format!("a = [\"{}\"]\n", rows.join("\",\n     \"")),
            format!("a = (\"{}\")\n", rows.join("\"\n     \"")),
            format!("a <- matrix(c(\n{}), byrow = TRUE)\n", numbers.join(",\n")),
            format!("<pre><code>{}\n</code></pre>\n", rows.join("\n")),
        ] {
            let found = read_puzzle(text.as_bytes(), ReadOptions::default());
            assert!(found.is_err(), "{text}");
        }
    }
}

#[test]
fn sparse_arrays_are_read_if_the_form_is_named() {
    let text = "a = [[3,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]\n";
    refuses(text, "only 1 different values");
    let options = ReadOptions {
        form: Some(Form::Code),
        ..ReadOptions::default()
    };
    let record = read_puzzle(text.as_bytes(), options.clone()).unwrap();
    assert_eq!(record.puzzle.to_string(), "3...............");
    let map = text.replace('0', "3");
    assert!(read_puzzle(map.as_bytes(), options).is_err());
}

const SAMPLES: [&str; 6] = [
    "int g[4][4] = {{1,0,0,0},{0,0,2,0},{0,3,0,0},{0,0,0,4}}; // x\nb = ['1...', '..2.', '.3..', '...4']\n",
    "s = \"1...\" +\n \"..2.\" +\n \".3..\" +\n \"...4\"\n[|1,0,0,0|0,0,2,0|0,3,0,0|0,0,0,4|]\n",
    "<table><caption>a</caption><tr><td>1<td><td><input><td></tr><tr><td><td><td>2<td></tr><tr><td><td value='x'>3<td><td></tr><tr><td><td><td><td>4</tr></table>\n",
    "size(4).\np(1,1,1). p(2,3,2).\np(3,2,3). p(4,4,4).\np(1,2,2).\np(1,3,4).\np(1,4,3).\np(2,1,3).\n",
    "\\begin{tabular}{cc}\n1 & & & \\\\ \\hline\n & & 2 & \\\\\n & \\textbf{3} & & \\\\\n & & & 4 \\\\[2pt]\n\\end{tabular}\n",
    "\\begin{sudoku}\n|1| | | |.\n| | |2| |.\n| |3| | |.\n| | | |4|.\n\\end{sudoku}\n<pre>1...<br>..2.<br>.3..<br>...4</pre>\n",
];

fn mutated() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let edit = (any::<u16>(), 0usize..9, 0u8..4, any::<u8>());
    (0..SAMPLES.len(), prop::collection::vec(edit, 0..6)).prop_map(|(sample, edits)| {
        let mut text: Vec<char> = SAMPLES[sample].chars().collect();
        for (at, length, kind, byte) in edits {
            let start = usize::from(at) % (text.len() + 1);
            let end = (start + length).min(text.len());
            let old = text[start..end].to_vec();
            let marks = b"\"'`[]{}(),:;\\<>/&\n|=+-#% 09.";
            let new = match kind {
                0 => Vec::new(),
                1 => [old.as_slice(), old.as_slice()].concat(),
                2 => vec!['é'],
                _ => vec![char::from(marks[usize::from(byte) % marks.len()])],
            };
            text.splice(start..end, new);
        }
        text.into_iter().collect()
    })
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig {
        failure_persistence: None,
        ..proptest::prelude::ProptestConfig::with_cases(1000)
    })]

    #[test]
    fn no_byte_is_lost_and_nothing_panics(text in mutated()) {
        for piece in pieces(&text) {
            let Content::Puzzle(record) = &piece.content else {
                continue;
            };
            let mut copy = Vec::new();
            record.write_values(&piece.text, record.puzzle.values(), &mut copy);
            proptest::prop_assert_eq!(&copy, &piece.text);
            let largest = record.puzzle.shape().size() as u8;
            let full = vec![largest; record.puzzle.values().len()];
            record.write_values(&piece.text, &full, &mut copy);
            record.write_word(&piece.text, "No Solution", &mut copy);
        }
    }
}
