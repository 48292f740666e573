//! Every implementation agrees with plain arrays.

use proptest::prelude::*;

use super::pair::Paired;
use super::{ALL, BOXES, Masks, Plane, Token, Vector, VectorToken, scalar};

/// The numbers of the widest register.
type Numbers = [u16; 32];

fn lanes<R: Masks>(register: R) -> Vec<u16> {
    let mut numbers = vec![0; R::LANES];
    register.store(&mut numbers);
    numbers
}

/// Returns the result of every lane-wise operation on three registers, and the flags as bits.
fn masks<T: Token>(token: T, [a, b, c]: [&[u16]; 3]) -> (Vec<Vec<u16>>, Vec<u32>) {
    let (a, b, c) = (token.load(a), token.load(b), token.load(c));
    let made = [
        token.splat(ALL),
        a.repeat(7),
        a.and(b),
        a.or(b),
        a.xor(b),
        a.without(b),
        a.and3(b, c),
        a.or3(b, c),
        a.without_either(b, c),
        a.without_common(b, c),
        a.and_or(b, c),
        a.and_either(b, c),
        a.without_or(b, c),
        a.or_without(b, c),
        a.or_difference(b, c),
        a.majority(b, c),
        a.odd(b, c),
        a.exactly_one(b, c),
        a.exactly_two(b, c),
        a.all_equal(b, c),
        a.where_empty(),
        a.lowest(),
        a.without_lowest(),
        a.singles(),
        a.minus_one(),
        a.narrowed_to(b),
        a.without_narrowed_to(b, c),
        a.or(b).narrowed_to_three(b),
        // Bits outside the values do not matter: the result is only removed from boards.
        a.or_others_of(b).and(token.splat(ALL)),
        a.count(),
        a.plus(b),
        a.minimum(b),
        a.replaced_where(b.is_empty(), c),
        a.replaced_where(a.equals(b), c),
    ];
    let flags = [
        a.equals(b),
        a.equals(a),
        a.is_empty(),
        a.and(b).is_empty(),
        a.minus_one().has_highest_bit(),
    ];
    let flags = flags.map(<T::Register as Masks>::bits);
    (made.map(lanes).to_vec(), flags.to_vec())
}

/// Returns the same as [`masks`] from arrays of eight, joined.
fn model(count: usize, numbers: [&Numbers; 3]) -> (Vec<Vec<u16>>, Vec<u32>) {
    let (mut made, mut flags) = (Vec::new(), Vec::new());
    for first in (0..count).step_by(8) {
        let (parts, bits) = masks(scalar::Baseline, numbers.map(|it| &it[first..first + 8]));
        made.resize(parts.len(), Vec::new());
        flags.resize(bits.len(), 0);
        for (made, part) in made.iter_mut().zip(parts) {
            made.extend(part);
        }
        for (flags, bits) in flags.iter_mut().zip(bits) {
            *flags |= bits << first;
        }
    }
    (made, flags)
}

fn check_masks<T: Token>(token: T, numbers: [&Numbers; 3]) {
    let count = <T::Register as Masks>::LANES;
    let (made, flags) = masks(token, numbers.map(|it| &it[..]));
    let (expected, expected_flags) = model(count, numbers);
    for (operation, (made, expected)) in made.iter().zip(&expected).enumerate() {
        assert_eq!(made, expected, "operation {operation}, {count} lanes");
    }
    assert_eq!(flags, expected_flags);
}

/// Compares everything that moves lanes and bytes with its description.
fn check_vector<T: VectorToken>(token: T, numbers: [&Numbers; 3], from: &[u8; 32], bits: u32) {
    let count = <T::Register as Masks>::LANES;
    let [a, b] = [token.load(numbers[0]), token.load(numbers[1])];
    let both = [&numbers[0][..count], &numbers[1][..count]].concat();
    let from = from.map(|lane| lane % (2 * count as u8));
    let expected: Vec<u16> = (0..count).map(|n| both[usize::from(from[n])]).collect();
    assert_eq!(lanes(a.rearranged(b, a.arrangement(&from))), expected);
    let expected: Vec<u16> = (0..count)
        .map(|n| (bits >> n & 1) as u16 * u16::MAX)
        .collect();
    assert_eq!(lanes(a.lanes_of_bits(bits)), expected);
    assert!((0..count).all(|n| a.lane(n) == numbers[0][n]));

    for number in 0..count / 8 {
        let bytes = |register: &Numbers| -> Vec<u8> {
            let lanes = &register[8 * number..8 * number + 8];
            lanes.iter().flat_map(|lane| lane.to_le_bytes()).collect()
        };
        let (a_bytes, b_bytes) = (bytes(numbers[0]), bytes(numbers[1]));
        assert_eq!(a.block(number)[..], a_bytes);
        let (first, second) = a.interleaved(b);
        let expected: Vec<u8> = a_bytes
            .iter()
            .zip(&b_bytes)
            .flat_map(|(a, b)| [*a, *b])
            .collect();
        assert_eq!(
            [first.block(number), second.block(number)].concat(),
            expected
        );
    }
}

/// Values, some of them invalid, become masks, and masks become values again.
fn check_values<T: VectorToken>(token: T, rows: &[[u8; 81]; 32]) {
    let count = <T::Register as Masks>::LANES;
    let rows: Vec<&[u8; 81]> = rows.iter().take(count).collect();
    let loaded = token.load_blocks(&rows, 3, 40);
    let (first, second) = loaded.masks_of_values();
    let values = first.values_of_masks(second);
    for number in 0..count / 8 {
        let expected = &rows[3 + 8 * number][40..56];
        assert_eq!(loaded.block(number), expected);
        let masks = [lanes(first), lanes(second)].map(|it| it[8 * number..8 * number + 8].to_vec());
        let masks = masks.concat();
        for (at, value) in expected.iter().enumerate() {
            assert_eq!(masks[at], super::mask_of_value(*value), "{value}");
            if (1..=9).contains(value) {
                assert_eq!(values.block(number)[at], *value);
            }
        }
    }
}

fn boxes<R: Masks>(plane: R) -> Vec<u16> {
    let all = lanes(plane);
    let is_box = |lane: &usize| BOXES >> lane & 1 == 1;
    (0..16).filter(is_box).map(|lane| all[lane]).collect()
}

/// Compares what moves boxes with its description, and the questions with plain answers.
fn check_plane<T: Token<Register: Plane>>(token: T, numbers: &Numbers) {
    let mut board = [0; 16];
    for (lane, number) in board.iter_mut().enumerate() {
        *number = if BOXES >> lane & 1 == 1 {
            numbers[lane]
        } else {
            0
        };
    }
    let plane = token.load(&board);
    let moved = |band: usize, column: usize| -> Vec<u16> {
        let from = |n: usize| board[(n / 3 + band) % 3 * 4 + (n + column) % 3];
        (0..9).map(from).collect()
    };
    assert_eq!(boxes(plane.next_box()), moved(0, 1));
    assert_eq!(boxes(plane.last_box()), moved(0, 2));
    assert_eq!(boxes(plane.next_band()), moved(1, 0));
    assert_eq!(boxes(plane.last_band()), moved(2, 0));
    let all = boxes(plane);
    assert_eq!(plane.is_blank(), all.iter().all(|mask| *mask == 0));
    assert_eq!(plane.is_full(), all.iter().all(|mask| *mask == ALL));
    assert_eq!(plane.has_empty_box(), all.contains(&0));
    assert!(token.splat(ALL).is_full() && !token.splat(ALL).has_empty_box());
    assert!(token.splat(0).is_blank() && !token.splat(0).is_full());
}

/// Masks with few or all values.
fn numbers() -> impl Strategy<Value = Numbers> {
    let few = (0..9u16, 0..9u16).prop_map(|(a, b)| (0x10 << a) | (0x10 << b));
    let mask = prop_oneof![Just(0), Just(ALL), few, (0..512u16).prop_map(|m| m << 4)];
    prop::array::uniform32(mask)
}

proptest! {
    #[test]
    fn every_implementation_agrees_with_plain_arrays(
        numbers in prop::array::uniform3(numbers()),
        from in prop::array::uniform32(any::<u8>()),
        bits: u32,
        values in prop::collection::vec(prop_oneof![4 => 0..12u8, 1 => any::<u8>()], 81 * 32),
    ) {
        let numbers = numbers.each_ref();
        let rows: [[u8; 81]; 32] = std::array::from_fn(|row| {
            std::array::from_fn(|cell| values[81 * row + cell])
        });
        macro_rules! check {
            (vector: $token:expr) => {
                check_masks($token, numbers);
                check_vector($token, numbers, &from, bits);
                check_values($token, &rows);
            };
            (plane: $token:expr) => {
                check_masks($token, numbers);
                check_plane($token, numbers[0]);
            };
        }
        check!(vector: scalar::Baseline);
        check!(plane: Paired(scalar::Baseline));
        #[cfg(target_arch = "x86_64")]
        {
            use super::{avx2::HasAvx2, avx512::{HalfAvx512, HasAvx512}, sse2};
            check!(vector: sse2::Baseline);
            check!(plane: Paired(sse2::Baseline));
            if let Some(token) = HasAvx2::detect() {
                check!(vector: token);
                check!(plane: token);
            }
            if let Some(token) = HasAvx512::detect() {
                check!(vector: token);
                check!(vector: HalfAvx512(token));
                check!(plane: HalfAvx512(token));
            }
        }
        #[cfg(target_arch = "aarch64")]
        {
            use super::neon;
            check!(vector: neon::Baseline);
            check!(plane: Paired(neon::Baseline));
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        {
            use super::simd128;
            check!(vector: simd128::Baseline);
            check!(plane: Paired(simd128::Baseline));
        }
    }
}
