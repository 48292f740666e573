//! How to solve as a person does, and how to speak of it.

use clap::Args;
use sudokit::logic::Coordinates;

use super::names::named;
use crate::techniques::Choice;

/// How to solve as a person does.
#[derive(Args, Debug)]
pub struct LogicArgs {
    /// Which techniques to use and in which order; `list` or nothing at all shows them
    ///
    /// Names of techniques, of families (singles, fish…) and of sets (all, usual, rating) with
    /// commas between them are used in this order. `-x-wing` switches one off, `+squirmbag` on;
    /// where such a change comes first, it changes what is used anyway.
    #[arg(
        long,
        value_name = "TECHNIQUES",
        num_args = 0..=1,
        default_missing_value = "list",
        allow_hyphen_values = true,
        help_heading = "Techniques"
    )]
    pub techniques: Option<Choice>,

    /// Leave out techniques that take a single solution for granted
    #[arg(long, help_heading = "Techniques")]
    pub no_uniqueness: bool,
}

/// How cells are named.
#[derive(Args, Debug)]
pub struct WordsArgs {
    /// How cells are named: rc is r4c5, a1 is D5
    #[arg(
        long,
        value_name = "STYLE",
        default_value = "rc",
        hide_default_value = true,
        hide_possible_values = true,
        value_parser = named::<Coordinates>(Coordinates::ALL.map(Coordinates::name)),
        help_heading = "Writing"
    )]
    pub coordinates: Coordinates,

    /// Write chains in Eureka notation and nothing else: (5)r1c2=r1c8-(5=3)r2c8
    #[arg(long, help_heading = "Writing")]
    pub eureka: bool,

    /// Draw the position with its candidates
    #[arg(long, help_heading = "Writing")]
    pub grid: bool,
}
