//! Decodes arbitrary bytes: nothing panics, memory is bounded, the parts in which the bytes arrive
//! change nothing, a limit is kept, and what is decoded can be encoded again to the same bytes.
#![no_main]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Read};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use libfuzzer_sys::fuzz_target;
use sudokit::format::{Compression, DecodeError, DecodeErrorKind, Decoder, Encoder, Encoding};

/// More text than this is not decoded: a few bytes may unpack to gigabytes.
const LIMIT: u64 = 4 << 20;

/// The most memory that a decoder may use besides the text: the largest window of zstd, of which
/// there may be two while its buffer grows, and some blocks.
const MEMORY: usize = 100 << 20;

/// Counts the bytes in use, and the most that were.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(used, Relaxed);
        // SAFETY: the caller upholds what the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the memory is from `alloc`, which is that of the system.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Gives out a stream in parts whose lengths repeat, one of them interrupted.
struct Parts<'a> {
    bytes: &'a [u8],
    lengths: [usize; 3],
    next: usize,
}

impl Read for Parts<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.next += 1;
        if self.next % 7 == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = self.lengths[self.next % self.lengths.len()];
        let length = length.min(buffer.len()).min(self.bytes.len());
        let (part, rest) = self.bytes.split_at(length);
        buffer[..length].copy_from_slice(part);
        self.bytes = rest;
        Ok(length)
    }
}

/// The decoded text up to an error, its encoding, and the message of the error.
type Decoded = (Vec<u8>, Option<Encoding>, Option<(String, DecodeErrorKind)>);

/// Reads a decoder to its end in parts of a length.
fn decode(input: impl Read, limit: u64, part: usize) -> Decoded {
    let before = USED.load(Relaxed);
    PEAK.store(before, Relaxed);
    let mut decoder = Decoder::limited(input, limit);
    let (mut text, mut buffer) = (Vec::new(), vec![0; part]);
    let error = loop {
        match decoder.read(&mut buffer) {
            Ok(0) => break None,
            Ok(count) => text.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => break Some(error),
        }
    };
    let error = error.map(|error| {
        let error = DecodeError::of(&error).expect("a slice can always be read");
        (error.message.clone(), error.kind)
    });
    assert!(text.len() as u64 <= limit);
    let used = PEAK.load(Relaxed) - before;
    assert!(used < MEMORY + 3 * text.len(), "{used} bytes of memory");
    (text, decoder.encoding().ok(), error)
}

fn encode(text: &[u8], encoding: Encoding, part: usize) -> Vec<u8> {
    let mut encoder = Encoder::new(encoding);
    let mut out = Vec::new();
    for part in text.chunks(part) {
        encoder.encode(part, &mut out).expect("a character of the encoding");
    }
    encoder.finish(&mut out).expect("memory takes all");
    out
}

fn check(bytes: &[u8], lengths: [usize; 3]) {
    let (text, encoding, error) = decode(bytes, LIMIT, 64 * 1024);
    let parts = Parts {
        bytes,
        lengths,
        next: 0,
    };
    let in_parts = decode(parts, LIMIT, lengths[0] + lengths[1]);
    // How much comes before an error depends on the parts.
    match &error {
        None => assert_eq!((&text, encoding, &error), (&in_parts.0, in_parts.1, &in_parts.2)),
        Some(_) => assert_eq!((encoding, &error), (in_parts.1, &in_parts.2)),
    }
    let (None, Some(encoding)) = (error, encoding) else {
        return;
    };
    if !text.is_empty() {
        let limit = text.len() as u64 - 1;
        let (_, _, error) = decode(bytes, limit, 1024);
        assert_eq!(error.expect("a limit").1, DecodeErrorKind::TooLarge);
        assert_eq!(decode(bytes, limit + 1, 1024).2, None);
    }
    let encoded = encode(&text, encoding, lengths[0]);
    match encoding.compression {
        None => assert_eq!(encoded, bytes),
        // Other parts of other sizes are the same text.
        Some(_) => assert_eq!(decode(&encoded[..], LIMIT, 64 * 1024).0, text),
    }
}

fuzz_target!(|input: &[u8]| {
    // At the end, so that the start of a file is the start of the input.
    let [bytes @ .., a, b, packing] = input else {
        return;
    };
    let lengths = [a, b, &3].map(|length| usize::from(*length) + 1);
    // Bytes that are packed properly reach what is behind the decompression.
    let compression = match packing % 4 {
        0 => Some(Compression::Gzip),
        1 => Some(Compression::Zstd),
        _ => None,
    };
    let encoding = Encoding {
        compression,
        ..Encoding::default()
    };
    let mut packed = encode(bytes, encoding, lengths[1]);
    // Damage of the packed bytes: the text or an error, nothing else.
    if compression.is_some() && packing & 64 != 0 {
        let at = (usize::from(*a) * 256 + usize::from(*b)) % packed.len();
        packed[at] ^= packing >> 2 | 1;
    }
    check(&packed, lengths);
});
