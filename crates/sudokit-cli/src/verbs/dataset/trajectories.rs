//! `sudokit dataset trajectories`: the steps of logical solves as a table.

use std::io::Write;

use sudokit::dataset::Trajectory;
use sudokit::format::Record;
use sudokit::logic::Standing;

use super::options::TrajectoriesOptions;
use super::write::Field;
use crate::args::quantities::{plural, thousands};
use crate::io::puzzles;
use crate::report::Exit;
use crate::report::located::LocatedPuzzle;
use crate::terminal::messages::Messages;

/// `puzzle` is the number of the puzzle in the input, from 0.
const COLUMNS: [&str; 6] = ["puzzle", "step", "technique", "cell", "value", "action"];

/// Writes the steps of every puzzle of every file.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &TrajectoriesOptions, messages: &Messages) -> anyhow::Result<Exit> {
    let TrajectoriesOptions { job, logic, style } = options;
    let mut sink = job.destination.open()?;
    sink.write_all(&style.header(&COLUMNS))?;
    let (mut number, mut solved, mut rows) = (0, 0, 0);
    let work = |_: &LocatedPuzzle<'_>, record: &Record| {
        Trajectory::with(&record.puzzle, logic, job.search.solver(1))
    };
    let exit = puzzles::each(job, messages, &mut sink, work, |sink, _, found| {
        let puzzle = Field::Number(number);
        number += 1;
        let Ok(trajectory) = found else {
            return Ok(Exit::Answered);
        };
        let mut text = Vec::new();
        for row in &trajectory.rows {
            let fields = [
                puzzle,
                Field::Number(row.step.into()),
                Field::Word(row.technique.slug()),
                Field::Number(row.cell.into()),
                Field::Number(row.value.into()),
                Field::Word(row.action.name()),
            ];
            style.push_row(&COLUMNS, &fields, &mut text);
        }
        rows += trajectory.rows.len() as u64;
        sink.write_all(&text)?;
        Ok(match trajectory.standing {
            Some(Standing::Solved) => {
                solved += 1;
                Exit::Answered
            }
            Some(Standing::Interrupted) => Exit::Interrupted,
            Some(Standing::Broken) => Exit::Failed,
            Some(_) => Exit::GaveUp,
            None => Exit::Trouble,
        })
    })?;
    job.destination.finish(sink, true, messages)?;
    messages.remark(format_args!(
        "{}, {} solved: {} rows",
        plural(number, "puzzle"),
        thousands(solved),
        thousands(rows)
    ));
    Ok(exit)
}
