//! The `sudokit` command.

fn main() {}
