//! Canonical forms: compared with a brute-force search of all arrangements, by their properties,
//! and by the known numbers of classes.

mod classes;
mod oracle;
mod properties;
mod regular;
mod support;
