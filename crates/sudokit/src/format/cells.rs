//! From the places of the cells to a puzzle: what each symbol means, and what to say when it
//! means nothing.
//!
//! Every text form ends here, once it knows where its cells stand. Cells are single characters,
//! tokens (numbers, or characters with something between them), or groups of candidates.

use super::alphabet::{Alphabet, Hints, Tally, Undecided};
use super::sizes::shape_of;
use super::token::{ascends, is_blank, number, unmarked};
use super::unit::{Unit, characters, first_character, length_of};
use super::{Diagnostic, Form, Kind, Record, Span, Symbols};
use crate::puzzle::{Origin, Puzzle};
use crate::shape::{Shape, ShapeError};

/// Where the cells of one puzzle stand.
pub(super) struct Cells {
    /// The number of rows, columns and values.
    pub size: usize,
    /// One span for each cell.
    pub spans: Vec<Span>,
    /// The whole of the puzzle.
    pub field: Span,
    /// The form they stand in.
    pub form: Form,
    /// The rows and columns of the boxes that are drawn around them, if any are.
    pub drawn: Option<(usize, usize)>,
}

impl Cells {
    /// The shape that the caller named, or the one that is drawn, or the usual one.
    fn shape(&self, unit: &Unit) -> Result<Shape, Diagnostic> {
        let size = self.size;
        let shape = match (&unit.options.shape, self.drawn) {
            (None, Some((rows, columns))) => Shape::boxes(rows, columns),
            _ => shape_of(size, unit.options),
        };
        shape.map_err(|error| {
            let help = match error {
                ShapeError::NoBoxes(_) => format!("--shape 1x{size} reads it without boxes"),
                _ => String::new(),
            };
            let label = format!("{size}×{size} cells");
            unit.error(Kind::Size, self.field, error.to_string(), label, help)
        })
    }

    /// Reads cells of one character each; an empty span is an open cell.
    pub fn characters(self, unit: &Unit) -> Result<Record, Diagnostic> {
        let shape = self.shape(unit)?;
        let alphabet = self.alphabet(unit)?;
        let mut puzzle = Puzzle::new(shape);
        for (cell, &span) in self.spans.iter().enumerate() {
            let value = match first_character(unit.bytes(span)) {
                None => Some(0),
                Some((character, length)) if length == span.of(unit.text).len() => {
                    alphabet.read(character)
                }
                Some(_) => None,
            };
            match value {
                Some(value) => puzzle.set(cell, value, Origin::Given),
                None => return Err(self.stranger(unit, cell, &alphabet.symbols)),
            }
        }
        Ok(self.record(puzzle, alphabet.symbols, alphabet.blank.to_string()))
    }

    /// Reads cells that have something between them: characters, numbers, or candidates.
    pub fn tokens(self, unit: &Unit) -> Result<Record, Diagnostic> {
        match self.kind_of_tokens(unit) {
            Tokens::Characters => self.characters(unit),
            Tokens::Numbers => self.numbers(unit),
            Tokens::Candidates => self.pencilmarks(unit),
        }
    }

    /// Reads groups of as many characters as the board has values, blanks for what is no
    /// candidate.
    pub fn candidates(self, unit: &Unit) -> Result<Record, Diagnostic> {
        let alphabet = self.alphabet(unit)?;
        self.groups(unit, alphabet)
    }

    fn kind_of_tokens(&self, unit: &Unit) -> Tokens {
        let named = unit.options.symbols.as_ref();
        let blank = unit.options.blank;
        let (mut long, mut numbers, mut groups) = (0, 0, 0);
        let (mut blanks, mut letters) = (false, false);
        for &span in &self.spans {
            let token = unit.bytes(span);
            let number = number(token);
            let is_blank = is_blank(token, blank);
            // On a large board a lone X may be a value, so it tells nothing.
            let may_be_value = self.size >= LETTER_X && token.eq_ignore_ascii_case(b"x");
            blanks |= is_blank && !may_be_value || number == Some(0);
            letters |= !is_blank && token.iter().any(u8::is_ascii_alphabetic);
            if characters(token).nth(1).is_some() && !is_blank {
                long += 1;
                numbers += usize::from(number.is_some_and(|n| n <= self.size.max(99)));
                groups += usize::from(ascends(token));
            }
        }
        match named {
            Some(Symbols::Numbers) => return Tokens::Numbers,
            Some(_) if long == 0 => return Tokens::Characters,
            _ => {}
        }
        let counts_above_nine = self.size > 9 && !letters && numbers == long;
        if counts_above_nine {
            Tokens::Numbers
        } else if long == 0 {
            Tokens::Characters
        } else if !blanks && groups * 2 > long {
            Tokens::Candidates
        } else {
            Tokens::Numbers
        }
    }

    /// Reads cells that are numbers.
    pub fn numbers(self, unit: &Unit) -> Result<Record, Diagnostic> {
        let mut puzzle = Puzzle::new(self.shape(unit)?);
        let named_blank = unit.options.blank;
        let mut blank = None;
        for (cell, &span) in self.spans.iter().enumerate() {
            let token = unit.bytes(span);
            let open = is_blank(token, named_blank)
                || number(token) == Some(0) && named_blank.is_none_or(|blank| blank == '0');
            match number(token) {
                _ if open => {
                    blank.get_or_insert(span);
                }
                Some(value) if (1..=self.size).contains(&value) => {
                    puzzle.set(cell, value as u8, Origin::Given);
                }
                Some(_) => return Err(self.out_of_range(unit, cell, &Symbols::Numbers)),
                None => return Err(self.stranger(unit, cell, &Symbols::Numbers)),
            }
        }
        let blank = match (blank, named_blank) {
            (Some(span), _) => unit.string(span),
            (None, Some(named)) => named.to_string(),
            (None, None) => "0".to_string(),
        };
        let digits = self.digits(unit);
        Ok(Record {
            digits,
            ..self.record(puzzle, Symbols::Numbers, blank)
        })
    }

    /// How many digits every number has at least: more than one where small numbers come with
    /// leading zeros, and none without.
    fn digits(&self, unit: &Unit) -> usize {
        let tokens = self.spans.iter().map(|span| unit.bytes(*span));
        let small = tokens.filter(|token| matches!(number(token), Some(1..=9)));
        small.map(<[u8]>::len).min().unwrap_or(1)
    }

    fn pencilmarks(mut self, unit: &Unit) -> Result<Record, Diagnostic> {
        for span in &mut self.spans {
            *span = without_marks(unit.text, *span);
        }
        if self.form != Form::Csv {
            self.form = Form::Pencilmarks;
        }
        let alphabet = self.alphabet(unit)?;
        for (cell, &span) in self.spans.iter().enumerate() {
            let values = characters(unit.bytes(span)).map(|(_, c)| alphabet.read(c));
            let known = values.take_while(|value| value.is_some_and(|v| v > 0));
            if known.count() != characters(unit.bytes(span)).count() {
                return Err(self.stranger(unit, cell, &alphabet.symbols));
            }
            if !ascends(unit.bytes(span)) {
                let message = format!(
                    "the candidates {} in {} are not in ascending order",
                    unit.string(span),
                    self.name(cell),
                );
                let help = "write each candidate once, from the smallest to the largest";
                return Err(unit.error(Kind::Symbol, span, message, "out of order", help));
            }
        }
        self.groups(unit, alphabet)
    }

    /// Groups of candidates; a lone one is a value.
    fn groups(self, unit: &Unit, alphabet: Alphabet) -> Result<Record, Diagnostic> {
        let mut puzzle = Puzzle::new(self.shape(unit)?);
        let mut masks = Vec::with_capacity(self.spans.len());
        for (cell, &span) in self.spans.iter().enumerate() {
            let mut mask = 0u64;
            for (at, character) in characters(unit.bytes(span)) {
                match alphabet.read(character) {
                    Some(0) => {}
                    Some(value) => mask |= 1 << (value - 1),
                    None => {
                        let at = span.start as usize + at;
                        let place = Span::new(at, at + length_of(character));
                        return Err(self.stranger_at(unit, cell, place, &alphabet.symbols));
                    }
                }
            }
            if mask.is_power_of_two() {
                puzzle.set(cell, mask.trailing_zeros() as u8 + 1, Origin::Given);
            }
            masks.push(mask);
        }
        puzzle.set_candidates(masks);
        Ok(self.record(puzzle, alphabet.symbols, alphabet.blank.to_string()))
    }

    fn alphabet(&self, unit: &Unit) -> Result<Alphabet, Diagnostic> {
        let mut tally = Tally::new();
        for &span in &self.spans {
            for (_, character) in characters(unit.bytes(span)) {
                tally.add(character);
            }
        }
        let hints = Hints::new(unit.options, unit.convention);
        Alphabet::find(&tally, self.size, hints).map_err(|undecided| match undecided {
            Undecided::Ambiguous(conventions) => self.ambiguous(unit, &conventions),
            Undecided::TooLarge(capacity) => {
                let size = self.size;
                let message = format!(
                    "a {size}×{size} puzzle has {size} values, and these symbols can \
                     write {capacity}"
                );
                let help = "write numbers with blanks or commas between them";
                unit.error(Kind::Symbol, self.field, message, "single characters", help)
            }
        })
    }

    fn record(self, puzzle: Puzzle, symbols: Symbols, blank: String) -> Record {
        Record::new(puzzle, self.form, symbols, blank, self.spans, self.field)
    }

    fn name(&self, cell: usize) -> String {
        let (row, column) = (cell / self.size + 1, cell % self.size + 1);
        format!("row {row}, column {column}")
    }

    fn ambiguous(&self, unit: &Unit, conventions: &[Symbols]) -> Diagnostic {
        let spelled: Vec<String> = conventions.iter().map(|s| s.spelled(self.size)).collect();
        let meanings = |span: &Span| {
            let symbol = unit.string(*span);
            let value = |symbols: &Symbols| symbols.value(&symbol, self.size);
            let values: Option<Vec<u8>> = conventions.iter().map(value).collect();
            Some((*span, symbol.clone(), values?))
        };
        let example = self.spans.iter().find_map(meanings);
        let (span, label) = match example {
            Some((span, symbol, values)) => {
                let each = values.iter().zip(&spelled);
                let each: Vec<_> = each.map(|(v, s)| format!("{v} in {s}")).collect();
                (span, format!("{symbol} is {}", each.join(" and ")))
            }
            None => (self.field, String::new()),
        };
        let flags: Vec<_> = spelled.iter().map(|s| format!("--symbols {s}")).collect();
        unit.error(
            Kind::Ambiguous,
            span,
            format!("the symbols fit both {}", spelled.join(" and ")),
            label,
            format!("say {}", flags.join(" or ")),
        )
    }

    fn stranger(&self, unit: &Unit, cell: usize, symbols: &Symbols) -> Diagnostic {
        self.stranger_at(unit, cell, self.spans[cell], symbols)
    }

    /// A symbol without a meaning on this board; one that a larger board would have is out of
    /// range.
    fn stranger_at(&self, unit: &Unit, cell: usize, span: Span, symbols: &Symbols) -> Diagnostic {
        let symbol = unit.string(span);
        let counts = self.size > 9 || symbol.bytes().all(|byte| byte.is_ascii_digit());
        if counts && symbols.value(&symbol, usize::from(u8::MAX)).is_some() {
            return self.out_of_range(unit, cell, symbols);
        }
        let size = self.size;
        unit.error(
            Kind::Symbol,
            span,
            format!(
                "`{symbol}` in {} is neither a value nor an open cell",
                self.name(cell)
            ),
            format!("not a symbol of a {size}×{size} puzzle"),
            format!(
                "values are {}; an open cell is {}",
                symbols.spelled(size),
                blanks_in_words(unit.options.blank)
            ),
        )
    }

    fn out_of_range(&self, unit: &Unit, cell: usize, symbols: &Symbols) -> Diagnostic {
        let (span, size) = (self.spans[cell], self.size);
        unit.error(
            Kind::Range,
            span,
            format!(
                "{} in {} is not a value of a {size}×{size} puzzle",
                unit.string(span),
                self.name(cell)
            ),
            "out of range",
            format!("values are {}", symbols.spelled(size)),
        )
    }
}

/// The place of X in the alphabet: the smallest board on which it can be a value.
const LETTER_X: usize = 24;

/// What the tokens of a puzzle are.
enum Tokens {
    Characters,
    Numbers,
    Candidates,
}

fn without_marks(text: &[u8], span: Span) -> Span {
    let marks = span.of(text).len() - unmarked(span.of(text)).len();
    Span {
        start: span.start + marks as u32,
        ..span
    }
}

fn blanks_in_words(named: Option<char>) -> String {
    match named {
        Some(blank) => format!("`{blank}`"),
        None => "0 . _ - * ? or X".to_string(),
    }
}
