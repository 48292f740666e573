//! `sudokit generate --pdf`: a booklet of the puzzles, with the answers at its end.

use clap::Args;
use sudokit::generate::Generated;
use sudokit::logic::Board;
use sudokit_render::{Booklet, Figure, Paper, PerPage};

use crate::report::error::CliError;
use crate::verbs::render::{PaperName, PuzzlesPerPage};

/// The largest number of puzzles in a booklet.
const MOST_IN_A_BOOKLET: u64 = 10_000;

/// The flags of a booklet.
#[derive(Args, Debug)]
pub struct BookletArgs {
    /// Write a booklet to print, with the answers at the end
    #[arg(long, conflicts_with_all = ["json", "csv", "to"], help_heading = "Output")]
    pub pdf: bool,

    /// Title at the top of every page of the booklet
    #[arg(long, value_name = "TEXT", requires = "pdf", help_heading = "Output")]
    pub title: Option<String>,

    /// Puzzles per page of the booklet [default: up to 4]
    #[arg(long, value_name = "N", requires = "pdf", help_heading = "Output")]
    pub per_page: Option<PuzzlesPerPage>,

    /// Paper of the booklet [default: a4]
    #[arg(long, value_name = "PAPER", requires = "pdf", help_heading = "Output")]
    pub paper: Option<PaperName>,
}

impl BookletArgs {
    /// The layout of the booklet, if one is asked for.
    ///
    /// # Errors
    /// When there are too many puzzles, or the output is a terminal.
    pub fn options(
        &self,
        count: u64,
        is_terminal: bool,
    ) -> Result<Option<BookletOptions>, CliError> {
        if !self.pdf {
            return Ok(None);
        }
        if is_terminal {
            return Err(CliError::new(
                "cannot write a PDF to a terminal",
                "name a file with -o puzzles.pdf",
            ));
        }
        if count > MOST_IN_A_BOOKLET {
            return Err(CliError::new(
                format!("too many puzzles for a booklet: {}", count),
                format!("the maximum is {MOST_IN_A_BOOKLET}"),
            ));
        }
        Ok(Some(BookletOptions {
            title: self.title.clone().unwrap_or_default(),
            per_page: self.per_page.map(PerPage::from),
            paper: self.paper.map_or(Paper::A4, Paper::from),
        }))
    }
}

/// The layout of a booklet.
pub struct BookletOptions {
    pub title: String,
    pub per_page: Option<PerPage>,
    pub paper: Paper,
}

impl BookletOptions {
    /// Applies the layout to a booklet.
    fn bind(&self, booklet: Booklet) -> Booklet {
        let booklet = booklet.title(&self.title).paper(self.paper);
        match self.per_page {
            Some(per_page) => booklet.per_page(per_page),
            None => booklet,
        }
    }
}

/// Collects puzzles; a booklet is laid out when all of them are known.
pub struct BookletWriter<'o> {
    options: &'o BookletOptions,
    figures: Vec<Figure>,
    answers: Vec<Figure>,
}

impl<'o> BookletWriter<'o> {
    /// An empty booklet.
    pub fn new(options: &'o BookletOptions) -> BookletWriter<'o> {
        BookletWriter {
            options,
            figures: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// Adds a puzzle, the `number`th of `count`.
    pub fn add(&mut self, count: u64, generated: &Generated, number: u64) {
        let heading = match (count, &generated.rating) {
            (1, None) => String::new(),
            (1, Some(rating)) => rating.level.to_string(),
            (_, None) => number.to_string(),
            (_, Some(rating)) => format!("{number}  {}", rating.level),
        };
        let board = Board::new(&generated.puzzle);
        let answer = Figure::solved(board.clone(), &generated.solution);
        self.answers.push(answer.heading(&heading));
        self.figures.push(Figure::new(board).heading(heading));
    }

    /// The booklet as PDF.
    ///
    /// # Errors
    /// Those of drawing.
    pub fn pdf(&mut self) -> anyhow::Result<Vec<u8>> {
        let figures = std::mem::take(&mut self.figures);
        let answers = std::mem::take(&mut self.answers);
        Ok(self
            .options
            .bind(Booklet::new(figures).answers(answers))
            .pdf()?)
    }
}
