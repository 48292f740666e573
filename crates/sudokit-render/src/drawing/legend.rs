//! What the shapes of a drawing mean.

use std::collections::BTreeSet;

use sudokit::logic::{HouseRole, Step};

use super::candidates;
use super::layout::Point;
use crate::parts::{self, Part};
use crate::pen::Pen;

/// A small drawing and its name for everything that a step's drawing has, for a page.
pub fn legend(step: &Step) -> Vec<(String, String)> {
    let entries = entries(step).into_iter();
    entries
        .map(|(shape, name)| (swatch(&shape), name))
        .collect()
}

/// The side of the drawing of an entry.
pub const SWATCH: f64 = 20.0;

/// A shape, within a square of [`SWATCH`], and its name.
pub fn entries(step: &Step) -> Vec<(String, String)> {
    let shown: BTreeSet<Part> = parts::parts(step).into_values().collect();
    let mut entries: Vec<(String, String)> = shown
        .into_iter()
        .map(|part| {
            let mut pen = Pen::for_page();
            let middle = Point { x: 10.0, y: 10.0 };
            candidates::part_of(part, middle, 7.0, None, &mut pen);
            (pen.finish(), part.name())
        })
        .collect();
    let houses = [
        (HouseRole::Base, "base", "house"),
        (HouseRole::Cover, "cover", "cover"),
    ];
    let has_covers = step.houses(HouseRole::Cover).next().is_some();
    for (role, class, name) in houses {
        if step.houses(role).next().is_some() {
            let shape =
                format!("<rect class=\"{class}\" x=\"2\" y=\"3\" width=\"16\" height=\"14\"/>");
            let name = if has_covers && name == "house" {
                "base"
            } else {
                name
            };
            entries.push((shape, name.to_string()));
        }
    }
    if !step.pattern.chains.is_empty() {
        for (class, name) in [("strong", "strong link"), ("weak", "weak link")] {
            let shape =
                format!("<g class=\"chain chain-1\"><path class=\"{class}\" d=\"M1 10H19\"/></g>");
            entries.push((shape, name.to_string()));
        }
    }
    entries
}

fn swatch(shape: &str) -> String {
    format!(
        "<svg class=\"swatch\" viewBox=\"0 0 {SWATCH} {SWATCH}\" aria-hidden=\"true\">{shape}</svg>"
    )
}
