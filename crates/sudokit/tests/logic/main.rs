//! The logic, checked against solutions, against each technique's definition, and word by word.

mod almost_locked_sets;
mod cases;
mod exotic;
mod soundness;
mod support;
