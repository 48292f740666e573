//! What there is to say of a step that contradicts the solution, which none should.

use sudokit::logic::Technique;

use crate::problem::Problem;

/// As the end of a sentence.
pub fn words(technique: Technique) -> String {
    format!("a step of {technique} contradicts the solution: this is a fault in Sudokit")
}

/// As an error about the puzzle in this place.
pub fn problem(place: &str, technique: Technique) -> Problem {
    Problem::new(
        format!("{place}: {}", words(technique)),
        format!(
            "please report it with this puzzle; `--techniques -{}` does without this technique",
            technique.slug()
        ),
    )
}
