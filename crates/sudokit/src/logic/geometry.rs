//! What logic looks up about a shape, computed once and kept with it.

use super::cell_set::CellSet;
use crate::shape::{HouseKind, Shape};

/// Houses and peers as sets, and where each cell stands in its houses.
pub(crate) struct Geometry {
    /// For each cell its houses: the house and the cell's position in it.
    seats: Vec<Vec<Seat>>,
    /// The cells of each house; empty on boards that are too large for sets.
    pub houses: Vec<CellSet>,
    /// The peers of each cell; empty on boards that are too large for sets.
    pub peers: Vec<CellSet>,
    /// The rows, as indices into the houses of the shape.
    pub rows: Vec<usize>,
    /// The columns, likewise.
    pub columns: Vec<usize>,
    /// The boxes or regions, likewise.
    pub boxes: Vec<usize>,
    /// For each cell its row, its column and its box, as house numbers. A board without boxes
    /// of its own (a Latin square) has boxes that are lines.
    pub home: Vec<Home>,
}

/// A cell's place in a house.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    pub house: u16,
    pub position: u8,
}

/// The three houses that every cell has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Home {
    pub row: u16,
    pub column: u16,
    pub block: u16,
}

impl Geometry {
    pub(crate) fn new(shape: &Shape) -> Geometry {
        let mut seats = vec![Vec::new(); shape.cells()];
        for (house, cells) in shape.houses().iter().map(|house| house.cells()).enumerate() {
            for (position, &cell) in cells.iter().enumerate() {
                seats[cell as usize].push(Seat {
                    house: house as u16,
                    position: position as u8,
                });
            }
        }
        let of_kind = |kinds: &[HouseKind]| -> Vec<usize> {
            let houses = shape.houses().iter().enumerate();
            let wanted = houses.filter(|(_, house)| kinds.contains(&house.kind()));
            wanted.map(|(index, _)| index).collect()
        };
        let (rows, columns) = (of_kind(&[HouseKind::Row]), of_kind(&[HouseKind::Column]));
        let boxes = of_kind(&[HouseKind::Box, HouseKind::Region]);
        let home = |cell: usize| {
            let of = |houses: &[usize]| {
                let found = seats[cell]
                    .iter()
                    .find(|s| houses.contains(&(s.house as usize)));
                found.map_or(0, |seat| seat.house)
            };
            Home {
                row: of(&rows),
                column: of(&columns),
                block: of(&boxes),
            }
        };
        let home = (0..shape.cells()).map(home).collect();
        let (mut house_sets, mut peer_sets) = (Vec::new(), Vec::new());
        if shape.cells() <= CellSet::CAPACITY {
            let set = |cells: &[u16]| cells.iter().map(|cell| *cell as usize).collect();
            house_sets = shape.houses().iter().map(|h| set(h.cells())).collect();
            peer_sets = (0..shape.cells())
                .map(|cell| set(shape.peers(cell)))
                .collect();
        }
        Geometry {
            seats,
            houses: house_sets,
            peers: peer_sets,
            rows,
            columns,
            boxes,
            home,
        }
    }

    /// The houses of a cell, each with the cell's position in it.
    pub(crate) fn seats(&self, cell: usize) -> &[Seat] {
        &self.seats[cell]
    }
}
