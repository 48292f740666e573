//! The logic, checked against solutions, against each technique's definition, and word by word.

mod cases;
mod chains;
mod last_resort;
mod soundness;
mod support;
