//! Paints a step's [`Drawing`] as SVG.
//!
//! The drawing says what there is, where, and of which class. This module only scales its shapes
//! and nests them in the elements that the style sheet expects.

use std::fmt::Write;

use sudokit::logic::Words;
use sudokit::logic::drawing::{Class, Drawing, LegendEntry, SampleKind, SvgPath};

use crate::board::{Layout, is_long};
use crate::svg::{Point, SvgWriter, TextStyle, short};

/// The side of a legend's sample.
pub const SAMPLE: f64 = 20.0;
/// The font size of labels, in cells.
const LABEL_SIZE: f64 = 0.19;

/// The name of a class in the style sheet.
///
/// Every picture carries the whole sheet, so a new name in it changes all pictures.
fn css(class: Class) -> String {
    match class {
        Class::Eliminated => "gone".to_string(),
        // An outlined square; colours and sets never occur together.
        Class::Common => "colour-d".to_string(),
        other => other.to_string(),
    }
}

fn path_data(layout: &Layout, path: &SvgPath) -> String {
    path.svg(layout.cell, (layout.margin, layout.margin), 1)
}

fn point(layout: &Layout, x: f64, y: f64) -> Point {
    Point {
        x: layout.margin + x * layout.cell,
        y: layout.margin + y * layout.cell,
    }
}

/// Draws houses, cells and sets.
pub fn draw_areas(layout: &Layout, drawing: &Drawing, svg: &mut SvgWriter) {
    for area in &drawing.areas {
        draw_area(area.class, &path_data(layout, &area.path), svg);
    }
}

fn draw_area(class: Class, path: &str, svg: &mut SvgWriter) {
    let css = css(class);
    let _ = match class {
        Class::Set(_) => write!(svg, "<path class=\"set {css}\" d=\"{path}\"/>"),
        Class::Placed => write!(
            svg,
            "<path class=\"{css}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" d=\"{path}\"/>"
        ),
        _ => write!(svg, "<path class=\"{css}\" d=\"{path}\"/>"),
    };
}

/// Draws chains: their groups of candidates, and an arrow for every link.
pub fn draw_links(layout: &Layout, drawing: &Drawing, svg: &mut SvgWriter) {
    for group in &drawing.groups {
        let path = path_data(layout, &group.path);
        draw_in_chain(group.chain, &css(group.class), &path, "", svg);
    }
    for link in &drawing.links {
        let path = path_data(layout, &link.path);
        let arrow = path_data(layout, &link.arrow);
        draw_in_chain(link.chain, &css(link.class), &path, &arrow, svg);
    }
}

fn draw_in_chain(chain: u8, class: &str, path: &str, arrow: &str, svg: &mut SvgWriter) {
    let _ = write!(
        svg,
        "<g class=\"chain chain-{chain}\"><path class=\"{class}\" d=\"{path}\"/>"
    );
    if !arrow.is_empty() {
        let _ = write!(svg, "<path class=\"arrow\" d=\"{arrow}\"/>");
    }
    svg.push("</g>");
}

/// Draws the candidates that play a part.
pub fn draw_candidates(layout: &Layout, drawing: &Drawing, words: &Words, svg: &mut SvgWriter) {
    for drawn in &drawing.candidates {
        let symbol = words.value(drawn.candidate.value);
        // Relative to the radius of a candidate's shape.
        let size = if is_long(&symbol) { 0.46 } else { 0.644 };
        let _ = write!(svg, "<g class=\"{}\">", candidate_css(drawn.class));
        if !drawn.path.is_empty() {
            let origin = (layout.margin, layout.margin);
            svg.push(&drawn.path.element(layout.cell, origin, 1));
        }
        let at = point(layout, drawn.x, drawn.y);
        svg.text(TextStyle::Symbol, at, &symbol, layout.place_width * size);
        if !drawn.strike.is_empty() {
            let strike = path_data(layout, &drawn.strike);
            let _ = write!(svg, "<path d=\"{strike}\"/>");
        }
        svg.push("</g>");
    }
}

fn candidate_css(class: Class) -> String {
    match class {
        Class::Set(_) => format!("member {}", css(class)),
        _ => css(class),
    }
}

/// Draws the names of sets and chains, each on a small disc.
pub fn draw_labels(layout: &Layout, drawing: &Drawing, svg: &mut SvgWriter) {
    for label in &drawing.labels {
        let (at, size) = (point(layout, label.x, label.y), layout.cell * LABEL_SIZE);
        let _ = write!(
            svg,
            "<g class=\"{}\" stroke=\"currentColor\"><circle class=\"paper\" stroke-dasharray=\"none\" \
             cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            label_css(label.class),
            short(at.x),
            short(at.y),
            short(size * 0.66)
        );
        svg.text(TextStyle::Label, at, &label.text, size);
        svg.push("</g>");
    }
}

fn label_css(class: Class) -> String {
    match class {
        Class::Chain(_) => format!("chain {}", css(class)),
        _ => css(class),
    }
}

/// Draws the sample of a legend entry in a square with sides of [`SAMPLE`].
pub fn draw_sample(entry: &LegendEntry, svg: &mut SvgWriter) {
    let path = entry.path.svg(SAMPLE, (0.0, 0.0), 1);
    match entry.kind {
        SampleKind::Area => draw_area(entry.class, &path, svg),
        SampleKind::Group => draw_in_chain(1, &css(entry.class), &path, "", svg),
        SampleKind::Link => match entry.class {
            Class::Chain(chain) => draw_in_chain(chain, "strong", &path, "", svg),
            class => draw_in_chain(1, &css(class), &path, "", svg),
        },
        _ => {
            let class = candidate_css(entry.class);
            let shape = entry.path.element(SAMPLE, (0.0, 0.0), 1);
            let _ = write!(svg, "<g class=\"{class}\">{shape}");
            if !entry.strike.is_empty() {
                let strike = entry.strike.svg(SAMPLE, (0.0, 0.0), 1);
                let _ = write!(svg, "<path d=\"{strike}\"/>");
            }
            svg.push("</g>");
        }
    }
}
