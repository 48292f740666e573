//! Chains: an arrow for every link, solid where one of its two ends must be right, dashed where
//! at most one can be.

use std::fmt::Write;

use sudokit::logic::{Chain, Node, Step};

use super::layout::{Layout, Point};
use crate::pen::Pen;
use crate::text::short;

/// So many chains look different; more than that begin again.
const CHAINS: usize = 4;

/// Draws all chains of a step.
pub fn draw(layout: &Layout, step: &Step, pen: &mut Pen) {
    for (number, chain) in step.pattern.chains.iter().enumerate() {
        let _ = write!(pen, "<g class=\"chain chain-{}\">", number % CHAINS + 1);
        for node in chain.nodes.iter().filter(|node| node.cells.len() > 1) {
            group(layout, node, pen);
        }
        for (from, to) in links(chain) {
            link(layout, from, to, pen);
        }
        pen.push("</g>");
    }
}

/// From cause to consequence; in a loop the last leads back to the first.
fn links(chain: &Chain) -> impl Iterator<Item = (&Node, &Node)> {
    let nodes = &chain.nodes;
    let from_parents = nodes.iter().flat_map(move |node| {
        let parents = node.parents.iter();
        parents.filter_map(move |parent| Some((nodes.get(usize::from(*parent))?, node)))
    });
    let back = nodes.last().zip(nodes.first()).filter(|_| chain.is_loop);
    from_parents.chain(back)
}

/// A rim around the candidates of a group.
fn group(layout: &Layout, node: &Node, pen: &mut Pen) {
    let points = places(layout, node);
    let radius = layout.radius() + 1.5;
    let least = |axis: fn(&Point) -> f64| points.iter().map(axis).fold(f64::MAX, f64::min);
    let most = |axis: fn(&Point) -> f64| points.iter().map(axis).fold(f64::MIN, f64::max);
    let (left, right) = (least(|p| p.x), most(|p| p.x));
    let (top, bottom) = (least(|p| p.y), most(|p| p.y));
    let _ = write!(
        pen,
        "<rect class=\"group\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
        short(left - radius),
        short(top - radius),
        short(right - left + 2.0 * radius),
        short(bottom - top + 2.0 * radius),
        short(radius)
    );
}

fn places(layout: &Layout, node: &Node) -> Vec<Point> {
    let cells = node.cells.iter();
    cells
        .map(|cell| layout.candidate(usize::from(*cell), node.value))
        .collect()
}

fn link(layout: &Layout, from: &Node, to: &Node, pen: &mut Pen) {
    let Some((start, end)) = nearest(&places(layout, from), &places(layout, to)) else {
        return;
    };
    let distance = start.distance(end);
    if distance < 1.0 {
        return;
    }
    // "If this is wrong, that is right" is a strong link.
    let class = if !from.on && to.on { "strong" } else { "weak" };
    let reach = layout.radius() + 1.0;
    let bend = bend(start, end, distance);
    let (start, tip) = (start.towards(bend, reach), end.towards(bend, reach));
    let base = tip.towards(bend, 5.0);
    let _ = write!(
        pen,
        "<path class=\"{class}\" d=\"M{}Q{} {}\"/>{}",
        start.written(),
        bend.written(),
        base.written(),
        arrow(base, tip)
    );
}

/// The two ends of a link that are closest to each other.
fn nearest(from: &[Point], to: &[Point]) -> Option<(Point, Point)> {
    let pairs = from.iter().flat_map(|a| to.iter().map(move |b| (*a, *b)));
    pairs.min_by(|(a, b), (c, d)| a.distance(*b).total_cmp(&c.distance(*d)))
}

/// Where a link bends: beside the straight line, so that it does not run through candidates in
/// the same row or column.
fn bend(start: Point, end: Point, distance: f64) -> Point {
    let aside = (distance * 0.16).min(26.0) / distance;
    Point {
        x: (start.x + end.x) / 2.0 + (end.y - start.y) * aside,
        y: (start.y + end.y) / 2.0 - (end.x - start.x) * aside,
    }
}

fn arrow(base: Point, tip: Point) -> String {
    let (x, y) = ((tip.x - base.x) * 0.55, (tip.y - base.y) * 0.55);
    let left = Point {
        x: base.x - y,
        y: base.y + x,
    };
    let right = Point {
        x: base.x + y,
        y: base.y - x,
    };
    format!(
        "<path class=\"arrow\" d=\"M{}L{}L{}Z\"/>",
        left.written(),
        tip.written(),
        right.written()
    )
}
