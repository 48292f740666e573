//! Several figures per page, as PDF or SVG for printing.

use std::fmt::Write;

use sudokit::solve::CancelToken;

use crate::RenderError;
use crate::figure::{Figure, FigureSize};
use crate::font::{self, Weight};
use crate::pdf;
use crate::picture;
use crate::qr::QrCode;
use crate::svg::{Point, SvgDocument, SvgWriter, TextStyle, short};
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
    /// Width and height in points (1/72 inch).
    fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (595.3, 841.9),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// The number of puzzles on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PerPage {
    /// One.
    One,
    /// Two, one above the other.
    Two,
    /// Two rows of two.
    Four,
    /// Three rows of two.
    Six,
}

impl PerPage {
    /// As many as there are puzzles, but at most four, or two if they have text.
    fn usual(entries: &[PageEntry]) -> PerPage {
        match entries.len() {
            0 | 1 => PerPage::One,
            2 => PerPage::Two,
            _ if entries.iter().any(|entry| entry.figure.has_caption()) => PerPage::Two,
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
/// The margin of a page, in points.
const MARGIN: f64 = 45.0;
/// The font size of the title at the top of a page.
const TITLE: f64 = 15.0;
/// The font size of headings and steps.
const FONT_SIZE: f64 = 9.5;
/// The font size on pages of answers.
const ANSWER_FONT_SIZE: f64 = 7.5;
/// The smallest legible font size.
const MIN_FONT_SIZE: f64 = 6.0;
/// The space between two figures.
const GAP: f64 = 26.0;
/// The space between a board and its QR code.
const CODE_GAP: f64 = 10.0;
/// The side of a module of a QR code. Phones have difficulties with smaller ones.
const MODULE: f64 = 1.15;

/// A puzzle of a booklet.
#[derive(Clone, Debug)]
pub struct BookletPuzzle {
    /// The puzzle's figure. Its heading is replaced by the number and the name.
    pub figure: Figure,
    /// The solution, to be shown at the end of the booklet.
    pub answer: Option<Figure>,
    /// The puzzle's name; may be empty.
    pub name: String,
    /// A QR code next to the figure.
    pub code: Option<QrCode>,
}

/// Figures on pages, with answers at the end.
#[derive(Clone, Debug)]
pub struct Booklet {
    entries: Vec<PageEntry>,
    answers: Vec<PageEntry>,
    title: String,
    paper: Paper,
    per_page: Option<PerPage>,
    theme: Theme,
    cancel: CancelToken,
}

impl Booklet {
    /// Creates a booklet of figures on A4, in the theme for print.
    pub fn new(figures: Vec<Figure>) -> Booklet {
        Booklet {
            entries: entries(figures),
            answers: Vec::new(),
            title: String::new(),
            paper: Paper::A4,
            per_page: None,
            theme: Theme::Print,
            cancel: CancelToken::new(),
        }
    }

    /// Creates a booklet of puzzles with their names as headings. If there are several, they are
    /// numbered, so that each can be found among the answers.
    pub fn of_puzzles(puzzles: Vec<BookletPuzzle>) -> Booklet {
        let alone = puzzles.len() == 1;
        let (mut entries, mut answers) = (Vec::new(), Vec::new());
        for (index, puzzle) in puzzles.into_iter().enumerate() {
            let heading = match (alone, puzzle.name.is_empty()) {
                (true, _) => puzzle.name,
                (false, true) => (index + 1).to_string(),
                (false, false) => format!("{}  {}", index + 1, puzzle.name),
            };
            answers.extend(puzzle.answer.map(|answer| answer.heading(&heading)));
            entries.push(PageEntry {
                figure: puzzle.figure.heading(heading),
                code: puzzle.code,
            });
        }
        let booklet = Booklet::new(Vec::new()).answers(answers);
        Booklet { entries, ..booklet }
    }

    /// Adds pages of answers at the end.
    #[must_use]
    pub fn answers(self, answers: Vec<Figure>) -> Booklet {
        Booklet {
            answers: entries(answers),
            ..self
        }
    }

    /// Sets the title at the top of every page.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Booklet {
        Booklet {
            title: title.into(),
            ..self
        }
    }

    /// Sets the size of the paper.
    #[must_use]
    pub fn paper(self, paper: Paper) -> Booklet {
        Booklet { paper, ..self }
    }

    /// Sets the number of puzzles per page. By default it depends on the number of puzzles.
    #[must_use]
    pub fn per_page(self, per_page: PerPage) -> Booklet {
        Booklet {
            per_page: Some(per_page),
            ..self
        }
    }

    /// Sets the colours.
    #[must_use]
    pub fn theme(self, theme: Theme) -> Booklet {
        Booklet { theme, ..self }
    }

    /// Sets a token that ends [`pdf`](Booklet::pdf) soon after it is cancelled.
    #[must_use]
    pub fn cancel_with(self, cancel: CancelToken) -> Booklet {
        Booklet { cancel, ..self }
    }

    /// Returns the booklet as PDF. The same booklet always gives the same bytes.
    ///
    /// # Errors
    /// Fails if the work was cancelled, or if a page cannot be converted, which would be a bug in
    /// this crate.
    pub fn pdf(&self) -> Result<Vec<u8>, RenderError> {
        let (width, height) = self.paper.size();
        let mut document = pdf::Document::new(&self.title, (width as f32, height as f32));
        for page in self.documents() {
            document.add_page(picture::parse(&page, &self.cancel))?;
        }
        Ok(document.finish())
    }

    /// Returns each page as SVG.
    pub fn svg_pages(&self) -> impl Iterator<Item = String> {
        self.documents().map(SvgDocument::whole)
    }

    fn documents(&self) -> impl Iterator<Item = SvgDocument> {
        let pages = self.pages();
        let count = pages.len();
        let numbered = (1..).zip(pages);
        numbered.map(move |(number, page)| self.page_svg(&page, (number, count)))
    }

    fn pages(&self) -> Vec<Page<'_>> {
        let per_page = self.per_page;
        let grid = per_page.unwrap_or_else(|| PerPage::usual(&self.entries));
        let grid = grid.grid();
        let puzzles = self.entries.chunks(grid.0 * grid.1).map(|entries| Page {
            entries,
            grid,
            heading: self.title.clone(),
            font_size: FONT_SIZE,
        });
        let answers = self.answers.chunks(ANSWERS.0 * ANSWERS.1);
        let heading = match self.title.is_empty() {
            true => "Answers".to_string(),
            false => format!("{}: answers", self.title),
        };
        let answers = answers.map(|entries| Page {
            entries,
            grid: ANSWERS,
            heading: heading.clone(),
            font_size: ANSWER_FONT_SIZE,
        });
        puzzles.chain(answers).collect()
    }

    fn page_svg(&self, page: &Page<'_>, (number, count): (usize, usize)) -> SvgDocument {
        let (width, height) = self.paper.size();
        let mut content = SvgWriter::for_picture();
        // The light themes print on white paper.
        if self.theme == Theme::Dark {
            let (width, height) = (short(width), short(height));
            let _ = write!(
                content,
                "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"
            );
        }
        let mut top = MARGIN;
        if !page.heading.is_empty() {
            let at = Point {
                x: MARGIN,
                y: MARGIN + 4.0,
            };
            let longest = (width - 2.0 * MARGIN) / TITLE;
            let heading = font::shortened(Weight::SemiBold, &page.heading, longest);
            content.line(TextStyle::Heading, at, &heading, TITLE);
            top += 32.0;
        }
        let bottom = height - MARGIN - 18.0;
        page.draw(
            (MARGIN, top),
            (width - 2.0 * MARGIN, bottom - top),
            &mut content,
        );
        if count > 1 {
            let at = Point {
                x: width / 2.0,
                y: height - MARGIN * 0.75,
            };
            content.text(TextStyle::Quiet, at, &number.to_string(), 9.0);
        }
        let (width, height) = (short(width), short(height));
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\
             <style>{}</style>{}",
            self.theme.picture_style(),
            content.definitions()
        );
        let body = content.finish();
        SvgDocument { head, body }
    }
}

/// Figures without QR codes.
fn entries(figures: Vec<Figure>) -> Vec<PageEntry> {
    let entry = |figure| PageEntry { figure, code: None };
    figures.into_iter().map(entry).collect()
}

/// A figure and its QR code.
#[derive(Clone, Debug)]
struct PageEntry {
    figure: Figure,
    code: Option<QrCode>,
}

/// The content of one page.
struct Page<'a> {
    entries: &'a [PageEntry],
    /// Columns and rows.
    grid: (usize, usize),
    heading: String,
    font_size: f64,
}

/// The part of a page for one entry.
#[derive(Clone, Copy)]
struct Slot {
    corner: Point,
    width: f64,
    height: f64,
}

impl Page<'_> {
    /// Draws all entries into a part of the page.
    fn draw(&self, (left, top): (f64, f64), (width, height): (f64, f64), svg: &mut SvgWriter) {
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
                    let size = self.fitting_size(&entry.figure, width, height);
                    draw_figure(&entry.figure, size, slot, svg);
                }
                Some(code) => self.draw_with_code(&entry.figure, code, slot, svg),
            }
        }
    }

    /// Draws the code next to the board or below it, whichever leaves the board larger.
    fn draw_with_code(&self, figure: &Figure, code: &QrCode, slot: Slot, svg: &mut SvgWriter) {
        let side = code.modules() as f64 * MODULE;
        let room = side + CODE_GAP;
        let beside = self.fitting_size(figure, slot.width - room, slot.height);
        let below = self.fitting_size(figure, slot.width, slot.height - room);
        if beside.side > below.side {
            let narrower = Slot {
                width: slot.width - room,
                ..slot
            };
            let corner = draw_figure(figure, beside, narrower, svg);
            let bottom = corner.y + figure.height(beside);
            let at = Point {
                x: corner.x + beside.side + CODE_GAP,
                y: bottom - side,
            };
            code.draw(at, side, svg);
        } else {
            let corner = draw_figure(figure, below, slot, svg);
            let at = Point {
                x: corner.x + below.side - side,
                y: corner.y + figure.height(below) + CODE_GAP,
            };
            code.draw(at, side, svg);
        }
    }

    /// The largest size at which a figure fits. Text that leaves too little room for the board
    /// becomes smaller.
    fn fitting_size(&self, figure: &Figure, width: f64, height: f64) -> FigureSize {
        let mut font_size = self.font_size;
        loop {
            let size = |side: f64| FigureSize {
                side,
                width,
                font_size,
            };
            let text = figure.height(size(0.0));
            // The names of rows indent the text, so a larger board may make it one line longer.
            let line = if figure.has_caption() {
                2.0 * font_size
            } else {
                0.0
            };
            let side = (height - text - line).min(width);
            if side > width.min(height) * 0.6 || font_size < MIN_FONT_SIZE {
                return size(side.max(width / 4.0));
            }
            font_size *= 0.95;
        }
    }
}

/// Draws a figure in its slot and returns its upper left corner. Figures are centred, except for
/// those with text, which takes the whole width.
fn draw_figure(figure: &Figure, size: FigureSize, slot: Slot, svg: &mut SvgWriter) -> Point {
    let spare = match figure.has_caption() {
        true => 0.0,
        false => slot.width - size.side,
    };
    let corner = Point {
        x: slot.corner.x + spare / 2.0,
        y: slot.corner.y,
    };
    figure.draw(corner, size, svg);
    corner
}
