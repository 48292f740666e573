//! The logic, checked against solutions, against each technique's definition, and word by word.

mod cases;
mod soundness;
mod support;
mod words;
