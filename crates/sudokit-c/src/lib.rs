//! Sudokit's 9×9 solvers for C, and for every language that can call C.
//!
//! There are three functions: [`sudokit_solve`] solves one puzzle and has the signature that
//! common Sudoku benchmarks expect of a solver; [`sudokit_solve_batch`] solves many, several times
//! faster per puzzle; [`sudokit_version`] returns the version. `include/sudokit.h` declares them
//! and is generated from the documentation here; README.md explains how to link.
//!
//! No input causes undefined behaviour as long as the pointers satisfy the safety section of each
//! function, which cannot be checked. Panics do not cross the boundary: they become
//! [`SUDOKIT_FAILED`].
//!
//! # Compatibility
//!
//! Versions follow semantic versioning. Within a major version (before 1.0: within a minor
//! version), functions keep their names, signatures and meaning, and constants keep their values,
//! so that a newer library replaces an older one without recompiling. New functions and constants
//! may be added. Which of several solutions is found and the number of guesses may change in any
//! release.
//!
//! - `symbols`: puzzles and solutions as characters
//! - `one`, `batch`: the functions

#![deny(clippy::undocumented_unsafe_blocks)]

mod batch;
mod one;
mod symbols;

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use batch::{SUDOKIT_INVALID_COUNT, sudokit_solve_batch};
pub use one::sudokit_solve;

/// Returned for invalid arguments: a NULL pointer that must not be NULL, text that is not a puzzle,
/// or overlapping buffers. No count reaches this value.
// Cast, because cbindgen only knows the maximum of types with a fixed size.
pub const SUDOKIT_INVALID: usize = u64::MAX as usize;

/// Returned after an internal error, which is always a bug in this library.
pub const SUDOKIT_FAILED: usize = u64::MAX as usize - 1;

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("the version contains no zero byte"),
    };

/// Returns the version of this library, such as "1.2.3". The string is static and must not be
/// freed.
#[unsafe(no_mangle)]
pub extern "C" fn sudokit_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Runs the body of a function that C calls and catches panics, which must not unwind into C.
fn guarded(body: impl FnOnce() -> usize) -> usize {
    // Only the caller's buffers can be left half written, and the return value says so.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(SUDOKIT_FAILED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_return_value() {
        assert_eq!(guarded(|| panic!("on purpose")), SUDOKIT_FAILED);
        assert_eq!(guarded(|| 7), 7);
    }

    #[test]
    fn the_version_is_that_of_the_crate() {
        // SAFETY: the function returns a static string.
        let version = unsafe { CStr::from_ptr(sudokit_version()) };
        assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    }
}
