//! The first bytes of files that are not plain text.

use crate::format::read::decode::{Compression, DecodeError, DecodeErrorKind};

/// The number of bytes that are examined: enough for the name of the first file in an archive.
pub(super) const LENGTH: usize = 512;

/// Returns how a stream that starts with these bytes is compressed.
///
/// # Errors
/// If it is an archive, a workbook, or compressed in a way that is not supported.
pub(super) fn compression(start: &[u8]) -> Result<Option<Compression>, DecodeError> {
    let refused =
        |what: &str, help: &str| Err(DecodeError::new(format!("the input is {what}"), help));
    match start {
        [0x1f, 0x8b, 8, ..] => Ok(Some(Compression::Gzip)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Ok(Some(Compression::Zstd)),
        // A frame to be skipped, which a frame of data follows.
        [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Ok(Some(Compression::Zstd)),
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, ..] => {
            refused("compressed with bzip2", "unpack it with `bunzip2 FILE`")
        }
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => {
            refused("compressed with xz", "unpack it with `unxz FILE`")
        }
        [0x04, 0x22, 0x4d, 0x18, ..] => {
            refused("compressed with lz4", "unpack it with `unlz4 FILE`")
        }
        [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => {
            refused("a 7z archive", "unpack it with `7z x FILE`")
        }
        [b'R', b'a', b'r', b'!', 0x1a, ..] => refused("a rar archive", "unpack it first"),
        [b'P', b'K', 3 | 5, 4 | 6, ..] => match workbook(start) {
            Some(kind) => Err(workbook_error(kind)),
            None => refused("a zip archive", "unpack it with `unzip FILE`"),
        },
        [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ..] => {
            Err(workbook_error("an Excel workbook (.xls)"))
        }
        [b'%', b'P', b'D', b'F', b'-', ..] => refused("a PDF document", "copy the puzzle as text"),
        _ => Ok(None),
    }
}

fn workbook_error(kind: &str) -> DecodeError {
    DecodeError {
        kind: DecodeErrorKind::Workbook,
        ..DecodeError::new(format!("the input is {kind}"), "save the sheet as CSV")
    }
}

/// Returns what a zip archive with such a start is, if it is a workbook.
fn workbook(start: &[u8]) -> Option<&'static str> {
    let has = |name: &[u8]| memchr::memmem::find(start, name).is_some();
    if has(b"application/vnd.oasis.opendocument.spreadsheet") {
        Some("an OpenDocument spreadsheet (.ods)")
    } else if has(b"[Content_Types].xml") || has(b"_rels/.rels") || has(b"xl/") {
        Some("an Excel workbook (.xlsx)")
    } else {
        None
    }
}
