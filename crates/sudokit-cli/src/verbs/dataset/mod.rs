//! `sudokit dataset`: sets of 9×9 puzzles with their solutions, for training and statistics.
//!
//! The operations are those of `sudokit::dataset`; this is their command line.

mod augment;
mod export;
mod options;
mod pairs;
mod rate;
mod split;
mod trajectories;
mod verify;
mod write;

use crate::report::Exit;
use crate::terminal::messages::Messages;
pub use options::{DatasetArgs, DatasetOptions};

/// Runs the action.
///
/// # Errors
/// Whatever stops the whole run.
pub fn run(options: &DatasetOptions, messages: &Messages) -> anyhow::Result<Exit> {
    match options {
        DatasetOptions::Augment(options) => augment::run(options, messages),
        DatasetOptions::Split(options) => split::run(options, messages),
        DatasetOptions::Verify(options) => verify::run(options, messages),
        DatasetOptions::Rate(options) => rate::run(options, messages),
        DatasetOptions::Trajectories(options) => trajectories::run(options, messages),
        DatasetOptions::Export(options) => export::run(options, messages),
    }
}
