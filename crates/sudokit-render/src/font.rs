//! Letters as outlines from embedded fonts, so that pictures are the same on every machine,
//! whatever fonts are installed.

use std::fmt::Write;
use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// A font weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    Regular,
    SemiBold,
}

static REGULAR: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("../fonts/Inter-Regular.otf"), 0).ok());
static SEMI_BOLD: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("../fonts/Inter-SemiBold.otf"), 0).ok());

fn face(weight: Weight) -> Option<&'static Face<'static>> {
    match weight {
        Weight::Regular => REGULAR.as_ref(),
        Weight::SemiBold => SEMI_BOLD.as_ref(),
    }
}

/// A letter in a line of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letter {
    /// Its index in the font.
    pub glyph: u16,
    /// Its start, relative to the font size.
    pub x: f64,
}

/// Returns the letters of a line of text and its width, relative to the font size. Characters
/// that the font lacks become its empty box.
pub fn line(weight: Weight, text: &str) -> (Vec<Letter>, f64) {
    let Some(face) = face(weight) else {
        return (Vec::new(), 0.0);
    };
    let em = f64::from(face.units_per_em());
    let mut x = 0.0;
    let letters = text.chars().map(|character| {
        let glyph = face.glyph_index(character).unwrap_or_default();
        let letter = Letter { glyph: glyph.0, x };
        x += f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) / em;
        letter
    });
    let letters = letters.collect();
    (letters, x)
}

/// Returns the width of a text, relative to the font size.
pub fn width(weight: Weight, text: &str) -> f64 {
    line(weight, text).1
}

/// Returns the height of capital letters and digits, relative to the font size.
pub fn capital_height(weight: Weight) -> f64 {
    let height = face(weight).map(|face| {
        let capital = f64::from(face.capital_height().unwrap_or(0));
        capital / f64::from(face.units_per_em())
    });
    height.unwrap_or(0.7)
}

/// Returns the font size of the coordinates that [`outline`] returns.
pub fn units(weight: Weight) -> f64 {
    face(weight).map_or(1000.0, |face| f64::from(face.units_per_em()))
}

/// Returns the outline of a letter as SVG path data, with its baseline at 0; empty for a space.
pub fn outline(weight: Weight, glyph: u16) -> String {
    let mut path = PathData(String::new());
    if let Some(face) = face(weight) {
        face.outline_glyph(GlyphId(glyph), &mut path);
    }
    path.0
}

/// SVG path data. In fonts y grows upwards, in SVG downwards.
struct PathData(String);

impl PathData {
    fn add(&mut self, command: char, numbers: &[f32]) {
        self.0.push(command);
        for (index, pair) in numbers.chunks_exact(2).enumerate() {
            let blank = if index == 0 { "" } else { " " };
            // A unit is about 1/2000 of the font size, so whole numbers are exact enough.
            let (x, y) = (pair[0].round() as i32, -pair[1].round() as i32);
            let _ = write!(self.0, "{blank}{x} {y}");
        }
    }
}

impl OutlineBuilder for PathData {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[x, y]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[x1, y1, x, y]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[x1, y1, x2, y2, x, y]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}

/// Splits a text after as many letters as fit into a width, relative to the font size, but at
/// least one.
pub fn split(weight: Weight, text: &str, longest: f64) -> (&str, &str) {
    let (letters, whole) = line(weight, text);
    let ends = letters.iter().skip(1).map(|letter| letter.x).chain([whole]);
    let fitting = ends.take_while(|end| *end <= longest).count().max(1);
    let end = text.char_indices().nth(fitting);
    text.split_at(end.map_or(text.len(), |(at, _)| at))
}

/// Returns a text in one line, truncated to a width relative to the font size.
pub fn shortened(weight: Weight, text: &str, longest: f64) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match width(weight, &text) <= longest {
        true => text,
        false => {
            let (head, _) = split(weight, &text, longest - width(weight, "…"));
            format!("{}…", head.trim_end())
        }
    }
}

/// Breaks a text into lines of at most this width, relative to the font size. Words that are
/// longer than a line are broken, too.
pub fn wrap(weight: Weight, text: &str, longest: f64) -> Vec<String> {
    let fits = |line: &str| width(weight, line) <= longest;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
        while let Some(line) = lines.last_mut() {
            let (head, tail) = split(weight, line, longest);
            if tail.is_empty() {
                break;
            }
            let (head, tail) = (head.to_string(), tail.to_string());
            *line = head;
            lines.push(tail);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_weights_have_every_symbol_of_a_board() {
        let mut symbols: Vec<char> = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
        symbols.extend(['≠', '…', '→', 'ä', 'Ω', 'Ж']);
        for weight in [Weight::Regular, Weight::SemiBold] {
            for symbol in &symbols {
                let (letters, length) = line(weight, &symbol.to_string());
                assert_ne!(letters[0].glyph, 0, "{symbol}");
                assert!(length > 0.2, "{symbol}");
                assert!(outline(weight, letters[0].glyph).starts_with('M'));
            }
            assert!((0.6..0.8).contains(&capital_height(weight)));
        }
    }

    #[test]
    fn characters_that_the_font_lacks_become_a_box() {
        let (letters, length) = line(Weight::Regular, "数");
        assert_eq!(letters[0].glyph, 0);
        assert!(length > 0.0 && !outline(Weight::Regular, 0).is_empty());
    }

    #[test]
    fn a_text_is_truncated_only_if_it_is_too_long() {
        let shortened = |longest| shortened(Weight::Regular, "A  long\nheading", longest);
        assert_eq!(shortened(20.0), "A long heading");
        assert!(shortened(4.0).starts_with("A lo") && shortened(4.0).ends_with('…'));
        assert!(width(Weight::Regular, &shortened(4.0)) <= 4.0);
    }

    #[test]
    fn lines_fit_into_the_width() {
        let text = "In row 4 the value 7 fits into one cell alone: r4c5.";
        let lines = wrap(Weight::Regular, text, 12.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), text);
        let fits = |line: &String| width(Weight::Regular, line) <= 12.0;
        assert!(lines.iter().all(fits));
        let long = "(1=2)r1c1-(2=3)r1c5-(3=4)r7c5-(4=5)r7c9";
        let lines = wrap(Weight::Regular, long, 12.0);
        assert!(lines.len() > 1 && lines.iter().all(fits));
        assert_eq!(lines.concat(), long);
    }
}
