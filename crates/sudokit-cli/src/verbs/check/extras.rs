//! What `check` reports besides the number of solutions: redundant givens and backdoors, or the
//! likely slip.

use std::time::Instant;

use clap::Args;
use serde::Serialize;
use sudokit::analyse::{Backdoors, Ease, GivenChange, Minimality, Repair, Repairs};
use sudokit::format::Record;
use sudokit::logic::Candidate;
use sudokit::solve::{CancelToken, End};
use sudokit::{Grid, Puzzle};

use crate::args::named;
use crate::args::quantities::{plural, thousands};
use crate::args::search::SearchOptions;
use crate::io::columnar::{ColumnKind, ReportColumn};

/// The most pairs listed in a line of text; JSON and CSV list all of them.
const PAIRS_SHOWN: usize = 5;

/// The most repairs listed in a line of text.
const REPAIRS_SHOWN: usize = 5;

/// What to find out besides the number of solutions.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ExtraArgs {
    /// For puzzles with one solution, list the redundant givens
    ///
    /// A given is redundant if the others imply it. Not all redundant givens can be removed
    /// together, so a subset is named whose removal leaves a minimal puzzle.
    #[arg(long, help_heading = "Questions")]
    pub minimal: bool,

    /// List the cells, and pairs of cells, whose values make the puzzle easy [easy: singles, or
    /// basic for intersections and subsets as well]
    #[arg(
        long,
        value_name = "EASY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "singles",
        hide_possible_values = true,
        value_parser = named::<Ease>(Ease::ALL.map(Ease::name)),
        help_heading = "Questions"
    )]
    pub backdoors: Option<Ease>,

    /// For puzzles without a solution or with several, list the slips that would explain it
    ///
    /// A slip is one given that was mistyped, added or missed, or two givens that do not belong
    /// there: without it the puzzle has exactly one solution.
    #[arg(long, help_heading = "Questions")]
    pub repair: bool,
}

/// The techniques that solve the rest.
fn solvers(ease: Ease) -> &'static str {
    match ease {
        Ease::Basic => "basic techniques",
        ease => ease.name(),
    }
}

impl ExtraArgs {
    /// Whether anything was asked about puzzles with one solution.
    pub fn any_of_unique(&self) -> bool {
        self.minimal || self.backdoors.is_some()
    }

    /// The columns it adds to a table.
    pub fn report_columns(&self) -> Vec<ReportColumn> {
        let mut columns = Vec::new();
        if self.minimal {
            columns.extend([
                ("minimal", ColumnKind::Boolean),
                ("redundant", ColumnKind::Text),
                ("removable", ColumnKind::Text),
            ]);
        }
        if self.backdoors.is_some() {
            columns.extend([
                ("smallest backdoor", ColumnKind::Whole),
                ("backdoor cells", ColumnKind::Text),
                ("backdoor pairs", ColumnKind::Text),
            ]);
        }
        if self.repair {
            columns.push(("repairs", ColumnKind::Text));
        }
        columns
    }
}

/// What was found out about a puzzle: redundant givens and backdoors if it has one solution,
/// repairs if it does not.
#[derive(Clone, Default)]
pub struct Extras {
    minimality: Option<Result<Minimality, End>>,
    backdoors: Option<(Ease, Result<Backdoors, End>)>,
    repairs: Option<Repairs>,
}

impl Extras {
    /// Finds out what was asked about a puzzle with this unique solution.
    pub fn of(
        asked: &ExtraArgs,
        search: &SearchOptions,
        threads: usize,
        (puzzle, solution): (&Puzzle, &Grid),
    ) -> Extras {
        let solver = search.solver(threads);
        Extras {
            minimality: asked.minimal.then(|| Minimality::of(&solver, puzzle)),
            backdoors: asked
                .backdoors
                .map(|ease| (ease, backdoors(ease, search, puzzle, solution))),
            repairs: None,
        }
    }

    /// Finds the repairs of a puzzle that does not have exactly one solution.
    pub fn repairs_of(search: &SearchOptions, threads: usize, puzzle: &Puzzle) -> Extras {
        Extras {
            repairs: Some(Repairs::of(&search.solver(threads), puzzle)),
            ..Extras::default()
        }
    }

    /// Why something was not found out, if so. Repairs do not count, unless the run was interrupted:
    /// the puzzle as it stands was answered.
    pub fn end(&self) -> End {
        let minimality = self
            .minimality
            .as_ref()
            .and_then(|found| found.as_ref().err());
        let backdoors = self
            .backdoors
            .as_ref()
            .and_then(|found| found.1.as_ref().err());
        let repairs = self.repairs.as_ref().and_then(|found| found.end.as_ref());
        let interrupted = repairs.filter(|end| **end == End::Cancelled);
        *minimality
            .or(backdoors)
            .or(interrupted)
            .unwrap_or(&End::Exhausted)
    }

    /// The end of the line: `; minimal; magic cells: r1c2, r3c4`.
    pub fn words(&self, search: &SearchOptions, record: &Record) -> String {
        let size = record.puzzle.shape().size();
        let mut words = String::new();
        match &self.minimality {
            Some(Ok(found)) => words += &minimality_words(found, size, given(record)),
            Some(Err(end)) => {
                let stopped = search.stopped(*end);
                words += &format!("; minimality unknown: {stopped}");
            }
            None => {}
        }
        match &self.backdoors {
            Some((ease, Ok(found))) => words += &backdoor_words(*ease, found, size),
            Some((_, Err(end))) => {
                words += &format!("; backdoors unknown: {}", search.stopped(*end));
            }
            None => {}
        }
        if let Some(found) = &self.repairs {
            words += &repair_words(found, record);
            if let Some(end) = found.end {
                words += &format!("; not all slips were tried: {}", search.stopped(end));
            }
        }
        words
    }

    /// The cells of the added columns.
    pub fn columns(&self, asked: &ExtraArgs, record: &Record) -> Vec<String> {
        let size = record.puzzle.shape().size();
        let names = |cells: &[u16]| names(size, cells).join(" ");
        let mut columns = Vec::new();
        if asked.minimal {
            columns.extend(match &self.minimality {
                Some(Ok(found)) => [
                    found.is_minimal().to_string(),
                    givens(size, &found.redundant, given(record)).join(" "),
                    names(&found.removable),
                ],
                _ => Default::default(),
            });
        }
        if asked.backdoors.is_some() {
            columns.extend(match &self.backdoors {
                Some((_, Ok(found))) => [
                    found
                        .smallest()
                        .map_or(String::new(), |size| size.to_string()),
                    names(&found.cells),
                    pairs(size, &found.pairs).join(" "),
                ],
                _ => Default::default(),
            });
        }
        if asked.repair {
            let repairs = self.repairs.iter().flat_map(|found| &found.repairs);
            let words: Vec<String> = repairs.map(|each| slip_words(each, record)).collect();
            columns.push(words.join("; "));
        }
        columns
    }

    /// The added JSON fields.
    pub fn json(&self, puzzle: &Puzzle) -> ExtraFields {
        let found = self
            .minimality
            .as_ref()
            .and_then(|found| found.as_ref().ok());
        let given = |cell: &u16| Candidate::new(*cell as usize, puzzle.values()[*cell as usize]);
        let is_reduced = |found: &&Minimality| !found.is_minimal();
        ExtraFields {
            minimal: found.map(Minimality::is_minimal),
            redundant: found.map(|found| found.redundant.iter().map(given).collect()),
            removable: found.map(|found| found.removable.clone()),
            reduced: found.filter(is_reduced).map(|found| {
                let reduced = found.reduced(puzzle);
                reduced.to_string()
            }),
            backdoors: match &self.backdoors {
                Some((ease, Ok(found))) => Some(BackdoorFields {
                    by: ease.name(),
                    smallest: found.smallest(),
                    cells: found.cells.clone(),
                    pairs: found.pairs.clone(),
                }),
                _ => None,
            },
            repairs: self.repairs.as_ref().map(|found| {
                let fields = |repair: &Repair| RepairFields::new(repair, puzzle);
                found.repairs.iter().map(fields).collect()
            }),
        }
    }
}

#[derive(Default, Serialize)]
pub struct ExtraFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redundant: Option<Vec<Candidate>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removable: Option<Vec<u16>>,
    /// The puzzle without its removable givens.
    #[serde(skip_serializing_if = "Option::is_none")]
    reduced: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    backdoors: Option<BackdoorFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repairs: Option<Vec<RepairFields>>,
}

#[derive(Serialize)]
struct RepairFields {
    changes: Vec<GivenChange>,
    puzzle: String,
    solution: String,
}

impl RepairFields {
    fn new(repair: &Repair, puzzle: &Puzzle) -> RepairFields {
        RepairFields {
            changes: repair.changes.clone(),
            puzzle: repair.applied(puzzle).to_string(),
            solution: repair.solution.to_string(),
        }
    }
}

#[derive(Serialize)]
struct BackdoorFields {
    by: &'static str,
    smallest: Option<usize>,
    cells: Vec<u16>,
    pairs: Vec<[u16; 2]>,
}

/// Applying techniques is not a search, so the budgets are checked here.
fn backdoors(
    ease: Ease,
    search: &SearchOptions,
    puzzle: &Puzzle,
    solution: &Grid,
) -> Result<Backdoors, End> {
    let begun = Instant::now();
    let late = || {
        search
            .time_limit
            .is_some_and(|limit| begun.elapsed() > limit)
    };
    let stop = || search.cancel.is_cancelled() || late();
    let why = |cancel: &CancelToken| match cancel.is_cancelled() {
        true => End::Cancelled,
        false => End::TimeLimit,
    };
    Backdoors::of(puzzle, solution, ease, 2, stop).ok_or_else(|| why(&search.cancel))
}

/// The end of the line for a classic puzzle on a line of digits.
pub fn line_words(found: &Minimality, values: &[u8; 81]) -> String {
    minimality_words(found, 9, |cell| values[cell as usize].to_string())
}

/// `given` writes the value of a cell.
fn minimality_words(found: &Minimality, size: usize, given: impl Fn(u16) -> String) -> String {
    if found.is_minimal() {
        return "; minimal".to_string();
    }
    let redundant = givens(size, &found.redundant, given);
    let mut words = match redundant.len() {
        1 => format!("; {} is redundant, and minimal without it", redundant[0]),
        count => format!("; {count} redundant givens: {}", redundant.join(", ")),
    };
    if redundant.len() > 1 {
        let removable = names(size, &found.removable).join(", ");
        words += &format!("; minimal without {removable}");
    }
    words
}

fn backdoor_words(ease: Ease, found: &Backdoors, size: usize) -> String {
    let pairs_in_all = found.pairs.len() as u64;
    let shown = &found.pairs[..found.pairs.len().min(PAIRS_SHOWN)];
    let shown = pairs(size, shown).join(", ");
    let count = plural(pairs_in_all, "pair");
    match found.smallest() {
        Some(0) => format!("; {} alone solve it", solvers(ease)),
        Some(1) => {
            let noun = if found.cells.len() == 1 {
                "cell"
            } else {
                "cells"
            };
            let cells = names(size, &found.cells).join(", ");
            let and_pairs = match pairs_in_all {
                0 => String::new(),
                _ => format!(", and {} of other cells", count),
            };
            format!("; magic {noun} {cells}{and_pairs}")
        }
        Some(_) if found.pairs.len() <= PAIRS_SHOWN => format!("; no magic cell; {count}: {shown}"),
        Some(_) => format!(
            "; no magic cell; {} pairs, such as {shown}",
            thousands(pairs_in_all)
        ),
        None => format!("; {} need more than two cells", solvers(ease)),
    }
}

/// The end of the line: `; exactly one solution without r4c5=7, or with r1c1=6 instead of 5`.
fn repair_words(found: &Repairs, record: &Record) -> String {
    let slips = found.repairs.iter().map(|each| slip_words(each, record));
    let mut shown: Vec<String> = slips.take(REPAIRS_SHOWN).collect();
    if shown.is_empty() {
        return "; no single slip explains it".to_string();
    }
    match found.repairs.len() - shown.len() {
        0 => {}
        more => shown.push(format!("with {}", plural(more as u64, "other change"))),
    }
    format!("; exactly one solution {}", shown.join(", or "))
}

/// The changes of a repair: `without r4c5=7`.
fn slip_words(repair: &Repair, record: &Record) -> String {
    let size = record.puzzle.shape().size();
    let written = |value: u8| record.symbols.symbol(value);
    let words = |change: &GivenChange| {
        let cell = name(size, change.cell);
        match (change.from, change.to) {
            (from, 0) => format!("without {cell}={}", written(from)),
            (0, to) => format!("with {cell}={} added", written(to)),
            (from, to) => format!("with {cell}={} instead of {}", written(to), written(from)),
        }
    };
    let all: Vec<String> = repair.changes.iter().map(words).collect();
    all.join(" and ")
}

fn name(size: usize, cell: u16) -> String {
    let cell = cell as usize;
    format!("r{}c{}", cell / size + 1, cell % size + 1)
}

fn names(size: usize, cells: &[u16]) -> Vec<String> {
    cells.iter().map(|cell| name(size, *cell)).collect()
}

fn pairs(size: usize, pairs: &[[u16; 2]]) -> Vec<String> {
    let words = |[one, other]: &[u16; 2]| format!("{}+{}", name(size, *one), name(size, *other));
    pairs.iter().map(words).collect()
}

fn givens(size: usize, cells: &[u16], given: impl Fn(u16) -> String) -> Vec<String> {
    let words = |cell: &u16| format!("{}={}", name(size, *cell), given(*cell));
    cells.iter().map(words).collect()
}

/// How the file writes its givens.
fn given(record: &Record) -> impl Fn(u16) -> String {
    let value = |cell: u16| record.puzzle.values()[cell as usize];
    move |cell| record.symbols.symbol(value(cell))
}
