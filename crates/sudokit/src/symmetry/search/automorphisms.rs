//! The automorphisms found so far, and the choices they make redundant.

use super::arrangement::Arrangement;

/// How many are kept; a group of this kind needs far fewer generators.
const MOST_GENERATORS: usize = 128;

/// An automorphism without transposition, as it acts on each view: where each row and each column
/// goes.
struct Automorphism<const N: usize> {
    lines: [[u8; N]; 2],
}

impl<const N: usize> Automorphism<N> {
    fn rows(&self, view: usize) -> &[u8; N] {
        &self.lines[view]
    }

    fn columns(&self, view: usize) -> &[u8; N] {
        &self.lines[1 - view]
    }
}

/// Automorphisms, each found where two arrangements read the same.
pub(super) struct Automorphisms<const N: usize> {
    found: Vec<Automorphism<N>>,
}

/// What a branch chooses among.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Row,
    Stack,
    Column,
}

impl<const N: usize> Automorphisms<N> {
    pub fn new() -> Self {
        Automorphisms { found: Vec::new() }
    }

    /// Records the automorphism between two complete arrangements, unless they belong to different
    /// views.
    pub fn learn(&mut self, from: &Arrangement<N>, to: &Arrangement<N>) {
        if from.view != to.view || self.found.len() == MOST_GENERATORS {
            return;
        }
        let map = |from: &[u8], to: &[u8]| {
            let mut map = [0; N];
            for (&one, &other) in from.iter().zip(to) {
                map[one as usize] = other;
            }
            map
        };
        let rows = map(from.rows(from.level), to.rows(to.level));
        let columns = map(from.columns.order(), to.columns.order());
        self.found.push(Automorphism {
            lines: match from.view {
                0 => [rows, columns],
                _ => [columns, rows],
            },
        });
    }

    /// Returns the orbit of a choice (rows, columns, or the first columns of stacks) under the
    /// automorphisms that keep the arrangement. Returns `None` if no automorphism is known.
    pub fn orbit(
        &self,
        arrangement: &Arrangement<N>,
        kind: Kind,
        stack_columns: usize,
        choice: usize,
    ) -> Option<u64> {
        if self.found.is_empty() {
            return None;
        }
        let view = arrangement.view;
        let rows = arrangement.rows(arrangement.level + usize::from(kind != Kind::Row));
        let keeping = self.found.iter().filter(|one| {
            let lines = one.rows(view);
            rows.iter().all(|row| lines[*row as usize] == *row)
                && arrangement.columns.is_kept_by(one.columns(view))
        });
        let keeping: Vec<&[u8; N]> = keeping
            .map(|one| match kind {
                Kind::Row => one.rows(view),
                Kind::Stack | Kind::Column => one.columns(view),
            })
            .collect();
        let (mut orbit, mut new) = (1u64 << choice, 1u64 << choice);
        while new != 0 {
            let next = new.trailing_zeros() as usize;
            new &= new - 1;
            for map in &keeping {
                let image = map[next] as usize;
                let image = 1 << (image - image % stack_columns);
                new |= image & !orbit;
                orbit |= image;
            }
        }
        Some(orbit)
    }
}
