//! Every way to take some givens away.

/// Every choice of so many cells, each in ascending order, in lexicographic order.
#[derive(Clone, Debug)]
pub struct Removals {
    cells: Vec<usize>,
    /// Positions in `cells`; nothing when all choices were given.
    next: Option<Vec<usize>>,
}

impl Removals {
    pub(super) fn new(cells: Vec<usize>, choose: usize) -> Removals {
        Removals {
            next: (choose <= cells.len()).then(|| (0..choose).collect()),
            cells,
        }
    }

    /// How many choices there are in all, given or not; no more than can be counted.
    pub fn total(&self) -> u64 {
        let Some(choose) = self.next.as_ref().map(Vec::len) else {
            return 0;
        };
        let (mut total, cells) = (1u128, self.cells.len() as u128);
        for taken in 0..choose as u128 {
            total = total.saturating_mul(cells - taken) / (taken + 1);
        }
        u64::try_from(total).unwrap_or(u64::MAX)
    }
}

impl Iterator for Removals {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let chosen = self.next.as_mut()?;
        let removal = chosen.iter().map(|at| self.cells[*at]).collect();
        let (choose, cells) = (chosen.len(), self.cells.len());
        // The last one that can move on does, and all behind it follow closely.
        let movable = (0..choose)
            .rev()
            .find(|at| chosen[*at] + choose - at < cells);
        match movable {
            Some(at) => {
                let first = chosen[at] + 1;
                for (offset, position) in chosen[at..].iter_mut().enumerate() {
                    *position = first + offset;
                }
            }
            None => self.next = None,
        }
        Some(removal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_comes_once_and_in_order() {
        let removals = Removals::new(vec![2, 3, 5, 7], 2);
        assert_eq!(removals.total(), 6);
        let expected = [[2, 3], [2, 5], [2, 7], [3, 5], [3, 7], [5, 7]];
        assert_eq!(removals.collect::<Vec<_>>(), expected);
        let none = Removals::new(vec![2, 3], 0);
        assert_eq!((none.total(), none.collect::<Vec<_>>()), (1, vec![vec![]]));
        let all = Removals::new(vec![2, 3], 2);
        assert_eq!((all.total(), all.count()), (1, 1));
        let too_many = Removals::new(vec![2, 3], 3);
        assert_eq!((too_many.total(), too_many.count()), (0, 0));
        let many = Removals::new((0..30).collect(), 4);
        assert_eq!((many.total(), many.count()), (27_405, 27_405));
        assert_eq!(Removals::new((0..4096).collect(), 2000).total(), u64::MAX);
    }
}
