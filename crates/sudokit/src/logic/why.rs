//! Tests a claim about a position and finds the steps that prove it.

use super::board::Board;
use super::explain::Words;
use super::position::Position;
use super::step::{Candidate, Step};
use super::technique::Technique;
use super::walk::{Logic, NoStep};
use crate::puzzle::Puzzle;
use crate::solve::{End, Status};

/// A claim about a cell: that it has a value, or that it has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The cell and the value.
    pub candidate: Candidate,
    /// Whether the value is claimed to be right, rather than wrong.
    pub is_placement: bool,
}

/// The result of testing a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// The claim.
    pub claim: Claim,
    /// What is known about it.
    pub kind: ReasonKind,
}

/// What is known about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReasonKind {
    /// The cell already has this value.
    HasValue(u8),
    /// The candidate is gone: this cell, which sees it, has the value; `None` if it was eliminated
    /// before.
    Gone(Option<usize>),
    /// The claim is wrong. The right value is not revealed: the player wants to find it.
    Wrong,
    /// The position has several solutions, and the claim is wrong in some of them.
    NotImplied,
    /// One step proves it.
    Step(Box<Step>),
    /// These steps prove it, in this order.
    Steps(Vec<Step>),
    /// It is right, but the techniques in use do not prove it.
    Beyond,
    /// It could not be determined in time, and no step proves it.
    Unknown,
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Verdict {
    /// The claim is right.
    Right,
    /// It is right, but the techniques in use do not prove it.
    Beyond,
    /// It could not be determined in time.
    Unknown,
    /// It is wrong, or does not follow because there are several solutions.
    Wrong,
}

impl Reason {
    /// Returns the verdict on the claim.
    pub fn verdict(&self) -> Verdict {
        let is_right = match self.kind {
            ReasonKind::HasValue(value) => {
                (self.claim.candidate.value == value) == self.claim.is_placement
            }
            ReasonKind::Gone(_) => !self.claim.is_placement,
            ReasonKind::Wrong | ReasonKind::NotImplied => false,
            ReasonKind::Step(_) | ReasonKind::Steps(_) => true,
            ReasonKind::Beyond => return Verdict::Beyond,
            ReasonKind::Unknown => return Verdict::Unknown,
        };
        match is_right {
            true => Verdict::Right,
            false => Verdict::Wrong,
        }
    }

    /// Returns the steps that prove the claim, in this order; empty if none are needed or known.
    pub fn steps(&self) -> &[Step] {
        match &self.kind {
            ReasonKind::Step(step) => std::slice::from_ref(&**step),
            ReasonKind::Steps(steps) => steps,
            _ => &[],
        }
    }
}

impl Position {
    /// Tests a claim and finds the simplest step or steps that prove it. Brute force is not used: it
    /// shows everything and explains nothing.
    ///
    /// ```
    /// use sudokit::logic::{Candidate, Claim, Logic, Position, Verdict};
    /// use sudokit::{Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = "1... ..2. .3.. ...4".parse()?;
    /// let position = Position::new(&puzzle, Solver::new(), &Logic::new());
    /// let claim = Claim { candidate: Candidate::new(3, 3), is_placement: true };
    /// let reason = position.why(claim);
    /// assert_eq!(reason.verdict(), Verdict::Right);
    /// assert_eq!(position.words().reason(&reason), "r1c4 = 3 is right.");
    /// # Ok::<(), sudokit::Problem>(())
    /// ```
    pub fn why(&self, claim: Claim) -> Reason {
        let position = self.without_guesses();
        let known = known(claim, self.board());
        let kind = known.unwrap_or_else(|| match is_refuted(claim, &position) {
            Some(true) if self.status() == Status::Several => ReasonKind::NotImplied,
            Some(true) => ReasonKind::Wrong,
            Some(false) => proof(claim, &position),
            None => match proof(claim, &position) {
                ReasonKind::Beyond => ReasonKind::Unknown,
                shown => shown,
            },
        });
        Reason { claim, kind }
    }

    /// Returns the same position without brute force, which takes values from the solution.
    pub fn without_guesses(&self) -> Position {
        self.with_logic(&self.logic().without(Technique::BruteForce))
    }
}

impl Words {
    /// Returns a claim as an equation: `r4c5 ≠ 7`, `r4c5 = 3`.
    pub fn claimed(&self, claim: Claim) -> String {
        let sign = if claim.is_placement { '=' } else { '≠' };
        let Candidate { cell, value } = claim.candidate;
        format!(
            "{} {sign} {}",
            self.cell(usize::from(cell)),
            self.value(value)
        )
    }

    /// Says in one sentence whether a claim is right, and why if no step is needed to see it.
    pub fn reason(&self, reason: &Reason) -> String {
        let Candidate { cell, value } = reason.claim.candidate;
        let (cell, value) = (self.cell(usize::from(cell)), self.value(value));
        let claim = self.claimed(reason.claim);
        let verdict = match reason.verdict() {
            Verdict::Wrong => "wrong",
            _ => "right",
        };
        match &reason.kind {
            ReasonKind::HasValue(held) => {
                format!(
                    "{claim} is {verdict}: {cell} is already {}.",
                    self.value(*held)
                )
            }
            ReasonKind::Gone(Some(peer)) => {
                format!(
                    "{claim} is {verdict}: {} is {value}, and sees {cell}.",
                    self.cell(*peer)
                )
            }
            ReasonKind::Gone(None) => {
                format!("{claim} is {verdict}: {value} is already eliminated from {cell}.")
            }
            ReasonKind::NotImplied => {
                format!("{claim} does not follow: it is false in some solutions.")
            }
            ReasonKind::Wrong | ReasonKind::Step(_) => format!("{claim} is {verdict}."),
            ReasonKind::Steps(steps) => format!(
                "{claim} is right. No single step proves it here; these {} do:",
                steps.len()
            ),
            ReasonKind::Beyond => {
                format!("{claim} is right, but these techniques do not prove it.")
            }
            ReasonKind::Unknown => format!("Could not determine whether {claim} is right."),
        }
    }
}

/// What can be seen without any step.
fn known(claim: Claim, board: &Board) -> Option<ReasonKind> {
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
fn is_refuted(claim: Claim, position: &Position) -> Option<bool> {
    let solver = position.solver().clone().threads(1).limit(1);
    let outcome = solver.solve(&contrary(claim, position.board()));
    match (outcome.solution, outcome.end) {
        (Some(_), _) => Some(true),
        (None, End::Exhausted) => Some(false),
        _ => None,
    }
}

/// The position with the negated claim.
fn contrary(claim: Claim, board: &Board) -> Puzzle {
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
fn proof(claim: Claim, position: &Position) -> ReasonKind {
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
fn shows(step: &Step, claim: Claim, board: &Board) -> bool {
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
