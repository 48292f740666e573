//! What can be typed behind `sudokit transform`.

use clap::Args;
use sudokit::format::Form;

use super::moves::Moves;
use super::{Asked, Plan};
use crate::args::{OutputArgs, ReadArgs, ThreadsArgs, form_parser};
use crate::effort::Effort;
use crate::plan;
use crate::problem::Problem;

#[derive(Args, Debug)]
pub struct TransformArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub moves: Moves,

    /// The seed of --shuffle: the same one gives the same result everywhere
    /// [default: another one each time, which is told]
    #[arg(long, value_name = "N", requires = "shuffle", help_heading = "Moves")]
    pub seed: Option<u64>,

    #[command(flatten)]
    pub asked: AskedArgs,

    /// Say for each puzzle which transformation was applied, on standard error; --apply takes it
    #[arg(long, help_heading = "Writing")]
    pub show: bool,

    /// Write one JSON object a line
    ///
    /// It has the transformed `puzzle` in one line and the `transformation`; with --canonical and
    /// --automorphisms also the number of `automorphisms`, as a string, because it can be larger
    /// than any machine number.
    #[arg(long, conflicts_with_all = ["to", "show"], help_heading = "Writing")]
    pub json: bool,

    /// Write puzzles in this form [default: the one that came in]
    #[arg(long, value_name = "FORM", value_parser = form_parser(), help_heading = "Writing", hide_possible_values = true)]
    pub to: Option<Form>,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// What is asked instead of a move; one of them at most.
#[derive(Args, Debug)]
#[group(multiple = false, conflicts_with_all = ["Moves", "to", "show"])]
pub struct AskedArgs {
    /// Say whether two puzzles are the same in another dress, and which way leads from one to the
    /// other; the files hold two puzzles together
    #[arg(long, help_heading = "Asking")]
    pub isomorphic: bool,

    /// Say of each puzzle in how many ways it is its own image
    #[arg(long, help_heading = "Asking")]
    pub automorphisms: bool,
}

impl TransformArgs {
    /// What is meant by it.
    ///
    /// # Errors
    /// When there is nothing to read or to do.
    pub fn plan(self, unlimited: Effort) -> Result<Plan, Problem> {
        let effort = Effort {
            threads: self.threads.number,
            ..unlimited
        };
        let asked = match (self.asked.isomorphic, self.asked.automorphisms) {
            (true, _) => Asked::Isomorphic,
            (_, true) => Asked::Automorphisms,
            _ if self.moves.0.is_empty() => {
                return Err(Problem::new(
                    "there is nothing to do: no move was named",
                    "say for instance --rotate 90, --shuffle or --canonical; \
                     `sudokit transform --help` shows all moves",
                ));
            }
            _ => Asked::Moves(self.moves.0),
        };
        let destination = self.output.destination();
        Ok(Plan {
            job: plan::job(self.read, destination, effort)?,
            asked,
            seed: self.seed,
            show: self.show,
            json: self.json,
            form: self.to,
        })
    }
}
