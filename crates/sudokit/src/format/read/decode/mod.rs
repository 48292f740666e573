//! From the bytes of a file to UTF-8 text, and back: compressed files, UTF-16, and the single-byte
//! encodings of older systems.
//!
//! A [`Decoder`] stands between a stream and the [`Reader`](crate::format::Reader). It finds the
//! encoding from the first bytes and decodes while it reads. An [`Encoder`] writes an answer in the
//! encoding of its puzzle, so that every byte outside the cells is kept: what is decoded and encoded
//! again is the same.
//!
//! ```
//! use std::io::Read;
//! use sudokit::format::{Decoder, Encoder};
//!
//! let file = b"\xff\xfe1\0.\0.\0.\0\n\0";
//! let mut decoder = Decoder::new(&file[..]);
//! let mut text = String::new();
//! decoder.read_to_string(&mut text)?;
//! assert_eq!(text, "\u{feff}1...\n");
//!
//! let mut encoder = Encoder::new(decoder.encoding()?);
//! let mut written = Vec::new();
//! encoder.encode(text.as_bytes(), &mut written)?;
//! encoder.finish(&mut written)?;
//! assert_eq!(written, file);
//! # Ok::<(), std::io::Error>(())
//! ```

mod compressed;
mod encodings;
mod signature;

use std::fmt;
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use compressed::Compression;
use compressed::{Compressor, Plain};
pub use encodings::TextEncoding;
use encodings::{TextDecoder, TextEncoder};

/// The length of the text from which its encoding is found.
const HEAD: usize = 64 * 1024;
/// The number of bytes that are decoded at once.
const BLOCK: usize = 32 * 1024;

/// How the bytes of a file represent its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encoding {
    /// How the file is compressed, if it is.
    pub compression: Option<Compression>,
    /// How its characters are written.
    pub text: TextEncoding,
}

/// Why a stream cannot be decoded. It is the inner error of an [`io::Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub help: String,
    /// What kind of error it is.
    pub kind: DecodeErrorKind,
}

/// What kind of error a [`DecodeError`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The stream is compressed or encoded in a way that is not supported, or is damaged.
    Unreadable,
    /// The stream is a workbook of a spreadsheet program.
    Workbook,
    /// The text is longer than the limit of [`Decoder::limited`], or so much longer than the
    /// compressed stream that it is hardly one.
    TooLarge,
}

impl DecodeError {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> DecodeError {
        DecodeError {
            message: message.into(),
            help: help.into(),
            kind: DecodeErrorKind::Unreadable,
        }
    }

    /// Returns the reason of an [`io::Error`], if it is this one.
    pub fn of(error: &io::Error) -> Option<&DecodeError> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DecodeError {}

impl From<DecodeError> for io::Error {
    fn from(error: DecodeError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

/// Decodes a stream into UTF-8.
///
/// Text that is UTF-8 already, and bytes that are no text at all, pass unchanged. Memory is bounded,
/// whatever the size of the text. A compressed stream that unpacks to more than 64 MB and to more
/// than 100 times its own size is refused: puzzles do not compress like that.
pub struct Decoder<R: Read> {
    state: State<R>,
    /// The number of bytes of text that may still be returned.
    left: u64,
    limit: u64,
    /// The number of bytes read from the stream.
    packed: Arc<AtomicU64>,
}

/// The length of a text that may compress as well as it likes.
const ANY_RATIO: u64 = 64 << 20;

/// How many times longer than its compressed stream a longer text may be.
const MOST_RATIO: u64 = 100;

/// Counts the bytes of a stream.
struct Counted<R> {
    input: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

enum State<R: Read> {
    New(Counted<R>),
    Open(Box<Open<Counted<R>>>),
    Failed,
}

/// A stream whose encoding is known.
struct Open<R: Read> {
    encoding: Encoding,
    input: io::Chain<Cursor<Vec<u8>>, Plain<R>>,
    decoder: Option<TextDecoder>,
    /// Decoded text, and how much of it was returned.
    decoded: Vec<u8>,
    returned: usize,
}

impl<R: Read> Decoder<R> {
    /// Creates a decoder of this stream.
    pub fn new(input: R) -> Decoder<R> {
        Decoder::limited(input, u64::MAX)
    }

    /// Creates a decoder that fails if the text is longer than this many bytes. Without a limit, a
    /// small compressed stream may be a text without end.
    pub fn limited(input: R, limit: u64) -> Decoder<R> {
        let packed = Arc::new(AtomicU64::new(0));
        let count = packed.clone();
        Decoder {
            state: State::New(Counted { input, count }),
            left: limit,
            limit,
            packed,
        }
    }

    /// Returns whether so much text came out of a compressed stream that it is made to fill memory
    /// or disks.
    fn is_bomb(&self) -> bool {
        let unpacked = self.limit - self.left;
        let is_compressed = match &self.state {
            State::Open(open) => open.encoding.compression.is_some(),
            _ => false,
        };
        is_compressed
            && unpacked > ANY_RATIO
            && unpacked / MOST_RATIO > self.packed.load(Ordering::Relaxed)
    }

    /// Returns the encoding; reads the start of the stream to find it.
    ///
    /// # Errors
    /// Those of the stream, and [`DecodeError`] if it cannot be decoded.
    pub fn encoding(&mut self) -> io::Result<Encoding> {
        self.open().map(|open| open.encoding)
    }

    fn open(&mut self) -> io::Result<&mut Open<Counted<R>>> {
        if let State::New(_) = self.state
            && let State::New(input) = std::mem::replace(&mut self.state, State::Failed)
        {
            self.state = State::Open(Box::new(Open::new(input)?));
        }
        match &mut self.state {
            State::Open(open) => Ok(open),
            _ => Err(DecodeError::new("the start of the input could not be decoded", "").into()),
        }
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.open()?.read(buffer)?;
        match self.left.checked_sub(count as u64) {
            Some(left) => self.left = left,
            None => {
                let limit = self.limit;
                let message = format!("the text is longer than {limit} bytes");
                return Err(DecodeError {
                    kind: DecodeErrorKind::TooLarge,
                    ..DecodeError::new(message, "split it into smaller files")
                }
                .into());
            }
        }
        if self.is_bomb() {
            let packed = self.packed.load(Ordering::Relaxed);
            let message = format!(
                "the compressed data unpacks to more than {MOST_RATIO} times its size: {packed} bytes \
                 are {} MB already",
                (self.limit - self.left) >> 20
            );
            let help =
                "if you trust it, unpack it first: `gunzip -c FILE | sudokit …`, or `unzstd -c`";
            return Err(DecodeError {
                kind: DecodeErrorKind::TooLarge,
                ..DecodeError::new(message, help)
            }
            .into());
        }
        Ok(count)
    }
}

impl<R: Read> Open<R> {
    fn new(mut input: R) -> io::Result<Open<R>> {
        let start = read_up_to(&mut input, signature::LENGTH)?;
        let compression = signature::compression(&start)?;
        let mut plain = Plain::new(Cursor::new(start).chain(input), compression)?;
        let head = read_up_to(&mut plain, HEAD)?;
        let text = TextEncoding::detect(&head, head.len() < HEAD)?;
        Ok(Open {
            encoding: Encoding { compression, text },
            input: Cursor::new(head).chain(plain),
            decoder: TextDecoder::new(text),
            decoded: Vec::new(),
            returned: 0,
        })
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(decoder) = &mut self.decoder else {
            return self.input.read(buffer);
        };
        while self.returned == self.decoded.len() {
            self.decoded.clear();
            self.returned = 0;
            let mut block = [0; BLOCK];
            match self.input.read(&mut block)? {
                0 => {
                    decoder.finish()?;
                    return Ok(0);
                }
                count => decoder.decode(&block[..count], &mut self.decoded),
            }
        }
        let rest = &self.decoded[self.returned..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.returned += count;
        Ok(count)
    }
}

/// Reads until there are this many bytes, or until the end.
fn read_up_to(input: &mut impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Encodes UTF-8 text as a file was encoded.
pub struct Encoder {
    text: Option<TextEncoder>,
    compressor: Option<Compressor>,
}

impl Encoder {
    /// Creates an encoder for an encoding.
    pub fn new(encoding: Encoding) -> Encoder {
        Encoder {
            text: TextEncoder::new(encoding.text),
            compressor: encoding.compression.map(Compressor::new),
        }
    }

    /// Encodes the next part of the text. Part of the result may come later.
    ///
    /// # Errors
    /// If a character does not exist in the encoding.
    pub fn encode(&mut self, text: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        let mut encoded = Vec::new();
        let bytes = match &mut self.text {
            Some(encoder) => {
                encoder.encode(text, &mut encoded)?;
                &encoded
            }
            None => text,
        };
        match &mut self.compressor {
            Some(compressor) => compressor.write(bytes, out),
            None => {
                out.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    /// Writes what is left at the end of the text.
    ///
    /// # Errors
    /// If compression fails.
    pub fn finish(self, out: &mut Vec<u8>) -> io::Result<()> {
        match self.compressor {
            Some(compressor) => compressor.finish(out),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
