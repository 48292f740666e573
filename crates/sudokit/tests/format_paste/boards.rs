//! The boards that are written down.

use sudokit::{Puzzle, Shape};

/// A puzzle of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    Six,
    Nine,
    Sixteen,
    /// 9×9 with an empty first row.
    BlankTop,
    /// 9×9 with empty rows among the others.
    BlankRows,
    /// 9×9 with one value in the first row.
    SparseTop,
}

const SIX: &str = "351.2.2.....1..5...6.2...1...6......";
const NINE: &str =
    ".....9..2.3..78..98..1..75...6.9....57.....6...2.....5..3.8.5..4..6......9..2...4";
const BLANK_TOP: &str =
    "..........3..78..98..1..75...6.9....57.....6...2.....5..3.8.5..4..6......9..2...4";
const BLANK_ROWS: &str =
    ".....9..2.3..78..98..1..75...6.9...............2.....5..3.8.5............9..2...4";
const SPARSE_TOP: &str =
    ".....9....3..78..98..1..75...6.9....57.....6...2.....5..3.8.5..4..6......9..2...4";
const SIXTEEN: &str = include_str!("../../testdata/hexadoku.txt");

impl Board {
    /// The values, 0 for an open cell.
    pub fn values(self) -> Vec<u8> {
        let digits = |line: &str| -> Vec<u8> {
            let value = |c: char| c.to_digit(10).unwrap_or(0) as u8;
            line.chars().map(value).collect()
        };
        match self {
            Board::Six => digits(SIX),
            Board::Nine => digits(NINE),
            Board::BlankTop => digits(BLANK_TOP),
            Board::BlankRows => digits(BLANK_ROWS),
            Board::SparseTop => digits(SPARSE_TOP),
            Board::Sixteen => SIXTEEN
                .split_whitespace()
                .map(|n| n.parse().unwrap())
                .collect(),
        }
    }

    pub fn size(self) -> usize {
        self.values().len().isqrt()
    }

    pub fn shape(self) -> Shape {
        Shape::with_size(self.size()).unwrap()
    }

    pub fn puzzle(self) -> Puzzle {
        Puzzle::from_values(self.shape(), self.values()).unwrap()
    }

    /// The cells as text: a value by `symbol`, an open cell as `blank`.
    pub fn cells(self, blank: &str, symbol: impl Fn(u8) -> String) -> Vec<String> {
        let cell = |value: u8| match value {
            0 => blank.to_string(),
            value => symbol(value),
        };
        self.values().into_iter().map(cell).collect()
    }

    /// The rows of cells, in decimal digits.
    pub fn rows(self, blank: &str) -> Vec<Vec<String>> {
        let cells = self.cells(blank, |value| value.to_string());
        cells.chunks(self.size()).map(<[String]>::to_vec).collect()
    }

    /// The cells on one line, in single characters: `1-9`, then `A-G`.
    pub fn line(self, blank: &str) -> String {
        let symbol = |value: u8| {
            let digit = u32::from(value);
            let letter = |value: u32| char::from_digit(value, 36).unwrap().to_ascii_uppercase();
            letter(digit).to_string()
        };
        self.cells(blank, symbol).concat()
    }

    /// The rows and columns of a box.
    pub fn boxes(self) -> (usize, usize) {
        match self {
            Board::Six => (2, 3),
            Board::Nine | Board::BlankTop | Board::BlankRows | Board::SparseTop => (3, 3),
            Board::Sixteen => (4, 4),
        }
    }
}

/// Joins each row with a separator, and the rows with line breaks.
pub fn lines(rows: &[Vec<String>], between: &str) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.join(between)).collect();
    rows.join("\n") + "\n"
}
