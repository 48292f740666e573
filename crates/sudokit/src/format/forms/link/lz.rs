//! The compression of f-puzzles and SudokuPad links: LZ78 with codes that grow, as JavaScript's
//! lz-string writes it, in base 64.
//!
//! A code is the number of an earlier phrase. Three codes are special: 0 and 1 precede a new
//! character of 8 or 16 bits, and 2 ends the text. Codes are as wide as the number of phrases needs,
//! with their lowest bit first. A short text can describe a very long one, so decompressing takes a
//! limit.

use std::collections::{HashMap, HashSet};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NEW_8: u32 = 0;
const NEW_16: u32 = 1;
const END: u32 = 2;

/// Decompresses a text of at most `limit` UTF-16 units; returns nothing if it is broken or longer.
pub(super) fn decompress(base64: &[u8], limit: usize) -> Option<String> {
    let mut bits = BitReader::new(base64);
    // A phrase is an earlier phrase and one more character; the first three codes have none.
    let mut phrases: Vec<Phrase> = Vec::with_capacity(base64.len());
    phrases.resize(3, Phrase::default());
    let mut units: Vec<u16> = Vec::new();
    let mut width = 2;
    let mut free = 1usize;
    let mut last: Option<u32> = None;
    loop {
        let mut code = bits.take(width)?;
        if code == NEW_8 || code == NEW_16 {
            let unit = bits.take(if code == NEW_8 { 8 } else { 16 })? as u16;
            code = phrases.len() as u32;
            phrases.push(Phrase {
                before: None,
                unit,
                first: unit,
                length: 1,
            });
            // The very first character makes room for three-bit codes.
            spend(&mut free, &mut width);
        } else if code == END {
            return string(&units);
        }
        if let Some(last) = last {
            let before = *phrases.get(last as usize)?;
            // A code that is about to be defined repeats the first character of the last phrase.
            let first = match phrases.get(code as usize) {
                Some(phrase) => phrase.first,
                None if code as usize == phrases.len() => before.first,
                None => return None,
            };
            phrases.push(Phrase {
                before: Some(last),
                unit: first,
                first: before.first,
                length: before.length + 1,
            });
            spend(&mut free, &mut width);
        } else if code as usize >= phrases.len() {
            return None;
        }
        let length = phrases[code as usize].length;
        if length == 0 || units.len() + length > limit {
            return None;
        }
        let end = units.len() + length;
        units.resize(end, 0);
        let mut at = Some(code);
        for place in (end - length..end).rev() {
            let phrase = &phrases[at? as usize];
            (units[place], at) = (phrase.unit, phrase.before);
        }
        last = Some(code);
    }
}

/// Returns the text of UTF-16 units; JSON has nothing but ASCII, as a rule.
fn string(units: &[u16]) -> Option<String> {
    let bytes = units.iter().map(|unit| *unit as u8).collect();
    match units.iter().all(|unit| *unit < 128) {
        true => String::from_utf8(bytes).ok(),
        false => String::from_utf16(units).ok(),
    }
}

#[derive(Clone, Copy, Default)]
struct Phrase {
    before: Option<u32>,
    /// Its last character.
    unit: u16,
    first: u16,
    length: usize,
}

/// Counts a new phrase; codes grow when there is no room for another one.
fn spend(free: &mut usize, width: &mut u32) {
    *free -= 1;
    if *free == 0 {
        *free = 1 << *width;
        *width += 1;
    }
}

struct BitReader<'a> {
    text: &'a [u8],
    /// Bits that are not taken yet, the next one lowest.
    bits: u64,
    count: u32,
}

impl<'a> BitReader<'a> {
    fn new(text: &'a [u8]) -> BitReader<'a> {
        BitReader {
            text,
            bits: 0,
            count: 0,
        }
    }

    fn take(&mut self, count: u32) -> Option<u32> {
        while self.count < count {
            let (byte, rest) = self.text.split_first()?;
            let sextet = SEXTETS[usize::from(*byte)];
            if sextet == NO_SEXTET {
                return None;
            }
            self.text = rest;
            self.bits |= u64::from(sextet) << self.count;
            self.count += 6;
        }
        let value = self.bits & ((1 << count) - 1);
        self.bits >>= count;
        self.count -= count;
        Some(value as u32)
    }
}

/// The six bits of each character of the alphabet, the first one lowest.
const SEXTETS: [u8; 256] = {
    let mut sextets = [NO_SEXTET; 256];
    let mut value = 0u8;
    while value < 64 {
        sextets[ALPHABET[value as usize] as usize] = value.reverse_bits() >> 2;
        value += 1;
    }
    sextets
};
const NO_SEXTET: u8 = u8::MAX;

/// Compresses a text, with `=` at the end to make the length a multiple of four.
pub(super) fn compress(text: &str) -> String {
    let mut writer = Compressor::default();
    let mut last: Option<Known> = None;
    for unit in text.encode_utf16() {
        let single = writer.single(unit);
        last = Some(match last {
            None => single,
            Some(known) => match writer.phrases.get(&(known.code, unit)) {
                Some(code) => Known {
                    code: *code,
                    unit: None,
                },
                None => {
                    writer.write(known);
                    let code = writer.next_code();
                    writer.phrases.insert((known.code, unit), code);
                    single
                }
            },
        });
    }
    if let Some(known) = last {
        writer.write(known);
    }
    writer.bits.put(END, writer.width);
    writer.bits.finish()
}

/// A phrase that is in the dictionary, or a single character.
#[derive(Clone, Copy)]
struct Known {
    code: u32,
    unit: Option<u16>,
}

struct Compressor {
    bits: BitWriter,
    singles: HashMap<u16, u32>,
    phrases: HashMap<(u32, u16), u32>,
    /// Characters that the reader does not know yet.
    unwritten: HashSet<u16>,
    codes: u32,
    width: u32,
    free: usize,
}

impl Default for Compressor {
    fn default() -> Self {
        Compressor {
            bits: BitWriter::default(),
            singles: HashMap::new(),
            phrases: HashMap::new(),
            unwritten: HashSet::new(),
            codes: 3,
            width: 2,
            free: 2,
        }
    }
}

impl Compressor {
    fn next_code(&mut self) -> u32 {
        self.codes += 1;
        self.codes - 1
    }

    fn single(&mut self, unit: u16) -> Known {
        let code = match self.singles.get(&unit) {
            Some(code) => *code,
            None => {
                let code = self.next_code();
                self.singles.insert(unit, code);
                self.unwritten.insert(unit);
                code
            }
        };
        Known {
            code,
            unit: Some(unit),
        }
    }

    fn write(&mut self, known: Known) {
        match known.unit.filter(|unit| self.unwritten.remove(unit)) {
            Some(unit) => {
                let (code, width) = match unit {
                    0..=255 => (NEW_8, 8),
                    _ => (NEW_16, 16),
                };
                self.bits.put(code, self.width);
                self.bits.put(u32::from(unit), width);
                spend(&mut self.free, &mut self.width);
            }
            None => self.bits.put(known.code, self.width),
        }
        spend(&mut self.free, &mut self.width);
    }
}

#[derive(Default)]
struct BitWriter {
    text: String,
    sextet: u8,
    filled: u32,
}

impl BitWriter {
    fn put(&mut self, value: u32, count: u32) {
        for place in 0..count {
            self.sextet = self.sextet << 1 | (value >> place & 1) as u8;
            self.filled += 1;
            if self.filled == 6 {
                self.flush();
            }
        }
    }

    fn flush(&mut self) {
        self.text
            .push(char::from(ALPHABET[usize::from(self.sextet)]));
        (self.sextet, self.filled) = (0, 0);
    }

    fn finish(mut self) -> String {
        self.sextet <<= 6 - self.filled;
        self.flush();
        while !self.text.len().is_multiple_of(4) {
            self.text.push('=');
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive() {
        let long = "{\"size\":9,\"grid\":[[{},{},{\"value\":5,\"given\":true}]]}".repeat(40);
        for text in ["", "a", "aaaa", "abcabcabc", "äΩ🦀", &long] {
            let packed = compress(text);
            assert_eq!(
                decompress(packed.as_bytes(), 1 << 20).as_deref(),
                Some(text)
            );
        }
    }

    #[test]
    fn the_text_is_that_of_the_usual_program() {
        assert_eq!(compress("{\"x\":3}"), "N4IgHiBcDMC+Q===");
        assert_eq!(
            decompress(b"N4IgHiBcDMC+Q===", 100).as_deref(),
            Some("{\"x\":3}")
        );
    }

    #[test]
    fn broken_and_endless_texts_are_rejected() {
        let packed = compress(&"a".repeat(100_000));
        assert!(packed.len() < 1000);
        assert_eq!(decompress(packed.as_bytes(), 99_999), None);
        for broken in ["", "N4Ig", "N4Ig!", "////////", "Q==="] {
            let text = decompress(broken.as_bytes(), 100);
            assert!(text.is_none_or(|text| text.is_empty()), "{broken}");
        }
    }
}
