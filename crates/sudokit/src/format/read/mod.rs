//! Splits a stream of bytes into pieces.
//!
//! [`source`] buffers the stream, [`sniff`] decides from its start whether it is a document, a
//! table or plain text, and [`reader`] returns one piece after the other. [`text`] splits plain
//! text into pieces, with [`grids`] and [`cell_lines`] for puzzles of several lines and [`headed`],
//! [`decoration`], [`affixes`] and [`embedded`] for what surrounds a puzzle. [`context`] keeps what the
//! puzzles so far show about the file, and [`line_signs`] has signs of single lines. Documents are split by their form in [`forms`](super::forms). Long files of similar lines are
//! read by [`template`] in [`batches`], and puzzles of the same layout by [`layout`]. [`decode`]
//! unpacks and decodes a stream before it is read.

mod affixes;
mod batches;
mod cell_lines;
pub(crate) mod characters;
mod context;
mod decode;
mod decoration;
mod embedded;
mod grids;
mod headed;
pub(crate) mod layout;
mod line_signs;
pub(crate) mod lines;
pub(crate) mod pieces;
pub(crate) mod reader;
pub(crate) mod segment;
mod sniff;
mod source;
mod template;
pub(crate) mod text;

pub use batches::LineBatch;
pub use decode::{
    Compression, DecodeError, DecodeErrorKind, Decoder, Encoder, Encoding, TextEncoding,
};
pub use pieces::{Content, Piece};
pub use reader::{ReadOptions, Reader, read_puzzle, read_puzzle_until};
