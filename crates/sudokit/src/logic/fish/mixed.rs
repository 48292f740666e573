//! Fish with boxes among their houses: franken and mutant, with and without fins and endo-fins.
//!
//! The search starts from its prey, a place that is part of no arrangement of the value. If it were
//! true, all places that it sees, including the fins, would be false. So there is a fish of size n
//! if the places that n bases without the prey then keep are in n − 1 covers, and no two of the
//! bases share one of them. The last cover is a house of the prey.

use super::doomed::doomed;
use crate::logic::board::{Board, bits};
use crate::logic::cell_set::CellSet;
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{HouseRole, Role, Step};
use crate::logic::technique::Technique;
use crate::shape::HouseKind;

/// A person could not follow more fins or endo-fins, and HoDoKu does not look for more.
const MOST_FINS: usize = 5;
const MOST_ENDO_FINS: usize = 2;
/// The number of bases and covers that a search may try for one place. The usual sizes stay far
/// below it; without it, the largest mutant fish could take seconds.
const TRIES: usize = 400_000;

/// The kinds of houses that are mixed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Blend {
    /// Rows and boxes against columns and boxes, or columns and boxes against rows and boxes.
    Franken,
    /// Any other combination.
    Mutant,
}

/// Finds the fish of one size and blend.
pub(super) fn find(
    technique: Technique,
    size: usize,
    blend: Blend,
    has_fins: bool,
    board: &Board,
    found: &mut StepCollector,
) -> Search {
    for value in 1..=board.size() as u8 {
        for prey in doomed(board, value) {
            for (bases, covers) in waters(board, blend) {
                let mut hunt = Hunt::new(board, value, prey, size, bases, covers);
                hunt.grow(0, Fish::default(), &mut |hunt, fish| match hunt
                    .complete(fish, blend, has_fins)
                {
                    Some(whole) => found.add(whole.step(technique, value)),
                    None => Search::Continue(()),
                })?;
            }
        }
    }
    Search::Continue(())
}

/// Houses as bits: a board with cell sets has fewer than 64.
type Houses = u64;

/// The houses that may be bases and those that may be covers.
fn waters(board: &Board, blend: Blend) -> impl Iterator<Item = (Houses, Houses)> {
    let of = |wanted: &dyn Fn(HouseKind) -> bool| {
        let houses = board.shape().houses().iter().enumerate();
        let wanted = houses.filter(|(_, house)| wanted(house.kind()));
        wanted.fold(0, |houses, (index, _)| houses | 1 << index)
    };
    let rows = of(&|kind| kind == HouseKind::Row);
    let columns = of(&|kind| kind == HouseKind::Column);
    let areas = of(&|kind| !matches!(kind, HouseKind::Row | HouseKind::Column));
    let all = rows | columns | areas;
    match blend {
        Blend::Franken => vec![
            (rows | areas, columns | areas),
            (columns | areas, rows | areas),
        ],
        Blend::Mutant => vec![(all, all)],
    }
    .into_iter()
}

/// A search for fish that eliminate one place of a value.
struct Hunt<'a> {
    board: &'a Board,
    value: u8,
    prey: usize,
    size: usize,
    covers: Houses,
    /// The bases to choose from, each with the places that it keeps if the prey is true.
    bases: Vec<(usize, CellSet)>,
    tries: usize,
}

/// The houses chosen so far.
#[derive(Clone, Copy, Default)]
struct Fish {
    bases: Houses,
    covers: Houses,
    /// The places that the bases keep if the prey is true.
    kept: CellSet,
    /// The places in the covers.
    held: CellSet,
}

impl<'a> Hunt<'a> {
    fn new(
        board: &'a Board,
        value: u8,
        prey: usize,
        size: usize,
        bases: Houses,
        covers: Houses,
    ) -> Hunt<'a> {
        let left = board.cells(value) - board.peers(prey);
        let bases = bits(bases).map(|house| (house, board.house(house)));
        let bases = bases.filter(|(_, cells)| !cells.contains(prey));
        let bases = bases.map(|(house, cells)| (house, cells & left));
        let mut bases: Vec<_> = bases.filter(|(_, kept)| !kept.is_empty()).collect();
        // Small bases need few covers, so dead ends are found early.
        bases.sort_by_key(|(_, kept)| kept.len());
        Hunt {
            board,
            value,
            prey,
            size,
            covers,
            bases,
            tries: 0,
        }
    }

    /// Adds bases from the one at `next` on.
    fn grow(
        &mut self,
        next: usize,
        fish: Fish,
        then: &mut impl FnMut(&Hunt, Fish) -> Search,
    ) -> Search {
        let missing = self.size - fish.bases.count_ones() as usize;
        if missing == 0 {
            return then(self, fish);
        }
        for index in next..(self.bases.len() + 1).saturating_sub(missing) {
            let (base, kept) = self.bases[index];
            if fish.covers >> base & 1 == 0 && !kept.meets(fish.kept) {
                let grown = Fish {
                    bases: fish.bases | 1 << base,
                    kept: fish.kept | kept,
                    ..fish
                };
                self.cover(index + 1, grown, then)?;
            }
        }
        Search::Continue(())
    }

    /// Adds covers until they contain all places that the bases keep.
    fn cover(
        &mut self,
        next: usize,
        fish: Fish,
        then: &mut impl FnMut(&Hunt, Fish) -> Search,
    ) -> Search {
        self.tries += 1;
        if self.tries > TRIES {
            return Search::Continue(());
        }
        let Some(cell) = (fish.kept - fish.held).first() else {
            return self.grow(next, fish, then);
        };
        if fish.covers.count_ones() as usize + 1 == self.size {
            return Search::Continue(());
        }
        let board = self.board;
        for &house in board.shape().houses_of(cell) {
            let bit = 1 << house;
            if self.covers & bit != 0 && (fish.bases | fish.covers) & bit == 0 {
                let covered = Fish {
                    covers: fish.covers | bit,
                    held: fish.held | board.house(house as usize),
                    ..fish
                };
                self.cover(next, covered, then)?;
            }
        }
        Search::Continue(())
    }

    /// Adds a house of the prey as the last cover, the one that leaves the fewest fins, and checks
    /// whether this is a fish of the wanted kind.
    fn complete(&self, fish: Fish, blend: Blend, has_fins: bool) -> Option<Whole> {
        if fish.covers.count_ones() as usize + 1 != self.size || self.has_smaller(fish) {
            return None;
        }
        let taken = fish.bases | fish.covers;
        let homes = self.board.shape().houses_of(self.prey).iter();
        let homes = homes.map(|home| 1 << home);
        let homes = homes.filter(|home| self.covers & home != 0 && taken & home == 0);
        let wholes = homes.map(|home| {
            let (bases, covers) = (fish.bases, fish.covers | home);
            Whole::new(self.board, self.value, bases, covers)
        });
        let whole = wholes.min_by_key(|whole| whole.all_fins().len())?;
        let wanted = whole.blend(self.board) == Some(blend)
            && whole.all_fins().is_empty() != has_fins
            && whole.fins.len() <= MOST_FINS
            && whole.endo_fins.len() <= MOST_ENDO_FINS
            && bits(whole.covers).all(|cover| self.board.house(cover).meets(whole.body));
        wanted.then_some(whole)
    }

    /// Returns whether some of the covers already contain too many of the bases.
    fn has_smaller(&self, fish: Fish) -> bool {
        let held_by = |covers: Houses| {
            let cells = bits(covers).map(|cover| self.board.house(cover));
            cells.fold(CellSet::EMPTY, |all, cells| all | cells)
        };
        let chosen = self
            .bases
            .iter()
            .filter(|(base, _)| fish.bases >> base & 1 != 0);
        let mut some = fish.covers;
        while some != 0 {
            some = (some - 1) & fish.covers;
            let held = held_by(some);
            let bases = chosen.clone().filter(|(_, kept)| held.contains_all(*kept));
            if bases.count() > some.count_ones() as usize {
                return true;
            }
        }
        false
    }
}

/// A fish: bases, as many covers, and the eliminations.
struct Whole {
    bases: Houses,
    covers: Houses,
    body: CellSet,
    fins: CellSet,
    endo_fins: CellSet,
    gone: CellSet,
}

impl Whole {
    fn new(board: &Board, value: u8, bases: Houses, covers: Houses) -> Whole {
        let places = board.cells(value);
        let (in_base, endo_fins) = once_and_twice(board, places, bases);
        let (in_cover, in_two_covers) = once_and_twice(board, places, covers);
        let fins = in_base - in_cover - endo_fins;
        let overfull = (in_cover - in_base) | (in_two_covers & (in_base - endo_fins));
        Whole {
            bases,
            covers,
            body: in_base - fins - endo_fins,
            fins,
            endo_fins,
            gone: overfull & board.common_peers(fins | endo_fins),
        }
    }

    fn all_fins(&self) -> CellSet {
        self.fins | self.endo_fins
    }

    /// Returns the blend of its houses, or `None` if they are only rows against columns.
    fn blend(&self, board: &Board) -> Option<Blend> {
        let kind = |house: usize| board.shape().houses()[house].kind();
        let has = |houses: Houses, wanted: HouseKind| bits(houses).any(|h| kind(h) == wanted);
        let mut areas = bits(self.bases | self.covers)
            .map(kind)
            .filter(|kind| !matches!(kind, HouseKind::Row | HouseKind::Column));
        let has_area = areas.next().is_some();
        let runs = |along: HouseKind, across: HouseKind| {
            !has(self.bases, across) && !has(self.covers, along)
        };
        let is_straight =
            runs(HouseKind::Row, HouseKind::Column) || runs(HouseKind::Column, HouseKind::Row);
        match (is_straight, has_area) {
            (true, false) => None,
            (true, true) => Some(Blend::Franken),
            (false, _) => Some(Blend::Mutant),
        }
    }

    fn step(&self, technique: Technique, value: u8) -> Step {
        Step::new(technique)
            .about([value])
            .in_cells(self.body)
            .in_houses(HouseRole::Base, bits(self.bases))
            .in_houses(HouseRole::Cover, bits(self.covers))
            .marking(Role::Defining, value, self.body)
            .marking(Role::Fin, value, self.fins)
            .marking(Role::EndoFin, value, self.endo_fins)
            .eliminating(value, self.gone)
    }
}

/// Returns the places in these houses, and those in more than one of them.
fn once_and_twice(board: &Board, places: CellSet, houses: Houses) -> (CellSet, CellSet) {
    let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
    for cells in bits(houses).map(|house| board.house(house) & places) {
        twice |= once & cells;
        once |= cells;
    }
    (once, twice)
}
