//! Draws chains: groups of candidates, and links from causes to consequences.

use super::path::{Places, Point};
use super::{Chain, Class, DrawnGroup, DrawnLink, LinkEnd, Node, SvgPath};

pub(super) fn groups(places: &Places, chains: &[Chain]) -> Vec<DrawnGroup> {
    let chains = chains.iter().enumerate();
    let drawn = chains.flat_map(|(index, chain)| chain_groups(places, Class::look(index), chain));
    drawn.collect()
}

pub(super) fn chain_groups(
    places: &Places,
    look: u8,
    chain: &Chain,
) -> impl Iterator<Item = DrawnGroup> {
    let groups = chain.nodes.iter().filter(|node| node.cells.len() > 1);
    let distance = places.radius() + 1.5 * places.step;
    groups.map(move |node| DrawnGroup {
        class: Class::Group,
        chain: look,
        node: LinkEnd::from(node),
        path: SvgPath::around(&centres(places, node), distance),
    })
}

fn centres(places: &Places, node: &Node) -> Vec<Point> {
    let cells = node.cells.iter();
    cells
        .map(|cell| places.candidate(*cell, node.value))
        .collect()
}

pub(super) fn links(places: &Places, chains: &[Chain]) -> Vec<DrawnLink> {
    let chains = chains.iter().enumerate();
    let drawn = chains.flat_map(|(index, chain)| chain_links(places, Class::look(index), chain));
    drawn.collect()
}

pub(super) fn chain_links(
    places: &Places,
    look: u8,
    chain: &Chain,
) -> impl Iterator<Item = DrawnLink> {
    node_pairs(chain).filter_map(move |(from, to)| link(places, look, from, to))
}

/// From cause to consequence; in a loop the last node leads back to the first.
fn node_pairs(chain: &Chain) -> impl Iterator<Item = (&Node, &Node)> {
    let nodes = &chain.nodes;
    let from_parents = nodes.iter().flat_map(move |node| {
        let parents = node.parents.iter();
        parents.filter_map(move |parent| Some((nodes.get(usize::from(*parent))?, node)))
    });
    let back = nodes.last().zip(nodes.first()).filter(|_| chain.is_loop);
    from_parents.chain(back)
}

/// Draws a link next to the straight line between its ends, so that it does not cross the
/// candidates in the same row or column. A link of a candidate to itself is not drawn.
fn link(places: &Places, chain: u8, from: &Node, to: &Node) -> Option<DrawnLink> {
    let (start, end) = nearest(&centres(places, from), &centres(places, to))?;
    let distance = start.distance(end);
    if distance < places.step {
        return None;
    }
    // "If this is false, that is true" is a strong link.
    let class = match !from.on && to.on {
        true => Class::Strong,
        false => Class::Weak,
    };
    // Neighbours are so close that only a wide bend leaves room for an arrow.
    let wide = 24.0 * places.step - 0.5 * distance;
    let aside = (distance * 0.16).min(26.0 * places.step).max(wide) / distance;
    let control = Point {
        x: (start.x + end.x) / 2.0 + (end.y - start.y) * aside,
        y: (start.y + end.y) / 2.0 - (end.x - start.x) * aside,
    };
    let reach = places.radius() + places.step;
    let (start, tip) = (start.towards(control, reach), end.towards(control, reach));
    let base = tip.towards(control, 5.0 * places.step);
    Some(DrawnLink {
        class,
        chain,
        from: LinkEnd::from(from),
        to: LinkEnd::from(to),
        path: SvgPath::curve(start, control, base),
        arrow: arrow(base, tip),
    })
}

/// The two candidates of two groups that are closest to each other.
fn nearest(from: &[Point], to: &[Point]) -> Option<(Point, Point)> {
    let pairs = from.iter().flat_map(|a| to.iter().map(move |b| (*a, *b)));
    pairs.min_by(|(a, b), (c, d)| a.distance(*b).total_cmp(&c.distance(*d)))
}

fn arrow(base: Point, tip: Point) -> SvgPath {
    let (x, y) = ((tip.x - base.x) * 0.55, (tip.y - base.y) * 0.55);
    let left = Point {
        x: base.x - y,
        y: base.y + x,
    };
    let right = Point {
        x: base.x + y,
        y: base.y - x,
    };
    SvgPath::polygon([left, tip, right])
}
