//! The vector widths, which of them the CPU has, and the entry point for each.

use std::fmt;
use std::str::FromStr;

#[cfg(not(target_arch = "x86_64"))]
use super::portable::Anywhere;
use super::schedule::{Output, run as run_lanes};
use super::store::Store;
use super::{Batch, BatchReport};
#[cfg(target_arch = "x86_64")]
use super::{avx2::HasAvx2, avx512::HasAvx512, half::HasBoth, sse2::Always as Anywhere};

/// A vector width: the number of search nodes that share a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// 32, with AVX-512 (F, BW, VL and BITALG).
    Avx512,
    /// 16, with AVX2.
    Avx2,
    /// 8, with instructions that every CPU has: SSE2 on x86-64, plain arrays elsewhere.
    Portable,
}

impl Width {
    /// All widths, widest first.
    pub const ALL: [Width; 3] = [Width::Avx512, Width::Avx2, Width::Portable];

    /// Returns the widest that this CPU has.
    pub fn widest() -> Width {
        Width::ALL
            .into_iter()
            .find(|width| width.is_available())
            .unwrap_or(Width::Portable)
    }

    /// Returns whether this CPU has it. The standard library caches what the CPU reports.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => HasAvx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => HasAvx2::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Width::Avx512 | Width::Avx2 => false,
            Width::Portable => true,
        }
    }

    /// Returns the number of nodes in a register.
    pub fn lanes(self) -> usize {
        match self {
            Width::Avx512 => 32,
            Width::Avx2 => 16,
            Width::Portable => 8,
        }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Width::Avx512 => "avx512",
            Width::Avx2 => "avx2",
            Width::Portable => "portable",
        })
    }
}

/// The error for a name that no width has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a vector width; there are avx512, avx2 and portable")]
pub struct UnknownWidth(pub String);

/// The error for a width that this CPU does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this CPU has no {0}; it has {widest}", widest = Width::widest())]
pub struct UnavailableWidth(pub Width);

/// Parses the name that [`Display`](fmt::Display) writes, which is also the value of the environment
/// variable `SUDOKIT_SIMD`.
impl FromStr for Width {
    type Err = UnknownWidth;

    fn from_str(name: &str) -> Result<Width, UnknownWidth> {
        Width::ALL
            .into_iter()
            .find(|width| width.to_string() == name)
            .ok_or_else(|| UnknownWidth(name.to_string()))
    }
}

/// Runs a batch with this width, or with the portable one if the CPU does not have it.
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(unused_variables, reason = "there is one width")
)]
pub(super) fn run(
    width: Width,
    store: &mut Store,
    batch: &Batch<'_>,
    output: Output<'_>,
) -> BatchReport {
    #[cfg(target_arch = "x86_64")]
    match (width, HasAvx512::detect(), HasAvx2::detect()) {
        // SAFETY: a `HasAvx512` exists only if the CPU has all features that `run_avx512` enables.
        (Width::Avx512, Some(token), _) => unsafe {
            return run_avx512(token, store, batch, output);
        },
        // SAFETY: a `HasAvx2` exists only if the CPU has all features that `run_avx2` enables.
        (Width::Avx2, _, Some(token)) => unsafe {
            return run_avx2(token, store, batch, output);
        },
        _ => {}
    }
    run_lanes(Anywhere, store, batch, output)
}

/// Like [`run`], for the nodes of one puzzle that are in the store, in frames of [`lanes_alone`].
pub(super) fn run_alone(
    width: Width,
    store: &mut Store,
    batch: &Batch<'_>,
    output: Output<'_>,
) -> BatchReport {
    #[cfg(target_arch = "x86_64")]
    if width == Width::Avx512
        && let Some(token) = HasBoth::detect()
    {
        // SAFETY: a `HasBoth` exists only if the CPU has all features that `run_half` enables.
        return unsafe { run_half(token, store, batch, output) };
    }
    run(width, store, batch, output)
}

/// Returns the number of lanes that work on a single puzzle.
pub(super) fn lanes_alone(width: Width) -> usize {
    width.lanes().min(16)
}

/// Runs the schedule with AVX-512. Everything it calls is inlined here, so that it is compiled with
/// these instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,bmi1,bmi2,popcnt")]
fn run_avx512(
    token: HasAvx512,
    store: &mut Store,
    batch: &Batch<'_>,
    output: Output<'_>,
) -> BatchReport {
    run_lanes(token, store, batch, output)
}

/// Like [`run_avx512`], with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn run_avx2(
    token: HasAvx2,
    store: &mut Store,
    batch: &Batch<'_>,
    output: Output<'_>,
) -> BatchReport {
    run_lanes(token, store, batch, output)
}

/// Like [`run_avx512`], with AVX-512 in 256-bit registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512bitalg,bmi1,bmi2,popcnt")]
fn run_half(
    token: HasBoth,
    store: &mut Store,
    batch: &Batch<'_>,
    output: Output<'_>,
) -> BatchReport {
    run_lanes(token, store, batch, output)
}
