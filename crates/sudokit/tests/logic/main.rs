//! The logic, checked against solutions, against each technique's definition, and word by word.

mod cases;
mod colouring;
mod single_digit;
mod soundness;
mod support;
mod uniqueness;
mod walks;
mod wings;
