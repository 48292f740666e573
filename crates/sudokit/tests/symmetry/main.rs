//! Canonical forms: against a plain search through all arrangements, by their properties, and by
//! the numbers of classes that are known.

mod classes;
mod oracle;
mod properties;
mod regular;
mod support;
