//! All engines, one puzzle at a time and in batches, against a simple oracle and each other.

mod batch;
mod engines;
mod independent;
mod single;
mod solver;
mod support;
