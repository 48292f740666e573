//! Calls the functions of the interface as C does.

mod batch;
mod common;
mod one;
