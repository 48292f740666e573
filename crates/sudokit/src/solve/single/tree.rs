//! Depth-first search of one puzzle, and the check for conflicting givens.

use std::ops::ControlFlow;

use super::board::{Planes, StoredBoard};
use super::branch::choose;
use super::sweep::{Pass, sweep};
use crate::solve::arch::{BoardKernel, Plane, Token};

/// Receives the events of a search.
pub(super) trait Observer {
    /// Why a search ended early.
    type Pause;
    /// Called before a node is searched.
    fn node(&mut self) -> ControlFlow<Self::Pause>;
    /// Called when nothing more follows, with `depth` choices open. Returns whether to
    /// [look](Observer::look) at the board, which costs a copy.
    fn rests(&mut self, depth: usize) -> bool;
    /// Receives a board at rest.
    fn look(&mut self, resting: &StoredBoard);
    /// Called when a node has no solution.
    fn dead(&mut self);
    /// Called when every cell has one value and all rules hold.
    fn solution(&mut self, solved: &StoredBoard) -> ControlFlow<Self::Pause>;
}

/// The state of a node after deduction.
enum NodeState<P> {
    Dead,
    Solved,
    /// Nothing more follows.
    Resting(Pass<P>),
}

/// Searches the open nodes, the last one first. If the observer stops the search, the nodes not yet
/// searched stay open.
pub(super) struct Search<'a, O> {
    /// The root if it has not been split yet: it is checked for conflicting givens before it is.
    pub root: Option<&'a StoredBoard>,
    pub open: &'a mut Vec<StoredBoard>,
    pub observer: &'a mut O,
}

impl<O: Observer> BoardKernel for Search<'_, O> {
    type Output = ControlFlow<O::Pause>;

    #[inline(always)]
    fn run<T: Token<Register: Plane>>(self, token: T) -> ControlFlow<O::Pause> {
        let Search {
            mut root,
            open,
            observer,
        } = self;
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
}

/// Repeats passes until nothing more follows.
#[inline(always)]
fn settle<T: Token<Register: Plane>>(
    token: T,
    board: &mut Planes<T::Register>,
) -> NodeState<T::Register> {
    loop {
        let Some(pass) = sweep(token, board) else {
            return NodeState::Dead;
        };
        if pass.single.is_full() {
            return NodeState::Solved;
        }
        if pass.changed.is_blank() {
            return match has_empty_cell(board) || has_two_hidden_singles(board, &pass) {
                true => NodeState::Dead,
                false => NodeState::Resting(pass),
            };
        }
    }
}

/// Returns whether a cell has no candidate. Checking in every pass costs more than it gains; before
/// a split it is necessary.
#[inline(always)]
fn has_empty_cell<P: Plane>(board: &Planes<P>) -> bool {
    let [a, b, c, d, e, f, g, h, i] = board.0;
    let first = a.minimum(b).minimum(c.minimum(d));
    let second = e.minimum(f).minimum(g.minimum(h));
    first.minimum(second).minimum(i).has_empty_box()
}

/// Returns whether two values of a resting board can only be in the same cell. No pass notices that,
/// and on a board with few givens the search would try all ways to fill the other boxes.
#[inline(always)]
fn has_two_hidden_singles<P: Plane>(board: &Planes<P>, pass: &Pass<P>) -> bool {
    let mut others = pass.single.repeat(0);
    for (number, cell) in board.0.into_iter().enumerate() {
        others = others.or(cell.and(pass.hidden[number / 3]).without_lowest());
    }
    !others.is_blank()
}

/// Returns whether two cells of a house have the same single candidate.
///
/// A pass never compares the single of a cell with those of its own box, so a board whose givens
/// conflict may look consistent for thousands of nodes. It is checked before a puzzle is split for the
/// first time; one that needs no split shows the conflict in the end.
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
    !twice.is_blank()
}
