//! What engines and logic look up about a shape, computed once and kept with it.
//!
//! Both see a position from two sides: for each cell the values that it may hold, and for each
//! house and value the positions of the house that may hold it. A [`Membership`] leads from a
//! cell to its houses, [`Geometry::cell_at`] from a position of a house back to the cell.

use crate::cell_set::CellSet;
use crate::shape::{HouseKind, Shape};

/// The houses, positions, crossings and cell sets of a shape.
#[derive(Debug)]
pub(crate) struct Geometry {
    /// The number of values, which is also the number of cells in a house.
    size: usize,
    /// The number of cells.
    pub cells: usize,
    houses: usize,
    memberships: Vec<Membership>,
    /// Where the memberships of each cell start.
    membership_starts: Vec<u32>,
    /// The cells of all houses, end to end.
    house_cells: Vec<u16>,
    crossings: Vec<Vec<Crossing>>,
    /// The number of cells in the largest crossing.
    pub largest_crossing: u32,
    /// The rows, as indices into the houses of the shape.
    pub rows: Vec<usize>,
    /// The columns, as indices into the houses of the shape.
    pub columns: Vec<usize>,
    /// The boxes or regions, as indices into the houses of the shape.
    pub boxes: Vec<usize>,
    main_houses: Vec<MainHouses>,
    /// The cells of each house; empty on boards that are too large for a [`CellSet`].
    pub house_sets: Vec<CellSet>,
    /// The peers of each cell; empty on boards that are too large for a [`CellSet`].
    pub peer_sets: Vec<CellSet>,
}

/// One house of a cell, and the cell's position in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Membership {
    /// The position as a bit.
    pub bit: u64,
    /// The word that holds the positions of the first value in the house: see
    /// [`Geometry::places_word`].
    pub places: u32,
    /// The house, as an index into the houses of the shape.
    pub house: u16,
}

/// Two houses that share at least two cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    /// The shared cells as positions in the first house.
    pub here: u64,
    /// The second house.
    pub other: u16,
    /// The shared cells as positions in the second house.
    pub there: u64,
}

/// The row, column and box of a cell, as indices into the houses of the shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MainHouses {
    pub row: u16,
    pub column: u16,
    /// The box or region; 0 on a board without boxes (a Latin square).
    pub block: u16,
}

impl Geometry {
    pub(crate) fn new(shape: &Shape) -> Geometry {
        let (size, cells, houses) = (shape.size(), shape.cells(), shape.houses());
        let (mut memberships, mut membership_starts) = (Vec::new(), vec![0]);
        for cell in 0..cells {
            for &house in shape.houses_of(cell) {
                let members = houses[house as usize].cells();
                let position = members.iter().position(|c| *c as usize == cell);
                memberships.push(Membership {
                    bit: 1 << position.unwrap_or_default(),
                    places: (cells + house as usize * size) as u32,
                    house,
                });
            }
            membership_starts.push(memberships.len() as u32);
        }
        let of_kind = |kinds: &[HouseKind]| -> Vec<usize> {
            let houses = houses.iter().enumerate();
            let wanted = houses.filter(|(_, house)| kinds.contains(&house.kind()));
            wanted.map(|(index, _)| index).collect()
        };
        let main_houses = |cell: usize| {
            let of = |kinds: &[HouseKind]| {
                let mut all = shape.houses_of(cell).iter();
                let found = all.find(|house| kinds.contains(&houses[**house as usize].kind()));
                found.copied().unwrap_or(0)
            };
            MainHouses {
                row: of(&[HouseKind::Row]),
                column: of(&[HouseKind::Column]),
                block: of(&[HouseKind::Box, HouseKind::Region]),
            }
        };
        let (mut house_sets, mut peer_sets) = (Vec::new(), Vec::new());
        if cells <= CellSet::CAPACITY {
            let set = |cells: &[u16]| cells.iter().map(|cell| *cell as usize).collect();
            house_sets = houses.iter().map(|house| set(house.cells())).collect();
            peer_sets = (0..cells).map(|cell| set(shape.peers(cell))).collect();
        }
        let mut geometry = Geometry {
            size,
            cells,
            houses: houses.len(),
            memberships,
            membership_starts,
            house_cells: houses.iter().flat_map(|h| h.cells()).copied().collect(),
            crossings: Vec::new(),
            largest_crossing: 0,
            rows: of_kind(&[HouseKind::Row]),
            columns: of_kind(&[HouseKind::Column]),
            boxes: of_kind(&[HouseKind::Box, HouseKind::Region]),
            main_houses: (0..cells).map(main_houses).collect(),
            house_sets,
            peer_sets,
        };
        geometry.crossings = (0..houses.len())
            .map(|house| geometry.find_crossings(house))
            .collect();
        let sizes = geometry.crossings.iter().flatten();
        geometry.largest_crossing = sizes.map(|c| c.here.count_ones()).max().unwrap_or(0);
        geometry
    }

    fn find_crossings(&self, house: usize) -> Vec<Crossing> {
        let mut crossings: Vec<Crossing> = (0..self.houses)
            .map(|other| Crossing {
                here: 0,
                other: other as u16,
                there: 0,
            })
            .collect();
        for position in 0..self.size {
            let cell = self.cell_at(house, position as u32);
            for membership in self.memberships(cell) {
                let crossing = &mut crossings[membership.house as usize];
                crossing.here |= 1 << position;
                crossing.there |= membership.bit;
            }
        }
        crossings.retain(|c| c.other as usize != house && c.here.count_ones() > 1);
        crossings
    }

    /// The houses of a cell, in ascending order.
    #[inline]
    pub fn memberships(&self, cell: usize) -> &[Membership] {
        let (start, end) = (
            self.membership_starts[cell],
            self.membership_starts[cell + 1],
        );
        &self.memberships[start as usize..end as usize]
    }

    /// The row, column and box of a cell.
    #[inline]
    pub fn main_houses(&self, cell: usize) -> MainHouses {
        self.main_houses[cell]
    }

    /// The cell at a position of a house.
    #[inline]
    pub fn cell_at(&self, house: usize, position: u32) -> usize {
        self.house_cells[house * self.size + position as usize] as usize
    }

    /// The houses that share at least two cells with a house.
    #[inline]
    pub fn crossings(&self, house: usize) -> &[Crossing] {
        &self.crossings[house]
    }

    /// The number of words in a two-sided position: one for each cell, then one for each house
    /// and value.
    pub fn words(&self) -> usize {
        self.cells + self.houses * self.size
    }

    /// The word that holds the positions of a value (from 0) in a house.
    #[inline]
    pub fn places_word(&self, house: usize, value: usize) -> usize {
        self.cells + house * self.size + value
    }

    /// The house and the value (from 0) of such a word.
    #[inline]
    pub fn house_and_value(&self, word: usize) -> (usize, usize) {
        let index = word - self.cells;
        (index / self.size, index % self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(shape: &str) -> Geometry {
        Geometry::new(&shape.parse().expect("a shape"))
    }

    #[test]
    fn memberships_lead_to_a_house_and_back() {
        for name in ["4", "2x3", "9+diagonals+windows", "1x7", "16"] {
            let shape: Shape = name.parse().expect("a shape");
            let geometry = Geometry::new(&shape);
            for cell in 0..shape.cells() {
                let memberships = geometry.memberships(cell);
                assert!(
                    memberships
                        .iter()
                        .map(|m| &m.house)
                        .eq(shape.houses_of(cell))
                );
                for member in memberships {
                    let position = member.bit.trailing_zeros();
                    assert_eq!(
                        geometry.cell_at(member.house.into(), position),
                        cell,
                        "{name}"
                    );
                    let word = geometry.places_word(member.house.into(), 2);
                    assert_eq!(word, member.places as usize + 2);
                    assert_eq!(geometry.house_and_value(word), (member.house.into(), 2));
                }
            }
            assert_eq!(
                geometry.words(),
                shape.cells() + shape.houses().len() * shape.size()
            );
        }
    }

    #[test]
    fn crossings_are_seen_from_both_houses() {
        let plain = geometry("2x3");
        assert_eq!(plain.largest_crossing, 3);
        // Row 1 shares three cells with box 1 and three with box 2, and one with each column.
        let of_row: Vec<_> = plain
            .crossings(0)
            .iter()
            .map(|c| (c.other, c.here, c.there))
            .collect();
        assert_eq!(of_row, [(12, 0b111, 0b111), (13, 0b111_000, 0b111)]);
        // Column 4 shares two cells with box 2.
        let of_column: Vec<_> = plain
            .crossings(9)
            .iter()
            .map(|c| (c.other, c.here, c.there))
            .collect();
        assert_eq!(of_column[0], (13, 0b11, 0b001_001));
        assert_eq!(geometry("1x7").largest_crossing, 0);
    }

    #[test]
    fn every_cell_has_a_row_a_column_and_a_box() {
        let plain = geometry("9+diagonals");
        let houses = plain.main_houses(40);
        assert_eq!((houses.row, houses.column, houses.block), (4, 13, 22));
        assert_eq!(
            (plain.rows[4], plain.columns[4], plain.boxes[4]),
            (4, 13, 22)
        );
        assert_eq!(
            (plain.peer_sets[40].len(), plain.house_sets[22].len()),
            (32, 9)
        );
        assert!(geometry("16").house_sets.is_empty());
    }
}
