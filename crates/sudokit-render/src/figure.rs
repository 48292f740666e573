//! A board with a heading above it, and a step's explanation and a legend below.

use std::fmt::Write;

use sudokit::Grid;
use sudokit::logic::drawing::{Drawing, LegendEntry};
use sudokit::logic::{Board, Step, Words, without_title};

use crate::board::{BoardView, Layout, draw_names};
use crate::font::{self, Weight};
use crate::step::{SAMPLE, draw_sample};
use crate::svg::{Point, SvgWriter, TextStyle, exact, short};

/// The distance between two lines of text, relative to the font size.
const LEADING: f64 = 1.4;
/// The size of a heading, relative to the font size.
const HEADING: f64 = 1.35;
/// The space between a board and the text above and below it, relative to the font size.
const GAP: f64 = 0.8;

/// The sizes at which a figure is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FigureSize {
    /// The side of the board, including the names of its rows and columns.
    pub side: f64,
    /// The width of the text above and below the board.
    pub width: f64,
    pub font_size: f64,
}

/// A position, and what to show of it.
#[derive(Clone, Debug)]
pub struct Figure {
    board: Board,
    words: Words,
    step: Option<Step>,
    candidates: bool,
    heading: String,
}

impl Figure {
    /// Creates a figure that shows the values of a position.
    pub fn new(board: Board) -> Figure {
        Figure {
            words: Words::new(&board),
            board,
            step: None,
            candidates: false,
            heading: String::new(),
        }
    }

    /// Creates a figure that shows a solution. Values that are not given look like placed ones.
    pub fn solved(mut board: Board, solution: &Grid) -> Figure {
        for (cell, value) in solution.values().iter().enumerate() {
            board.place(cell, *value);
        }
        Figure::new(board)
    }

    /// Sets how values and cells are written and steps are put into words.
    #[must_use]
    pub fn words(self, words: Words) -> Figure {
        Figure { words, ..self }
    }

    /// Sets whether candidates are shown. By default they are not.
    #[must_use]
    pub fn candidates(self, candidates: bool) -> Figure {
        Figure { candidates, ..self }
    }

    /// Shows a step on this position: its drawing, its explanation, and all candidates.
    #[must_use]
    pub fn step(self, step: Step) -> Figure {
        Figure {
            step: Some(step),
            candidates: true,
            ..self
        }
    }

    /// Sets the line above the board.
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

    /// A description for screen readers.
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

    pub(crate) fn layout(&self) -> Layout {
        let layout = Layout::new(self.board.shape());
        match (self.candidates, &self.step) {
            (_, Some(_)) => layout.for_step(),
            (true, None) => layout.without_names(),
            (false, None) => layout.without_candidates().without_names(),
        }
    }

    pub(crate) fn height(&self, size: FigureSize) -> f64 {
        let caption = self.caption(self.text_width(size), size.font_size);
        self.heading_height(size.font_size) + size.side + caption.height
    }

    /// Whether there is text below the board.
    pub(crate) fn has_caption(&self) -> bool {
        self.step.is_some()
    }

    fn heading_height(&self, font_size: f64) -> f64 {
        match self.heading.is_empty() {
            true => 0.0,
            false => font_size * (HEADING + GAP),
        }
    }

    /// Text is aligned with the board, to the right of the names of its rows.
    fn indent(&self, size: FigureSize) -> f64 {
        let layout = self.layout();
        size.side * layout.margin / layout.side()
    }

    fn text_width(&self, size: FigureSize) -> f64 {
        size.width - self.indent(size)
    }

    /// Draws the figure with its upper left corner at a point.
    pub(crate) fn draw(&self, at: Point, size: FigureSize, svg: &mut SvgWriter) {
        let FigureSize {
            side, font_size, ..
        } = size;
        let (layout, text_width) = (self.layout(), self.text_width(size));
        let left = at.x + self.indent(size);
        if !self.heading.is_empty() {
            let size = font_size * HEADING;
            let y = at.y + size / 2.0;
            let heading = font::shortened(Weight::SemiBold, &self.heading, text_width / size);
            svg.line(TextStyle::Heading, Point { x: left, y }, &heading, size);
        }
        let top = at.y + self.heading_height(font_size);
        let (x, y, scale) = (short(at.x), short(top), exact(side / layout.side()));
        let _ = write!(svg, "<g transform=\"translate({x} {y})scale({scale})\">");
        let drawing = self.drawing();
        let view = BoardView {
            board: &self.board,
            words: &self.words,
            drawing: drawing.as_ref(),
            candidates: self.candidates,
        };
        view.draw(&layout, svg);
        if drawing.is_some() {
            draw_names(&layout, &self.words, svg);
        }
        svg.push("</g>");
        let below = Point {
            x: left,
            y: top + side,
        };
        let caption = self.caption(text_width, font_size);
        caption.draw(below, font_size, svg);
    }

    fn drawing(&self) -> Option<Drawing> {
        let step = self.step.as_ref()?;
        Some(Drawing::new(&self.board, step))
    }

    fn caption(&self, width: f64, font_size: f64) -> Caption {
        let mut caption = Caption {
            items: Vec::new(),
            height: 0.0,
        };
        let (Some(step), Some(drawing)) = (&self.step, self.drawing()) else {
            return caption;
        };
        caption.height = font_size * (GAP + LEADING / 2.0);
        let title = self.words.title(step);
        let sentence = without_title(&self.words.sentence(step));
        caption.add_text(TextStyle::Heading, &title, width, font_size);
        caption.add_text(TextStyle::Caption, &sentence, width, font_size);
        caption.add_legend(drawing.legend, width, font_size);
        caption.height -= font_size * LEADING / 2.0;
        caption
    }
}

/// The text and the legend below a board.
struct Caption {
    items: Vec<(Point, CaptionItem)>,
    height: f64,
}

enum CaptionItem {
    Line(TextStyle, String),
    Sample(Box<LegendEntry>),
}

impl Caption {
    fn add_text(&mut self, style: TextStyle, text: &str, width: f64, font_size: f64) {
        for line in font::wrap(style.weight(), text, width / font_size) {
            let at = Point {
                x: 0.0,
                y: self.height,
            };
            self.items.push((at, CaptionItem::Line(style, line)));
            self.height += font_size * LEADING;
        }
    }

    /// Adds entries side by side, as many as fit into a line.
    fn add_legend(&mut self, legend: Vec<LegendEntry>, width: f64, font_size: f64) {
        self.height += font_size * GAP / 2.0;
        let mut x = 0.0;
        for entry in legend {
            let sample = font_size * 1.6;
            let length = sample + font::width(Weight::Regular, &entry.name) * font_size;
            if x > 0.0 && x + length > width {
                self.height += font_size * LEADING;
                x = 0.0;
            }
            let y = self.height;
            let beside = Point { x: x + sample, y };
            let name = CaptionItem::Line(TextStyle::Quiet, entry.name.clone());
            self.items
                .push((Point { x, y }, CaptionItem::Sample(Box::new(entry))));
            self.items.push((beside, name));
            x += length + font_size * 1.2;
        }
        self.height += font_size * LEADING;
    }

    fn draw(&self, at: Point, font_size: f64, svg: &mut SvgWriter) {
        for (offset, item) in &self.items {
            let (x, y) = (at.x + offset.x, at.y + offset.y);
            match item {
                CaptionItem::Line(style, text) => svg.line(*style, Point { x, y }, text, font_size),
                CaptionItem::Sample(entry) => {
                    let side = font_size * 1.25;
                    let (x, y) = (short(x), short(y - side / 2.0));
                    let scale = exact(side / SAMPLE);
                    let _ = write!(svg, "<g transform=\"translate({x} {y})scale({scale})\">");
                    draw_sample(entry, svg);
                    svg.push("</g>");
                }
            }
        }
    }
}
