//! What the shapes of a drawing mean.

use std::collections::BTreeSet;

use sudokit::logic::{HouseRole, Step};

use super::layout::Point;
use super::{background, candidates};
use crate::parts::{self, Part};

/// A small drawing and its name for everything that a step's drawing has.
pub fn legend(step: &Step) -> Vec<(String, String)> {
    let shown: BTreeSet<Part> = parts::parts(step).into_values().collect();
    let is_numbered = step.pattern.sets.len() > background::SETS;
    let mut entries: Vec<(String, String)> = shown
        .into_iter()
        .map(|part| {
            let mut shape = String::new();
            let middle = Point { x: 10.0, y: 10.0 };
            candidates::part_of(part, middle, 7.0, None, &mut shape);
            if let Part::Set(number) = part
                && is_numbered
            {
                background::set_number(usize::from(number), middle, 10.0, &mut shape);
            }
            (swatch(&shape), part.name())
        })
        .collect();
    if !step.pattern.cells.is_empty() {
        let shape = "<rect class=\"cell\" x=\"2\" y=\"3\" width=\"16\" height=\"14\"/>";
        entries.push((swatch(shape), "cells of the pattern".to_string()));
    }
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
            entries.push((swatch(&shape), name.to_string()));
        }
    }
    if !step.pattern.chains.is_empty() {
        for (class, name) in [("strong", "strong link"), ("weak", "weak link")] {
            let shape =
                format!("<g class=\"chain chain-1\"><path class=\"{class}\" d=\"M1 10H19\"/></g>");
            entries.push((swatch(&shape), name.to_string()));
        }
    }
    entries
}

fn swatch(shape: &str) -> String {
    format!("<svg class=\"swatch\" viewBox=\"0 0 20 20\" aria-hidden=\"true\">{shape}</svg>")
}
