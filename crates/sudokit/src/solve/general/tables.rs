//! What the engine looks up about a shape, computed once for each shape.

use crate::shape::Shape;

/// One house of a cell, and the cell's place in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    /// Where the house's row of places starts in a board's words: see [`Tables::places`].
    pub places: u32,
    /// The bit of the cell in that house.
    pub bit: u64,
}

/// Two houses that share at least two cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The shared cells as bits of the first house.
    pub here: u64,
    /// The second house.
    pub other: u16,
    /// The shared cells as bits of the second house.
    pub there: u64,
}

/// The shape, turned into what the inner loops want.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(super) size: usize,
    pub(super) cells: usize,
    pub(super) houses: usize,
    seats: Vec<Seat>,
    seat_starts: Vec<u32>,
    house_cells: Vec<u16>,
    crossings: Vec<Vec<Crossing>>,
    /// The size of the largest crossing: a value with more places than that is not locked.
    pub(super) widest_crossing: u32,
}

impl Tables {
    pub(crate) fn new(shape: &Shape) -> Tables {
        let (size, cells) = (shape.size(), shape.cells());
        let houses = shape.houses();
        let (mut seats, mut seat_starts) = (Vec::new(), vec![0]);
        for cell in 0..cells {
            for &house in shape.houses_of(cell) {
                let members = houses[house as usize].cells();
                let place = members.iter().position(|c| *c as usize == cell);
                seats.push(Seat {
                    places: (cells + house as usize * size) as u32,
                    bit: 1 << place.unwrap_or_default(),
                });
            }
            seat_starts.push(seats.len() as u32);
        }
        let shared = |a: usize, b: usize| {
            let other = houses[b].cells();
            let cells = houses[a].cells().iter().enumerate();
            cells
                .filter(|(_, cell)| other.contains(cell))
                .fold(0u64, |mask, (place, _)| mask | 1 << place)
        };
        let crossings: Vec<Vec<Crossing>> = (0..houses.len())
            .map(|a| {
                let others = (0..houses.len()).filter(|b| a != *b);
                let all = others.map(|b| Crossing {
                    here: shared(a, b),
                    other: b as u16,
                    there: shared(b, a),
                });
                all.filter(|c| c.here.count_ones() > 1).collect()
            })
            .collect();
        let widths = crossings.iter().flatten().map(|c| c.here.count_ones());
        Tables {
            size,
            cells,
            houses: houses.len(),
            seats,
            seat_starts,
            house_cells: houses.iter().flat_map(|h| h.cells()).copied().collect(),
            widest_crossing: widths.max().unwrap_or(0),
            crossings,
        }
    }

    /// The houses of a cell.
    #[inline]
    pub(super) fn seats(&self, cell: usize) -> &[Seat] {
        &self.seats[self.seat_starts[cell] as usize..self.seat_starts[cell + 1] as usize]
    }

    /// The cell at a place of a house.
    #[inline]
    pub(super) fn cell_at(&self, house: usize, place: u32) -> usize {
        self.house_cells[house * self.size + place as usize] as usize
    }

    /// The houses that share cells with a house.
    #[inline]
    pub(super) fn crossings(&self, house: usize) -> &[Crossing] {
        &self.crossings[house]
    }

    /// The word of a board that holds the places of a value (from 0) in a house.
    #[inline]
    pub(super) fn places(&self, house: usize, value: usize) -> usize {
        self.cells + house * self.size + value
    }

    /// The house and the value (from 0) of such a word.
    #[inline]
    pub(super) fn house_and_value(&self, word: usize) -> (usize, usize) {
        let index = word - self.cells;
        (index / self.size, index % self.size)
    }

    /// How many words a board has.
    pub(super) fn words(&self) -> usize {
        self.cells + self.houses * self.size
    }
}
