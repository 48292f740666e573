//! How a run ended, as the number that scripts see.

use std::process::ExitCode;

/// How a run ended. They are ordered: of several the highest wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every puzzle was answered.
    #[default]
    Answered = 0,
    /// Some puzzle has no solution, breaks a rule, or is not unique where that is needed; or a
    /// claim about it is wrong.
    Failed = 1,
    /// Wrong usage, a file that cannot be read or written, a puzzle that cannot be read, or a
    /// fault of the program itself.
    Trouble = 2,
    /// A budget was reached, or logic alone left cells open.
    GaveUp = 3,
    /// Somebody pressed Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// Remembers the worse of the two.
    pub fn raise(&mut self, other: Exit) {
        *self = (*self).max(other);
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
