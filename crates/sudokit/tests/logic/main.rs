//! Checks the logic against solutions, against each technique's definition, and the exact
//! wording of its explanations.

mod almost_locked_sets;
mod cases;
mod chains;
mod colouring;
mod drawings;
mod exotic;
mod fish;
mod last_resort;
mod single_digit;
mod soundness;
mod subsets;
mod support;
mod uniqueness;
mod walks;
mod wings;
mod words;
