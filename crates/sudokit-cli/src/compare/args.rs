//! What can be typed behind `sudokit compare`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use sudokit::Engine;
use sudokit::solve::textbook::Axis;

use crate::args::{BudgetArgs, ReadArgs, ReportArgs, named};
use crate::engines::{self, EngineParser};

#[derive(Args, Debug)]
pub struct CompareArgs {
    #[command(flatten)]
    pub read: ReadArgs,

    /// The engines to compare, with commas between them [default: all of them]
    #[arg(long, value_name = "ENGINES", value_delimiter = ',', value_parser = EngineParser, help_heading = "Searching")]
    pub engine: Vec<Engine>,

    /// Change one rule of the engine and keep the others, to see what it is worth; several with
    /// commas between them are changed one after the other
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = named::<Axis>(engines::axes()), help_heading = "Searching")]
    pub vary: Vec<Axis>,

    #[command(flatten)]
    pub report: ReportArgs,

    /// Draw the comparison as an SVG picture
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath, help_heading = "Writing")]
    pub plot: Option<PathBuf>,

    #[command(flatten)]
    pub budget: BudgetArgs,
}
