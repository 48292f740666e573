//! Chains of alternating inferences: if this is false, that is true, so the next is false, …
//!
//! Every chain runs from a candidate that is assumed to be false to one that must then be true. So
//! one of its two ends is true, and any candidate that both ends exclude is false. If the ends
//! exclude each other, the chain closes into a loop, in which exactly one of any two neighbours is
//! true.
//!
//! X-chains, XY-chains and nice loops differ only in the links they may use, so one search finds
//! them all (`search`), over links that are built once (`links`), breadth first from every start
//! (`reach`). Where the shortest chain to an end visits a cell twice, longer ones that do not are
//! followed too (`trails`) if all chains are wanted. The chain with the most eliminations is
//! taken, then the one that removes the first candidates of the board, then the shortest. This is
//! HoDoKu's choice, so that levels are comparable.

pub(in crate::logic) mod links;
mod reach;
mod search;
mod trails;

use super::board::Board;
use super::find::{Search, StepCollector};
use super::technique::Technique;
use links::Kind;

/// The largest number of links in chains of one value or of pairs.
const MOST_LINKS: u16 = 20;

/// Finds the steps of one technique of this family.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    let (kind, most_links) = match technique {
        Technique::XChain => (Kind::OneValue, MOST_LINKS),
        Technique::XyChain => (Kind::Pairs, MOST_LINKS),
        Technique::NiceLoop => (Kind::Plain, u16::MAX),
        _ => (Kind::Grouped, u16::MAX),
    };
    search::chains(technique, board, kind, most_links, found)?;
    if technique == Technique::GroupedNiceLoop && found.wants_variants() {
        // With more links the shortest chains are others, and what a loop eliminates depends on its
        // links. So the search with fewer links finds effects that the other does not.
        search::chains(technique, board, Kind::WithSets, most_links, found)?;
        search::chains(technique, board, Kind::WithForcedCells, most_links, found)?;
    }
    Search::Continue(())
}
