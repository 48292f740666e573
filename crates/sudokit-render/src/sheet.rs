//! What stands on one page of a booklet, and where.

use crate::drawing::Point;
use crate::figure::{Figure, Measures};
use crate::pen::Pen;
use crate::qr::Code;

/// The room between two figures, in points.
const GAP: f64 = 26.0;
/// The room between a board and its QR code.
const CODE_GAP: f64 = 10.0;
/// The side of a module of a QR code: smaller ones are hard to read for a phone.
const MODULE: f64 = 1.15;
/// Smaller letters nobody can read.
const SMALLEST_LETTERS: f64 = 6.0;

/// A figure, and a QR code beside or below it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub figure: Figure,
    pub code: Option<Code>,
}

/// What stands on a page.
pub struct Sheet<'a> {
    pub entries: &'a [Entry],
    /// Columns and rows.
    pub grid: (usize, usize),
    pub heading: String,
    /// The size of letters.
    pub letters: f64,
}

/// The part of a page that an entry has for itself.
#[derive(Clone, Copy)]
struct Slot {
    corner: Point,
    width: f64,
    height: f64,
}

impl Sheet<'_> {
    /// Draws everything into this part of the page.
    pub fn draw(&self, (left, top): (f64, f64), (width, height): (f64, f64), pen: &mut Pen) {
        let (columns, rows) = self.grid;
        let share = |whole: f64, parts: usize| (whole - GAP * (parts - 1) as f64) / parts as f64;
        let (width, height) = (share(width, columns), share(height, rows));
        for (index, entry) in self.entries.iter().enumerate() {
            let (row, column) = (index / columns, index % columns);
            let corner = Point {
                x: left + column as f64 * (width + GAP),
                y: top + row as f64 * (height + GAP),
            };
            let slot = Slot {
                corner,
                width,
                height,
            };
            match &entry.code {
                None => {
                    let measures = self.fitting(&entry.figure, width, height);
                    draw_in_middle(&entry.figure, measures, slot, pen);
                }
                Some(code) => self.draw_with_code(&entry.figure, code, slot, pen),
            }
        }
    }

    /// The code stands beside the board or below it, whichever leaves the board larger.
    fn draw_with_code(&self, figure: &Figure, code: &Code, slot: Slot, pen: &mut Pen) {
        let side = code.modules() as f64 * MODULE;
        let room = side + CODE_GAP;
        let beside = self.fitting(figure, slot.width - room, slot.height);
        let below = self.fitting(figure, slot.width, slot.height - room);
        if beside.side > below.side {
            let narrower = Slot {
                width: slot.width - room,
                ..slot
            };
            let corner = draw_in_middle(figure, beside, narrower, pen);
            let bottom = corner.y + figure.height(beside);
            let at = Point {
                x: corner.x + beside.side + CODE_GAP,
                y: bottom - side,
            };
            code.draw(at, side, pen);
        } else {
            let corner = draw_in_middle(figure, below, slot, pen);
            let at = Point {
                x: corner.x + below.side - side,
                y: corner.y + figure.height(below) + CODE_GAP,
            };
            code.draw(at, side, pen);
        }
    }

    /// The board as large as its words leave room for; where they leave too little, they become
    /// smaller, too.
    fn fitting(&self, figure: &Figure, width: f64, height: f64) -> Measures {
        let mut letters = self.letters;
        loop {
            let measures = |side: f64| Measures {
                side,
                width,
                letters,
            };
            let beside = figure.height(measures(0.0));
            // Names of rows indent the words, so a larger board may need another line for them.
            let line = if figure.has_notes() {
                2.0 * letters
            } else {
                0.0
            };
            let side = (height - beside - line).min(width);
            if side > width.min(height) * 0.6 || letters < SMALLEST_LETTERS {
                return measures(side.max(width / 4.0));
            }
            letters *= 0.95;
        }
    }
}

/// Draws a figure without words into the middle of its slot, one with words from the left, where
/// they need the whole width; says where it begins.
fn draw_in_middle(figure: &Figure, measures: Measures, slot: Slot, pen: &mut Pen) -> Point {
    let spare = match figure.has_notes() {
        true => 0.0,
        false => slot.width - measures.side,
    };
    let corner = Point {
        x: slot.corner.x + spare / 2.0,
        y: slot.corner.y,
    };
    figure.draw(corner, measures, pen);
    corner
}
