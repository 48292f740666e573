//! Planes in plain arrays, for any CPU.
//!
//! The loops are written so that the compiler turns each into a few vector instructions of the target
//! (NEON, simd128…). On x86-64 `sse2` is used instead, and this file is compiled for tests only.

use super::plane::{ALL, BOXES, Lanes, Plane, Token};

/// A token that every CPU has.
#[derive(Clone, Copy)]
pub(super) struct Anywhere;

/// One plane.
#[derive(Clone, Copy)]
pub(super) struct Portable(Lanes);

/// Applies an expression to each lane.
macro_rules! each {
    (|$lane:ident| $value:expr) => {{
        let mut lanes = Lanes::default();
        for ($lane, out) in lanes.0.iter_mut().enumerate() {
            *out = $value;
        }
        Portable(lanes)
    }};
}

/// Returns all ones for yes, 0 for no.
#[inline(always)]
fn ones_if(yes: bool) -> u16 {
    (yes as u16).wrapping_neg()
}

#[inline(always)]
fn is_box(lane: usize) -> bool {
    BOXES >> lane & 1 == 1
}

impl Token for Anywhere {
    type Plane = Portable;

    #[inline(always)]
    fn splat(self, mask: u16) -> Portable {
        Portable(Lanes([mask; 16]))
    }

    #[inline(always)]
    fn load(self, from: &Lanes) -> Portable {
        Portable(*from)
    }
}

impl Portable {
    #[inline(always)]
    fn at(&self, lane: usize) -> u16 {
        self.0.0[lane]
    }
}

impl Plane for Portable {
    #[inline(always)]
    fn store(self, to: &mut Lanes) {
        *to = self.0;
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(|n| self.at(n) & other.at(n))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each!(|n| self.at(n) | other.at(n))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        each!(|n| self.at(n) & !other.at(n))
    }
    #[inline(always)]
    fn or3(self, a: Self, b: Self) -> Self {
        each!(|n| self.at(n) | a.at(n) | b.at(n))
    }
    #[inline(always)]
    fn majority(self, a: Self, b: Self) -> Self {
        each!(|n| self.at(n) & a.at(n) | (self.at(n) | a.at(n)) & b.at(n))
    }
    #[inline(always)]
    fn without_both(self, a: Self, b: Self) -> Self {
        each!(|n| self.at(n) & !(a.at(n) & b.at(n)))
    }
    #[inline(always)]
    fn without_or(self, gone: Self, kept: Self) -> Self {
        each!(|n| self.at(n) & !gone.at(n) | kept.at(n))
    }
    #[inline(always)]
    fn and_either(self, a: Self, b: Self) -> Self {
        each!(|n| self.at(n) & (a.at(n) | b.at(n)))
    }
    #[inline(always)]
    fn or_difference(self, a: Self, b: Self) -> Self {
        each!(|n| self.at(n) | (a.at(n) ^ b.at(n)))
    }

    #[inline(always)]
    fn singles(self) -> Self {
        each!(|n| self.at(n) & ones_if(self.at(n) & self.at(n).wrapping_sub(1) == 0))
    }
    #[inline(always)]
    fn narrowed(self, gone: Self, to: Self) -> Self {
        let left = self.without(gone);
        let shared = left.and(to);
        each!(|n| left.at(n) & ones_if(shared.at(n) == 0) | shared.at(n))
    }
    #[inline(always)]
    fn or_others_of(self, full: Self) -> Self {
        let less_one = each!(|n| full.at(n) & full.at(n).wrapping_sub(1));
        let less_two = each!(|n| less_one.at(n) & less_one.at(n).wrapping_sub(1));
        let is_open = each!(|n| ones_if(less_two.at(n) == 0));
        each!(|n| self.at(n) | ALL & !(full.at(n) | is_open.at(n)))
    }
    #[inline(always)]
    fn count(self) -> Self {
        each!(|n| self.at(n).count_ones() as u16)
    }
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        each!(|n| self.at(n).min(other.at(n)))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        each!(|n| self.at(n).wrapping_add(other.at(n)))
    }

    #[inline(always)]
    fn next_box(self) -> Self {
        each!(|n| self.at(n / 4 * 4 + [1, 2, 0, 3][n % 4]))
    }
    #[inline(always)]
    fn last_box(self) -> Self {
        each!(|n| self.at(n / 4 * 4 + [2, 0, 1, 3][n % 4]))
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        each!(|n| self.at([4, 8, 0, 12][n / 4] + n % 4))
    }
    #[inline(always)]
    fn last_band(self) -> Self {
        each!(|n| self.at([8, 0, 4, 12][n / 4] + n % 4))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.0.iter().fold(0, |union, lane| union | lane) == 0
    }
    #[inline(always)]
    fn is_full(self) -> bool {
        let mut lacking = 0;
        for (n, lane) in self.0.0.iter().enumerate() {
            lacking |= (lane ^ ALL) & ones_if(is_box(n));
        }
        lacking == 0
    }
    #[inline(always)]
    fn has_empty_box(self) -> bool {
        let mut empty = 0;
        for (n, lane) in self.0.0.iter().enumerate() {
            empty |= ones_if(*lane == 0) & ones_if(is_box(n));
        }
        empty != 0
    }
}
