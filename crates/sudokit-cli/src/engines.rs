//! The engines and rules that can be asked for, by name.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use sudokit::Engine;
use sudokit::solve::textbook::{
    Axis, CellRule, JumpRule, PRESETS, PropagateRule, Rules, ValueRule,
};

use crate::problem::Problem;

/// Every engine with a few words about it, the automatic choice first.
pub fn values() -> Vec<PossibleValue> {
    let own = [
        PossibleValue::new("auto").help("the fastest that fits"),
        PossibleValue::new("single")
            .help("one 9×9 puzzle, as fast as can be; others go to general"),
        PossibleValue::new("lanes").help("many 9×9 puzzles side by side; others go to general"),
        PossibleValue::new("general").help("masks, propagation, smallest domain; any shape"),
    ];
    let presets = PRESETS
        .iter()
        .map(|preset| PossibleValue::new(preset.name).help(preset.summary));
    own.into_iter().chain(presets).collect()
}

/// Reads the name of an engine, or of an algorithm with another rule, such as
/// `backtracking+cell=fullest-house`; a name that nobody has is answered with the ones there are.
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
        if let Some(Ok(engine)) = value.to_str().map(str::parse) {
            return Ok(engine);
        }
        let known = PossibleValuesParser::new(values());
        let name = known.parse_ref(command, argument, value)?;
        name.parse()
            .map_err(|_| clap::Error::new(ErrorKind::InvalidValue))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(values().into_iter()))
    }
}

/// The questions whose answer `compare --vary` changes.
pub fn axes() -> Vec<PossibleValue> {
    Axis::ALL
        .iter()
        .map(|axis| PossibleValue::new(axis.to_string()))
        .collect()
}

/// The engines that a comparison runs, with the names to show: the ones that were named, or all
/// of them; with questions to vary, each of them with every answer to every question.
///
/// # Errors
/// When an engine has no such rules to vary, or is none for one puzzle at a time.
pub fn compared(named: Vec<Engine>, vary: &[Axis]) -> Result<Vec<(String, Engine)>, Problem> {
    if named.contains(&Engine::Lanes) {
        return Err(Problem::new(
            "`lanes` solves many puzzles at once, and a comparison gives one at a time",
            "see how long `sudokit solve --engine lanes` takes for a file of puzzles",
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
            return Err(Problem::new(
                format!("`{engine}` has no rules that could be varied"),
                "vary one of the textbook algorithms, such as --engine mrv-degree",
            ));
        };
        for axis in vary {
            for varied in rules.vary(*axis) {
                // The nearest preset may be another one for each answer; here all go by the
                // same name.
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

/// The algorithm that is varied unless another is named: good enough to end on most puzzles,
/// plain enough for each rule to matter.
const VARIED: Rules = Rules {
    cell: CellRule::LeastDomainDegree,
    value: ValueRule::Ascending,
    propagate: PropagateRule::ForwardChecking,
    jump: JumpRule::Chronological,
};

/// Every engine that can be compared, from the plainest on.
fn all() -> Vec<Engine> {
    let presets = PRESETS.iter().map(|preset| Engine::Textbook(preset.rules));
    presets.chain([Engine::General]).collect()
}
