//! The choice of instructions, and the entry point for each.

use std::ops::ControlFlow;

use crate::solve::lanes::Width;

use super::board::StoredBoard;
#[cfg(not(target_arch = "x86_64"))]
use super::portable::Anywhere;
use super::tree::{Observer, search};
#[cfg(target_arch = "x86_64")]
use super::{avx2::HasAvx2, avx512::HasAvx512, sse2::Always as Anywhere};

/// The instructions that a search uses.
#[derive(Clone, Copy)]
pub(super) enum Instructions {
    #[cfg(target_arch = "x86_64")]
    Avx512(HasAvx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(HasAvx2),
    Portable,
}

impl Instructions {
    /// Returns the fastest instructions of this CPU. The standard library caches what the CPU reports.
    pub fn fastest() -> Instructions {
        Width::ALL
            .into_iter()
            .find_map(Instructions::of)
            .unwrap_or(Instructions::Portable)
    }

    /// Returns the instructions of a width, if the CPU has them.
    pub fn of(width: Width) -> Option<Instructions> {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => HasAvx512::detect().map(Instructions::Avx512),
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => HasAvx2::detect().map(Instructions::Avx2),
            #[cfg(not(target_arch = "x86_64"))]
            Width::Avx512 | Width::Avx2 => None,
            Width::Portable => Some(Instructions::Portable),
        }
    }

    /// Searches the open nodes; see [`search`].
    pub fn search<O: Observer>(
        self,
        root: Option<&StoredBoard>,
        open: &mut Vec<StoredBoard>,
        observer: &mut O,
    ) -> ControlFlow<O::Pause> {
        match self {
            // SAFETY: a `HasAvx512` exists only if the CPU has all features that `search_avx512`
            // enables.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(token) => unsafe { search_avx512(token, root, open, observer) },
            // SAFETY: a `HasAvx2` exists only if the CPU has all features that `search_avx2` enables.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(token) => unsafe { search_avx2(token, root, open, observer) },
            Instructions::Portable => search(Anywhere, root, open, observer),
        }
    }
}

/// Runs [`search`] with AVX-512. Everything it calls is inlined here, so that it is compiled with
/// these instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512bitalg,bmi1,bmi2,popcnt")]
fn search_avx512<O: Observer>(
    token: HasAvx512,
    root: Option<&StoredBoard>,
    open: &mut Vec<StoredBoard>,
    observer: &mut O,
) -> ControlFlow<O::Pause> {
    search(token, root, open, observer)
}

/// Like [`search_avx512`], with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn search_avx2<O: Observer>(
    token: HasAvx2,
    root: Option<&StoredBoard>,
    open: &mut Vec<StoredBoard>,
    observer: &mut O,
) -> ControlFlow<O::Pause> {
    search(token, root, open, observer)
}
