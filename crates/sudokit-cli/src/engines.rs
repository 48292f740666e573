//! The names of engines and rules that can be asked for.

/// Every engine, the automatic choice first.
pub fn names() -> Vec<&'static str> {
    vec!["auto", "general"]
}

/// The rules of the textbook search that `compare --vary` can change.
pub fn rules() -> Vec<&'static str> {
    vec!["cell", "value", "propagate", "jump"]
}
