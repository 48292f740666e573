//! Fish: a value confined to the intersections of two equally large sets of houses.
//!
//! The *bases* are houses that each need the value; the *covers* are as many houses that contain
//! all places of the value in the bases. Every cover gets its value from one of the bases, so the
//! value is nowhere else in the covers. *Fins* are places in the bases outside the covers, and
//! *endo-fins* are places in two bases at once. Either one of them is true, or the fish holds. A
//! candidate that both cases exclude, because it is in a cover and sees every fin, is false.
//!
//! | file | fish |
//! |---|---|
//! | `lines` | rows against columns: basic, finned, sashimi; on boards of every size |
//! | `mixed` | with boxes among the houses: franken and mutant |
//! | `doomed` | the places of a value that a fish could eliminate at all |
//! | `kraken` | rows against columns, with fins that reach their prey through chains |

mod doomed;
mod kraken;
mod lines;
mod mixed;

use super::board::Board;
use super::find::{Search, StepCollector};
use super::technique::Technique;
use mixed::Blend;

/// The kind of fish that a technique looks for.
#[derive(Clone, Copy)]
enum Kind {
    Basic,
    /// Every base has at least two places besides the fins.
    Finned,
    /// Some base has only one.
    Sashimi,
    Mixed {
        blend: Blend,
        has_fins: bool,
    },
}

/// Finds the steps of one technique of this family. All except kraken fish have a size in their
/// name.
pub(super) fn find(technique: Technique, board: &Board, found: &mut StepCollector) -> Search {
    let Some((kind, size)) = kind_and_size(technique) else {
        return match board.has_sets() {
            true => kraken::find(board, found),
            false => Search::Continue(()),
        };
    };
    match kind {
        Kind::Basic => lines::basic(technique, size, board, found),
        Kind::Finned => lines::finned(technique, size, board, found),
        Kind::Sashimi => lines::sashimi(technique, size, board, found),
        Kind::Mixed { .. } if !board.has_sets() => Search::Continue(()),
        Kind::Mixed { blend, has_fins } => {
            mixed::find(technique, size, blend, has_fins, board, found)
        }
    }
}

fn kind_and_size(technique: Technique) -> Option<(Kind, usize)> {
    use Technique::*;
    let mixed = |blend, has_fins| Kind::Mixed { blend, has_fins };
    let schools: [(Kind, [Technique; 6]); 7] = [
        (
            Kind::Basic,
            [XWing, Swordfish, Jellyfish, Squirmbag, Whale, Leviathan],
        ),
        (
            Kind::Finned,
            [
                FinnedXWing,
                FinnedSwordfish,
                FinnedJellyfish,
                FinnedSquirmbag,
                FinnedWhale,
                FinnedLeviathan,
            ],
        ),
        (
            Kind::Sashimi,
            [
                SashimiXWing,
                SashimiSwordfish,
                SashimiJellyfish,
                SashimiSquirmbag,
                SashimiWhale,
                SashimiLeviathan,
            ],
        ),
        (
            mixed(Blend::Franken, false),
            [
                FrankenXWing,
                FrankenSwordfish,
                FrankenJellyfish,
                FrankenSquirmbag,
                FrankenWhale,
                FrankenLeviathan,
            ],
        ),
        (
            mixed(Blend::Franken, true),
            [
                FinnedFrankenXWing,
                FinnedFrankenSwordfish,
                FinnedFrankenJellyfish,
                FinnedFrankenSquirmbag,
                FinnedFrankenWhale,
                FinnedFrankenLeviathan,
            ],
        ),
        (
            mixed(Blend::Mutant, false),
            [
                MutantXWing,
                MutantSwordfish,
                MutantJellyfish,
                MutantSquirmbag,
                MutantWhale,
                MutantLeviathan,
            ],
        ),
        (
            mixed(Blend::Mutant, true),
            [
                FinnedMutantXWing,
                FinnedMutantSwordfish,
                FinnedMutantJellyfish,
                FinnedMutantSquirmbag,
                FinnedMutantWhale,
                FinnedMutantLeviathan,
            ],
        ),
    ];
    schools.into_iter().find_map(|(kind, by_size)| {
        let place = by_size.iter().position(|other| *other == technique)?;
        Some((kind, place + 2))
    })
}
