//! Compressed streams: gzip and zstd, each possibly of several parts in a row.

use std::io::{self, Cursor, Read};

use crate::format::read::decode::DecodeError;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// gzip; several members count as one text.
    Gzip,
    /// Zstandard; several frames count as one text.
    Zstd,
}

impl Compression {
    /// Returns the usual extension of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Compression::Gzip => "gz",
            Compression::Zstd => "zst",
        }
    }
}

/// A stream whose first bytes were read already.
type Whole<R> = io::Chain<Cursor<Vec<u8>>, R>;

/// An uncompressed stream.
pub(super) enum Plain<R: Read> {
    Stored(Whole<R>),
    #[cfg(feature = "compression")]
    Gzip(Box<flate2::read::MultiGzDecoder<Whole<R>>>),
    #[cfg(feature = "compression")]
    Zstd(Box<zstd::Frames<Whole<R>>>),
}

impl<R: Read> Plain<R> {
    pub fn new(input: Whole<R>, compression: Option<Compression>) -> io::Result<Plain<R>> {
        match compression {
            None => Ok(Plain::Stored(input)),
            #[cfg(feature = "compression")]
            Some(Compression::Gzip) => {
                let decoder = flate2::read::MultiGzDecoder::new(input);
                Ok(Plain::Gzip(Box::new(decoder)))
            }
            #[cfg(feature = "compression")]
            Some(Compression::Zstd) => Ok(Plain::Zstd(Box::new(zstd::Frames::new(input)))),
            #[cfg(not(feature = "compression"))]
            Some(Compression::Gzip) => Err(DecodeError::new(
                "the input is compressed with gzip",
                "unpack it with `gunzip FILE`",
            )
            .into()),
            #[cfg(not(feature = "compression"))]
            Some(Compression::Zstd) => Err(DecodeError::new(
                "the input is compressed with zstd",
                "unpack it with `unzstd FILE`",
            )
            .into()),
        }
    }
}

impl<R: Read> Read for Plain<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Plain::Stored(input) => input.read(buffer),
            #[cfg(feature = "compression")]
            Plain::Gzip(input) => input.read(buffer).map_err(|error| damaged("gzip", error)),
            #[cfg(feature = "compression")]
            Plain::Zstd(input) => input.read(buffer).map_err(|error| damaged("zstd", error)),
        }
    }
}

/// Names the compression in an error about its data; errors of the stream itself stay as they are.
#[cfg(feature = "compression")]
fn damaged(kind: &str, error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::InvalidInput
        | io::ErrorKind::InvalidData
        | io::ErrorKind::UnexpectedEof
        | io::ErrorKind::Other => {
            let message = format!("the {kind} data is damaged or cut off: {error}");
            DecodeError::new(message, "copy or download the file again").into()
        }
        _ => error,
    }
}

/// Compresses a text part by part.
pub(super) enum Compressor {
    #[cfg(feature = "compression")]
    Gzip(Box<flate2::write::GzEncoder<Vec<u8>>>),
    /// The part that is not compressed yet.
    #[cfg(feature = "compression")]
    Zstd(Vec<u8>),
    #[cfg(not(feature = "compression"))]
    Nothing,
}

#[cfg(feature = "compression")]
impl Compressor {
    pub fn new(compression: Compression) -> Compressor {
        match compression {
            Compression::Gzip => {
                let level = flate2::Compression::default();
                let encoder = flate2::write::GzEncoder::new(Vec::new(), level);
                Compressor::Gzip(Box::new(encoder))
            }
            Compression::Zstd => Compressor::Zstd(Vec::new()),
        }
    }

    pub fn write(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        use std::io::Write;
        match self {
            Compressor::Gzip(encoder) => {
                encoder.write_all(bytes)?;
                out.append(encoder.get_mut());
            }
            Compressor::Zstd(waiting) => {
                waiting.extend_from_slice(bytes);
                if waiting.len() >= zstd::FRAME {
                    zstd::push_frame(waiting, out);
                    waiting.clear();
                }
            }
        }
        Ok(())
    }

    pub fn finish(self, out: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Compressor::Gzip(encoder) => out.append(&mut encoder.finish()?),
            Compressor::Zstd(waiting) => zstd::push_frame(&waiting, out),
        }
        Ok(())
    }
}

#[cfg(not(feature = "compression"))]
impl Compressor {
    pub fn new(_: Compression) -> Compressor {
        Compressor::Nothing
    }

    pub fn write(&mut self, _: &[u8], _: &mut Vec<u8>) -> io::Result<()> {
        Err(DecodeError::new("compression is not part of this build", "").into())
    }

    pub fn finish(self, _: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "compression")]
mod zstd {
    use std::io::{self, Cursor, Read};

    use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
    use ruzstd::encoding::{CompressionLevel, compress};

    /// The length of the text in one frame of the output.
    pub const FRAME: usize = 4 << 20;
    /// The largest window, which is memory: that of `zstd --ultra -20` and less.
    const LARGEST_WINDOW: u64 = 32 << 20;

    /// Writes one frame.
    pub fn push_frame(text: &[u8], out: &mut Vec<u8>) {
        compress(text, out, CompressionLevel::Fastest);
    }

    /// The text of all frames of a stream.
    pub struct Frames<R> {
        input: R,
        decoder: FrameDecoder,
        is_open: bool,
    }

    impl<R: Read> Frames<R> {
        pub fn new(input: R) -> Frames<R> {
            let mut decoder = FrameDecoder::new();
            decoder.set_max_window_size(LARGEST_WINDOW);
            Frames {
                input,
                decoder,
                is_open: false,
            }
        }

        /// Starts the next frame; returns `false` at the end of the stream.
        fn next_frame(&mut self) -> io::Result<bool> {
            loop {
                let mut first = [0];
                if read_first(&mut self.input, &mut first)? == 0 {
                    return Ok(false);
                }
                let start = Cursor::new(first).chain(&mut self.input);
                match self.decoder.init(start) {
                    Ok(()) => return Ok(true),
                    Err(FrameDecoderError::ReadFrameHeaderError(
                        ReadFrameHeaderError::SkipFrame { length, .. },
                    )) => {
                        let mut skipped = (&mut self.input).take(u64::from(length));
                        io::copy(&mut skipped, &mut io::sink())?;
                    }
                    Err(error) => return Err(io::Error::other(error)),
                }
            }
        }
    }

    fn read_first(input: &mut impl Read, first: &mut [u8; 1]) -> io::Result<usize> {
        loop {
            match input.read(first) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    impl<R: Read> Read for Frames<R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if buffer.is_empty() {
                return Ok(0);
            }
            loop {
                if self.is_open && self.decoder.can_collect() > 0 {
                    return self.decoder.read(buffer);
                }
                if self.is_open && !self.decoder.is_finished() {
                    let step = BlockDecodingStrategy::UptoBlocks(1);
                    let decoded = self.decoder.decode_blocks(&mut self.input, step);
                    decoded.map_err(io::Error::other)?;
                    continue;
                }
                if self.is_open
                    && let Some(stored) = self.decoder.get_checksum_from_data()
                    && self.decoder.get_calculated_checksum() != Some(stored)
                {
                    return Err(io::Error::other("wrong checksum"));
                }
                self.is_open = self.next_frame()?;
                if !self.is_open {
                    return Ok(0);
                }
            }
        }
    }
}
