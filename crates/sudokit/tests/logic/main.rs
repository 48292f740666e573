//! The logic, checked against solutions, against each technique's definition, and word by word.

mod cases;
mod fish;
mod soundness;
mod subsets;
mod support;
mod words;
