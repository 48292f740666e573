//! The links of a grid that does not change, as lists for searches and as sets for the question
//! whether a search can find anything.

use super::super::grid::{HOUSE_CELLS, HOUSE_SET, Mask, POSITIONS, digits, is_pair, lowest};
use super::super::technique::Links;
use super::*;
use crate::bits::bits;

/// A candidate's number among those of the grid, by cell and digit.
pub type Id = u16;

/// A set of candidates, by number. Only the words that the graph has in use count.
pub type Ids = [u64; 12];

#[inline]
pub fn contains(set: &Ids, id: Id) -> bool {
    set[id as usize / 64] >> (id % 64) & 1 == 1
}

/// Adds a candidate and returns whether it is new.
#[inline]
pub fn insert(set: &mut Ids, id: Id) -> bool {
    let (word, bit) = (id as usize / 64, 1 << (id % 64));
    let is_new = set[word] & bit == 0;
    set[word] |= bit;
    is_new
}

/// A candidate and the cause of the link that leads to it.
#[derive(Clone, Copy)]
pub struct Target {
    pub id: Id,
    pub(super) cause: Cause,
}

/// The links of one candidate.
#[derive(Clone)]
struct Candidate {
    cell: u8,
    digit: u8,
    /// The candidates that turn on when this one turns off. The one in the same cell is first.
    strong: [Target; 4],
    strong_count: u8,
    has_strong_in_cell: bool,
    /// The candidates with strong links that turn off when this one turns on: their places in
    /// `weak`. Those in the same cell come first, up to `weak_in_houses`.
    weak_start: u16,
    weak_in_houses: u16,
    weak_end: u16,
}

/// The links of all candidates of a grid.
pub struct LinkGraph {
    /// The candidates of the grid, by cell.
    grid: [Mask; 81],
    candidates: Vec<Candidate>,
    /// The numbers of candidates; valid for those of the grid.
    ids: [Id; 729],
    weak: Vec<Target>,
    /// The number of words of sets that are in use.
    words: usize,
    /// The candidates that turn off when one turns on.
    off: Vec<Ids>,
    /// The candidates that turn on, by way of one that turns off, when one turns on.
    next: Vec<Ids>,
    /// The candidates that turn on, sooner or later, when one turns on; itself included.
    reached: Vec<Ids>,
    /// The candidates that turn off, sooner or later, when one turns on.
    turned_off: Vec<Ids>,
    has_refuted: bool,
}

impl LinkGraph {
    pub fn new() -> Box<LinkGraph> {
        Box::new(LinkGraph {
            grid: [0; 81],
            candidates: Vec::new(),
            ids: [0; 729],
            weak: Vec::new(),
            words: 0,
            off: Vec::new(),
            next: Vec::new(),
            reached: Vec::new(),
            turned_off: Vec::new(),
            has_refuted: false,
        })
    }

    /// Replaces the links by those of a grid, unless they are that already.
    pub fn fill(&mut self, grid: &Grid) {
        if self.grid == *grid.all_candidates() {
            return;
        }
        self.grid = *grid.all_candidates();
        self.turned_off.clear();
        self.candidates.clear();
        for cell in bits(grid.open_cells()) {
            for digit in digits(grid.candidates(cell)) {
                self.ids[cell * 9 + digit] = self.candidates.len() as Id;
                let nowhere = Target {
                    id: 0,
                    cause: Cause::Cell,
                };
                self.candidates.push(Candidate {
                    cell: cell as u8,
                    digit: digit as u8,
                    strong: [nowhere; 4],
                    strong_count: 0,
                    has_strong_in_cell: false,
                    weak_start: 0,
                    weak_in_houses: 0,
                    weak_end: 0,
                });
            }
        }
        let count = self.candidates.len();
        self.words = count.div_ceil(64);
        for sets in [&mut self.off, &mut self.next, &mut self.reached] {
            sets.clear();
            sets.resize(count, [0; 12]);
        }
        self.weak.clear();
        for id in 0..count {
            self.fill_strong(grid, id);
        }
        for id in 0..count {
            self.fill_weak(grid, id);
        }
        match self.words {
            ..=2 => self.close::<2>(),
            3 => self.close::<3>(),
            4 => self.close::<4>(),
            5..=6 => self.close::<6>(),
            _ => self.close::<12>(),
        }
        self.has_refuted = (0..count).any(|id| self.refutes_itself(id as Id));
    }

    fn fill_strong(&mut self, grid: &Grid, id: usize) {
        let candidate = &mut self.candidates[id];
        let (cell, digit) = (candidate.cell as usize, candidate.digit as usize);
        let ids = &self.ids;
        let mut add = |cell: usize, digit: usize, cause: Cause| {
            let id = ids[cell * 9 + digit];
            let count = candidate.strong_count as usize;
            if !candidate.strong[..count].iter().any(|each| each.id == id) {
                candidate.strong[count] = Target { id, cause };
                candidate.strong_count += 1;
            }
        };
        let has_strong_in_cell = is_pair(grid.candidates(cell));
        if has_strong_in_cell {
            let other = lowest(grid.candidates(cell) & !(1 << digit));
            add(cell, other, Cause::Cell);
        }
        for (kind, cause) in HOUSE_CAUSES.into_iter().enumerate() {
            let house = HOUSES[cell][kind] as usize;
            let places = grid.places(digit, house);
            if is_pair(places) {
                let other = lowest(places & !(1 << POSITIONS[cell][kind]));
                add(HOUSE_CELLS[house][other] as usize, digit, cause);
            }
        }
        candidate.has_strong_in_cell = has_strong_in_cell;
    }

    fn fill_weak(&mut self, grid: &Grid, id: usize) {
        let (cell, digit) = self.place(id as Id);
        let (weak, candidates) = (&mut self.weak, &self.candidates);
        let (off, next) = (&mut self.off[id], &mut self.next[id]);
        let start = weak.len();
        let mut add = |weak: &mut Vec<Target>, id: Id, cause: Cause| {
            insert(off, id);
            let candidate = &candidates[id as usize];
            if candidate.strong_count > 0 {
                weak.push(Target { id, cause });
                for target in &candidate.strong[..candidate.strong_count as usize] {
                    insert(next, target.id);
                }
            }
        };
        for other in digits(grid.candidates(cell) & !(1 << digit)) {
            add(weak, self.ids[cell * 9 + other], Cause::Cell);
        }
        let in_houses = weak.len();
        let mut left = grid.cells(digit) & !(1 << cell);
        for (house, cause) in HOUSES[cell].into_iter().zip(HOUSE_CAUSES) {
            let there = left & HOUSE_SET[house as usize];
            left &= !there;
            for other in bits(there) {
                add(weak, self.ids[other * 9 + digit], cause);
            }
        }
        let end = weak.len();
        let candidate = &mut self.candidates[id];
        candidate.weak_start = start as u16;
        candidate.weak_in_houses = in_houses as u16;
        candidate.weak_end = end as u16;
    }

    /// Finds what each candidate leads to. The number of words is a constant so that loops over
    /// them are unrolled.
    fn close<const WORDS: usize>(&mut self) {
        for source in 0..self.candidates.len() {
            let (mut seen, mut fresh) = ([0u64; WORDS], [0u64; WORDS]);
            fresh[source / 64] = 1 << (source % 64);
            while let Some(word) = fresh.iter().position(|word| *word != 0) {
                let id = word * 64 + fresh[word].trailing_zeros() as usize;
                seen[word] |= 1 << (id % 64);
                // What an earlier one leads to is known in full.
                if id < source {
                    for (seen, reached) in seen.iter_mut().zip(&self.reached[id]) {
                        *seen |= reached;
                    }
                    for at in 0..WORDS {
                        fresh[at] &= !seen[at];
                    }
                } else {
                    let next = &self.next[id];
                    for at in 0..WORDS {
                        fresh[at] = (fresh[at] | next[at]) & !seen[at];
                    }
                }
            }
            self.reached[source][..WORDS].copy_from_slice(&seen);
        }
    }

    /// The cell and digit of a candidate.
    #[inline]
    pub fn place(&self, id: Id) -> (usize, usize) {
        let candidate = &self.candidates[id as usize];
        (candidate.cell as usize, candidate.digit as usize)
    }

    #[inline]
    pub fn id(&self, cell: usize, digit: usize) -> Id {
        self.ids[cell * 9 + digit]
    }

    /// The "on" nodes that follow from an "off" node, by these links.
    #[inline]
    pub fn strong(&self, id: Id, links: Links) -> &[Target] {
        let candidate = &self.candidates[id as usize];
        let in_cell = usize::from(candidate.has_strong_in_cell);
        let all = &candidate.strong[..candidate.strong_count as usize];
        match links {
            Links::X => &all[in_cell..],
            Links::Y => &all[..in_cell],
            Links::XY => all,
        }
    }

    /// The "off" nodes that follow from an "on" node and may lead on. Places in houses always
    /// count, candidates of the cell only with Y-links.
    #[inline]
    pub fn weak(&self, id: Id, links: Links) -> &[Target] {
        let candidate = &self.candidates[id as usize];
        let start = match links {
            Links::X => candidate.weak_in_houses,
            _ => candidate.weak_start,
        };
        &self.weak[start as usize..candidate.weak_end as usize]
    }

    /// Why one candidate turns another off, if it does.
    pub(super) fn weak_cause(&self, from: Id, to: Id, links: Links) -> Option<Cause> {
        let ((from_cell, from_digit), (to_cell, to_digit)) = (self.place(from), self.place(to));
        if from_cell == to_cell {
            return (links != Links::X && from != to).then_some(Cause::Cell);
        }
        if from_digit != to_digit {
            return None;
        }
        let kind = (0..3).find(|kind| HOUSES[from_cell][*kind] == HOUSES[to_cell][*kind])?;
        Some(HOUSE_CAUSES[kind])
    }

    /// Whether any candidate that is on turns itself off. If not, there are no plain chains:
    /// what a cycle removes is such a candidate, because the cycle leads from one of the two nodes
    /// that it sees to the other; and so is each other candidate of a cell where a digit that is
    /// off turns itself on.
    pub fn has_refuted(&self) -> bool {
        self.has_refuted
    }

    /// Whether a candidate that is on turns itself off.
    pub fn refutes_itself(&self, id: Id) -> bool {
        let (reached, off) = (&self.reached[id as usize], &self.off[id as usize]);
        (0..self.words).any(|word| reached[word] & off[word] != 0)
    }

    /// Whether a candidate that is off turns itself on.
    pub fn proves_itself(&self, id: Id) -> bool {
        let mut targets = self.strong(id, Links::XY).iter();
        targets.any(|target| contains(&self.reached[target.id as usize], id))
    }

    /// Whether something else follows from a candidate from which it follows itself. Without that
    /// it is in no cycle.
    pub fn may_be_in_cycle(&self, id: Id) -> bool {
        let next = &self.next[id as usize];
        (0..self.words).any(|word| {
            bits(next[word]).any(|bit| {
                let other = word * 64 + bit;
                other != id as usize && contains(&self.reached[other], id)
            })
        })
    }

    /// Prepares for [`may_agree`](LinkGraph::may_agree).
    pub fn fill_turned_off(&mut self) {
        if !self.turned_off.is_empty() {
            return;
        }
        for reached in &self.reached {
            let mut off = [0; 12];
            for (word, mask) in reached[..self.words].iter().enumerate() {
                for bit in bits(*mask) {
                    let each = &self.off[word * 64 + bit];
                    for at in 0..self.words {
                        off[at] |= each[at];
                    }
                }
            }
            self.turned_off.push(off);
        }
    }

    /// Whether all these candidates, when on, may turn some candidate on, or some candidate off.
    /// Propagation, which stops at a contradiction, finds no more than that.
    pub fn may_agree(&self, sources: impl Iterator<Item = Id>) -> bool {
        let (mut on, mut off) = ([u64::MAX; 12], [u64::MAX; 12]);
        for source in sources {
            let reached = &self.reached[source as usize];
            let turned_off = &self.turned_off[source as usize];
            for word in 0..self.words {
                on[word] &= reached[word];
                off[word] &= turned_off[word];
            }
        }
        (0..self.words).any(|word| (on[word] | off[word]) != 0)
    }
}
