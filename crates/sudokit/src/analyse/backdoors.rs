//! Backdoors: cells that make the rest easy once they are known.
//!
//! The cells that follow from a set of cells only grow with the set. So if a cell, or a pair, does
//! not solve the puzzle, neither does any cell that follows from it in its place, and most pairs
//! need not be tried.

use super::bit_set::BitSet;
use std::str::FromStr;

use super::deduction::{self, Deduction, GeneralDeduction, SmallDeduction};
use crate::logic::{CellSet, Family, Logic, Technique};
use crate::puzzle::{Grid, Puzzle};

/// What counts as easy. The serialized names are in kebab-case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Ease {
    /// Naked and hidden singles.
    #[default]
    Singles,
    /// Singles, intersections and subsets.
    Basic,
}

impl Ease {
    /// All variants.
    pub const ALL: [Ease; 2] = [Ease::Singles, Ease::Basic];

    /// Returns its name, as [`FromStr`] parses it.
    pub fn name(self) -> &'static str {
        match self {
            Ease::Singles => "singles",
            Ease::Basic => "basic",
        }
    }
}

/// The error for an unknown name of [`Ease`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown value `{0}`: expected singles or basic")]
pub struct UnknownEase(String);

impl FromStr for Ease {
    type Err = UnknownEase;

    fn from_str(name: &str) -> Result<Ease, UnknownEase> {
        let mut all = Ease::ALL.into_iter();
        all.find(|ease| ease.name() == name)
            .ok_or_else(|| UnknownEase(name.to_string()))
    }
}

/// The smallest sets of cells that make a puzzle easy once their values are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Backdoors {
    none_needed: bool,
    /// Cells that are enough by themselves, in ascending order.
    pub cells: Vec<u16>,
    /// Pairs of cells that are enough together, if neither is enough by itself; in ascending order.
    pub pairs: Vec<[u16; 2]>,
}

impl Backdoors {
    /// Finds the backdoors of up to `largest` cells, 1 or 2, in a puzzle that has this solution and
    /// no other.
    ///
    /// `stop` is called often, so it can check a clock or a
    /// [`CancelToken`](crate::solve::CancelToken). Returns `None` if it returned `true`, or if
    /// `solution` does not solve the puzzle.
    pub fn of(
        puzzle: &Puzzle,
        solution: &Grid,
        ease: Ease,
        largest: usize,
        stop: impl Fn() -> bool,
    ) -> Option<Backdoors> {
        if !solution.solves(puzzle) {
            return None;
        }
        let search = BackdoorSearch {
            solution: solution.values(),
            largest,
            stop: &stop,
        };
        if ease == Ease::Basic {
            let basic = basic_techniques();
            return search.from(GeneralDeduction::new(puzzle, Some(&basic)));
        }
        if puzzle.shape().cells() <= CellSet::CAPACITY {
            let houses = deduction::full_houses(puzzle);
            return search.from(SmallDeduction::new(puzzle, &houses));
        }
        search.from(GeneralDeduction::new(puzzle, None))
    }

    /// Returns whether the puzzle is easy without any known cell.
    pub fn none_needed(&self) -> bool {
        self.none_needed
    }

    /// Returns the smallest number of cells that have to be known, or `None` if it is larger than
    /// `largest`.
    pub fn smallest(&self) -> Option<usize> {
        match (
            self.none_needed,
            self.cells.is_empty(),
            self.pairs.is_empty(),
        ) {
            (true, ..) => Some(0),
            (_, false, _) => Some(1),
            (_, _, false) => Some(2),
            _ => None,
        }
    }
}

/// Returns the techniques to try when singles lead no further.
fn basic_techniques() -> Logic {
    let families = [Family::Intersections, Family::Subsets];
    let all = Technique::ALL.iter().copied();
    Logic::with(all.filter(|technique| families.contains(&technique.family())))
}

struct BackdoorSearch<'a> {
    solution: &'a [u8],
    largest: usize,
    stop: &'a dyn Fn() -> bool,
}

/// A cell, and what follows from it.
struct TriedCell {
    cell: usize,
    filled: BitSet,
    /// Cells that do not solve the puzzle together with this one.
    hopeless: BitSet,
}

impl BackdoorSearch<'_> {
    fn from<P: Deduction>(&self, mut start: P) -> Option<Backdoors> {
        let mut found = Backdoors::default();
        start.deduce();
        if start.is_complete() {
            found.none_needed = true;
            return Some(found);
        }
        let filled = start.filled();
        let mut tried = Vec::new();
        for cell in (0..self.solution.len()).filter(|cell| !filled.contains(*cell)) {
            if (self.stop)() {
                return None;
            }
            let follows = self.with(&start, cell);
            if follows.is_complete() {
                found.cells.push(cell as u16);
                continue;
            }
            tried.push(TriedCell {
                cell,
                filled: follows.filled(),
                hopeless: BitSet::default(),
            });
        }
        if self.largest > 1 {
            found.pairs = self.pairs(&start, tried)?;
        }
        Some(found)
    }

    /// Finds pairs. The cells from which most follows come first: what they do not solve, those
    /// that follow from them do not either.
    fn pairs<P: Deduction>(&self, start: &P, mut tried: Vec<TriedCell>) -> Option<Vec<[u16; 2]>> {
        tried.sort_by_key(|one| std::cmp::Reverse(one.filled.len()));
        let mut pairs = Vec::new();
        for first in 0..tried.len() {
            let (before, rest) = tried.split_at_mut(first);
            let (one, behind) = rest.split_at_mut(1);
            let one = &mut one[0];
            let mut hopeless = one.filled.clone();
            hopeless.union_with(&one.hopeless);
            for farther in before
                .iter()
                .filter(|other| other.filled.contains(one.cell))
            {
                hopeless.union_with(&farther.hopeless);
            }
            let position = self.with(start, one.cell);
            for other in behind {
                if hopeless.contains(other.cell) || other.filled.contains(one.cell) {
                    continue;
                }
                if (self.stop)() {
                    return None;
                }
                let follows = self.with(&position, other.cell);
                if follows.is_complete() {
                    let (a, b) = (one.cell as u16, other.cell as u16);
                    pairs.push([a.min(b), a.max(b)]);
                    continue;
                }
                let filled = follows.filled();
                hopeless.union_with(&filled);
                other.hopeless.union_with(&filled);
            }
            one.hopeless = hopeless;
        }
        pairs.sort_unstable();
        Some(pairs)
    }

    fn with<P: Deduction>(&self, position: &P, cell: usize) -> P {
        let mut position = position.clone();
        position.place(cell, self.solution[cell]);
        position.deduce();
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Standing;
    use crate::puzzle::Origin;
    use crate::solve::Solver;

    const HARD: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn solution(puzzle: &Puzzle) -> Grid {
        Solver::new().solve(puzzle).solution.unwrap()
    }

    fn backdoors(puzzle: &Puzzle, ease: Ease) -> Backdoors {
        Backdoors::of(puzzle, &solution(puzzle), ease, 2, || false).unwrap()
    }

    /// Returns whether these techniques solve the puzzle once these cells are known.
    fn opens(puzzle: &Puzzle, solution: &Grid, cells: &[usize], families: &[Family]) -> bool {
        let mut known = puzzle.clone();
        for &cell in cells {
            known.set(cell, solution.values()[cell], Origin::Given);
        }
        let all = Technique::ALL.iter().copied();
        let logic = Logic::with(all.filter(|technique| families.contains(&technique.family())));
        logic.solve(&known).standing == Standing::Solved
    }

    /// Finds all backdoors by trying every cell and every pair.
    fn by_brute_force(puzzle: &Puzzle, families: &[Family]) -> (Vec<u16>, Vec<[u16; 2]>) {
        let solution = solution(puzzle);
        let opens = |cells: &[usize]| opens(puzzle, &solution, cells, families);
        let cells = 0..puzzle.shape().cells();
        let open: Vec<usize> = cells.filter(|cell| puzzle.values()[*cell] == 0).collect();
        let (good, others): (Vec<usize>, Vec<usize>) =
            open.into_iter().partition(|cell| opens(&[*cell]));
        let mut pairs = Vec::new();
        for (at, &one) in others.iter().enumerate() {
            for &other in &others[at + 1..] {
                if opens(&[one, other]) {
                    pairs.push([one as u16, other as u16]);
                }
            }
        }
        (good.into_iter().map(|cell| cell as u16).collect(), pairs)
    }

    #[test]
    fn every_backdoor_is_found_and_no_other() {
        let puzzles = include_str!("../../testdata/own_puzzles.txt");
        let puzzles = puzzles.lines().take(60).chain([HARD]);
        let puzzles = puzzles.map(|line| line.parse::<Puzzle>().unwrap());
        let found = puzzles.map(|puzzle| (backdoors(&puzzle, Ease::Singles), puzzle));
        let not_easy: Vec<_> = found.filter(|(found, _)| !found.none_needed()).collect();
        let with = |size| not_easy.iter().filter(move |one| one.0.smallest() == size);
        let chosen = with(Some(1)).take(3).chain(with(Some(2)).take(2));
        let mut seen = 0;
        for (found, puzzle) in chosen.chain(with(None).take(1)) {
            let expected = by_brute_force(puzzle, &[Family::Singles]);
            assert_eq!((&found.cells, &found.pairs), (&expected.0, &expected.1));
            seen += 1;
        }
        assert!(seen > 2, "{seen}");
    }

    #[test]
    fn basic_techniques_solve_more() {
        let puzzle: Puzzle = HARD.parse().unwrap();
        let singles = backdoors(&puzzle, Ease::Singles);
        let solution = solution(&puzzle);
        let basic = Backdoors::of(&puzzle, &solution, Ease::Basic, 1, || false).unwrap();
        assert!(basic.pairs.is_empty());
        assert!(singles.cells.iter().all(|cell| basic.cells.contains(cell)));
        let families = [Family::Singles, Family::Intersections, Family::Subsets];
        for cell in (0..81).filter(|cell| puzzle.values()[*cell] == 0) {
            let is_backdoor = basic.cells.contains(&(cell as u16));
            assert_eq!(is_backdoor, opens(&puzzle, &solution, &[cell], &families));
        }
    }

    #[test]
    fn an_easy_puzzle_needs_no_backdoor() {
        let puzzle: Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let found = backdoors(&puzzle, Ease::Singles);
        assert!(found.none_needed() && found.smallest() == Some(0));
        assert_eq!((found.cells.len(), found.pairs.len()), (0, 0));
    }

    #[test]
    fn a_search_can_be_stopped_and_both_boards_agree() {
        let puzzle: Puzzle = HARD.parse().unwrap();
        let solution = solution(&puzzle);
        let stopped = Backdoors::of(&puzzle, &solution, Ease::Singles, 2, || true);
        assert_eq!(stopped, None);
        let search = BackdoorSearch {
            solution: solution.values(),
            largest: 2,
            stop: &|| false,
        };
        // The board that large puzzles use, with a small one.
        let any = search.from(GeneralDeduction::new(&puzzle, None));
        assert_eq!(any, Some(backdoors(&puzzle, Ease::Singles)));
    }
}
