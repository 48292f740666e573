//! Whether a claim about a position is right, and which steps show it.

use sudokit::Puzzle;
use sudokit::logic::{Board, Candidate, Logic, NoStep, Position, Step};
use sudokit::solve::End;

use super::claim::CellClaim;
use crate::report::Exit;

/// What there is to say about a claim.
pub struct Reason {
    pub claim: CellClaim,
    pub kind: ReasonKind,
}

pub enum ReasonKind {
    /// The cell has this value already.
    HasValue(u8),
    /// The candidate is gone: this cell, which sees it, has the value; or none does, and it was
    /// crossed out before.
    Gone(Option<usize>),
    /// There is a solution in which it is not so. Which value is right stays untold: whoever asks
    /// wants to find it.
    Wrong,
    /// One step shows it.
    Step(Box<Step>),
    /// These steps show it, one after the other.
    Steps(Vec<Step>),
    /// It is right, but the techniques in use do not lead there.
    Beyond,
    /// Whether it is right would take too long to find out, and no step shows it.
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

    /// Whether the claim is right in a cell of this value.
    pub fn agrees_with(&self, value: u8) -> bool {
        (self.claim.candidate.value == value) == self.claim.is_placement
    }
}

/// Finds out whether a claim is right, and the simplest step that shows it, or the steps.
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

/// What is to be seen without any step.
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

/// Whether there is a solution in which the claim is wrong, if that can be found out soon.
fn is_refuted(claim: CellClaim, position: &Position) -> Option<bool> {
    let solver = position.solver().clone().threads(1).limit(1);
    let outcome = solver.solve(&contrary(claim, position.board()));
    match (outcome.solution, outcome.end) {
        (Some(_), _) => Some(true),
        (None, End::Exhausted) => Some(false),
        _ => None,
    }
}

/// The position with the claim turned into its contrary.
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

/// The simplest step that shows a claim that is known to be right, or the steps that lead to it.
fn proof(claim: CellClaim, position: &Position) -> ReasonKind {
    let board = position.board();
    for technique in position.logic().techniques() {
        match position.with_logic(&Logic::with([*technique])).all_steps() {
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
            return ReasonKind::Steps(needed(steps, board));
        }
    }
    ReasonKind::Beyond
}

/// Whether a step settles a claim: it crosses the candidate out or places it, places something
/// else in its cell, or the same value in a cell that sees it.
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

/// Of steps in a row those without which the last is not found: each is left out if the rest
/// still follow, from the last to the first.
fn needed(mut steps: Vec<Step>, board: &Board) -> Vec<Step> {
    for index in (0..steps.len().saturating_sub(1)).rev() {
        let mut fewer = steps.clone();
        fewer.remove(index);
        if let Some(fewer) = followed(fewer, index, board) {
            steps = fewer;
        }
    }
    steps
}

/// These steps as they are found one after the other, if they are; those before `known` are
/// known to be.
fn followed(mut steps: Vec<Step>, known: usize, board: &Board) -> Option<Vec<Step>> {
    let mut board = board.clone();
    for (index, step) in steps.iter_mut().enumerate() {
        if index >= known {
            *step = found_again(step, &board)?;
        }
        board.apply(step);
    }
    Some(steps)
}

/// A step of the same technique with the same effect, or more. Its pattern may be another one:
/// more candidates are left than where it was found first.
fn found_again(step: &Step, board: &Board) -> Option<Step> {
    let found = Logic::with([step.technique]).all_steps(board);
    found.into_iter().find(|other| {
        let placed = |c: &Candidate| other.placements.contains(c);
        let crossed_out = |c: &Candidate| other.eliminations.contains(c);
        step.placements.iter().all(placed) && step.eliminations.iter().all(crossed_out)
    })
}
