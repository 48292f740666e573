//! The flags of `sudokit transform`.

use clap::Args;
use sudokit::format::Form;

use super::moves::{Move, Moves};
use crate::args::files::ReportStyle;
use crate::args::search::SearchOptions;
use crate::args::{OutputArgs, ReadArgs, ReportArgs, ThreadsArgs, form_parser};
use crate::io::puzzles::FileOptions;
use crate::report::error::CliError;

#[derive(Args, Debug)]
pub struct TransformArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    #[command(flatten)]
    pub moves: Moves,

    /// Seed for --shuffle; the same seed gives the same result everywhere [default: random, and
    /// reported]
    #[arg(long, value_name = "N", requires = "shuffle", help_heading = "Moves")]
    pub seed: Option<u64>,

    #[command(flatten)]
    pub asked: TransformRequestArgs,

    /// Print the transformation of each puzzle to standard error; --apply accepts it
    #[arg(long, help_heading = "Output")]
    pub show: bool,

    /// Write one JSON object per line
    ///
    /// It has the transformed `puzzle` on one line and the `transformation`; with --canonical and
    /// --automorphisms also the number of `automorphisms`, as a string because it may exceed 64
    /// bits.
    #[arg(long, conflicts_with_all = ["to", "show"], help_heading = "Output")]
    pub json: bool,

    /// Write a CSV table with the fields of --json as columns
    #[arg(long, conflicts_with_all = ["json", "to", "show"], help_heading = "Output")]
    pub csv: bool,

    /// Form to write [default: that of the input]
    #[arg(long, value_name = "FORM", value_parser = form_parser(Form::can_write), help_heading = "Output", hide_possible_values = true)]
    pub to: Option<Form>,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// Questions instead of moves; at most one of these.
#[derive(Args, Debug)]
#[group(multiple = false, conflicts_with_all = ["Moves", "to", "show"])]
pub struct TransformRequestArgs {
    /// Test whether the two puzzles in the files are isomorphic, and print the transformation
    #[arg(long, help_heading = "Questions")]
    pub isomorphic: bool,

    /// Print the number of automorphisms of each puzzle
    #[arg(long, help_heading = "Questions")]
    pub automorphisms: bool,
}

/// The options of `transform`.
pub struct TransformOptions {
    pub job: FileOptions,
    pub asked: TransformRequest,
    /// The seed of shuffles.
    pub seed: Option<u64>,
    /// Print the transformation.
    pub show: bool,
    pub style: ReportStyle,
    /// The form to write, if it is not that of the input.
    pub form: Option<Form>,
}

impl TransformOptions {
    /// The options for these flags.
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
                    "nothing to do: no move was given",
                    "for example --rotate 90, --shuffle or --canonical; \
                     `sudokit transform --help` lists all moves",
                ));
            }
            _ => TransformRequest::Moves(args.moves.0),
        };
        let destination = args.output.destination();
        let (json, csv) = (args.json, args.csv);
        let style = ReportArgs { json, csv }.style();
        Ok(TransformOptions {
            job: FileOptions::new(args.read, destination, search)?,
            asked,
            seed: args.seed,
            show: args.show,
            style,
            form: args.to,
        })
    }
}

/// What to do or to find out.
pub enum TransformRequest {
    Moves(Vec<Move>),
    Isomorphic,
    Automorphisms,
}
