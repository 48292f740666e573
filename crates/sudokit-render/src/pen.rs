//! What is being written: SVG, with its letters as text for a page or as outlines for a picture.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::drawing::Point;
use crate::font::{self, Weight};
use crate::text::{escape, exact, short};

/// What a text is, which decides on its looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    Given,
    /// A value that was placed.
    Value,
    /// A candidate that plays no part.
    Plain,
    /// A candidate that plays one.
    Symbol,
    /// The number of a set, in the corner of its cells.
    SetNumber,
    /// The name of a row or column.
    Name,
    Heading,
    Caption,
    /// What is said by the way: page numbers, legends.
    Quiet,
}

impl Ink {
    fn class(self) -> &'static str {
        match self {
            Ink::Given => "given",
            Ink::Value => "value",
            Ink::Plain => "plain",
            Ink::Symbol => "symbol",
            Ink::SetNumber => "set-number",
            Ink::Name => "name",
            Ink::Heading => "heading",
            Ink::Caption => "caption",
            Ink::Quiet => "quiet",
        }
    }

    pub fn weight(self) -> Weight {
        match self {
            Ink::Given | Ink::Symbol | Ink::SetNumber | Ink::Heading => Weight::SemiBold,
            _ => Weight::Regular,
        }
    }
}

/// Writes SVG.
pub struct Pen {
    svg: String,
    letters: Letters,
}

enum Letters {
    /// Text in the font of the page.
    Page,
    /// Outlines: each letter that was used so far is defined once.
    Outlines(BTreeMap<(Weight, u16), String>),
}

impl Pen {
    /// For drawings in a page, which has a font and a style of its own.
    pub fn for_page() -> Pen {
        Pen {
            svg: String::new(),
            letters: Letters::Page,
        }
    }

    /// For pictures that stand alone.
    pub fn for_picture() -> Pen {
        Pen {
            svg: String::new(),
            letters: Letters::Outlines(BTreeMap::new()),
        }
    }

    /// Adds what is SVG already.
    pub fn push(&mut self, svg: &str) {
        self.svg.push_str(svg);
    }

    /// What was written.
    pub fn finish(self) -> String {
        self.svg
    }

    /// The outlines of all letters that were used.
    pub fn definitions(&self) -> String {
        match &self.letters {
            Letters::Page => String::new(),
            Letters::Outlines(used) => {
                let paths = used.iter().map(|((weight, glyph), data)| {
                    format!(
                        "<path id=\"{}\" d=\"{data}\"/>",
                        identifier(*weight, *glyph)
                    )
                });
                format!("<defs>{}</defs>", paths.collect::<String>())
            }
        }
    }

    /// A text with its middle here.
    pub fn text(&mut self, ink: Ink, at: Point, text: &str, size: f64) {
        match &self.letters {
            Letters::Page => self.page_text(ink, &short(at.x), at.y, text, size),
            Letters::Outlines(_) => {
                let _ = write!(self.svg, "<g class=\"{}\">", ink.class());
                self.outlined(ink, at, text, size);
                self.svg.push_str("</g>");
            }
        }
    }

    /// Symbols in a line, each with its middle at a place of its own. This is much shorter than
    /// a text each.
    pub fn symbols(&mut self, ink: Ink, y: f64, symbols: &[(f64, String)], size: f64) {
        match &self.letters {
            Letters::Page => {
                let places: Vec<String> = symbols.iter().map(|(x, _)| short(*x)).collect();
                let text: String = symbols.iter().map(|(_, symbol)| symbol.as_str()).collect();
                self.page_text(ink, &places.join(" "), y, &text, size);
            }
            Letters::Outlines(_) => {
                let _ = write!(self.svg, "<g class=\"{}\">", ink.class());
                for (x, symbol) in symbols {
                    self.outlined(ink, Point { x: *x, y }, symbol, size);
                }
                self.svg.push_str("</g>");
            }
        }
    }

    /// A text that begins here, its capitals around this height; only for pictures.
    pub fn line(&mut self, ink: Ink, at: Point, text: &str, size: f64) {
        let half = font::width(ink.weight(), text) * size / 2.0;
        let x = at.x + half;
        self.text(ink, Point { x, ..at }, text, size);
    }

    fn page_text(&mut self, ink: Ink, x: &str, y: f64, text: &str, size: f64) {
        let _ = write!(
            self.svg,
            "<text class=\"{}\" x=\"{x}\" y=\"{}\" font-size=\"{}\">{}</text>",
            ink.class(),
            short(y),
            short(size),
            escape(text)
        );
    }

    fn outlined(&mut self, ink: Ink, at: Point, text: &str, size: f64) {
        let weight = ink.weight();
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
                identifier(weight, letter.glyph),
                short(x),
                short(base),
            );
        }
    }
}

/// The name of a letter's outline in a file.
fn identifier(weight: Weight, glyph: u16) -> String {
    match weight {
        Weight::Regular => format!("r{glyph}"),
        Weight::SemiBold => format!("b{glyph}"),
    }
}

impl Write for Pen {
    fn write_str(&mut self, svg: &str) -> fmt::Result {
        self.svg.write_str(svg)
    }
}
