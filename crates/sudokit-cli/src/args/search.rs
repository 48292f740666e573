//! How to search: engine, threads and budgets, as flags and as options.

use std::ffi::OsStr;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use sudokit::internals::{UnavailableWidth, Width};
use sudokit::solve::textbook::{
    Axis, CellRule, JumpRule, PRESETS, PropagateRule, Rules, ValueRule,
};
use sudokit::solve::{CancelToken, End};
use sudokit::{Engine, Solver};

use crate::args::quantities::{self, thousands};
use crate::report::error::CliError;
use crate::terminal::capitalized;

/// How to search, and when to give up.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    pub engine: Engine,
    /// Number of threads; 0 means one per core.
    pub threads: usize,
    /// Per puzzle.
    pub node_limit: Option<u64>,
    /// Per puzzle.
    pub time_limit: Option<Duration>,
    /// The vector width, known to be available; the widest by default.
    pub width: Option<Width>,
    pub cancel: CancelToken,
}

/// More threads per core than this would only wait for each other. A few more than cores are
/// allowed because containers do not always report their cores correctly.
const MOST_THREADS_A_CORE: usize = 4;

/// Limits a number of threads to what this machine can use; 0 means one per core.
pub fn useful_threads(threads: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    match threads {
        0 => cores,
        threads => threads.min(cores * MOST_THREADS_A_CORE),
    }
}

impl SearchOptions {
    /// The fastest engine on all cores, without budgets.
    pub fn unlimited(cancel: CancelToken) -> SearchOptions {
        SearchOptions {
            engine: Engine::Auto,
            threads: 0,
            node_limit: None,
            time_limit: None,
            width: None,
            cancel,
        }
    }

    /// A solver within the budgets, on this many threads.
    pub fn solver(&self, threads: usize) -> Solver {
        let mut solver = Solver::new()
            .engine(self.engine)
            .threads(threads)
            .cancel_with(self.cancel.clone());
        if let Some(nodes) = self.node_limit {
            solver = solver.node_limit(nodes);
        }
        if let Some(time) = self.time_limit {
            solver = solver.time_limit(time);
        }
        if let Some(width) = self.width {
            solver = solver
                .width(width)
                .expect("unavailable widths were rejected by `width`");
        }
        solver
    }

    /// Why a search ended, as the end of a sentence; names the budgets as they were given.
    pub fn stopped(&self, end: End) -> String {
        match (end, self.node_limit, self.time_limit) {
            (End::Exhausted, ..) => "searched to the end".to_string(),
            (End::Limit, ..) => "stopped at the limit".to_string(),
            (End::NodeLimit, Some(nodes), _) => {
                format!("stopped at the node limit of {}", thousands(nodes))
            }
            (End::NodeLimit, ..) => "stopped at the node limit".to_string(),
            (End::TimeLimit, _, Some(time)) => {
                format!("stopped at the time limit of {}", quantities::round(time))
            }
            (End::TimeLimit, ..) => "stopped at the time limit".to_string(),
            (End::Cancelled, ..) => "interrupted".to_string(),
            (End::Stuck, ..) => "logic alone gets no further".to_string(),
            (other, ..) => other.name().to_string(),
        }
    }
}

/// The environment variable that selects the vector width.
pub const WIDTH_VARIABLE: &str = "SUDOKIT_SIMD";

/// Parses the value of the variable; an empty one selects nothing.
///
/// # Errors
/// When there is no such width, or this CPU does not support it.
pub fn width(held: Option<&OsStr>) -> Result<Option<Width>, CliError> {
    let Some(held) = held.filter(|held| !held.is_empty()) else {
        return Ok(None);
    };
    let refused = |reason: &dyn std::fmt::Display| {
        let available = Width::ALL.into_iter().filter(|width| width.is_available());
        let names: Vec<String> = available.map(|width| width.to_string()).collect();
        CliError::new(
            format!("{WIDTH_VARIABLE}: {reason}"),
            format!(
                "this CPU supports {}; without {WIDTH_VARIABLE} the first of them is used",
                names.join(", ")
            ),
        )
    };
    let name = held.to_string_lossy();
    let width: Width = name.parse().map_err(|error| refused(&error))?;
    match width.is_available() {
        true => Ok(Some(width)),
        false => Err(refused(&UnavailableWidth(width))),
    }
}

/// Which engine searches, and on how many threads.
#[derive(Args, Debug)]
pub struct WorkArgs {
    /// Engine to search with [default: auto, the fastest that fits]
    #[arg(long, value_name = "ENGINE", value_parser = EngineParser, long_help = engine_help("Engine to search with [default: auto, the fastest that fits]"), help_heading = "Search")]
    pub engine: Option<Engine>,

    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// How many threads to use.
#[derive(Args, Debug)]
pub struct ThreadsArgs {
    /// Number of threads, up to 1024; 0 means one per core
    ///
    /// At most four threads per core are started. The answers do not depend on their number.
    #[arg(
        id = "threads",
        long = "threads",
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        allow_negative_numbers = true,
        value_parser = quantities::threads,
        help_heading = "Search"
    )]
    pub number: usize,
}

/// When to give up.
#[derive(Args, Debug)]
pub struct BudgetArgs {
    /// Give up on a puzzle after this many search nodes (10000, 10k, 5M)
    #[arg(long, value_name = "NODES", allow_negative_numbers = true, value_parser = quantities::count, help_heading = "Budgets")]
    pub node_limit: Option<u64>,

    /// Give up on a puzzle after this time (500ms, 10s, 2m, 1h)
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = quantities::time, help_heading = "Budgets")]
    pub time_limit: Option<Duration>,
}

/// Every engine with a short description, the automatic choice first.
pub fn values() -> Vec<PossibleValue> {
    let own = [
        PossibleValue::new("auto").help("the fastest that fits"),
        PossibleValue::new("single").help("one 9×9 puzzle at a time; other shapes use general"),
        PossibleValue::new("lanes").help("many 9×9 puzzles in parallel; other shapes use general"),
        PossibleValue::new("general").help("masks, propagation, smallest domain; any shape"),
        PossibleValue::new("learn").help("clauses learned from conflicts; any shape"),
    ];
    let presets = PRESETS.iter().map(|preset| {
        let short = preset.letter.map(|letter| format!(" (short: {letter})"));
        let help = format!("{}{}", preset.summary, short.unwrap_or_default());
        PossibleValue::new(preset.name).help(help)
    });
    own.into_iter().chain(presets).collect()
}

/// The long help of `--engine`: what it is, and how the rules of an algorithm are replaced.
pub fn engine_help(what: &str) -> String {
    let letters = PRESETS.iter().filter_map(|preset| preset.letter);
    let letters: Vec<String> = letters.map(String::from).collect();
    format!(
        "{what}\n\nThe algorithms from {} on are classic ones; {} are short for the first three, \
         the versions of a well-known exercise. {}",
        PRESETS[0].name,
        letters.join(", "),
        capitalized(&overrides())
    )
}

/// How the rules of a classic algorithm are replaced, with all rules.
fn overrides() -> String {
    let mut text = "a classic algorithm may be followed by +QUESTION=RULE to replace some of its \
                    four rules, as in backtracking+cell=fullest-house+jump=conflict-directed:"
        .to_string();
    for axis in Axis::ALL {
        let rules = PRESETS[0].rules.vary(*axis);
        let names: Vec<&str> = rules.iter().map(|rules| rules.on(*axis)).collect();
        text += &format!("\n  {axis}={}", names.join("|"));
    }
    text
}

/// Parses the name of an engine, or of an algorithm with another rule, such as
/// `backtracking+cell=fullest-house`. An unknown name is reported with the list of engines.
#[derive(Clone)]
pub struct EngineParser;

impl TypedValueParser for EngineParser {
    type Value = Engine;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Engine, clap::Error> {
        let text = value.to_string_lossy();
        if let Ok(engine) = text.parse() {
            return Ok(engine);
        }
        // A replaced rule was meant: which part of it is wrong?
        if let (true, Err(wrong)) = (text.contains(['+', '=']), text.parse::<Rules>()) {
            let argument = argument.map(ToString::to_string).unwrap_or_default();
            let message = format!(
                "invalid value '{text}' for '{argument}': {wrong}\n\n  tip: {}\n\n\
                 For more information, try '--help'.\n",
                overrides().replace("\n  ", "\n       ")
            );
            return Err(clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command));
        }
        let known = PossibleValuesParser::new(values());
        let name = known
            .parse_ref(command, argument, value)
            .map_err(|mut error| {
                let tips = error.remove(ContextKind::Suggested);
                let mut tips = match tips {
                    Some(ContextValue::StyledStrs(tips)) => tips,
                    _ => Vec::new(),
                };
                tips.push(overrides().replace("\n  ", "\n       ").into());
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
                error
            })?;
        name.parse()
            .map_err(|_| clap::Error::new(ErrorKind::InvalidValue))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(values().into_iter()))
    }
}

/// The axes that `compare --vary` accepts.
pub fn axes() -> Vec<PossibleValue> {
    Axis::ALL
        .iter()
        .map(|axis| PossibleValue::new(axis.to_string()))
        .collect()
}

/// The engines to compare, with the names to show: the ones that were named, or all of them; with
/// axes to vary, each of them with every rule on every axis.
///
/// # Errors
/// When an engine has no rules to vary, or cannot solve one puzzle at a time.
pub fn compared(named: Vec<Engine>, vary: &[Axis]) -> Result<Vec<(String, Engine)>, CliError> {
    if named.contains(&Engine::Lanes) {
        return Err(CliError::new(
            "cannot compare `lanes`: it solves many puzzles at once, not one at a time",
            "time `sudokit solve --engine lanes` on a file of puzzles",
        ));
    }
    if vary.is_empty() {
        let engines = if named.is_empty() { all() } else { named };
        return Ok(engines
            .into_iter()
            .map(|engine| (engine.to_string(), engine))
            .collect());
    }
    let named = match named.is_empty() {
        true => vec![Engine::Textbook(VARIED)],
        false => named,
    };
    let mut engines: Vec<(String, Engine)> = Vec::new();
    for engine in named {
        let Engine::Textbook(rules) = engine else {
            return Err(CliError::new(
                format!("`{engine}` has no rules to vary"),
                "vary one of the textbook algorithms, such as --engine mrv-degree",
            ));
        };
        for axis in vary {
            for varied in rules.vary(*axis) {
                // The nearest preset may differ from rule to rule; here all share one name.
                let name = format!("{engine}+{axis}={}", varied.on(*axis));
                // A rule that was typed twice is run once.
                if engines.iter().all(|(other, _)| *other != name) {
                    engines.push((name, Engine::Textbook(varied)));
                }
            }
        }
    }
    Ok(engines)
}

/// The algorithm that is varied by default: good enough to finish most puzzles, plain enough for
/// each rule to matter.
const VARIED: Rules = Rules {
    cell: CellRule::LeastDomainDegree,
    value: ValueRule::Ascending,
    propagate: PropagateRule::ForwardChecking,
    jump: JumpRule::Chronological,
};

/// Every engine that can be compared, the plainest first.
fn all() -> Vec<Engine> {
    let presets = PRESETS.iter().map(|preset| Engine::Textbook(preset.rules));
    presets.chain([Engine::General, Engine::Learn]).collect()
}

impl SearchOptions {
    /// These options with the engine, threads and budgets of the flags.
    pub fn with(self, work: &WorkArgs, budget: &BudgetArgs) -> SearchOptions {
        SearchOptions {
            engine: work.engine.unwrap_or(Engine::Auto),
            threads: work.threads.number,
            node_limit: budget.node_limit,
            time_limit: budget.time_limit,
            ..self
        }
    }

    /// These options with the number of threads of the flag.
    pub fn with_threads(self, threads: &ThreadsArgs) -> SearchOptions {
        SearchOptions {
            threads: threads.number,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_width_is_read_if_this_machine_has_it() {
        let read = |held: &str| width(Some(OsStr::new(held)));
        for each in Width::ALL {
            match read(&each.to_string()) {
                Ok(found) => assert_eq!((found, each.is_available()), (Some(each), true)),
                Err(problem) => {
                    assert!(!each.is_available());
                    assert!(problem.message.contains("this CPU has no"), "{problem}");
                }
            }
        }
        assert_eq!(width(None).unwrap(), None);
        assert_eq!(read("").unwrap(), None);
        assert!(read("sse9").unwrap_err().message.contains("sse9"));
        assert!(read("AVX2 ").is_err());
    }
}
