//! Rotations and reflections of the square that leave a pattern unchanged.

use std::fmt;
use std::str::FromStr;

/// A symmetry of the positions of the givens; their values are ignored.
///
/// ```
/// use sudokit::pattern::Symmetry;
///
/// let symmetry: Symmetry = "half-turn".parse()?;
/// assert_eq!(symmetry, Symmetry::HalfTurn);
/// assert_eq!(symmetry.orbits(9).len(), 41);
/// # Ok::<(), sudokit::pattern::UnknownSymmetry>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// No symmetry is required.
    #[default]
    None,
    /// Unchanged by a half turn.
    HalfTurn,
    /// Unchanged by a quarter turn.
    QuarterTurn,
    /// Left and right mirror each other.
    LeftRight,
    /// Top and bottom mirror each other.
    TopBottom,
    /// Both of these reflections.
    Mirrors,
    /// The diagonal from the upper left is a mirror.
    Diagonal,
    /// The diagonal from the upper right is a mirror.
    AntiDiagonal,
    /// Both diagonals are mirrors.
    Diagonals,
    /// Every rotation and every reflection.
    All,
}

/// Maps a row and a column of a board; the first argument is the last row.
type Motion = fn(usize, usize, usize) -> (usize, usize);

const HALF_TURN: Motion = |last, row, column| (last - row, last - column);
const QUARTER_TURN: Motion = |last, row, column| (column, last - row);
const LEFT_RIGHT: Motion = |last, row, column| (row, last - column);
const TOP_BOTTOM: Motion = |last, row, column| (last - row, column);
const DIAGONAL: Motion = |_, row, column| (column, row);
const ANTI_DIAGONAL: Motion = |last, row, column| (last - column, last - row);

impl Symmetry {
    /// Every symmetry.
    pub const ALL: [Symmetry; 10] = [
        Symmetry::None,
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::Mirrors,
        Symmetry::Diagonal,
        Symmetry::AntiDiagonal,
        Symmetry::Diagonals,
        Symmetry::All,
    ];

    /// The symmetries of a single rotation or reflection; all others consist of these.
    pub const BASIC: [Symmetry; 6] = [
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::Diagonal,
        Symmetry::AntiDiagonal,
    ];

    /// Returns the name, which [`FromStr`] reads back.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::QuarterTurn => "quarter-turn",
            Symmetry::LeftRight => "left-right",
            Symmetry::TopBottom => "top-bottom",
            Symmetry::Mirrors => "mirrors",
            Symmetry::Diagonal => "diagonal",
            Symmetry::AntiDiagonal => "anti-diagonal",
            Symmetry::Diagonals => "diagonals",
            Symmetry::All => "all",
        }
    }

    /// Returns the [basic](Self::BASIC) symmetries that every pattern with this one has.
    pub fn parts(self) -> &'static [Symmetry] {
        match self {
            Symmetry::None => &[],
            Symmetry::HalfTurn => &[Symmetry::HalfTurn],
            Symmetry::QuarterTurn => &[Symmetry::HalfTurn, Symmetry::QuarterTurn],
            Symmetry::LeftRight => &[Symmetry::LeftRight],
            Symmetry::TopBottom => &[Symmetry::TopBottom],
            Symmetry::Mirrors => &[Symmetry::HalfTurn, Symmetry::LeftRight, Symmetry::TopBottom],
            Symmetry::Diagonal => &[Symmetry::Diagonal],
            Symmetry::AntiDiagonal => &[Symmetry::AntiDiagonal],
            Symmetry::Diagonals => &[
                Symmetry::HalfTurn,
                Symmetry::Diagonal,
                Symmetry::AntiDiagonal,
            ],
            Symmetry::All => &Symmetry::BASIC,
        }
    }

    /// The motions that generate the symmetry.
    fn motions(self) -> &'static [Motion] {
        match self {
            Symmetry::None => &[],
            Symmetry::HalfTurn => &[HALF_TURN],
            Symmetry::QuarterTurn => &[QUARTER_TURN],
            Symmetry::LeftRight => &[LEFT_RIGHT],
            Symmetry::TopBottom => &[TOP_BOTTOM],
            Symmetry::Mirrors => &[LEFT_RIGHT, TOP_BOTTOM],
            Symmetry::Diagonal => &[DIAGONAL],
            Symmetry::AntiDiagonal => &[ANTI_DIAGONAL],
            Symmetry::Diagonals => &[DIAGONAL, ANTI_DIAGONAL],
            Symmetry::All => &[QUARTER_TURN, LEFT_RIGHT],
        }
    }

    /// Returns the orbits of the cells of a board of this size: all or none of the cells of an
    /// orbit are givens. They are in the order of their first cells.
    pub fn orbits(self, size: usize) -> Vec<Vec<u16>> {
        let mut seen = vec![false; size * size];
        let mut orbits = Vec::new();
        for first in 0..size * size {
            if seen[first] {
                continue;
            }
            seen[first] = true;
            let mut orbit = vec![first as u16];
            let mut next = 0;
            while let Some(&cell) = orbit.get(next) {
                let (row, column) = (cell as usize / size, cell as usize % size);
                for motion in self.motions() {
                    let (row, column) = motion(size - 1, row, column);
                    let image = row * size + column;
                    if !std::mem::replace(&mut seen[image], true) {
                        orbit.push(image as u16);
                    }
                }
                next += 1;
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits
    }

    /// Returns whether these cells, `true` for a given, have the symmetry.
    pub fn holds(self, size: usize, givens: &[bool]) -> bool {
        self.motions().iter().all(|motion| {
            (0..size * size).all(|cell| {
                let (row, column) = motion(size - 1, cell / size, cell % size);
                givens.get(cell) == givens.get(row * size + column)
            })
        })
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that is not a symmetry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a symmetry: use {all}", all = Symmetry::ALL.map(Symmetry::name).join(", "))]
pub struct UnknownSymmetry(String);

impl FromStr for Symmetry {
    type Err = UnknownSymmetry;

    fn from_str(text: &str) -> Result<Symmetry, UnknownSymmetry> {
        let mut all = Symmetry::ALL.into_iter();
        all.find(|symmetry| symmetry.name() == text)
            .ok_or_else(|| UnknownSymmetry(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_are_counted() {
        let counts = Symmetry::ALL.map(|symmetry| symmetry.orbits(9).len());
        assert_eq!(counts, [81, 41, 21, 45, 45, 25, 45, 45, 25, 15]);
        let counts = Symmetry::ALL.map(|symmetry| symmetry.orbits(4).len());
        assert_eq!(counts, [16, 8, 4, 8, 8, 4, 10, 10, 6, 3]);
    }

    #[test]
    fn every_cell_is_in_one_orbit() {
        for symmetry in Symmetry::ALL {
            let mut cells: Vec<u16> = symmetry.orbits(6).into_iter().flatten().collect();
            cells.sort_unstable();
            assert_eq!(cells, (0..36).collect::<Vec<u16>>(), "{symmetry}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.name().parse(), Ok(symmetry));
        }
        let error = "spiral".parse::<Symmetry>().expect_err("not a symmetry");
        assert!(error.to_string().contains("`spiral`") && error.to_string().contains("mirrors"));
    }

    #[test]
    fn parts_hold_for_every_pattern_of_a_symmetry() {
        for symmetry in Symmetry::ALL {
            let patterns = symmetry.orbits(5).into_iter().map(|orbit| {
                let is_given = |cell: u16| orbit.contains(&cell);
                (0..25).map(is_given).collect::<Vec<bool>>()
            });
            let patterns: Vec<Vec<bool>> = patterns.collect();
            assert!(patterns.iter().all(|pattern| symmetry.holds(5, pattern)));
            let always = |basic: &Symmetry| patterns.iter().all(|pattern| basic.holds(5, pattern));
            let expected: Vec<Symmetry> = Symmetry::BASIC.into_iter().filter(always).collect();
            assert_eq!(symmetry.parts(), expected, "{symmetry}");
        }
    }

    #[test]
    fn a_symmetry_is_recognised() {
        let mut givens = [false; 16];
        givens[0] = true;
        assert!(!Symmetry::HalfTurn.holds(4, &givens) && Symmetry::Diagonal.holds(4, &givens));
        givens[15] = true;
        assert!(Symmetry::HalfTurn.holds(4, &givens) && Symmetry::Diagonals.holds(4, &givens));
        assert!(!Symmetry::QuarterTurn.holds(4, &givens));
    }
}
