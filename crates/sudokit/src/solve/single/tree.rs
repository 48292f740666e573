//! Depth-first search of one puzzle.

use std::ops::ControlFlow;

use super::board::{Board, Stored};
use super::branch::choose;
use super::clash::has_clash;
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
    fn look(&mut self, resting: &Stored);
    /// A node has no solution.
    fn dead(&mut self);
    /// Every cell has one value, and all rules hold.
    fn solution(&mut self, solved: &Stored) -> ControlFlow<Self::Pause>;
}

/// What has become of a board.
enum Fate<P> {
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
    mut root: Option<&Stored>,
    open: &mut Vec<Stored>,
    observer: &mut O,
) -> ControlFlow<O::Pause> {
    while let Some(stored) = open.last() {
        observer.node()?;
        let mut board = Board::load(token, stored);
        open.pop();
        loop {
            match settle(token, &mut board) {
                Fate::Dead => {
                    observer.dead();
                    break;
                }
                Fate::Solved => {
                    observer.solution(&board.stored())?;
                    break;
                }
                Fate::Resting(pass) => {
                    if let Some(root) = root.take()
                        && has_clash(&Board::load(token, root))
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
fn settle<T: Token>(token: T, board: &mut Board<T::Plane>) -> Fate<T::Plane> {
    loop {
        let Some(pass) = sweep(token, board) else {
            return Fate::Dead;
        };
        if pass.single.is_full() {
            return Fate::Solved;
        }
        if pass.changed.is_empty() {
            return match has_empty_cell(board) {
                true => Fate::Dead,
                false => Fate::Resting(pass),
            };
        }
    }
}

/// Looking for empty cells in every pass costs more than it finds; before a branch it has to be.
#[inline(always)]
fn has_empty_cell<P: Plane>(board: &Board<P>) -> bool {
    let [a, b, c, d, e, f, g, h, i] = board.0;
    let first = a.minimum(b).minimum(c.minimum(d));
    let second = e.minimum(f).minimum(g.minimum(h));
    first.minimum(second).minimum(i).has_empty_box()
}
