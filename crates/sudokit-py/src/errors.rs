//! Errors of the library as Python exceptions. The classes are in `python/sudokit/_errors.py`.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use sudokit::format::DecodeError;
use sudokit::generate::GenerateError;
use sudokit::solve::{End, Status};
use sudokit::symmetry::SymmetryError;
use sudokit::{Problem, ProblemCode, Puzzle};

use crate::puzzle::PyPuzzle;

/// An exception of the package, before it is raised.
#[derive(Clone, Debug, Default)]
pub struct Failure {
    class: &'static str,
    code: String,
    message: String,
    place: Option<(usize, usize)>,
    help: String,
}

impl Failure {
    fn new(class: &'static str, code: &str, message: impl Display) -> Failure {
        Failure {
            class,
            code: code.to_string(),
            message: message.to_string(),
            ..Failure::default()
        }
    }

    /// An argument that is not understood.
    pub fn argument(message: impl Display) -> Failure {
        Failure::new("ArgumentError", "argument", message)
    }

    /// A budget ended a search.
    pub fn limit(end: End) -> Failure {
        let message = match end {
            End::TimeLimit => "the time limit was reached",
            End::NodeLimit => "the node limit was reached",
            _ => "the search ended early",
        };
        Failure::new("LimitError", end.name(), message).help("raise the limit, or leave it out")
    }

    /// The puzzle has no solution, or breaks a rule.
    pub fn no_solution(puzzle: &PyPuzzle) -> Failure {
        match puzzle.rule_problem() {
            Some(problem) => Failure::from(&problem),
            None => Failure::new(
                "NoSolutionError",
                Status::NoSolution.name(),
                "the puzzle has no solution",
            ),
        }
    }

    /// The puzzle has several solutions where one was expected.
    pub fn several() -> Failure {
        let message = "the puzzle has several solutions; expected one";
        Failure::new("SeveralSolutionsError", Status::Several.name(), message)
    }

    /// Logic does not get to the end.
    pub fn stuck(message: impl Display) -> Failure {
        Failure::new("StuckError", "stuck", message)
    }

    /// A form or a picture cannot hold the puzzle.
    pub fn unsupported(message: impl Display) -> Failure {
        Failure::new("UnsupportedError", "unsupported", message)
    }

    /// The solution that came with a puzzle is not one.
    pub fn wrong_answer() -> Failure {
        let message = "the solution that came with the puzzle is not a solution of it";
        Failure::new("ParseError", ProblemCode::WrongSolution.as_str(), message)
    }

    /// A file that cannot be decoded.
    pub fn decode(error: &DecodeError) -> Failure {
        Failure::new("ParseError", ProblemCode::NotText.as_str(), &error.message).help(&error.help)
    }

    /// Adds how to fix it.
    pub fn help(self, help: impl Into<String>) -> Failure {
        let help = help.into();
        Failure { help, ..self }
    }

    /// Returns the exception as an object.
    pub fn exception<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.import("sudokit._errors")?.getattr(self.class)?;
        let fields = PyDict::new(py);
        fields.set_item("code", &self.code)?;
        if let Some((line, column)) = self.place {
            fields.set_item("line", line)?;
            fields.set_item("column", column)?;
        }
        if !self.help.is_empty() {
            fields.set_item("help", &self.help)?;
        }
        class.call((self.message.as_str(),), Some(&fields))
    }
}

impl From<&Problem> for Failure {
    fn from(problem: &Problem) -> Failure {
        let class = match problem.code.is_broken_rule() {
            true => "RuleError",
            false => "ParseError",
        };
        Failure {
            place: problem.place().map(|place| (place.line, place.column)),
            help: problem.help.clone(),
            ..Failure::new(class, problem.code.as_str(), &problem.message)
        }
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Failure {
        let code = match error {
            GenerateError::Impossible(_) => "impossible",
            _ => "gave-up",
        };
        Failure::new("GenerateError", code, error)
    }
}

impl Failure {
    /// A puzzle without a canonical form, or a transformation that does not fit it.
    pub fn symmetry(error: SymmetryError, puzzle: &Puzzle) -> Failure {
        match error {
            SymmetryError::RuleBroken(rule) => {
                let symbols = &sudokit::format::Symbols::FromOne;
                Failure::from(&Problem::broken_rule(&rule, puzzle.shape(), symbols))
            }
            other => Failure::unsupported(other),
        }
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        Python::attach(|py| match failure.exception(py) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        })
    }
}
