//! What a hunt has met, in numbers.

use serde::{Deserialize, Serialize};

use crate::quantities::{plural, thousands};
use crate::talk::Talk;

/// What a hunt has met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub puzzles: u64,
    pub removals: u64,
    /// Removals that leave too many solutions.
    pub passed_over: u64,
    /// Neighbours that were written before, or are the same as one of them.
    pub repeated: u64,
    /// Neighbours that the filter does not like.
    pub disliked: u64,
    pub written: u64,
}

impl Tally {
    /// A summary, with the limit on solutions.
    pub fn tell(&self, limit: u64, talk: &Talk) {
        let mut text = format!(
            "{} of {} by {}",
            plural(self.written, "neighbour"),
            plural(self.puzzles, "puzzle"),
            plural(self.removals, "removal")
        );
        if self.repeated > 0 {
            text += &format!("; {} the same as others", thousands(self.repeated));
        }
        if self.disliked > 0 {
            text += &format!("; {} filtered out", thousands(self.disliked));
        }
        talk.remark(text);
        if self.passed_over > 0 {
            let verb = if self.passed_over == 1 {
                "leaves"
            } else {
                "leave"
            };
            talk.note(format_args!(
                "passed over {}, which {verb} more than {} solutions; --limit decides",
                plural(self.passed_over, "removal"),
                thousands(limit)
            ));
        }
    }
}
