//! Depth-first search of one puzzle.

use std::ops::ControlFlow;

use super::board::{Planes, StoredBoard};
use super::branch::choose;
use super::plane::{Plane, Token};
use super::sweep::{Pass, sweep};

/// Who watches a search.
pub(super) trait Observer {
    /// Why a search ended early.
    type Pause;
    /// A node is about to be searched.
    fn node(&mut self) -> ControlFlow<Self::Pause>;
    /// A board is at rest, after so many choices that are still open. Whether to
    /// [look](Observer::look) at it, which costs a copy.
    fn rests(&mut self, depth: usize) -> bool;
    fn look(&mut self, resting: &StoredBoard);
    /// A node has no solution.
    fn dead(&mut self);
    /// Every cell has one value, and all rules hold.
    fn solution(&mut self, solved: &StoredBoard) -> ControlFlow<Self::Pause>;
}

/// What has become of a board.
enum NodeState<P> {
    Dead,
    Solved,
    /// Nothing more to conclude.
    Resting(Pass<P>),
}

/// Searches the nodes that are open, the last one first. If the observer ends it early, those that
/// are still to be searched are open. Where the root is given, it has yet to be split, and clashes
/// are looked for.
#[inline(always)]
pub(super) fn search<T: Token, O: Observer>(
    token: T,
    mut root: Option<&StoredBoard>,
    open: &mut Vec<StoredBoard>,
    observer: &mut O,
) -> ControlFlow<O::Pause> {
    while let Some(stored) = open.last() {
        observer.node()?;
        let mut board = Planes::load(token, stored);
        open.pop();
        loop {
            match settle(token, &mut board) {
                NodeState::Dead => {
                    observer.dead();
                    break;
                }
                NodeState::Solved => {
                    observer.solution(&board.stored())?;
                    break;
                }
                NodeState::Resting(pass) => {
                    if let Some(root) = root.take()
                        && has_clash(&Planes::load(token, root))
                    {
                        return ControlFlow::Continue(());
                    }
                    if observer.rests(open.len() + 1) {
                        observer.look(&board.stored());
                    }
                    let other = choose(&pass).split(token, &mut board);
                    other.push_to(open);
                    if let ControlFlow::Break(pause) = observer.node() {
                        board.push_to(open);
                        return ControlFlow::Break(pause);
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Concludes what can be concluded.
#[inline(always)]
fn settle<T: Token>(token: T, board: &mut Planes<T::Plane>) -> NodeState<T::Plane> {
    loop {
        let Some(pass) = sweep(token, board) else {
            return NodeState::Dead;
        };
        if pass.single.is_full() {
            return NodeState::Solved;
        }
        if pass.changed.is_empty() {
            return match has_empty_cell(board) {
                true => NodeState::Dead,
                false => NodeState::Resting(pass),
            };
        }
    }
}

/// Looking for empty cells in every pass costs more than it finds; before a branch it has to be.
#[inline(always)]
fn has_empty_cell<P: Plane>(board: &Planes<P>) -> bool {
    let [a, b, c, d, e, f, g, h, i] = board.0;
    let first = a.minimum(b).minimum(c.minimum(d));
    let second = e.minimum(f).minimum(g.minimum(h));
    first.minimum(second).minimum(i).has_empty_box()
}

/// Returns whether two cells of a house have the same single candidate.
///
/// A pass never compares the single of a cell with those of its own box, so a board whose givens
/// clash may look consistent for thousands of nodes. It is checked before a puzzle is split for the
/// first time; one that needs no split shows the clash in the end.
#[inline(always)]
fn has_clash<P: Plane>(board: &Planes<P>) -> bool {
    let [a, b, c, d, e, f, g, h, i] = board.0.map(P::singles);
    let rows = [[a, b, c], [d, e, f], [g, h, i]];
    let columns = [[a, d, g], [b, e, h], [c, f, i]];
    let row_triads = rows.map(|[a, b, c]| a.or3(b, c));
    let column_triads = columns.map(|[a, b, c]| a.or3(b, c));
    let [top, middle, bottom] = row_triads;
    let mut twice = top.majority(middle, bottom);
    for [a, b, c] in rows {
        twice = twice.or(a.majority(b, c));
    }
    for triad in row_triads {
        twice = twice.or(triad.majority(triad.next_box(), triad.last_box()));
    }
    for ([a, b, c], triad) in columns.into_iter().zip(column_triads) {
        let other = triad.majority(triad.next_band(), triad.last_band());
        twice = twice.or3(a.majority(b, c), other);
    }
    !twice.is_empty()
}
