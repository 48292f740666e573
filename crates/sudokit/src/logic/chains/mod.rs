//! Chains of alternating inferences: if this is false, that is true, so the next is false, …
//!
//! Every chain here runs from a candidate that is taken to be false to one that must then be
//! true. One of its two ends is therefore true, and what excludes both ends is impossible. If the
//! ends exclude each other, the chain closes to a loop, in which of any two neighbours exactly
//! one is true.
//!
//! X-chains, XY-chains and nice loops differ only in the links they may use, so one search finds
//! them all (`search`), over links that are built once (`links`), breadth first from every start
//! (`reach`). Of many chains the one with most eliminations is taken, then the one that removes
//! the first candidates of the board, then the shortest: that is HoDoKu's choice, and levels are
//! to be comparable.

pub(in crate::logic) mod links;
mod reach;
mod search;

use super::board::Board;
use super::find::{Search, StepCollector};
use super::technique::Technique;
use links::Kind;

/// How long chains of one value or of pairs may be, in links.
const MOST_LINKS: u16 = 20;

/// The steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    let (kind, most_links) = match technique {
        Technique::XChain => (Kind::OneValue, MOST_LINKS),
        Technique::XyChain => (Kind::Pairs, MOST_LINKS),
        Technique::NiceLoop => (Kind::Plain, u16::MAX),
        _ => (Kind::Grouped, u16::MAX),
    };
    search::chains(technique, board, kind, most_links, found)
}
