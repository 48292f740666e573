//! How characters are written as bytes: UTF-8, UTF-16, Windows-1252 and code page 437.
//!
//! Every text can be encoded again to the same bytes. Half a surrogate pair, which is no character,
//! becomes three bytes that are not UTF-8, and those become the half again.

use std::io;

use crate::format::read::decode::DecodeError;

/// How characters are written as bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextEncoding {
    /// UTF-8, ASCII, or bytes that are no text.
    #[default]
    Utf8,
    /// UTF-16, the low byte first, as Windows writes it.
    Utf16Le,
    /// UTF-16, the high byte first.
    Utf16Be,
    /// Windows-1252, which includes Latin-1.
    Windows1252,
    /// Code page 437 of DOS, with its frames.
    Cp437,
}

/// The characters of the bytes from 0x80 to 0x9f in Windows-1252; the others are those of Latin-1.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The characters of the bytes from 0x80 in code page 437.
const CP_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

impl TextEncoding {
    /// Returns the name that people know.
    pub fn name(self) -> &'static str {
        match self {
            TextEncoding::Utf8 => "UTF-8",
            TextEncoding::Utf16Le | TextEncoding::Utf16Be => "UTF-16",
            TextEncoding::Windows1252 => "Windows-1252",
            TextEncoding::Cp437 => "code page 437",
        }
    }

    /// Finds the encoding of a text that starts with these bytes; `complete` says whether they are
    /// all of it.
    ///
    /// # Errors
    /// If it is UTF-32.
    pub(super) fn detect(head: &[u8], complete: bool) -> Result<TextEncoding, DecodeError> {
        match head {
            [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => {
                let message = "the input is encoded as UTF-32";
                return Err(DecodeError::new(message, "save it as UTF-8"));
            }
            [0xff, 0xfe, ..] => return Ok(TextEncoding::Utf16Le),
            [0xfe, 0xff, ..] => return Ok(TextEncoding::Utf16Be),
            _ => {}
        }
        if let Some(wide) = wide_without_mark(head) {
            return Ok(wide);
        }
        let is_binary = memchr::memchr(0, head).is_some();
        let (valid, broken) = count_utf8(head, complete);
        Ok(if is_binary || broken == 0 {
            TextEncoding::Utf8
        } else if has_dos_frame(head) {
            TextEncoding::Cp437
        } else if valid < broken {
            TextEncoding::Windows1252
        } else {
            TextEncoding::Utf8
        })
    }

    fn character(self, byte: u8) -> char {
        match (self, byte) {
            (_, 0..0x80) => char::from(byte),
            (TextEncoding::Cp437, _) => {
                let place = usize::from(byte - 0x80);
                CP_437
                    .chars()
                    .nth(place)
                    .unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            (_, 0x80..=0x9f) => WINDOWS_1252[usize::from(byte - 0x80)],
            _ => char::from(byte),
        }
    }

    fn byte(self, character: char) -> Option<u8> {
        match (self, character) {
            (_, '\0'..='\x7f') => Some(character as u8),
            (TextEncoding::Cp437, _) => {
                let place = CP_437.chars().position(|c| c == character)?;
                Some(0x80 + place as u8)
            }
            (_, '\u{a0}'..='\u{ff}') => Some(character as u8),
            _ => {
                let place = WINDOWS_1252.iter().position(|c| *c == character)?;
                Some(0x80 + place as u8)
            }
        }
    }
}

/// Recognises UTF-16 without a byte order mark: plain characters have their zero byte always on the
/// same side.
fn wide_without_mark(head: &[u8]) -> Option<TextEncoding> {
    let head = &head[..head.len().min(4096)];
    let zeros = |from: usize| {
        let bytes = head.iter().skip(from).step_by(2);
        bytes.filter(|byte| **byte == 0).count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    let many = (even + odd) * 3 >= head.len() && even + odd > 1;
    match (many, even, odd) {
        (true, 0, _) => Some(TextEncoding::Utf16Le),
        (true, _, 0) => Some(TextEncoding::Utf16Be),
        _ => None,
    }
}

/// Counts the characters of UTF-8 that are not ASCII, and the places where the text is not UTF-8.
fn count_utf8(mut head: &[u8], complete: bool) -> (usize, usize) {
    let is_start = |byte: &&u8| matches!(byte, 0xc0..);
    let (mut valid, mut broken) = (0, 0);
    loop {
        let error = match std::str::from_utf8(head) {
            Ok(text) => {
                return (
                    valid + text.bytes().filter(|b| is_start(&b)).count(),
                    broken,
                );
            }
            Err(error) => error,
        };
        let (whole, rest) = head.split_at(error.valid_up_to());
        valid += whole.iter().filter(is_start).count();
        match error.error_len() {
            Some(length) => {
                broken += 1;
                head = &rest[length..];
            }
            // The last character may be cut off.
            None => return (valid, broken + usize::from(complete)),
        }
    }
}

/// Returns whether most bytes that are not ASCII are strokes of a frame in code page 437 or 850,
/// with two of them in a row.
fn has_dos_frame(head: &[u8]) -> bool {
    let is_stroke = |byte: &u8| {
        matches!(byte,
            0xb3 | 0xb4 | 0xb9..=0xbc | 0xbf..=0xc5 | 0xc8..=0xce | 0xd9 | 0xda)
    };
    let high = head.iter().filter(|byte| !byte.is_ascii()).count();
    let strokes = head.iter().filter(|byte| is_stroke(byte)).count();
    let pairs = head.windows(2);
    let has_pair = || {
        pairs
            .clone()
            .any(|pair| pair == [0xc4; 2] || pair == [0xcd; 2])
    };
    strokes * 4 >= high * 3 && has_pair()
}

/// Decodes one part of a text after the other.
pub(super) struct TextDecoder {
    encoding: TextEncoding,
    /// The bytes of a character that is not complete: up to three of a surrogate pair.
    waiting: Vec<u8>,
}

impl TextDecoder {
    /// Returns nothing if there is nothing to decode.
    pub fn new(encoding: TextEncoding) -> Option<TextDecoder> {
        (encoding != TextEncoding::Utf8).then(|| TextDecoder {
            encoding,
            waiting: Vec::new(),
        })
    }

    pub fn decode(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        match self.encoding {
            TextEncoding::Utf16Le => self.decode_wide(bytes, u16::from_le_bytes, out),
            TextEncoding::Utf16Be => self.decode_wide(bytes, u16::from_be_bytes, out),
            _ => {
                for &byte in bytes {
                    push(self.encoding.character(byte), out);
                }
            }
        }
    }

    fn decode_wide(&mut self, bytes: &[u8], unit: fn([u8; 2]) -> u16, out: &mut Vec<u8>) {
        let mut all = std::mem::take(&mut self.waiting);
        all.extend_from_slice(bytes);
        let whole = all.len() & !1;
        let units: Vec<u16> = all[..whole]
            .chunks(2)
            .map(|pair| unit([pair[0], pair[1]]))
            .collect();
        // The other half of a pair may follow.
        let is_half = units
            .last()
            .is_some_and(|unit| (0xd800..0xdc00).contains(unit));
        let used = units.len() - usize::from(is_half);
        push_units(&units[..used], out);
        self.waiting = all.split_off(2 * used);
    }

    /// Checks that nothing is left at the end of the text.
    ///
    /// # Errors
    /// If half a character is left.
    pub fn finish(&self) -> io::Result<()> {
        match self.waiting.is_empty() {
            true => Ok(()),
            false => Err(DecodeError::new(
                "the UTF-16 text ends in the middle of a character",
                "copy the file again, or save it as UTF-8",
            )
            .into()),
        }
    }
}

fn push(character: char, out: &mut Vec<u8>) {
    match character {
        '\0'..='\x7f' => out.push(character as u8),
        _ => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

fn push_units(units: &[u16], out: &mut Vec<u8>) {
    for character in char::decode_utf16(units.iter().copied()) {
        match character {
            Ok(character) => push(character, out),
            Err(half) => {
                let code = half.unpaired_surrogate();
                let low = |shift: u16| 0x80 | (code >> shift & 0x3f) as u8;
                out.extend([0xe0 | (code >> 12) as u8, low(6), low(0)]);
            }
        }
    }
}

/// Encodes one part of a text after the other.
pub(super) struct TextEncoder {
    encoding: TextEncoding,
    /// The bytes of a character that is not complete.
    waiting: Vec<u8>,
}

impl TextEncoder {
    /// Returns nothing if there is nothing to encode.
    pub fn new(encoding: TextEncoding) -> Option<TextEncoder> {
        (encoding != TextEncoding::Utf8).then(|| TextEncoder {
            encoding,
            waiting: Vec::new(),
        })
    }

    pub fn encode(&mut self, text: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        let mut all = std::mem::take(&mut self.waiting);
        all.extend_from_slice(text);
        let mut rest = &all[..];
        while !rest.is_empty() {
            let (valid, error) = match std::str::from_utf8(rest) {
                Ok(valid) => (valid, None),
                Err(error) => {
                    let valid = &rest[..error.valid_up_to()];
                    (std::str::from_utf8(valid).unwrap_or_default(), Some(error))
                }
            };
            for character in valid.chars() {
                self.push(character, out)?;
            }
            rest = &rest[valid.len()..];
            match error {
                None => break,
                Some(error) if error.error_len().is_none() => break,
                Some(_) => rest = self.push_half(rest, out)?,
            }
            // Three bytes of half a surrogate pair may be cut off as well.
            if rest.len() < 3 && rest.first() == Some(&0xed) {
                break;
            }
        }
        let is_cut = std::str::from_utf8(rest).is_err();
        self.waiting = if is_cut { rest.to_vec() } else { Vec::new() };
        Ok(())
    }

    fn push(&self, character: char, out: &mut Vec<u8>) -> io::Result<()> {
        match self.encoding {
            TextEncoding::Utf16Le | TextEncoding::Utf16Be => {
                let mut units = [0; 2];
                let units = character.encode_utf16(&mut units);
                units.iter().for_each(|unit| self.push_unit(*unit, out));
            }
            encoding => match encoding.byte(character) {
                Some(byte) => out.push(byte),
                None => {
                    let name = encoding.name();
                    let message = format!("{name} has no character `{character}`");
                    return Err(DecodeError::new(message, "save the input as UTF-8").into());
                }
            },
        }
        Ok(())
    }

    fn push_unit(&self, unit: u16, out: &mut Vec<u8>) {
        match self.encoding {
            TextEncoding::Utf16Be => out.extend(unit.to_be_bytes()),
            _ => out.extend(unit.to_le_bytes()),
        }
    }

    /// Writes what is not UTF-8: half a surrogate pair, or one byte.
    fn push_half<'a>(&self, rest: &'a [u8], out: &mut Vec<u8>) -> io::Result<&'a [u8]> {
        match rest {
            [0xed, high @ 0xa0..=0xbf, low @ 0x80..=0xbf, after @ ..] => {
                let code = 0xd000 | u16::from(high & 0x3f) << 6 | u16::from(low & 0x3f);
                self.push_unit(code, out);
                Ok(after)
            }
            [0xed, 0xa0..=0xbf] | [0xed] => Ok(rest),
            [_, after @ ..] => {
                self.push(char::REPLACEMENT_CHARACTER, out)?;
                Ok(after)
            }
            [] => Ok(rest),
        }
    }
}
