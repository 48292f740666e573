//! The functions of the interface, called as C calls them.

mod batch;
mod common;
mod one;
