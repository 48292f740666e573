//! Sudokit's 9×9 solvers for C, and for every language that can call C.
//!
//! Three functions: [`sudokit_solve`] for one puzzle, with the signature that the benchmark
//! programs of the field expect of a solver; [`sudokit_solve_batch`] for many, which is several
//! times faster for each of them; and [`sudokit_version`]. `include/sudokit.h` declares them for
//! C and is made from the documentation here; README.md tells how to link.
//!
//! No input is answered with undefined behaviour as long as the pointers point to what the
//! documentation of each function says, which is the one thing that cannot be checked. A panic
//! stops here too: it becomes [`SUDOKIT_FAILED`].
//!
//! * `symbols`: puzzles and solutions as characters.
//! * `one`, `batch`: the functions themselves.

mod batch;
mod one;
mod symbols;

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use batch::{SUDOKIT_INVALID_COUNT, sudokit_solve_batch};
pub use one::sudokit_solve;

/// What is returned where the arguments make no sense: a null pointer where something must be,
/// text that is no puzzle, buffers that overlap. No search counts that far.
// Cast, because cbindgen knows the largest number of the types with a fixed size only.
pub const SUDOKIT_INVALID: usize = u64::MAX as usize;

/// What is returned where something went wrong inside. It is always a fault of this library.
pub const SUDOKIT_FAILED: usize = u64::MAX as usize - 1;

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zero byte in it"),
    };

/// The version of this library, such as "1.2.3". The string is there for as long as the library
/// is, and must not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn sudokit_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Runs the body of a function that C calls; unwinding into C would be undefined behaviour.
fn guarded(body: impl FnOnce() -> usize) -> usize {
    // What a panic may leave half done is only memory of the caller, who is told so.
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
        // SAFETY: the function returns a string that is there as long as the program runs.
        let version = unsafe { CStr::from_ptr(sudokit_version()) };
        assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    }
}
