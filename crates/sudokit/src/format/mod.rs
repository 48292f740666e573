//! Reads every file form by its content, and writes it back byte for byte.
//!
//! A file is a sequence of [`Piece`]s: puzzles, the text between them (comments, headers, blank
//! lines), and puzzles that cannot be read. **The concatenated texts of all pieces are the file.**
//! Nothing is lost, so an answer can be written in the form of the input: a [`Record`] knows the
//! span of each cell in the piece's text, and writing an answer copies the text with other symbols
//! in those spans. Frames, separators, line ends, comments, trailing columns and blanks survive
//! because they are copied.
//!
//! [`Reader`] splits a stream into pieces; [`write`](mod@write) creates text from scratch, to
//! convert one form into another.
//!
//! A form is one file in `forms/`, a variant of [`Form`] with its row in the table of `forms/mod.rs`,
//! and a writer in `write/`.
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
mod forms;
mod read;
mod record;
mod symbols;
pub mod write;

#[cfg(all(test, feature = "formats"))]
mod robustness;

pub use forms::{Form, Layout, UnknownForm};
pub use read::{
    Compression, DecodeError, DecodeErrorKind, Decoder, Encoder, Encoding, TextEncoding,
};
pub use read::{Content, LineBatch, Piece, ReadOptions, Reader, read_puzzle, read_puzzle_until};
pub use record::{Record, Span};
pub use symbols::{Blanks, Symbols, UnknownBlanks, UnknownSymbols};
