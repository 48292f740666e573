//! Units: sets of candidates of which one must be true. Every open cell is one, and every value in
//! every house.

use crate::logic::board::{Board, values_of};
use crate::logic::chains::links::Links;

/// The subject of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// The values of a cell.
    Cell(usize),
    /// The places of a value in a house.
    House(usize, u8),
}

/// The units of a board, with their candidates as nodes of its links.
pub(super) struct Units {
    subjects: Vec<Subject>,
    /// By unit: the index in `members` of its first node.
    starts: Vec<u32>,
    members: Vec<u16>,
    /// By candidate: the index in `units` of its first unit.
    seats: Vec<u32>,
    units: Vec<u16>,
}

impl Units {
    /// Creates the units of values in houses and, if requested, those of cells.
    pub fn new(board: &Board, links: &Links, with_cells: bool) -> Units {
        let mut units = Units {
            subjects: Vec::with_capacity(256),
            starts: vec![0],
            members: Vec::with_capacity(links.candidates() * 4),
            seats: vec![0; links.candidates() + 1],
            units: Vec::new(),
        };
        if with_cells {
            for cell in 0..board.values().len() {
                let values = values_of(board.candidates(cell));
                let members = values.map(|value| links.candidate(cell, value) as u16);
                units.add(Subject::Cell(cell), members);
            }
        }
        for (index, house) in board.shape().houses().iter().enumerate() {
            // A house with fewer cells than values need not hold them all.
            if house.cells().len() != board.size() {
                continue;
            }
            for value in 1..=board.size() as u8 {
                let cells = board.places_as_cells(index, value);
                let members = cells.map(|cell| links.candidate(cell, value) as u16);
                units.add(Subject::House(index, value), members);
            }
        }
        units.seat();
        units
    }

    fn add(&mut self, subject: Subject, members: impl Iterator<Item = u16>) {
        let before = self.members.len();
        self.members.extend(members);
        if self.members.len() > before {
            self.subjects.push(subject);
            self.starts.push(self.members.len() as u32);
        }
    }

    /// Records the units that each candidate belongs to.
    fn seat(&mut self) {
        for member in &self.members {
            self.seats[*member as usize + 1] += 1;
        }
        for node in 1..self.seats.len() {
            self.seats[node] += self.seats[node - 1];
        }
        let mut next = self.seats.clone();
        self.units = vec![0; self.members.len()];
        for unit in 0..self.subjects.len() {
            for index in self.starts[unit]..self.starts[unit + 1] {
                let seat = &mut next[self.members[index as usize] as usize];
                self.units[*seat as usize] = unit as u16;
                *seat += 1;
            }
        }
    }

    /// Returns the number of units.
    pub fn len(&self) -> usize {
        self.subjects.len()
    }

    /// Returns the subject of a unit.
    pub fn subject(&self, unit: usize) -> Subject {
        self.subjects[unit]
    }

    /// Returns the candidates of a unit, one of which must be true.
    #[inline]
    pub fn members(&self, unit: usize) -> &[u16] {
        &self.members[self.starts[unit] as usize..self.starts[unit + 1] as usize]
    }

    /// Returns the units of a candidate.
    #[inline]
    pub fn of(&self, node: usize) -> &[u16] {
        &self.units[self.seats[node] as usize..self.seats[node + 1] as usize]
    }
}
