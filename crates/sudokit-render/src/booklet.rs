//! Several figures a page, to be printed.

use std::fmt::Write;

use crate::RenderError;
use crate::drawing::Point;
use crate::figure::Figure;
use crate::font::{self, Weight};
use crate::pdf;
use crate::pen::{Ink, Pen};
use crate::picture;
use crate::qr::Code;
use crate::sheet::{Entry, Sheet};
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
    fn usual(entries: &[Entry]) -> PerPage {
        match entries.len() {
            0 | 1 => PerPage::One,
            2 => PerPage::Two,
            _ if entries.iter().any(|entry| entry.figure.has_notes()) => PerPage::Two,
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
/// The letters at the top of a page.
const TITLE: f64 = 15.0;
/// The letters of headings and steps on a page, and of answers.
const LETTERS: f64 = 9.5;
const SMALL_LETTERS: f64 = 7.5;

/// A puzzle of a booklet.
#[derive(Clone, Debug)]
pub struct Item {
    /// What is drawn of it.
    pub figure: Figure,
    /// The solved board, where it is to stand at the end.
    pub answer: Option<Figure>,
    /// Its name; may be empty.
    pub name: String,
    /// A QR code beside it.
    pub code: Option<Code>,
}

/// Figures on pages, with answers at the end.
#[derive(Clone, Debug)]
pub struct Booklet {
    entries: Vec<Entry>,
    answers: Vec<Entry>,
    title: String,
    paper: Paper,
    per_page: Option<PerPage>,
    theme: Theme,
}

impl Booklet {
    /// A booklet for printing, on A4.
    pub fn new(figures: Vec<Figure>) -> Booklet {
        Booklet {
            entries: entries(figures),
            answers: Vec::new(),
            title: String::new(),
            paper: Paper::A4,
            per_page: None,
            theme: Theme::Print,
        }
    }

    /// A booklet of puzzles under their names; several are numbered, so that each can be found
    /// among the answers.
    pub fn of(items: Vec<Item>) -> Booklet {
        let alone = items.len() == 1;
        let (mut entries, mut answers) = (Vec::new(), Vec::new());
        for (index, item) in items.into_iter().enumerate() {
            let heading = match (alone, item.name.is_empty()) {
                (true, _) => item.name,
                (false, true) => (index + 1).to_string(),
                (false, false) => format!("{}  {}", index + 1, item.name),
            };
            answers.extend(item.answer.map(|answer| answer.heading(&heading)));
            entries.push(Entry {
                figure: item.figure.heading(heading),
                code: item.code,
            });
        }
        let booklet = Booklet::new(Vec::new()).answers(answers);
        Booklet { entries, ..booklet }
    }

    /// With answers on pages of their own at the end.
    #[must_use]
    pub fn answers(self, answers: Vec<Figure>) -> Booklet {
        Booklet {
            answers: entries(answers),
            ..self
        }
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
        for page in self.svg_pages() {
            document.add_page(&picture::tree(&page)?);
        }
        Ok(document.finish())
    }

    /// Each page as SVG, for those who print from elsewhere.
    pub fn svg_pages(&self) -> impl Iterator<Item = String> {
        let pages = self.pages();
        let count = pages.len();
        let numbered = (1..).zip(pages);
        numbered.map(move |(number, page)| self.page(&page, (number, count)))
    }

    fn pages(&self) -> Vec<Sheet<'_>> {
        let per_page = self.per_page;
        let grid = per_page.unwrap_or_else(|| PerPage::usual(&self.entries));
        let grid = grid.grid();
        let puzzles = self.entries.chunks(grid.0 * grid.1).map(|entries| Sheet {
            entries,
            grid,
            heading: self.title.clone(),
            letters: LETTERS,
        });
        let answers = self.answers.chunks(ANSWERS.0 * ANSWERS.1);
        let heading = match self.title.is_empty() {
            true => "Answers".to_string(),
            false => format!("{}: answers", self.title),
        };
        let answers = answers.map(|entries| Sheet {
            entries,
            grid: ANSWERS,
            heading: heading.clone(),
            letters: SMALL_LETTERS,
        });
        puzzles.chain(answers).collect()
    }

    /// A page as SVG.
    fn page(&self, page: &Sheet<'_>, (number, count): (usize, usize)) -> String {
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
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\
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

/// Figures without QR codes.
fn entries(figures: Vec<Figure>) -> Vec<Entry> {
    let entry = |figure| Entry { figure, code: None };
    figures.into_iter().map(entry).collect()
}
