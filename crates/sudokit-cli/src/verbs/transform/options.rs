//! The flags of `sudokit transform`.

use clap::Args;
use sudokit::format::Form;

use super::moves::{Move, Moves};
use crate::args::search::SearchOptions;
use crate::args::{OutputArgs, ReadArgs, ThreadsArgs, form_parser};
use crate::io::puzzles::FileOptions;
use crate::report::error::CliError;

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
    pub asked: TransformRequestArgs,

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
pub struct TransformRequestArgs {
    /// Say whether two puzzles are the same in another dress, and which way leads from one to the
    /// other; the files hold two puzzles together
    #[arg(long, help_heading = "Asking")]
    pub isomorphic: bool,

    /// Say of each puzzle in how many ways it is its own image
    #[arg(long, help_heading = "Asking")]
    pub automorphisms: bool,
}

/// What `transform` was asked to do.
pub struct TransformOptions {
    pub job: FileOptions,
    pub asked: TransformRequest,
    /// The seed of shuffles.
    pub seed: Option<u64>,
    /// Say which transformation it was.
    pub show: bool,
    pub json: bool,
    /// The form to write, if it is not the one that came in.
    pub form: Option<Form>,
}

impl TransformOptions {
    /// The options that the flags ask for.
    ///
    /// # Errors
    /// When there is nothing to read or to do.
    pub fn new(args: TransformArgs, search: SearchOptions) -> Result<TransformOptions, CliError> {
        let search = search.with_threads(&args.threads);
        let asked = match (args.asked.isomorphic, args.asked.automorphisms) {
            (true, _) => TransformRequest::Isomorphic,
            (_, true) => TransformRequest::Automorphisms,
            _ if args.moves.0.is_empty() => {
                return Err(CliError::new(
                    "there is nothing to do: no move was named",
                    "say for instance --rotate 90, --shuffle or --canonical; \
                     `sudokit transform --help` shows all moves",
                ));
            }
            _ => TransformRequest::Moves(args.moves.0),
        };
        let destination = args.output.destination();
        Ok(TransformOptions {
            job: FileOptions::new(args.read, destination, search)?,
            asked,
            seed: args.seed,
            show: args.show,
            json: args.json,
            form: args.to,
        })
    }
}

/// What is to be done, or to be found out.
pub enum TransformRequest {
    Moves(Vec<Move>),
    Isomorphic,
    Automorphisms,
}
