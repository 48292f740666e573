//! Fish of rows against columns, or columns against rows. They are found with masks of places
//! rather than sets of cells, so they work on boards of every size.

use std::collections::{BTreeMap, BTreeSet};

use crate::logic::board::{Board, bits};
use crate::logic::find::{Search, StepCollector};
use crate::logic::step::{HouseRole, Role, Step};
use crate::logic::subsets::unions;
use crate::logic::technique::Technique;
use crate::shape::MAX_SIZE;

/// Finds basic fish: n lines whose places are in n lines that cross them.
pub(super) fn basic(
    technique: Technique,
    size: usize,
    board: &Board,
    found: &mut StepCollector,
) -> Search {
    each_way(board, &mut |water| {
        unions(water.masks(), size, &mut |bases, covers| {
            let gone = |cover: usize| water.board.places(water.covers[cover], water.value) & !bases;
            let needed = |line: usize| water.masks[line];
            if bits(covers).all(|cover| gone(cover) == 0) || has_smaller(bases, 0, needed) {
                return Search::Continue(());
            }
            let gone = bits(covers).flat_map(|cover| {
                let lines = bits(gone(cover));
                lines.map(move |line| water.cell(line, cover))
            });
            found.add(
                water
                    .step(technique, bases, covers)
                    .eliminating(water.value, gone),
            )
        })
    })
}

/// Finds finned fish whose bases have at least two places each besides the fins.
pub(super) fn finned(
    technique: Technique,
    size: usize,
    board: &Board,
    found: &mut StepCollector,
) -> Search {
    with_fins(technique, size, false, board, found)
}

/// Finds finned fish with a base that has only one place besides its fins.
pub(super) fn sashimi(
    technique: Technique,
    size: usize,
    board: &Board,
    found: &mut StepCollector,
) -> Search {
    with_fins(technique, size, true, board, found)
}

fn with_fins(
    technique: Technique,
    size: usize,
    is_sashimi: bool,
    board: &Board,
    found: &mut StepCollector,
) -> Search {
    let wants_siamese = found.wants_all() && found.wants_variants();
    each_way(board, &mut |water| {
        let mut school = School::default();
        each_finned(water, size, &mut |shoal, bases, covers, kind| {
            let is_wanted = kind == is_sashimi;
            if wants_siamese {
                let gone = shoal.gone(bases, covers).collect();
                school.add(
                    bases,
                    Finned {
                        covers,
                        gone,
                        is_wanted,
                    },
                );
            }
            match is_wanted {
                true => found.add(shoal.step(technique, bases, covers)),
                false => Search::Continue(()),
            }
        })?;
        school.each_pair(|bases, one, other| found.add(water.siamese(technique, bases, one, other)))
    })
}

/// The finned fish of one value and direction, by their bases.
#[derive(Default)]
struct School(BTreeMap<u64, Vec<Finned>>);

/// A finned fish besides its bases.
struct Finned {
    covers: u64,
    /// What it eliminates.
    gone: BTreeSet<usize>,
    /// Whether it is of the kind that is looked for.
    is_wanted: bool,
}

impl School {
    fn add(&mut self, bases: u64, fish: Finned) {
        let known = self.0.entry(bases).or_default();
        match known.iter_mut().find(|each| each.covers == fish.covers) {
            Some(same) => same.gone.extend(fish.gone),
            None => known.push(fish),
        }
    }

    /// Calls `then` with every two fish that make a siamese fish: they have the same bases, and
    /// each eliminates something that the other does not. One may be of another kind, and the whole
    /// goes by the name of the first.
    fn each_pair(&self, mut then: impl FnMut(u64, &Finned, &Finned) -> Search) -> Search {
        for (bases, fish) in &self.0 {
            for (index, one) in fish.iter().enumerate() {
                for other in &fish[index + 1..] {
                    let adds = |one: &Finned, other: &Finned| !one.gone.is_subset(&other.gone);
                    let is_wanted = one.is_wanted || other.is_wanted;
                    if is_wanted && adds(one, other) && adds(other, one) {
                        then(*bases, one, other)?;
                    }
                }
            }
        }
        Search::Continue(())
    }
}

/// Calls `then` with every finned fish of one value and direction: its bases, its covers, and
/// whether it is sashimi.
fn each_finned(
    water: &Water,
    size: usize,
    then: &mut impl FnMut(&Shoal, u64, u64, bool) -> Search,
) -> Search {
    let board = water.board;
    // A fin and a place that it eliminates share neither a base nor a cover, so the house that
    // they share is neither a row nor a column.
    for area in 2 * board.size()..board.shape().houses().len() {
        let Some(shoal) = Shoal::new(water, area, size) else {
            continue;
        };
        shoal.search(&mut |bases, covers| match shoal.fits(bases, covers) {
            Some(is_sashimi) => then(&shoal, bases, covers, is_sashimi),
            None => Search::Continue(()),
        })?;
    }
    Search::Continue(())
}

/// Searches every open value, with rows and then with columns as bases.
fn each_way(board: &Board, then: &mut impl FnMut(&Water) -> Search) -> Search {
    let geometry = board.geometry();
    for value in 1..=board.size() as u8 {
        for (bases, covers) in [
            (&geometry.rows, &geometry.columns),
            (&geometry.columns, &geometry.rows),
        ] {
            let water = Water::new(board, value, bases, covers);
            if water.open.count_ones() > 1 {
                then(&water)?;
            }
        }
    }
    Search::Continue(())
}

/// The places of one value, by the lines of one direction.
struct Water<'a> {
    board: &'a Board,
    value: u8,
    /// The houses that bases are chosen from, and those that cross them.
    bases: &'a [usize],
    covers: &'a [usize],
    /// By base line: the crossing lines where the value has a place.
    masks: [u64; MAX_SIZE],
    /// The base lines with at least two places for the value.
    open: u64,
}

impl<'a> Water<'a> {
    fn new(board: &'a Board, value: u8, bases: &'a [usize], covers: &'a [usize]) -> Water<'a> {
        let (mut masks, mut open) = ([0; MAX_SIZE], 0);
        for (line, base) in bases.iter().enumerate() {
            masks[line] = board.places(*base, value);
            open |= u64::from(masks[line].count_ones() > 1) << line;
        }
        Water {
            board,
            value,
            bases,
            covers,
            masks,
            open,
        }
    }

    fn masks(&self) -> &[u64] {
        &self.masks[..self.bases.len()]
    }

    fn cell(&self, line: usize, cover: usize) -> usize {
        self.board.shape().houses()[self.bases[line]].cells()[cover] as usize
    }

    fn cells(&self, line: usize, covers: u64) -> impl Iterator<Item = usize> {
        bits(covers).map(move |cover| self.cell(line, cover))
    }

    /// Returns a step with the pattern, without fins and eliminations.
    fn step(&self, technique: Technique, bases: u64, covers: u64) -> Step {
        let body = |line: usize| self.cells(line, self.masks[line] & covers);
        Step::new(technique)
            .about([self.value])
            .in_cells(bits(bases).flat_map(body))
            .in_houses(HouseRole::Base, bits(bases).map(|line| self.bases[line]))
            .in_houses(HouseRole::Cover, bits(covers).map(|line| self.covers[line]))
            .marking(Role::Defining, self.value, bits(bases).flat_map(body))
    }

    /// Returns two finned fish with the same bases as one step. The covers of the first come first
    /// and those of the second last, with the ones that they share in the middle. Whatever one of
    /// them leaves outside its covers is a fin.
    fn siamese(&self, technique: Technique, bases: u64, one: &Finned, other: &Finned) -> Step {
        let shared = one.covers & other.covers;
        let body = |line: usize| self.cells(line, self.masks[line] & shared);
        let fins = |line: usize| self.cells(line, self.masks[line] & !shared);
        let covers = [one.covers & !shared, shared, other.covers & !shared];
        let covers = covers.into_iter().flat_map(bits);
        Step::new(technique)
            .about([self.value])
            .in_cells(bits(bases).flat_map(body))
            .in_houses(HouseRole::Base, bits(bases).map(|line| self.bases[line]))
            .in_houses(HouseRole::Cover, covers.map(|line| self.covers[line]))
            .marking(Role::Defining, self.value, bits(bases).flat_map(body))
            .marking(Role::Fin, self.value, bits(bases).flat_map(fins))
            .eliminating(self.value, one.gone.union(&other.gone).copied())
    }
}

/// Returns whether some of these bases are already a fish: k lines that need no more than k covers,
/// including those in `free`.
fn has_smaller(bases: u64, free: u64, needed: impl Fn(usize) -> u64) -> bool {
    let mut some = (bases - 1) & bases;
    while some != 0 {
        let covers = bits(some).fold(free, |covers, line| covers | needed(line));
        if covers.count_ones() <= some.count_ones() {
            return true;
        }
        some = (some - 1) & bases;
    }
    false
}

/// An area that contains all fins and all places that they eliminate.
struct Shoal<'a> {
    water: &'a Water<'a>,
    size: usize,
    /// By base line: its places in the area.
    inside: [u64; MAX_SIZE],
    /// The base lines with places in the area.
    lines: u64,
}

impl<'a> Shoal<'a> {
    fn new(water: &'a Water<'a>, area: usize, size: usize) -> Option<Shoal<'a>> {
        let (board, value) = (water.board, water.value);
        if board.places(area, value).count_ones() < 2 {
            return None;
        }
        let (mut inside, mut lines) = ([0; MAX_SIZE], 0u64);
        for cell in board.places_as_cells(area, value) {
            let (row, column) = (board.shape().row(cell), board.shape().column(cell));
            let (line, cover) = match water.bases[0] == 0 {
                true => (row, column),
                false => (column, row),
            };
            inside[line] |= 1 << cover;
            lines |= 1 << line;
        }
        let has_room = lines.count_ones() > 1 && water.open.count_ones() as usize >= size;
        has_room.then_some(Shoal {
            water,
            size,
            inside,
            lines,
        })
    }

    /// Returns the places of a line outside the area, which need a cover.
    fn outside(&self, line: usize) -> u64 {
        self.water.masks[line] & !self.inside[line]
    }

    /// Tries every choice of bases and covers. At least one base has places in the area that may be
    /// fins, and one of the covers crosses the area where there is something to eliminate.
    fn search(&self, then: &mut impl FnMut(u64, u64) -> Search) -> Search {
        let crossing = bits(self.lines).fold(0, |union, line| union | self.inside[line]);
        for cover in bits(crossing).map(|cover| 1u64 << cover) {
            let fits =
                |line: &usize| (self.outside(*line) | cover).count_ones() as usize <= self.size;
            let eligible = bits(self.water.open).filter(fits);
            let eligible = eligible.fold(0u64, |lines, line| lines | 1 << line);
            if (eligible.count_ones() as usize) < self.size {
                continue;
            }
            let is_finned = |line: &usize| self.inside[*line] & !cover != 0;
            let finned = bits(self.lines & eligible).filter(is_finned);
            let mut rest = eligible;
            for line in finned {
                rest &= !(1 << line);
                let union = cover | self.outside(line);
                self.extend(
                    rest,
                    1 << line,
                    union,
                    &mut |bases, covers| match has_smaller(bases, cover, |line| self.outside(line))
                    {
                        true => Search::Continue(()),
                        false => then(bases, covers),
                    },
                )?;
            }
        }
        Search::Continue(())
    }

    fn extend(
        &self,
        eligible: u64,
        bases: u64,
        covers: u64,
        then: &mut impl FnMut(u64, u64) -> Search,
    ) -> Search {
        let missing = self.size - bases.count_ones() as usize;
        if missing == 0 {
            return match covers.count_ones() as usize == self.size {
                true => then(bases, covers),
                false => Search::Continue(()),
            };
        }
        let fits = |line: &usize| (self.outside(*line) | covers).count_ones() as usize <= self.size;
        let mut rest = bits(eligible)
            .filter(fits)
            .fold(0u64, |rest, line| rest | 1 << line);
        while rest.count_ones() as usize >= missing {
            let line = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.extend(rest, bases | 1 << line, covers | self.outside(line), then)?;
        }
        Search::Continue(())
    }

    /// Returns the places to eliminate: those of the covers outside the bases, in the area.
    fn gone(&self, bases: u64, covers: u64) -> impl Iterator<Item = usize> {
        let lines = bits(self.lines & !bases);
        lines.flat_map(move |line| self.water.cells(line, self.inside[line] & covers))
    }

    /// Returns whether the fish is sashimi, or `None` if bases and covers are not a finned fish
    /// that eliminates something.
    fn fits(&self, bases: u64, covers: u64) -> Option<bool> {
        let masks = || bits(bases).map(|line| self.water.masks[line]);
        let held = masks().fold(0, |held, mask| held | mask);
        let fewest = masks().map(|mask| (mask & covers).count_ones()).min()?;
        let is_fish = held & covers == covers && held != covers && fewest > 0;
        let has_prey = is_fish && self.gone(bases, covers).next().is_some();
        has_prey.then_some(fewest == 1)
    }

    fn step(&self, technique: Technique, bases: u64, covers: u64) -> Step {
        let (water, value) = (self.water, self.water.value);
        let fins = bits(bases).flat_map(|line| water.cells(line, water.masks[line] & !covers));
        water
            .step(technique, bases, covers)
            .marking(Role::Fin, value, fins)
            .eliminating(value, self.gone(bases, covers))
    }
}
