//! A board with what stands around it: a heading above, the words of a step and a legend below.

use std::fmt::Write;

use sudokit::logic::{Board, Step, Words};

use crate::drawing::{self, Content, Layout, Point, SWATCH, Sign};
use crate::font::{self, Weight};
use crate::pen::{Ink, Pen};
use crate::prose;
use crate::text::{exact, short};

/// The distance of two lines of text, in parts of the letter size.
const LEADING: f64 = 1.4;
/// The letters of a heading, in parts of the letter size.
const HEADING: f64 = 1.35;
/// The room between a board and the text above and below it, in parts of the letter size.
const GAP: f64 = 0.8;

/// How large a figure is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures {
    /// The side of the board, with the names of its rows and columns.
    pub side: f64,
    /// The room for text above and below the board.
    pub width: f64,
    /// The size of letters.
    pub letters: f64,
}

/// A board, and what is to be shown of it.
#[derive(Clone, Debug)]
pub struct Figure {
    board: Board,
    words: Words,
    step: Option<Step>,
    candidates: bool,
    heading: String,
}

impl Figure {
    /// The values of a position, in the usual symbols.
    pub fn new(board: Board) -> Figure {
        Figure {
            words: Words::new(&board),
            board,
            step: None,
            candidates: false,
            heading: String::new(),
        }
    }

    /// With these words for values, cells and steps.
    #[must_use]
    pub fn words(self, words: Words) -> Figure {
        Figure { words, ..self }
    }

    /// With candidates, or without.
    #[must_use]
    pub fn candidates(self, candidates: bool) -> Figure {
        Figure { candidates, ..self }
    }

    /// With a step on this position, drawn and put into words, and all candidates.
    #[must_use]
    pub fn step(self, step: Step) -> Figure {
        Figure {
            step: Some(step),
            candidates: true,
            ..self
        }
    }

    /// With a line above it.
    #[must_use]
    pub fn heading(self, heading: impl Into<String>) -> Figure {
        Figure {
            heading: heading.into(),
            ..self
        }
    }

    /// The number of cells along a side.
    pub(crate) fn size(&self) -> usize {
        self.board.size()
    }

    /// What it shows, for those who cannot see it.
    pub(crate) fn label(&self) -> String {
        let what = match &self.step {
            Some(step) => self.words.sentence(step),
            None => {
                let (size, cells) = (self.board.size(), self.board.values().len());
                let filled = cells - self.board.open();
                format!("A {size}×{size} Sudoku with {filled} of {cells} values")
            }
        };
        match self.heading.is_empty() {
            true => what,
            false => format!("{}. {what}", self.heading),
        }
    }

    /// The board's own measures.
    pub(crate) fn layout(&self) -> Layout {
        let layout = Layout::new(self.board.shape());
        match (self.candidates, &self.step) {
            (_, Some(_)) => layout,
            (true, None) => layout.without_names(),
            (false, None) => layout.without_candidates().without_names(),
        }
    }

    /// How high it is.
    pub(crate) fn height(&self, measures: Measures) -> f64 {
        let notes = self.notes(self.text_width(measures), measures.letters);
        self.heading_height(measures.letters) + measures.side + notes.height
    }

    /// Whether something is said below the board.
    pub(crate) fn has_notes(&self) -> bool {
        self.step.is_some()
    }

    fn heading_height(&self, letters: f64) -> f64 {
        match self.heading.is_empty() {
            true => 0.0,
            false => letters * (HEADING + GAP),
        }
    }

    /// Text begins where the board does, behind the names of its rows.
    fn indent(&self, measures: Measures) -> f64 {
        let layout = self.layout();
        measures.side * layout.margin / layout.picture()
    }

    fn text_width(&self, measures: Measures) -> f64 {
        measures.width - self.indent(measures)
    }

    /// Draws it with its upper left corner here.
    pub(crate) fn draw(&self, at: Point, measures: Measures, pen: &mut Pen) {
        let Measures { side, letters, .. } = measures;
        let (layout, text_width) = (self.layout(), self.text_width(measures));
        let left = at.x + self.indent(measures);
        if !self.heading.is_empty() {
            let size = letters * HEADING;
            let y = at.y + size / 2.0;
            let heading = font::shortened(Weight::SemiBold, &self.heading, text_width / size);
            pen.line(Ink::Heading, Point { x: left, y }, &heading, size);
        }
        let top = at.y + self.heading_height(letters);
        let (x, y, scale) = (short(at.x), short(top), exact(side / layout.picture()));
        let _ = write!(pen, "<g transform=\"translate({x} {y})scale({scale})\">");
        let content = Content {
            step: self.step.as_ref(),
            candidates: self.candidates,
        };
        drawing::draw(&layout, &self.board, &self.words, content, pen);
        if self.step.is_some() {
            drawing::names(&layout, &self.words, pen);
        }
        pen.push("</g>");
        let below = Point {
            x: left,
            y: top + side,
        };
        self.notes(text_width, letters).draw(below, letters, pen);
    }

    /// What is said below the board.
    fn notes(&self, width: f64, letters: f64) -> Notes {
        let mut notes = Notes {
            entries: Vec::new(),
            height: 0.0,
        };
        let Some(step) = &self.step else {
            return notes;
        };
        notes.height = letters * (GAP + LEADING / 2.0);
        let title = self.words.title(step);
        let sentence = self.words.sentence(step);
        notes.text(Ink::Heading, &title, width, letters);
        notes.text(
            Ink::Caption,
            &prose::without_title(&sentence),
            width,
            letters,
        );
        notes.legend(step, width, letters);
        notes.height -= letters * LEADING / 2.0;
        notes
    }
}

/// Lines of text and swatches, placed one below the other.
struct Notes {
    entries: Vec<(Point, Entry)>,
    height: f64,
}

enum Entry {
    Line(Ink, String),
    Swatch(Sign),
}

impl Notes {
    fn text(&mut self, ink: Ink, text: &str, width: f64, letters: f64) {
        for line in font::wrap(ink.weight(), text, width / letters) {
            let at = Point {
                x: 0.0,
                y: self.height,
            };
            self.entries.push((at, Entry::Line(ink, line)));
            self.height += letters * LEADING;
        }
    }

    /// Entries side by side, as many as fit into a line.
    fn legend(&mut self, step: &Step, width: f64, letters: f64) {
        self.height += letters * GAP / 2.0;
        let mut x = 0.0;
        for entry in drawing::entries(step) {
            let swatch = letters * 1.6;
            let length = swatch + font::width(Weight::Regular, &entry.name) * letters;
            if x > 0.0 && x + length > width {
                self.height += letters * LEADING;
                x = 0.0;
            }
            let y = self.height;
            self.entries
                .push((Point { x, y }, Entry::Swatch(entry.sign)));
            let beside = Point { x: x + swatch, y };
            self.entries
                .push((beside, Entry::Line(Ink::Quiet, entry.name)));
            x += length + letters * 1.2;
        }
        self.height += letters * LEADING;
    }

    fn draw(&self, at: Point, letters: f64, pen: &mut Pen) {
        for (place, entry) in &self.entries {
            let (x, y) = (at.x + place.x, at.y + place.y);
            match entry {
                Entry::Line(ink, text) => pen.line(*ink, Point { x, y }, text, letters),
                Entry::Swatch(sign) => {
                    let side = letters * 1.25;
                    let (x, y) = (short(x), short(y - side / 2.0));
                    let scale = exact(side / SWATCH);
                    let _ = write!(pen, "<g transform=\"translate({x} {y})scale({scale})\">");
                    sign.draw(pen);
                    pen.push("</g>");
                }
            }
        }
    }
}
