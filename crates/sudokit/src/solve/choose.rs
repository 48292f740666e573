//! The only place that knows all engines.

use super::{Engine, Findings, Report, Task, general, single, textbook};

/// Runs the engine that was asked for, or the fastest that fits.
pub(crate) fn run(engine: Engine, task: &Task<'_>, report: Report<'_>) -> Findings {
    match engine {
        // `single` is many times faster than `general`, but knows one shape and one thread.
        Engine::Auto if task.puzzle.shape().is_classic() && task.threads == 1 => {
            single::search(task, report)
        }
        Engine::Auto | Engine::General => general::search(task, report),
        Engine::Textbook(rules) => textbook::search(rules, task, report),
    }
}
