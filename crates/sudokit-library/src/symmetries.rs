//! The symmetries of a pattern as a set of bits, as a column holds them.

use sudokit::pattern::{Pattern, Symmetry};

/// The bits are part of the file's format: their order must not change.
const ORDER: [Symmetry; 6] = [
    Symmetry::HalfTurn,
    Symmetry::QuarterTurn,
    Symmetry::LeftRight,
    Symmetry::TopBottom,
    Symmetry::Diagonal,
    Symmetry::AntiDiagonal,
];

/// The symmetries of the pattern that these values make.
pub fn of(values: &[u8]) -> u8 {
    let pattern = Pattern::of(values);
    set(|symmetry| pattern.has(symmetry))
}

/// A symmetry with everything that it consists of.
pub fn bits(symmetry: Symmetry) -> u8 {
    set(|each| symmetry.parts().contains(&each))
}

/// The symmetries in a set.
pub fn listed(set: u8) -> Vec<Symmetry> {
    let bits = ORDER.into_iter().enumerate();
    let in_set = bits.filter(|(bit, _)| set >> bit & 1 != 0);
    in_set.map(|(_, symmetry)| symmetry).collect()
}

fn set(is_in: impl Fn(Symmetry) -> bool) -> u8 {
    let bits = ORDER.into_iter().enumerate();
    bits.fold(0, |set, (bit, symmetry)| {
        set | u8::from(is_in(symmetry)) << bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(mask: &str) -> Vec<Symmetry> {
        let pattern: Pattern = mask.parse().unwrap();
        let values: Vec<u8> = pattern
            .cells()
            .iter()
            .map(|given| (*given).into())
            .collect();
        listed(of(&values))
    }

    #[test]
    fn symmetries_are_found() {
        assert_eq!(found("xxxx xxxx xxxx xxxx"), Symmetry::BASIC);
        assert_eq!(
            found("x... .... .... ...x"),
            [
                Symmetry::HalfTurn,
                Symmetry::Diagonal,
                Symmetry::AntiDiagonal
            ]
        );
        assert_eq!(
            found(".x.. ...x x... ..x."),
            [Symmetry::HalfTurn, Symmetry::QuarterTurn]
        );
        assert_eq!(found("x..x x..x .... ...."), [Symmetry::LeftRight]);
        assert_eq!(found("xx.. .... .... xx.."), [Symmetry::TopBottom]);
        assert_eq!(found("xx.. x... .... ...."), [Symmetry::Diagonal]);
        assert_eq!(found("..xx ...x .... ...."), [Symmetry::AntiDiagonal]);
        assert_eq!(found("xx.. .... .... ...."), []);
    }

    #[test]
    fn a_symmetry_of_several_has_the_bits_of_all() {
        assert_eq!((bits(Symmetry::None), bits(Symmetry::All)), (0, 0b11_1111));
        assert_eq!(listed(bits(Symmetry::Mirrors)), Symmetry::Mirrors.parts());
    }
}
