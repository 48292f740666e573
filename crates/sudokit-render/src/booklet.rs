//! Several figures a page, to be printed.

use std::fmt::Write;

use crate::RenderError;
use crate::drawing::Point;
use crate::figure::{Figure, Measures};
use crate::font::{self, Weight};
use crate::pdf;
use crate::pen::{Ink, Pen};
use crate::picture;
use crate::text::short;
use crate::theme::Theme;

/// The size of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8½ × 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points, of which an inch has 72.
    fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (595.3, 841.9),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// How many puzzles stand on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PerPage {
    /// One large one.
    One,
    /// One above the other.
    Two,
    /// Two by two.
    Four,
    /// Two side by side, three times.
    Six,
}

impl PerPage {
    /// As many as so few puzzles need, but not more than four, or two where each has its words.
    fn usual(figures: &[Figure]) -> PerPage {
        match figures.len() {
            0 | 1 => PerPage::One,
            2 => PerPage::Two,
            _ if figures.iter().any(Figure::has_notes) => PerPage::Two,
            _ => PerPage::Four,
        }
    }

    /// Columns and rows.
    fn grid(self) -> (usize, usize) {
        match self {
            PerPage::One => (1, 1),
            PerPage::Two => (1, 2),
            PerPage::Four => (2, 2),
            PerPage::Six => (2, 3),
        }
    }
}

/// The columns and rows of a page of answers.
const ANSWERS: (usize, usize) = (3, 4);
/// The room around what is on a page, in points.
const MARGIN: f64 = 45.0;
/// The room between two figures.
const GAP: f64 = 26.0;
/// The letters at the top of a page.
const TITLE: f64 = 15.0;
/// The letters of headings and steps on a page, and of answers.
const LETTERS: f64 = 9.5;
const SMALL_LETTERS: f64 = 7.5;
/// Smaller ones nobody can read.
const SMALLEST_LETTERS: f64 = 6.0;

/// Figures on pages, with answers at the end.
#[derive(Clone, Debug)]
pub struct Booklet {
    figures: Vec<Figure>,
    answers: Vec<Figure>,
    title: String,
    paper: Paper,
    per_page: Option<PerPage>,
    theme: Theme,
}

impl Booklet {
    /// A booklet for printing, on A4.
    pub fn new(figures: Vec<Figure>) -> Booklet {
        Booklet {
            figures,
            answers: Vec::new(),
            title: String::new(),
            paper: Paper::A4,
            per_page: None,
            theme: Theme::Print,
        }
    }

    /// With answers on pages of their own at the end.
    #[must_use]
    pub fn answers(self, answers: Vec<Figure>) -> Booklet {
        Booklet { answers, ..self }
    }

    /// With a line at the top of every page.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Booklet {
        Booklet {
            title: title.into(),
            ..self
        }
    }

    /// On this paper.
    #[must_use]
    pub fn paper(self, paper: Paper) -> Booklet {
        Booklet { paper, ..self }
    }

    /// With so many puzzles a page.
    #[must_use]
    pub fn per_page(self, per_page: PerPage) -> Booklet {
        Booklet {
            per_page: Some(per_page),
            ..self
        }
    }

    /// With these colours.
    #[must_use]
    pub fn theme(self, theme: Theme) -> Booklet {
        Booklet { theme, ..self }
    }

    /// As PDF; the same bytes each time.
    ///
    /// # Errors
    /// When a page cannot be made.
    pub fn pdf(&self) -> Result<Vec<u8>, RenderError> {
        let mut document = pdf::Document::new(&self.title);
        let pages = self.pages();
        let count = pages.len();
        for (index, page) in pages.iter().enumerate() {
            let tree = picture::tree(&self.page(page, (index + 1, count)))?;
            document.add_page(&tree);
        }
        Ok(document.finish())
    }

    fn pages(&self) -> Vec<Page<'_>> {
        let per_page = self.per_page;
        let grid = per_page.unwrap_or_else(|| PerPage::usual(&self.figures));
        let grid = grid.grid();
        let puzzles = self.figures.chunks(grid.0 * grid.1).map(|figures| Page {
            figures,
            grid,
            heading: self.title.clone(),
            letters: LETTERS,
        });
        let answers = self.answers.chunks(ANSWERS.0 * ANSWERS.1);
        let heading = match self.title.is_empty() {
            true => "Answers".to_string(),
            false => format!("{}: answers", self.title),
        };
        let answers = answers.map(|figures| Page {
            figures,
            grid: ANSWERS,
            heading: heading.clone(),
            letters: SMALL_LETTERS,
        });
        puzzles.chain(answers).collect()
    }

    /// A page as SVG.
    fn page(&self, page: &Page<'_>, (number, count): (usize, usize)) -> String {
        let (width, height) = self.paper.size();
        let mut pen = Pen::for_picture();
        let mut top = MARGIN;
        if !page.heading.is_empty() {
            let at = Point {
                x: MARGIN,
                y: MARGIN + 4.0,
            };
            let longest = (width - 2.0 * MARGIN) / TITLE;
            let heading = font::shortened(Weight::SemiBold, &page.heading, longest);
            pen.line(Ink::Heading, at, &heading, TITLE);
            top += 32.0;
        }
        let bottom = height - MARGIN - 18.0;
        page.draw(
            (MARGIN, top),
            (width - 2.0 * MARGIN, bottom - top),
            &mut pen,
        );
        if count > 1 {
            let at = Point {
                x: width / 2.0,
                y: height - MARGIN * 0.75,
            };
            pen.text(Ink::Quiet, at, &number.to_string(), 9.0);
        }
        let (width, height) = (short(width), short(height));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
             <style>{}</style>{}",
            self.theme.picture_style(),
            pen.definitions()
        );
        // White paper is white already.
        if self.theme == Theme::Dark {
            let _ = write!(
                svg,
                "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"
            );
        }
        svg + &pen.finish() + "</svg>"
    }
}

/// What stands on a page.
struct Page<'a> {
    figures: &'a [Figure],
    /// Columns and rows.
    grid: (usize, usize),
    heading: String,
    letters: f64,
}

impl Page<'_> {
    /// Draws all figures into this part of the page.
    fn draw(&self, (left, top): (f64, f64), (width, height): (f64, f64), pen: &mut Pen) {
        let (columns, rows) = self.grid;
        let share = |whole: f64, parts: usize| (whole - GAP * (parts - 1) as f64) / parts as f64;
        let (slot_width, slot_height) = (share(width, columns), share(height, rows));
        for (index, figure) in self.figures.iter().enumerate() {
            let (row, column) = (index / columns, index % columns);
            let measures = self.fitting(figure, slot_width, slot_height);
            let spare = match figure.has_notes() {
                true => 0.0,
                false => slot_width - measures.side,
            };
            let x = left + column as f64 * (slot_width + GAP) + spare / 2.0;
            let y = top + row as f64 * (slot_height + GAP);
            figure.draw(Point { x, y }, measures, pen);
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
