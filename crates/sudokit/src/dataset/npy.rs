//! The headers of `.npy` files, NumPy's format for one array.
//!
//! A file is a header followed by the elements, the last index varying fastest.

/// The type of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ElementType {
    /// Unsigned bytes (`uint8`).
    U8,
    /// Signed integers of 32 bits, little endian (`int32`).
    I32,
}

impl ElementType {
    fn description(self) -> &'static str {
        match self {
            ElementType::U8 => "|u1",
            ElementType::I32 => "<i4",
        }
    }
}

/// The start of every file, and the version of the format.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// The length of the header is a multiple of this.
const ALIGNMENT: usize = 64;

/// Returns the header of a file with an array of this shape.
///
/// ```
/// use sudokit::dataset::npy::{ElementType, header};
///
/// let mut file = header(ElementType::U8, &[2, 3]);
/// file.extend([1, 2, 3, 4, 5, 6]);
/// assert_eq!(file.len(), 128 + 6);
/// ```
pub fn header(elements: ElementType, shape: &[u64]) -> Vec<u8> {
    let sizes: Vec<String> = shape.iter().map(|size| format!("{size}")).collect();
    // A tuple of one has a comma.
    let comma = if shape.len() == 1 { "," } else { "" };
    let mut text = format!(
        "{{'descr': '{}', 'fortran_order': False, 'shape': ({}{comma}), }}",
        elements.description(),
        sizes.join(", ")
    );
    let length = (MAGIC.len() + 2 + text.len() + 1).next_multiple_of(ALIGNMENT);
    let text_length = length - MAGIC.len() - 2;
    while text.len() < text_length - 1 {
        text.push(' ');
    }
    text.push('\n');
    let mut header = MAGIC.to_vec();
    header.extend((text_length as u16).to_le_bytes());
    header.extend(text.as_bytes());
    header
}

/// Returns numbers as the elements of an array of [`ElementType::I32`].
pub fn i32_elements(numbers: impl Iterator<Item = i32>) -> Vec<u8> {
    numbers.flat_map(i32::to_le_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_those_that_numpy_writes() {
        let expected = [
            (
                header(ElementType::I32, &[11]),
                "{'descr': '<i4', 'fortran_order': False, 'shape': (11,), }",
            ),
            (
                header(ElementType::U8, &[1_000_000, 81]),
                "{'descr': '|u1', 'fortran_order': False, 'shape': (1000000, 81), }",
            ),
        ];
        for (header, text) in expected {
            assert_eq!(header.len(), 128);
            assert_eq!(header[..10], *b"\x93NUMPY\x01\x00\x76\x00");
            let rest = str::from_utf8(&header[10..]).expect("ASCII");
            assert_eq!(rest.trim_end(), text);
            assert!(rest.ends_with(" \n"));
        }
    }

    #[test]
    fn numbers_are_little_endian() {
        let bytes = i32_elements([1, -2].into_iter());
        assert_eq!(bytes, [1, 0, 0, 0, 254, 255, 255, 255]);
    }
}
