//! `check`: whether a position is valid and has exactly one solution; redundant givens and backdoors;
//! the likely slip.

use serde::{Deserialize, Serialize};
use sudokit::analyse::{self, Ease, Minimality, Repairs};
use sudokit::solve::Status;
use sudokit::{Grid, Puzzle};
use utoipa::ToSchema;

use crate::budget::Budget;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::request::PuzzleRequest;
use crate::work::Work;

/// What else to find out.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckParams {
    /// Find out whether the puzzle is minimal, that is, has no redundant givens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// Find the backdoors: cells whose values make the rest of the puzzle this easy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backdoors: Option<Ease>,
    /// If there is not exactly one solution, find the slips that would explain it: one given that
    /// was mistyped, added or missed, or two that do not belong there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<bool>,
}

/// The result of a check.
#[derive(Serialize, ToSchema)]
pub struct CheckResponse {
    /// Whether the position breaks no rule.
    pub valid: bool,
    /// The result of a search for solutions.
    pub status: Status,
    /// The cells whose value appears more than once in a house.
    pub clashes: Vec<usize>,
    /// Each repeated value, with its house.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub twice: Vec<RepeatedValue>,
    /// Empty cells without candidates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_candidates: Vec<usize>,
    /// Whether the solution included in the text, if any, is correct.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<bool>,
    /// Whether the puzzle is minimal, if requested and found in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// The cells whose given is redundant on its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundant: Option<Vec<u16>>,
    /// A subset of these that can be removed together, which leaves a minimal puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removable: Option<Vec<u16>>,
    /// The backdoors, if requested and found in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backdoors: Option<BackdoorCells>,
    /// The repairs, likely ones first, if requested and there is not exactly one solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repairs: Option<Vec<Repair>>,
    /// Whether every slip was tried, if repairs were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repairs_complete: Option<bool>,
}

/// Changes to the givens after which the puzzle has exactly one solution.
#[derive(Serialize, ToSchema)]
pub struct Repair {
    /// One change, or two givens that are left out together.
    pub changes: Vec<GivenChange>,
    /// The only solution afterwards, as the value of each cell. In the cell of a given that is left
    /// out, it is probably the value that was meant.
    pub solution: Vec<u8>,
}

/// One given that is added, changed or left out.
#[derive(Serialize, ToSchema)]
pub struct GivenChange {
    /// The cell.
    pub cell: u16,
    /// The given as it stands; 0 if the cell is open.
    pub from: u8,
    /// The given afterwards; 0 if it is left out.
    pub to: u8,
}

impl From<analyse::Repair> for Repair {
    fn from(repair: analyse::Repair) -> Repair {
        let changes = repair.changes.iter().map(|change| GivenChange {
            cell: change.cell,
            from: change.from,
            to: change.to,
        });
        Repair {
            changes: changes.collect(),
            solution: repair.solution.values().to_vec(),
        }
    }
}

/// The smallest sets of cells whose values make the puzzle easy.
#[derive(Serialize, ToSchema)]
pub struct BackdoorCells {
    /// The size of the smallest backdoor: 0, 1 or 2; missing if it takes more cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest: Option<usize>,
    /// Single cells that are a backdoor.
    pub cells: Vec<u16>,
    /// Pairs of cells that are a backdoor, where neither cell is one on its own.
    pub pairs: Vec<[u16; 2]>,
}

/// A value that appears more than once in a house.
#[derive(Serialize, ToSchema)]
pub struct RepeatedValue {
    /// The value.
    pub value: u8,
    /// The name of the house, such as `row 3`.
    pub house: String,
    /// The cells.
    pub cells: Vec<usize>,
}

/// Check a position for rule violations and a unique solution
#[utoipa::path(
    post, path = "/api/v1/check",
    request_body = PuzzleRequest<CheckParams>,
    responses((status = 200, body = CheckResponse))
)]
pub fn check(request: PuzzleRequest<CheckParams>, limits: &Limits) -> Result<Work, ApiError> {
    Ok(Work::on_puzzle(
        request,
        limits,
        |parsed, params, budget| {
            let puzzle = &parsed.puzzle;
            let claimed = parsed.claimed.as_ref();
            let outcome = budget.solver().limit(2).solve(puzzle);
            let unique = outcome.solution.as_ref().filter(|_| outcome.is_unique());
            let minimality = unique.and_then(|_| minimality(puzzle, params.minimal, budget));
            let backdoors =
                unique.and_then(|grid| backdoors(puzzle, grid, params.backdoors, budget));
            let repairs = match (params.repair, unique) {
                (Some(true), None) => Some(Repairs::of(&budget.solver(), puzzle)),
                _ => None,
            };
            let claim = claimed.map(|grid| grid.solves(puzzle));
            let status = match Status::of(puzzle, &outcome) {
                status if claim == Some(false) && !status.is_hopeless() => Status::WrongSolution,
                status => status,
            };
            Ok(CheckResponse {
                valid: puzzle.check().is_ok(),
                status,
                minimal: minimality.as_ref().map(Minimality::is_minimal),
                redundant: minimality.as_ref().map(|found| found.redundant.clone()),
                removable: minimality.map(|found| found.removable),
                backdoors,
                repairs_complete: repairs.as_ref().map(|found| found.end.is_none()),
                repairs: repairs.map(|found| found.repairs.into_iter().map(Repair::from).collect()),
                clashes: clashes(puzzle),
                twice: twice(puzzle),
                without_candidates: without_candidates(puzzle),
                claim,
            })
        },
    ))
}

fn minimality(puzzle: &Puzzle, params: Option<bool>, budget: &Budget) -> Option<Minimality> {
    let params = params.unwrap_or(false);
    params
        .then(|| Minimality::of(&budget.solver(), puzzle).ok())
        .flatten()
}

fn backdoors(
    puzzle: &Puzzle,
    solution: &Grid,
    params: Option<Ease>,
    budget: &Budget,
) -> Option<BackdoorCells> {
    let stop = || budget.check().is_err();
    let found = analyse::Backdoors::of(puzzle, solution, params?, 2, stop)?;
    Some(BackdoorCells {
        smallest: found.smallest(),
        cells: found.cells,
        pairs: found.pairs,
    })
}

fn twice(puzzle: &Puzzle) -> Vec<RepeatedValue> {
    let mut found = Vec::new();
    for house in puzzle.shape().houses() {
        for value in 1..=puzzle.shape().size() as u8 {
            let cells = house.cells().iter().map(|cell| usize::from(*cell));
            let cells: Vec<usize> = cells
                .filter(|cell| puzzle.values()[*cell] == value)
                .collect();
            if cells.len() > 1 {
                found.push(RepeatedValue {
                    value,
                    house: house.to_string(),
                    cells,
                });
            }
        }
    }
    found
}

/// Returns the cells whose value appears more than once in a house, in ascending order.
pub fn clashes(puzzle: &Puzzle) -> Vec<usize> {
    let (shape, values) = (puzzle.shape(), puzzle.values());
    let clashes = |cell: &usize| {
        let peers = shape.peers(*cell);
        let is_same = |peer: &u16| values[usize::from(*peer)] == values[*cell];
        values[*cell] != 0 && peers.iter().any(is_same)
    };
    (0..shape.cells()).filter(clashes).collect()
}

/// Returns the empty cells without candidates.
pub fn without_candidates(puzzle: &Puzzle) -> Vec<usize> {
    let cells = 0..puzzle.shape().cells();
    cells.filter(|cell| puzzle.allowed(*cell) == 0).collect()
}
