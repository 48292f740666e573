//! The `sudokit` command; everything is in the library beside it.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    sudokit_cli::main()
}
