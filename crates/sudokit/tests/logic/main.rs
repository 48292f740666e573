//! The logic, checked against solutions, against each technique's definition, and word by word.

mod cases;
mod colouring;
mod fish;
mod single_digit;
mod soundness;
mod subsets;
mod support;
mod uniqueness;
mod walks;
mod wings;
mod words;
