//! The only place that knows all engines.

use super::{Engine, Findings, Report, Task, general, textbook};

/// Runs the engine that was asked for, or the fastest that fits.
pub(crate) fn run(engine: Engine, task: &Task<'_>, report: Report<'_>) -> Findings {
    match engine {
        // `general` takes every shape and is the fastest engine there is so far.
        Engine::Auto | Engine::General => general::search(task, report),
        Engine::Textbook(rules) => textbook::search(rules, task, report),
    }
}
