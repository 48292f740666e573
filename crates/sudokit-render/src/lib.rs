//! Draws Sudoku boards of every shape, with candidates and steps: for a page, as a picture (SVG,
//! PNG) or as a booklet to print (PDF).
//!
//! Everything is drawn as SVG, once; PNG and PDF are made from that. A picture's letters are
//! outlines from a font that travels with the program, so a picture is the same on every machine.
//!
//! ```
//! use sudokit::logic::{Board, Logic};
//! use sudokit::Puzzle;
//! use sudokit_render::{Figure, Picture, Theme};
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let board = Board::new(&puzzle);
//! let step = Logic::new().advise(&board).expect("there is a next step");
//! let figure = Figure::new(board).step(step).heading("Monday's puzzle");
//! let picture = Picture::new(figure).theme(Theme::Dark).width(800);
//! assert!(picture.svg().starts_with("<svg"));
//! assert!(picture.png()?.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it does |
//! |---|---|
//! | `drawing` | a board and a step on it, as SVG; [`page`] gives it to web pages |
//! | `parts` | which part each candidate plays in a step |
//! | [`prose`] | the sentences of steps, as they stand beside a drawing |
//! | `theme` | colours |
//! | `font`, `pen` | letters, and how they are written |
//! | `figure` | a board with a heading above it and a step's words below |
//! | `picture` | one figure, as SVG or PNG |
//! | `booklet`, `sheet`, `pdf` | several figures a page, and answers at the end |
//! | [`chart`] | bar charts |
//! | [`qr`], [`link`] | a puzzle as a link, and a link as a QR code |

mod booklet;
pub mod chart;
mod drawing;
mod figure;
mod font;
pub mod link;
pub mod parts;
mod pdf;
mod pen;
mod picture;
pub mod prose;
pub mod qr;
mod sheet;
mod text;
mod theme;

pub use booklet::{Booklet, Item, Paper, PerPage};
pub use figure::Figure;
pub use picture::{LARGEST, Picture, SMALLEST};
pub use theme::Theme;

/// Drawings for web pages: letters in the page's own font, colours as CSS variables.
pub mod page {
    pub use crate::drawing::{is_wide, legend, position, step};
    pub use crate::text::escape;
    pub use crate::theme::page_style as style;
}

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// What was drawn cannot be read again; this is a mistake of this library.
    #[error("the drawing cannot be read: {0}")]
    Drawing(String),
    /// A picture of this size takes more memory than there is.
    #[error("a picture of {0}×{1} pixels is too large")]
    Size(u32, u32),
    /// A QR code cannot hold so much.
    #[error("a text of {0} bytes is too long for a QR code")]
    QrCode(usize),
    /// The page does not draw boards of this size, so that no link leads to one.
    #[error("a board of {0} values is too large for a link")]
    Link(usize),
    /// This is no address of a page.
    #[error("an address begins with http:// or https://, has no `#` and at most 200 characters")]
    Address,
}
