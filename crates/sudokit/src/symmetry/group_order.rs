//! The orders of groups: exact numbers that may be very large.

use std::fmt;

/// The number of elements of a group, exactly. An empty 64×64 board has more automorphisms than any
/// machine integer can count.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct GroupOrder {
    /// Digits in base [`BASE`], lowest first, without leading zeros.
    digits: Vec<u32>,
}

const BASE: u64 = 1_000_000_000;

impl GroupOrder {
    pub(super) fn one() -> GroupOrder {
        GroupOrder { digits: vec![1] }
    }

    pub(super) fn multiply(&mut self, factor: usize) {
        let mut carry = 0;
        for digit in &mut self.digits {
            let product = u64::from(*digit) * factor as u64 + carry;
            *digit = (product % BASE) as u32;
            carry = product / BASE;
        }
        while carry > 0 {
            self.digits.push((carry % BASE) as u32);
            carry /= BASE;
        }
    }

    /// Returns the number, or `None` if it does not fit into 128 bits.
    pub fn to_u128(&self) -> Option<u128> {
        let digits = self.digits.iter().rev();
        digits.copied().try_fold(0u128, |number, digit| {
            number
                .checked_mul(u128::from(BASE))?
                .checked_add(u128::from(digit))
        })
    }
}

/// Writes the number in decimal digits.
impl fmt::Display for GroupOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = self.digits.iter().rev();
        let mut text = digits.next().copied().unwrap_or(0).to_string();
        digits.for_each(|digit| text += &format!("{digit:09}"));
        f.pad_integral(true, "", &text)
    }
}

impl fmt::Debug for GroupOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GroupOrder({self})")
    }
}

impl PartialEq<u128> for GroupOrder {
    fn eq(&self, other: &u128) -> bool {
        self.to_u128() == Some(*other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_factorials_are_exact() {
        let mut order = GroupOrder::one();
        (2..=20).for_each(|factor| order.multiply(factor));
        assert_eq!(order, 2_432_902_008_176_640_000);
        (21..=40).for_each(|factor| order.multiply(factor));
        let factorial = "815915283247897734345611269596115894272000000000";
        assert_eq!(order.to_string(), factorial);
        assert_eq!(order.to_u128(), None);
        assert_eq!(GroupOrder::one().to_string(), "1");
    }
}
