//! Colours the cells that were filled in. Apart from the colour codes, the bytes stay the same.

use anstyle::{AnsiColor, Style};
use sudokit::format::{self, Record};

const FILLED_IN: Style = AnsiColor::Green.on_default().bold();

/// How wide the symbols of a record are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolWidth {
    /// One character each.
    Characters,
    /// Numbers of one or two digits, separated by something.
    Numbers,
}

impl SymbolWidth {
    /// The width of a record's symbols.
    pub fn of(record: &Record) -> SymbolWidth {
        let numbers = record.symbols == format::Symbols::Numbers;
        match numbers && record.puzzle.shape().size() > 9 {
            true => SymbolWidth::Numbers,
            false => SymbolWidth::Characters,
        }
    }
}

/// `after` with colour codes around everything that differs from `before`.
pub fn filled_in(before: &[u8], after: &[u8], symbols: SymbolWidth) -> Vec<u8> {
    let mut old_lines = before.split_inclusive(|byte| *byte == b'\n');
    let mut out = Vec::with_capacity(after.len() * 4);
    for line in after.split_inclusive(|byte| *byte == b'\n') {
        let old = old_lines.next().unwrap_or_default();
        let cut = |line| match symbols {
            SymbolWidth::Characters => characters(line),
            SymbolWidth::Numbers => words(line),
        };
        let (old, new) = (cut(old), cut(line));
        // Lines that do not match piece by piece are left alone.
        let comparable = old.len() == new.len();
        for (index, part) in new.iter().enumerate() {
            if comparable && old[index] != *part && !part.trim_ascii().is_empty() {
                out.extend_from_slice(FILLED_IN.render().to_string().as_bytes());
                out.extend_from_slice(part);
                out.extend_from_slice(FILLED_IN.render_reset().to_string().as_bytes());
            } else {
                out.extend_from_slice(part);
            }
        }
    }
    out
}

fn characters(line: &[u8]) -> Vec<&[u8]> {
    line.chunks(1).collect()
}

/// Runs of digits or dots, and the runs of anything else between them. Blanks form one run however
/// many there are, so that padding is not a difference.
fn words(line: &[u8]) -> Vec<&[u8]> {
    line.chunk_by(|a, b| is_symbol(*a) == is_symbol(*b))
        .collect()
}

fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'*' | b'?')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uncoloured(bytes: &[u8]) -> Vec<u8> {
        anstream::adapter::strip_bytes(bytes).into_vec()
    }

    fn coloured(bytes: &[u8]) -> String {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        text.replace(&FILLED_IN.render().to_string(), "<")
            .replace(&FILLED_IN.render_reset().to_string(), ">")
    }

    #[test]
    fn only_new_values_are_coloured() {
        let out = filled_in(
            b"| 1 X |\n| X 2 |\n",
            b"| 1 3 |\n| 4 2 |\n",
            SymbolWidth::Characters,
        );
        assert_eq!(coloured(&out), "| 1 <3> |\n| <4> 2 |\n");
        assert_eq!(uncoloured(&out), b"| 1 3 |\n| 4 2 |\n");
    }

    #[test]
    fn numbers_are_coloured_as_a_whole() {
        let out = filled_in(b"0 16  0\n", b"10 16 11\n", SymbolWidth::Numbers);
        assert_eq!(coloured(&out), "<10> 16 <11>\n");
    }
}
