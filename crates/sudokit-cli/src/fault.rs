//! The error for a step that contradicts the solution, which none should.

use sudokit::logic::{NoStep, Technique};

use crate::problem::Problem;

/// An error about the puzzle in this place.
pub fn problem(place: &str, technique: Technique) -> Problem {
    Problem::new(
        format!("{place}: {}", NoStep::Wrong(technique)),
        format!(
            "please report it with this puzzle; `--techniques -{}` does without this technique",
            technique.slug()
        ),
    )
}
