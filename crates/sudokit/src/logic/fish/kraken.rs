//! Kraken fish: fins that do not see their prey, but reach it through chains.
//!
//! The search starts from the prey. If it were true, chains would make other places of the value
//! false. If n bases without the prey then keep places in only n − 1 covers, that is impossible, so
//! the prey is false. Read forwards, it is a fish of n bases whose covers are those and the cover
//! of the prey: either the fish holds and eliminates the prey, or one of its fins is true, and each
//! of them leads to the same conclusion.

use crate::logic::board::{Board, bits};
use crate::logic::cell_set::CellSet;
use crate::logic::chains::links::{Kind, Links, contains};
use crate::logic::find::{Search, StepCollector};
use crate::logic::last_resort::argument::{Account, Literal};
use crate::logic::last_resort::spread::{Closures, Spread};
use crate::logic::step::{HouseRole, Role, Step};
use crate::logic::technique::Technique;
use crate::shape::MAX_SIZE;

/// Limits beyond which a person could not follow the argument.
const SIZES: std::ops::RangeInclusive<usize> = 2..=4;
const MOST_FINS: usize = 4;

/// Finds kraken fish, those with the fewest links first.
pub(super) fn find(board: &Board, found: &mut StepCollector) -> Search {
    let links = Links::new(board, Kind::Grouped);
    let closures = Closures::new(&links);
    let mut spread = Spread::new(&links);
    let (mut on, mut off) = (vec![0; links.words()], vec![0; links.words()]);
    let mut catches = Vec::new();
    for prey in 0..links.candidates() {
        closures.if_true(&links, prey, &mut on, &mut off);
        let mut fish = Vec::new();
        for by_columns in [false, true] {
            Hunt::new(board, &links, prey, &off, by_columns).search(&mut fish);
        }
        if fish.is_empty() {
            continue;
        }
        spread.follow(&links, Literal::on(prey));
        let simplest = fish
            .into_iter()
            .min_by_key(|fish| fish.rank(&links, &spread));
        catches.extend(simplest.map(|fish| (fish.rank(&links, &spread), prey, fish)));
    }
    catches.sort_by_key(|(rank, prey, _)| (*rank, *prey));
    for (_, prey, fish) in catches {
        spread.follow(&links, Literal::on(prey));
        found.add(fish.step(&links, &spread, prey))?;
    }
    Search::Continue(())
}

/// The search for one prey among the bases of one direction.
struct Hunt<'a> {
    board: &'a Board,
    value: u8,
    bases: &'a [usize],
    covers: &'a [usize],
    /// The cover of the prey.
    prey: u64,
    /// By base line: the crossing lines where the value has a place, and where it keeps one if the
    /// prey is true.
    places: [u64; MAX_SIZE],
    kept: [u64; MAX_SIZE],
    /// By base line: the places that the prey sees.
    seen: [u64; MAX_SIZE],
    /// The base lines that keep a place. A line that keeps none disproves the prey without a fish.
    open: u64,
}

impl<'a> Hunt<'a> {
    fn new(board: &'a Board, links: &Links, prey: usize, off: &[u64], by_columns: bool) -> Self {
        let (geometry, shape) = (board.geometry(), board.shape());
        let place = links.place(prey);
        let cell = place.cells.first().unwrap_or_default();
        let (bases, covers, base, cover) = match by_columns {
            false => (
                &geometry.rows,
                &geometry.columns,
                shape.row(cell),
                shape.column(cell),
            ),
            true => (
                &geometry.columns,
                &geometry.rows,
                shape.column(cell),
                shape.row(cell),
            ),
        };
        let mut hunt = Hunt {
            board,
            value: place.value,
            bases,
            covers,
            prey: 1 << cover,
            places: [0; MAX_SIZE],
            kept: [0; MAX_SIZE],
            seen: [0; MAX_SIZE],
            open: 0,
        };
        for (line, house) in bases.iter().enumerate().filter(|(line, _)| *line != base) {
            hunt.places[line] = board.places(*house, place.value);
            for position in bits(hunt.places[line]) {
                let other = shape.houses()[*house].cells()[position] as usize;
                let is_off = contains(off, links.candidate(other, place.value));
                hunt.kept[line] |= u64::from(!is_off) << position;
                hunt.seen[line] |= u64::from(board.peers(cell).contains(other)) << position;
            }
            hunt.open |= u64::from(hunt.kept[line] != 0) << line;
        }
        hunt
    }

    fn search(&self, fish: &mut Vec<Fish>) {
        for size in SIZES {
            self.extend(size, self.open, 0, 0, fish);
        }
    }

    /// Tries every choice of `size` bases that keep places in fewer covers.
    fn extend(&self, size: usize, eligible: u64, bases: u64, kept: u64, fish: &mut Vec<Fish>) {
        let missing = size - bases.count_ones() as usize;
        if missing == 0 {
            fish.extend(self.fish(bases, kept));
            return;
        }
        for line in bits(eligible) {
            let union = kept | self.kept[line];
            if (union.count_ones() as usize) < size {
                let rest = eligible & !((2 << line) - 1);
                self.extend(size, rest, bases | 1 << line, union, fish);
            }
        }
    }

    /// Returns the fish of these bases, if it needs all of them, and chains.
    fn fish(&self, bases: u64, kept: u64) -> Option<Fish> {
        let covers = kept | self.prey;
        let fins = |line: usize| self.places[line] & !covers;
        let body = bits(bases).fold(0, |body, line| body | self.places[line]) & covers;
        let count: u32 = bits(bases).map(|line| fins(line).count_ones()).sum();
        let needs_chains = bits(bases).any(|line| fins(line) & !self.seen[line] != 0);
        let is_fish = body == covers
            && needs_chains
            && count as usize <= MOST_FINS
            && covers.count_ones() == bases.count_ones()
            && !self.has_smaller(bases);
        let cells = |mask: fn(u64, u64) -> u64| -> CellSet {
            let places = |line: usize| mask(self.places[line], covers);
            let cells = bits(bases).map(|line| (self.bases[line], places(line)));
            cells
                .flat_map(|(base, places)| self.board.cells_at(base, places))
                .collect()
        };
        is_fish.then(|| Fish {
            value: self.value,
            bases: bits(bases).map(|line| self.bases[line]).collect(),
            covers: bits(covers).map(|line| self.covers[line]).collect(),
            body: cells(|places, covers| places & covers),
            fins: cells(|places, covers| places & !covers),
        })
    }

    /// Returns whether some of the bases already lead to a contradiction.
    fn has_smaller(&self, bases: u64) -> bool {
        let mut some = (bases - 1) & bases;
        while some != 0 {
            let kept = bits(some).fold(0, |kept, line| kept | self.kept[line]);
            if kept.count_ones() < some.count_ones() {
                return true;
            }
            some = (some - 1) & bases;
        }
        false
    }
}

/// A fish whose fins lead to the prey.
struct Fish {
    value: u8,
    bases: Vec<usize>,
    covers: Vec<usize>,
    body: CellSet,
    fins: CellSet,
}

/// The order of preference: fewest links in all chains, then the smallest size.
type Rank = (u16, usize);

impl Fish {
    fn rank(&self, links: &Links, spread: &Spread) -> Rank {
        let fins = self.fins.iter();
        let length = fins.map(|fin| spread.depth(Literal::off(links.candidate(fin, self.value))));
        (length.sum(), self.bases.len())
    }

    /// Returns the step, with a chain from each fin to the prey.
    fn step(&self, links: &Links, spread: &Spread, prey: usize) -> Step {
        let mut step = Step::new(Technique::KrakenFish)
            .about([self.value])
            .in_cells(self.body)
            .in_houses(HouseRole::Base, self.bases.iter().copied())
            .in_houses(HouseRole::Cover, self.covers.iter().copied())
            .marking(Role::Defining, self.value, self.body)
            .marking(Role::Fin, self.value, self.fins)
            .eliminating(self.value, links.place(prey).cells);
        for fin in self.fins {
            let mut account = Account::default();
            let end = Literal::off(links.candidate(fin, self.value));
            account.add_chain(spread.chain_back(end));
            step.pattern.chains.push(account.into_chain(links));
        }
        step
    }
}
