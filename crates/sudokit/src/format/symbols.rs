//! How values are written: digits, letters, or numbers with separators between them.
//!
//! Four conventions live side by side for 16×16 boards (1-9A-G, 0-9A-F, A-P, 1…16) and their
//! like for every other size, so symbols are found from what a file contains and said plainly
//! where two conventions fit.

use std::fmt;
use std::str::FromStr;

/// A convention for writing values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// Numbers from 1, with something between them.
    Numbers,
    /// `1`…`9`, `A`…`Z`, `a`…`z`: up to 61 values.
    FromOne,
    /// `0`…`9`, `A`…`Z`, `a`…`z`: value 1 is written `0`. Up to 62 values.
    FromZero,
    /// `A`…`Z`, `a`…`z`: up to 52 values.
    Letters,
    /// The symbols of values 1, 2, 3… in this order.
    Custom(Vec<char>),
}
/// Stub.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` are not symbols")]
pub struct UnknownSymbols(String);
impl FromStr for Symbols {
    type Err = UnknownSymbols;
    fn from_str(text: &str) -> Result<Symbols, UnknownSymbols> {
        Err(UnknownSymbols(text.into()))
    }
}
impl fmt::Display for Symbols {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl Symbols {
    /// Stub: the value of a symbol on a board of this size.
    pub fn value(&self, token: &str, size: usize) -> Option<u8> {
        (1..=size as u8).find(|value| self.symbol(*value) == token)
    }

    /// Stub: the symbol of a value.
    pub fn symbol(&self, value: u8) -> String {
        const ALL: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let value = value as usize;
        let of = |text: &str, at: usize| text.chars().nth(at).map(String::from);
        match self {
            Symbols::Numbers => Some(value.to_string()),
            Symbols::FromOne => of(ALL, value),
            Symbols::FromZero => of(ALL, value - 1),
            Symbols::Letters => of(ALL, value + 9),
            Symbols::Custom(all) => all.get(value - 1).map(|c| c.to_string()),
        }
        .unwrap_or_default()
    }

    /// Stub: the largest number of values that can be written.
    pub fn capacity(&self) -> usize {
        (1..=64)
            .take_while(|value| !self.symbol(*value).is_empty())
            .count()
    }

    /// Stub: the convention in the spelling of `--symbols`.
    pub fn spelled(&self, _size: usize) -> String {
        String::new()
    }
}
