//! Draws Sudoku boards of every shape, with candidates and steps: for web pages, as pictures (SVG,
//! PNG) and as booklets to print (PDF).
//!
//! Everything is drawn as SVG once; PNG and PDF are made from it. The letters of a picture are
//! outlines from an embedded font, so a picture is the same on every machine.
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
//! What a step's drawing shows and what the legend calls it is decided by
//! [`sudokit::logic::drawing`]; this crate only paints it.
//!
//! | module | what it does |
//! |---|---|
//! | `board` | draws a board: lines, values, candidates |
//! | `step` | paints a step's drawing on a board, and the samples of its legend |
//! | `figure` | a board with a heading above it and a step's explanation below |
//! | `picture` | one figure as SVG or PNG |
//! | `booklet`, `pdf` | several figures per page, and answers at the end |
//! | [`page`] | drawings for web pages |
//! | [`chart`] | bar charts |
//! | `qr`, `link` | links that open a puzzle in the web page, and QR codes of them |
//! | `svg`, `font`, `theme` | how elements are written, letters, colours |

#![forbid(unsafe_code)]

mod board;
mod booklet;
pub mod chart;
mod figure;
mod font;
mod link;
pub mod page;
mod pdf;
mod picture;
mod qr;
mod step;
mod svg;
mod theme;

pub use booklet::{Booklet, BookletPuzzle, Paper, PerPage};
pub use figure::Figure;
pub use link::PageAddress;
pub use picture::Picture;
pub use qr::QrCode;
pub use theme::Theme;

/// An error while drawing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The SVG that this crate wrote cannot be parsed, which is a bug in this crate.
    #[error("invalid SVG: {0}")]
    Svg(String),
    /// A picture of this width and height needs too much memory.
    #[error("a picture of {0}×{1} pixels is too large")]
    Size(u32, u32),
    /// The work was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// A text of this many bytes does not fit into a QR code.
    #[error("a text of {0} bytes is too long for a QR code")]
    QrCode(usize),
    /// The web page does not draw boards of this size, so there are no links to them.
    #[error("a board of {0} values is too large for a link")]
    Link(usize),
    /// The text is not the address of a web page.
    #[error(
        "an address starts with http:// or https://, contains no `#` and has at most 200 characters"
    )]
    Address,
}

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
