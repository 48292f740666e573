//! Which instructions a search uses, and the one door to each.

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
    /// The fastest that this CPU has. The standard library asks the CPU once and remembers.
    pub fn fastest() -> Instructions {
        Width::ALL
            .into_iter()
            .find_map(Instructions::of)
            .unwrap_or(Instructions::Portable)
    }

    /// Those of this width, if the CPU has them.
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

    /// Searches what is open; see [`search`].
    pub fn search<O: Observer>(
        self,
        root: Option<&StoredBoard>,
        open: &mut Vec<StoredBoard>,
        observer: &mut O,
    ) -> ControlFlow<O::Pause> {
        match self {
            // SAFETY: the token says that the CPU has the features.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(token) => unsafe { search_avx512(token, root, open, observer) },
            // SAFETY: the token says that the CPU has the features.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(token) => unsafe { search_avx2(token, root, open, observer) },
            Instructions::Portable => search(Anywhere, root, open, observer),
        }
    }
}

/// Everything below is inlined here, and so compiled with these instructions.
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

/// As [`search_avx512`], with these.
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
