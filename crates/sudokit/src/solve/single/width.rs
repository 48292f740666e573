//! Which instructions a search uses, and the one door to each.

use std::ops::ControlFlow;

use super::board::Stored;
use super::portable::Anywhere;
use super::tree::{Observer, search};
#[cfg(target_arch = "x86_64")]
use super::{avx2::HasAvx2, avx512::HasAvx512};

/// The instructions that a search uses. The words are those of the lanes, but here every width
/// holds one board.
#[derive(Clone, Copy)]
pub(super) enum Width {
    #[cfg(target_arch = "x86_64")]
    Avx512(HasAvx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(HasAvx2),
    Portable,
}

impl Width {
    /// All that this CPU has, fastest first.
    #[cfg(test)]
    pub fn available() -> Vec<Width> {
        let mut widths = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            widths.extend(HasAvx512::detect().map(Width::Avx512));
            widths.extend(HasAvx2::detect().map(Width::Avx2));
        }
        widths.push(Width::Portable);
        widths
    }

    /// The fastest that this CPU has. The standard library asks the CPU once and remembers.
    pub fn fastest() -> Width {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(token) = HasAvx512::detect() {
                return Width::Avx512(token);
            }
            if let Some(token) = HasAvx2::detect() {
                return Width::Avx2(token);
            }
        }
        Width::Portable
    }

    /// Searches the open nodes; see [`search`].
    pub fn search<O: Observer>(
        self,
        open: &mut Vec<Stored>,
        observer: &mut O,
    ) -> ControlFlow<O::Pause> {
        match self {
            // SAFETY: the token says that the CPU has the features.
            #[cfg(target_arch = "x86_64")]
            Width::Avx512(token) => unsafe { search_avx512(token, open, observer) },
            // SAFETY: the token says that the CPU has the features.
            #[cfg(target_arch = "x86_64")]
            Width::Avx2(token) => unsafe { search_avx2(token, open, observer) },
            Width::Portable => search(Anywhere, open, observer),
        }
    }
}

/// Everything below is inlined here, and so compiled with these instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512bitalg,bmi1,bmi2,popcnt")]
fn search_avx512<O: Observer>(
    token: HasAvx512,
    open: &mut Vec<Stored>,
    observer: &mut O,
) -> ControlFlow<O::Pause> {
    search(token, open, observer)
}

/// As [`search_avx512`], with these.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn search_avx2<O: Observer>(
    token: HasAvx2,
    open: &mut Vec<Stored>,
    observer: &mut O,
) -> ControlFlow<O::Pause> {
    search(token, open, observer)
}
