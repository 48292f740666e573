//! The names of the engines.

use std::fmt;
use std::str::FromStr;

use super::textbook::{self, Rules};

/// A way to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// The fastest that fits the puzzle.
    #[default]
    Auto,
    /// A classic 9×9 board in nine registers, for the lowest latency; other shapes go to
    /// `general`.
    Single,
    /// Search nodes side by side in the lanes of vector registers, for batches of classic 9×9
    /// puzzles; one alone goes to `single`, other shapes to `general`.
    Lanes,
    /// Masks, propagation and smallest domain, for any shape.
    General,
    /// The textbook search with these rules.
    Textbook(Rules),
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Auto => f.write_str("auto"),
            Engine::Single => f.write_str("single"),
            Engine::Lanes => f.write_str("lanes"),
            Engine::General => f.write_str("general"),
            Engine::Textbook(rules) => rules.fmt(f),
        }
    }
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an engine")]
pub struct UnknownEngine(pub String);

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Engine, UnknownEngine> {
        match name {
            "auto" => Ok(Engine::Auto),
            "single" => Ok(Engine::Single),
            "lanes" => Ok(Engine::Lanes),
            "general" => Ok(Engine::General),
            _ => textbook::preset(name)
                .map(Engine::Textbook)
                .ok_or_else(|| UnknownEngine(name.to_string())),
        }
    }
}
