//! Every file form, read by content and written back byte for byte.
//!
//! A file is a sequence of [`Piece`]s: puzzles, the text between them (comments, headers, blank
//! lines), and puzzles that cannot be read. **The texts of all pieces, one after the other, are
//! the file**; nothing is lost, so an answer can be written in the form that came in: a
//! [`Record`] knows where in the piece's text each cell stands, and writing an answer is copying
//! the text with other symbols in those places. Frames, separators, line ends, comments, trailing
//! columns and blanks survive because nobody touches them.
//!
//! [`Reader`] splits a stream into pieces; [`write`](mod@write) makes text from scratch, which is how
//! one form is converted into another.
//!
//! ```
//! use sudokit::format::{Content, Piece, ReadOptions, Reader};
//!
//! let file = b"# today's\n1...\n..2.\n.3..\n...4\n";
//! let mut reader = Reader::new(&file[..], ReadOptions::default());
//! let (mut piece, mut copy) = (Piece::default(), Vec::new());
//! while reader.read(&mut piece)? {
//!     match &piece.content {
//!         Content::Puzzle(record) => record.write_values(&piece.text, record.puzzle.values(), &mut copy),
//!         _ => copy.extend(&piece.text),
//!     }
//! }
//! assert_eq!(copy, file);
//! # Ok::<(), std::io::Error>(())
//! ```

mod candidates;
mod diagnostic;
mod forms;
mod read;
mod record;
mod symbols;
pub mod write;

#[cfg(all(test, feature = "formats"))]
mod robustness;

pub use diagnostic::{Diagnostic, Kind, Label, Place};
pub use forms::{Form, UnknownForm};
pub use read::{Content, LineBatch, Piece, ReadOptions, Reader, read_puzzle};
pub use record::{Record, Span};
pub use symbols::{Symbols, UnknownSymbols};
