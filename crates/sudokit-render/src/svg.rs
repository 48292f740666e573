//! Writes SVG: numbers, escaped text, and letters as text elements or as outlines.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::font::{self, Weight};

/// A point of an SVG image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", short(self.x), short(self.y))
    }
}

/// Escapes text for SVG and HTML, between tags and in quoted attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML cannot represent the other control characters.
            c if c.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Writes a coordinate with at most one decimal.
pub fn short(number: f64) -> String {
    ((number * 10.0).round() / 10.0).to_string()
}

/// Writes a scale factor with at most five decimals.
pub fn exact(number: f64) -> String {
    ((number * 1e5).round() / 1e5).to_string()
}

/// The purpose of a text, which decides on its weight and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    Given,
    /// A value that was placed.
    Value,
    /// A candidate that plays no part in a step.
    Plain,
    /// A candidate that plays a part.
    Symbol,
    /// The name of a set or a chain.
    Label,
    /// The name of a row or column.
    Name,
    Heading,
    Caption,
    /// Page numbers and legends.
    Quiet,
}

impl TextStyle {
    fn class(self) -> &'static str {
        match self {
            TextStyle::Given => "given",
            TextStyle::Value => "value",
            TextStyle::Plain => "plain",
            TextStyle::Symbol => "symbol",
            TextStyle::Label => "set-number",
            TextStyle::Name => "name",
            TextStyle::Heading => "heading",
            TextStyle::Caption => "caption",
            TextStyle::Quiet => "quiet",
        }
    }

    pub fn weight(self) -> Weight {
        match self {
            TextStyle::Given | TextStyle::Symbol | TextStyle::Label | TextStyle::Heading => {
                Weight::SemiBold
            }
            _ => Weight::Regular,
        }
    }
}

/// A picture or page as SVG.
#[derive(Debug)]
pub struct SvgDocument {
    /// The opening tag, the style and the definitions.
    pub head: String,
    /// Elements and groups of elements, without text in between.
    pub body: String,
}

impl SvgDocument {
    /// Returns the whole document.
    pub fn whole(self) -> String {
        self.head + &self.body + "</svg>"
    }

    /// Returns documents that look the same if they are painted one over the other. A parser takes
    /// time and memory for each element, has a limit on their number, and cannot be interrupted.
    pub fn parts(&self) -> impl Iterator<Item = String> {
        let (mut rest, mut open) = (self.body.as_str(), Vec::new());
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let mut part = self.head.clone();
            part.extend(open.iter().copied());
            let (mut length, mut elements) = (0, 0);
            while length < rest.len() && elements < PART {
                let end = rest[length..]
                    .find('>')
                    .map_or(rest.len(), |at| length + at + 1);
                match &rest[length..end] {
                    "</g>" => {
                        open.pop();
                    }
                    tag if tag.ends_with("/>") => elements += 1,
                    tag => open.push(tag),
                }
                length = end;
            }
            part.push_str(&rest[..length]);
            part.push_str(&"</g>".repeat(open.len()));
            part.push_str("</svg>");
            rest = &rest[length..];
            Some(part)
        })
    }
}

/// The elements of a part, which take some ten milliseconds to parse and to paint.
const PART: usize = 2_000;

/// Collects SVG elements.
#[derive(Debug)]
pub struct SvgWriter {
    svg: String,
    letters: Letters,
}

#[derive(Debug)]
enum Letters {
    /// Text elements in the font of the web page.
    Text,
    /// Outlines. Each letter in use is defined once.
    Outlines(BTreeMap<(Weight, u16), String>),
}

impl SvgWriter {
    /// A writer for drawings in a web page, which brings its own font and style.
    pub fn for_page() -> SvgWriter {
        SvgWriter {
            svg: String::new(),
            letters: Letters::Text,
        }
    }

    /// A writer for standalone pictures.
    pub fn for_picture() -> SvgWriter {
        SvgWriter {
            svg: String::new(),
            letters: Letters::Outlines(BTreeMap::new()),
        }
    }

    /// Appends SVG elements.
    pub fn push(&mut self, svg: &str) {
        self.svg.push_str(svg);
    }

    /// Returns all elements written so far.
    pub fn finish(self) -> String {
        self.svg
    }

    /// The definitions of the letters in use.
    pub fn definitions(&self) -> String {
        match &self.letters {
            Letters::Text => String::new(),
            Letters::Outlines(used) => {
                let paths = used.iter().map(|((weight, glyph), data)| {
                    let id = glyph_id(*weight, *glyph);
                    format!("<path id=\"{id}\" d=\"{data}\"/>")
                });
                format!("<defs>{}</defs>", paths.collect::<String>())
            }
        }
    }

    /// Writes text centred on a point.
    pub fn text(&mut self, style: TextStyle, at: Point, text: &str, size: f64) {
        match &self.letters {
            Letters::Text => self.text_element(style, &short(at.x), at.y, text, size),
            Letters::Outlines(_) => {
                let _ = write!(self.svg, "<g class=\"{}\">", style.class());
                self.outlined(style, at, text, size);
                self.svg.push_str("</g>");
            }
        }
    }

    /// Writes symbols of one line, each centred on its own x coordinate. This is much shorter
    /// than one text element per symbol.
    pub fn symbols(&mut self, style: TextStyle, y: f64, symbols: &[(f64, String)], size: f64) {
        match &self.letters {
            Letters::Text => {
                let places: Vec<String> = symbols.iter().map(|(x, _)| short(*x)).collect();
                let text: String = symbols.iter().map(|(_, symbol)| symbol.as_str()).collect();
                self.text_element(style, &places.join(" "), y, &text, size);
            }
            Letters::Outlines(_) => {
                let _ = write!(self.svg, "<g class=\"{}\">", style.class());
                for (x, symbol) in symbols {
                    self.outlined(style, Point { x: *x, y }, symbol, size);
                }
                self.svg.push_str("</g>");
            }
        }
    }

    /// Writes text that starts at a point and is centred on it vertically. Only for pictures.
    pub fn line(&mut self, style: TextStyle, at: Point, text: &str, size: f64) {
        let half = font::width(style.weight(), text) * size / 2.0;
        let x = at.x + half;
        self.text(style, Point { x, ..at }, text, size);
    }

    fn text_element(&mut self, style: TextStyle, x: &str, y: f64, text: &str, size: f64) {
        let _ = write!(
            self.svg,
            "<text class=\"{}\" x=\"{x}\" y=\"{}\" font-size=\"{}\">{}</text>",
            style.class(),
            short(y),
            short(size),
            escape(text)
        );
    }

    fn outlined(&mut self, style: TextStyle, at: Point, text: &str, size: f64) {
        let weight = style.weight();
        let (line, width) = font::line(weight, text);
        let base = at.y + font::capital_height(weight) * size / 2.0;
        let scale = exact(size / font::units(weight));
        let Letters::Outlines(used) = &mut self.letters else {
            return;
        };
        for letter in line {
            let outline = used.entry((weight, letter.glyph));
            let outline = outline.or_insert_with(|| font::outline(weight, letter.glyph));
            if outline.is_empty() {
                continue;
            }
            let x = at.x + (letter.x - width / 2.0) * size;
            let _ = write!(
                self.svg,
                "<use href=\"#{}\" transform=\"translate({} {})scale({scale})\"/>",
                glyph_id(weight, letter.glyph),
                short(x),
                short(base),
            );
        }
    }
}

/// The id of a letter's outline.
fn glyph_id(weight: Weight, glyph: u16) -> String {
    match weight {
        Weight::Regular => format!("r{glyph}"),
        Weight::SemiBold => format!("b{glyph}"),
    }
}

impl Write for SvgWriter {
    fn write_str(&mut self, svg: &str) -> fmt::Result {
        self.svg.write_str(svg)
    }
}
