//! Tests a claim about a position and finds the steps that prove it.

use sudokit::Puzzle;
use sudokit::logic::{Board, Candidate, Logic, NoStep, Position, Step};
use sudokit::solve::End;

use super::claim::CellClaim;
use crate::report::Exit;

/// The result of testing a claim.
pub struct Reason {
    pub claim: CellClaim,
    pub kind: ReasonKind,
}

pub enum ReasonKind {
    /// The cell already has this value.
    HasValue(u8),
    /// The candidate is gone: this cell, which sees it, has the value; `None` if it was eliminated
    /// before.
    Gone(Option<usize>),
    /// There is a solution in which the claim is wrong. The right value is not revealed: the player
    /// wants to find it.
    Wrong,
    /// One step proves it.
    Step(Box<Step>),
    /// These steps prove it, in this order.
    Steps(Vec<Step>),
    /// It is right, but the techniques in use do not prove it.
    Beyond,
    /// It could not be determined in time, and no step proves it.
    Unknown,
}

impl Reason {
    pub fn exit(&self) -> Exit {
        match self.kind {
            ReasonKind::HasValue(value) if !self.agrees_with(value) => Exit::Failed,
            ReasonKind::Gone(_) if self.claim.is_placement => Exit::Failed,
            ReasonKind::Wrong => Exit::Failed,
            ReasonKind::Beyond | ReasonKind::Unknown => Exit::GaveUp,
            _ => Exit::Answered,
        }
    }

    /// Whether the claim is right if the cell has this value.
    pub fn agrees_with(&self, value: u8) -> bool {
        (self.claim.candidate.value == value) == self.claim.is_placement
    }
}

/// Tests a claim and finds the simplest step or steps that prove it.
pub fn find(claim: CellClaim, position: &Position) -> Reason {
    let known = known(claim, position.board());
    let kind = known.unwrap_or_else(|| match is_refuted(claim, position) {
        Some(true) => ReasonKind::Wrong,
        Some(false) => proof(claim, position),
        None => match proof(claim, position) {
            ReasonKind::Beyond => ReasonKind::Unknown,
            shown => shown,
        },
    });
    Reason { claim, kind }
}

/// What can be seen without any step.
fn known(claim: CellClaim, board: &Board) -> Option<ReasonKind> {
    let Candidate { cell, value } = claim.candidate;
    let cell = usize::from(cell);
    if board.value(cell) != 0 {
        return Some(ReasonKind::HasValue(board.value(cell)));
    }
    if board.has(cell, value) {
        return None;
    }
    let mut peers = board.shape().peers(cell).iter().map(|peer| *peer as usize);
    Some(ReasonKind::Gone(
        peers.find(|peer| board.value(*peer) == value),
    ))
}

/// Whether there is a solution in which the claim is wrong, if that can be found out quickly.
fn is_refuted(claim: CellClaim, position: &Position) -> Option<bool> {
    let solver = position.solver().clone().threads(1).limit(1);
    let outcome = solver.solve(&contrary(claim, position.board()));
    match (outcome.solution, outcome.end) {
        (Some(_), _) => Some(true),
        (None, End::Exhausted) => Some(false),
        _ => None,
    }
}

/// The position with the negated claim.
fn contrary(claim: CellClaim, board: &Board) -> Puzzle {
    let mut puzzle = board.to_puzzle();
    let Candidate { cell, value } = claim.candidate;
    let mut masks = puzzle.candidates().unwrap_or_default().to_vec();
    let mask = &mut masks[usize::from(cell)];
    match claim.is_placement {
        true => *mask &= !(1 << (value - 1)),
        false => *mask = 1 << (value - 1),
    }
    puzzle.set_candidates(masks);
    puzzle
}

/// The simplest step that proves a claim known to be right, or the steps that lead to it.
fn proof(claim: CellClaim, position: &Position) -> ReasonKind {
    let board = position.board();
    for technique in position.logic().techniques() {
        match position
            .with_logic(&position.logic().only(*technique))
            .all_steps()
        {
            Ok(steps) => {
                if let Some(step) = steps.into_iter().find(|step| shows(step, claim, board)) {
                    return ReasonKind::Step(Box::new(step));
                }
            }
            Err(NoStep::Interrupted) => break,
            Err(_) => {}
        }
    }
    let mut steps = Vec::new();
    for step in position.walk() {
        let is_last = shows(&step, claim, board);
        steps.push(step);
        if is_last {
            return ReasonKind::Steps(needed(steps, position));
        }
    }
    ReasonKind::Beyond
}

/// Whether a step settles a claim: it eliminates or places the candidate, places something else in
/// its cell, or places the same value in a cell that sees it.
fn shows(step: &Step, claim: CellClaim, board: &Board) -> bool {
    let Candidate { cell, value } = claim.candidate;
    if step.placements.contains(&claim.candidate) {
        return claim.is_placement;
    }
    if claim.is_placement {
        return false;
    }
    let peers = board.shape().peers(usize::from(cell));
    step.eliminations.contains(&claim.candidate)
        || step.placements.iter().any(|placed| {
            placed.cell == cell || placed.value == value && peers.contains(&placed.cell)
        })
}

/// The steps without which the last one is not found: from the last to the first, each is removed
/// if the rest still follow.
fn needed(mut steps: Vec<Step>, position: &Position) -> Vec<Step> {
    for index in (0..steps.len().saturating_sub(1)).rev() {
        let mut fewer = steps.clone();
        fewer.remove(index);
        if let Some(fewer) = followed(fewer, index, position) {
            steps = fewer;
        }
    }
    steps
}

/// Replays these steps in order, if possible; those before `known` are known to be found.
fn followed(mut steps: Vec<Step>, known: usize, position: &Position) -> Option<Vec<Step>> {
    let mut board = position.board().clone();
    for (index, step) in steps.iter_mut().enumerate() {
        if index >= known {
            *step = found_again(step, position.logic(), &board)?;
        }
        board.apply(step);
    }
    Some(steps)
}

/// A step of the same technique with at least the same effect. Its pattern may differ, because more
/// candidates are left than where it was found first.
fn found_again(step: &Step, logic: &Logic, board: &Board) -> Option<Step> {
    let found = logic.only(step.technique).all_steps(board);
    found.into_iter().find(|other| {
        let placed = |c: &Candidate| other.placements.contains(c);
        let crossed_out = |c: &Candidate| other.eliminations.contains(c);
        step.placements.iter().all(placed) && step.eliminations.iter().all(crossed_out)
    })
}
