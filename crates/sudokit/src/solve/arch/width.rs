//! The vector widths, which of them the CPU has, and the entry points for each.

use std::fmt;
use std::str::FromStr;

use super::pair::Paired;
use super::{Plane, Token, VectorToken};
#[cfg(target_arch = "x86_64")]
use super::{
    avx2::HasAvx2,
    avx512::{HalfAvx512, HasAvx512},
};

#[cfg(target_arch = "aarch64")]
use super::neon::Baseline;
#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
use super::scalar::Baseline;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128::Baseline;
#[cfg(target_arch = "x86_64")]
use super::sse2::Baseline;

/// A vector width: the number of search nodes that share a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// 32, with AVX-512 (F, BW, VL and BITALG).
    Avx512,
    /// 16, with AVX2.
    Avx2,
    /// 8, with instructions that every CPU of the target has: SSE2 on x86-64, NEON on aarch64,
    /// `simd128` on WebAssembly if it is compiled for it, plain arrays elsewhere.
    Portable,
}

impl Width {
    /// All widths, widest first.
    pub const ALL: [Width; 3] = [Width::Avx512, Width::Avx2, Width::Portable];

    /// Returns the widest that this CPU has.
    pub fn widest() -> Width {
        Instructions::widest().width()
    }

    /// Returns whether this CPU has it. The standard library caches what the CPU reports.
    pub fn is_available(self) -> bool {
        Instructions::of(self).is_ok()
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

/// Work on search nodes side by side, written once for all instruction sets.
///
/// `run` and all that it calls must be `#[inline(always)]`, so that it is compiled with the
/// instructions of its caller.
pub(in crate::solve) trait LaneKernel {
    type Output;
    fn run<T: VectorToken>(self, token: T) -> Self::Output;
}

/// Work on one board in nine registers, written once for all instruction sets, like [`LaneKernel`].
pub(in crate::solve) trait BoardKernel {
    type Output;
    fn run<T: Token<Register: Plane>>(self, token: T) -> Self::Output;
}

/// The instructions of a width, which this CPU has.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Instructions(Available);

#[derive(Clone, Copy)]
enum Available {
    #[cfg(target_arch = "x86_64")]
    Avx512(HasAvx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(HasAvx2),
    Baseline,
}

impl Instructions {
    /// Returns the widest that this CPU has.
    pub fn widest() -> Instructions {
        let found = Width::ALL.into_iter().find_map(|it| Self::of(it).ok());
        found.unwrap_or(Instructions(Available::Baseline))
    }

    /// Returns the instructions of a width if this CPU has them. The standard library caches what
    /// the CPU reports.
    pub fn of(width: Width) -> Result<Instructions, UnavailableWidth> {
        let available = match width {
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => HasAvx512::detect().map(Available::Avx512),
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => HasAvx2::detect().map(Available::Avx2),
            #[cfg(not(target_arch = "x86_64"))]
            Width::Avx512 | Width::Avx2 => None,
            Width::Portable => Some(Available::Baseline),
        };
        available.map(Instructions).ok_or(UnavailableWidth(width))
    }

    /// Returns their width.
    pub fn width(self) -> Width {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Available::Avx512(_) => Width::Avx512,
            #[cfg(target_arch = "x86_64")]
            Available::Avx2(_) => Width::Avx2,
            Available::Baseline => Width::Portable,
        }
    }

    /// Runs work on as many nodes as a register holds.
    pub fn run_lanes<K: LaneKernel>(self, kernel: K) -> K::Output {
        match self.0 {
            // SAFETY: a `HasAvx512` exists only if the CPU has all features that the function enables.
            #[cfg(target_arch = "x86_64")]
            Available::Avx512(token) => unsafe { lanes_avx512(token, kernel) },
            // SAFETY: a `HasAvx2` exists only if the CPU has all features that the function enables.
            #[cfg(target_arch = "x86_64")]
            Available::Avx2(token) => unsafe { lanes_avx2(token, kernel) },
            Available::Baseline => kernel.run(Baseline),
        }
    }

    /// Runs work on no more than 16 nodes at a time.
    pub fn run_few_lanes<K: LaneKernel>(self, kernel: K) -> K::Output {
        match self.0 {
            // SAFETY: a `HasAvx512` exists only if the CPU has all features that the function enables.
            #[cfg(target_arch = "x86_64")]
            Available::Avx512(token) => unsafe { lanes_avx512(HalfAvx512(token), kernel) },
            _ => self.run_lanes(kernel),
        }
    }

    /// Returns the number of nodes that [`Instructions::run_few_lanes`] works on.
    pub fn few_lanes(self) -> usize {
        self.width().lanes().min(16)
    }

    /// Runs work on one board.
    pub fn run_board<K: BoardKernel>(self, kernel: K) -> K::Output {
        match self.0 {
            // SAFETY: a `HasAvx512` exists only if the CPU has all features that the function enables.
            #[cfg(target_arch = "x86_64")]
            Available::Avx512(token) => unsafe { board_avx512(HalfAvx512(token), kernel) },
            // SAFETY: a `HasAvx2` exists only if the CPU has all features that the function enables.
            #[cfg(target_arch = "x86_64")]
            Available::Avx2(token) => unsafe { board_avx2(token, kernel) },
            Available::Baseline => kernel.run(Paired(Baseline)),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512bitalg,bmi1,bmi2,popcnt")]
fn lanes_avx512<T: VectorToken, K: LaneKernel>(token: T, kernel: K) -> K::Output {
    kernel.run(token)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn lanes_avx2<K: LaneKernel>(token: HasAvx2, kernel: K) -> K::Output {
    kernel.run(token)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512bitalg,bmi1,bmi2,popcnt")]
fn board_avx512<K: BoardKernel>(token: HalfAvx512, kernel: K) -> K::Output {
    kernel.run(token)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn board_avx2<K: BoardKernel>(token: HasAvx2, kernel: K) -> K::Output {
    kernel.run(token)
}
