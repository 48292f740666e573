//! From the spans of the cells to a puzzle: the size and shape of the board, the value of each
//! symbol, and the problem when a symbol has none.
//!
//! Every text form ends here once it knows where its cells are. Cells are single characters,
//! tokens (numbers, or separated characters), or groups of candidates.

use crate::format::forms::lookalikes::Lookalike;
use crate::format::forms::sizes::{shape_of, shows_size};
use crate::format::read::characters::character_text;
use crate::format::read::pieces::span_of;
use crate::format::read::segment::{Segment, characters, first_character, length_of};
use crate::format::symbols::alphabet::{Alphabet, Hints, Tally, Undecided};
use crate::format::symbols::tokens::{
    candidate_symbols, cell_number, fraction, is_blank, is_blank_word, is_users, lists_candidates,
    number, unmarked,
};
use crate::format::{Blanks, Form, ReadOptions, Record, Span, Symbols};
use crate::problem::{Problem, ProblemCode};
use crate::puzzle::{Origin, Puzzle};
use crate::shape::{Shape, ShapeError};

/// The spans of the cells of one puzzle.
pub(crate) struct Cells {
    /// The number of rows, columns and values.
    pub size: usize,
    /// One span for each cell.
    pub spans: Vec<Span>,
    /// The whole puzzle.
    pub field: Span,
    /// Their form.
    pub form: Form,
    /// The rows and columns of the boxes drawn around them, if any.
    pub drawn: Option<(usize, usize)>,
}

impl Cells {
    /// Returns the shape from the options, or the one that is drawn, or the usual one.
    fn shape(&self, segment: &Segment) -> Result<Shape, Problem> {
        let size = self.size;
        let shape = match (&segment.options.shape, self.drawn) {
            (None, Some((rows, columns))) => Shape::boxes(rows, columns),
            _ => shape_of(size, segment.options),
        };
        shape.map_err(|error| {
            let help = match error {
                ShapeError::NoBoxes(_) => format!("--shape 1x{size} reads it without boxes"),
                _ => String::new(),
            };
            let label = format!("{size}×{size} cells");
            segment.problem(
                ProblemCode::BoardSize,
                self.field,
                error.to_string(),
                label,
                help,
            )
        })
    }

    /// Reads cells of one character each; an empty span is an empty cell, and so is a word such as
    /// `None`.
    pub fn characters(mut self, segment: &Segment) -> Result<Record, Problem> {
        if let Some(plain) = self.plain(segment) {
            let blank = char::from(plain.blank.unwrap_or(b'.')).to_string();
            return self.plain_record(segment, &plain.values, Symbols::FromOne, blank);
        }
        self.narrow(segment);
        let shape = self.shape(segment)?;
        let alphabet = self.alphabet(segment)?;
        let mut puzzle = Puzzle::new(shape);
        let (mut word, mut zero) = (None, false);
        for (cell, &span) in self.spans.iter().enumerate() {
            let token = segment.bytes(span);
            let value = match first_character(token) {
                None => Some(0),
                Some((character, length)) if length == token.len() => {
                    zero |= character == '0';
                    alphabet.read(character)
                }
                Some(_) if is_blank(token, segment.options.blank) => {
                    word.get_or_insert(cell);
                    Some(0)
                }
                Some((character, _)) => {
                    let is_single = characters(token).nth(1).is_none();
                    alphabet.read(character).filter(|_| is_single)
                }
            };
            match value {
                Some(value) => puzzle.set(cell, value, Origin::Given),
                None => return Err(self.unknown_symbol(segment, cell, &alphabet.symbols)),
            }
        }
        if zero && self.counts_from_zero(segment, word, &puzzle) {
            return self.numbers_from_zero(segment, puzzle);
        }
        if zero {
            self.check_zero(segment, word, &puzzle)?;
        }
        let blank = match word {
            Some(cell) => segment.string(self.spans[cell]),
            None => character_text(alphabet.blank),
        };
        self.record(segment, puzzle, alphabet.symbols, blank)
    }

    /// Reads a small board whose cells are digits, with 0, a full stop or nothing for an open one, if
    /// no option says that they mean anything else. Most puzzles are such and need no closer look.
    fn plain(&self, segment: &Segment) -> Option<Plain> {
        if !is_plain(self.size, segment) {
            return None;
        }
        let mut plain = Plain {
            values: vec![0; self.spans.len()],
            blank: None,
            first_open: None,
        };
        for (value, span) in plain.values.iter_mut().zip(&self.spans) {
            match *segment.bytes(*span) {
                [digit @ b'1'..=b'9'] if usize::from(digit - b'0') <= self.size => {
                    *value = digit - b'0';
                    continue;
                }
                [] => {}
                [blank @ (b'0' | b'.')] if plain.blank.is_none_or(|other| other == blank) => {
                    plain.blank = Some(blank);
                }
                _ => return None,
            }
            plain.first_open.get_or_insert(*span);
        }
        Some(plain)
    }

    fn plain_record(
        self,
        segment: &Segment,
        values: &[u8],
        symbols: Symbols,
        blank: String,
    ) -> Result<Record, Problem> {
        let mut puzzle = Puzzle::new(self.shape(segment)?);
        for (cell, value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            puzzle.set(cell, *value, Origin::Given);
        }
        self.record(segment, puzzle, symbols, blank)
    }

    /// Returns the candidates of a small board whose cells list them as digits, all of them different,
    /// and the cells of values that a player placed (`u5`).
    fn plain_candidates(&self, segment: &Segment) -> Option<(Vec<u64>, Vec<usize>)> {
        if !is_plain(self.size, segment) {
            return None;
        }
        let mut masks = Vec::with_capacity(self.spans.len());
        let (mut placed, mut several) = (Vec::new(), false);
        for (cell, span) in self.spans.iter().enumerate() {
            let token = segment.bytes(*span);
            let digits = unmarked(token);
            let is_placed = digits.len() < token.len();
            if digits.is_empty() || is_placed && !is_users(token) {
                return None;
            }
            let mut mask = 0u64;
            for digit in digits {
                let value = digit.wrapping_sub(b'1');
                if usize::from(value) >= self.size || mask & 1 << value != 0 {
                    return None;
                }
                mask |= 1 << value;
            }
            masks.push(mask);
            placed.extend(is_placed.then_some(cell));
            several |= token.len() > 1;
        }
        several.then_some((masks, placed))
    }

    fn plain_pencilmarks(
        mut self,
        segment: &Segment,
        masks: Vec<u64>,
        placed: &[usize],
    ) -> Result<Record, Problem> {
        if self.form != Form::Csv {
            self.form = Form::Pencilmarks;
        }
        let mut puzzle = Puzzle::new(self.shape(segment)?);
        for (cell, mask) in masks
            .iter()
            .enumerate()
            .filter(|(_, m)| m.is_power_of_two())
        {
            let origin = match placed.contains(&cell) {
                true => Origin::Placed,
                false => Origin::Given,
            };
            puzzle.set(cell, mask.trailing_zeros() as u8 + 1, origin);
        }
        puzzle.set_candidates(masks);
        for &cell in placed {
            self.spans[cell].start += 1;
        }
        self.record(segment, puzzle, Symbols::FromOne, ".".to_string())
    }

    /// Removes what cannot be seen from both ends of each span: it is text between cells.
    fn narrow(&mut self, segment: &Segment) {
        for span in &mut self.spans {
            let bytes = span.of(segment.text);
            let is_plain = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii);
            if is_plain(bytes.first()) && is_plain(bytes.last()) {
                continue;
            }
            let visible = || characters(bytes).filter(|(_, c)| !c.is_whitespace());
            let start = span.start as usize;
            match (visible().next(), visible().last()) {
                (Some((first, _)), Some((last, character))) => {
                    *span = Span::new(start + first, start + last + length_of(character));
                }
                // A space that is not ASCII may be a blank.
                _ if characters(bytes).next().is_none() => span.end = span.start,
                _ => {}
            }
        }
    }

    /// Reads separated cells: characters, numbers, or candidates.
    pub fn tokens(mut self, segment: &Segment) -> Result<Record, Problem> {
        if let Some(plain) = self.plain(segment) {
            let blank = char::from(plain.blank.unwrap_or(b'.')).to_string();
            return self.plain_record(segment, &plain.values, Symbols::FromOne, blank);
        }
        if let Some((masks, placed)) = self.plain_candidates(segment) {
            return self.plain_pencilmarks(segment, masks, &placed);
        }
        self.narrow(segment);
        match self.kind_of_tokens(segment) {
            Tokens::Characters => self.characters(segment),
            Tokens::Numbers => self.numbers(segment),
            Tokens::Candidates => self.pencilmarks(segment),
        }
    }

    /// Reads groups of as many characters as the board has values, with blanks for missing
    /// candidates.
    pub fn candidates(self, segment: &Segment) -> Result<Record, Problem> {
        let alphabet = self.alphabet(segment)?;
        self.groups(segment, alphabet)
    }

    fn kind_of_tokens(&self, segment: &Segment) -> Tokens {
        let named = segment.options.symbols.as_ref();
        let open = OpenCells::new(self, segment);
        let (mut long, mut numbers, mut groups, mut padded) = (0, 0, 0, 0);
        let (mut blanks, mut letters) = (false, false);
        for &span in &self.spans {
            let token = segment.bytes(span);
            let number = cell_number(token);
            let is_blank = open.contain(token);
            // On a large board a lone X may be a value, so it decides nothing.
            let may_be_value = self.size >= LETTER_X && token.eq_ignore_ascii_case(b"x");
            blanks |= is_blank && !may_be_value || number == Some(0);
            letters |= !is_blank && token.iter().any(u8::is_ascii_alphabetic);
            if characters(token).nth(1).is_some() && !is_blank {
                long += 1;
                numbers += usize::from(number.is_some_and(|n| n <= self.size.max(99)));
                groups += usize::from(lists_candidates(token));
                // 07 is a number with a leading zero, not the candidates 0 and 7.
                padded += usize::from(token.first() == Some(&b'0'));
            }
        }
        match named {
            Some(Symbols::Numbers) => return Tokens::Numbers,
            Some(_) if long == 0 => return Tokens::Characters,
            _ => {}
        }
        let counts_above_nine = self.size > 9 && !letters && numbers == long;
        let all_padded = padded == self.spans.len() && numbers == padded;
        if counts_above_nine || all_padded {
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
    pub fn numbers(mut self, segment: &Segment) -> Result<Record, Problem> {
        if let Some(plain) = self.plain(segment)
            && plain.blank != Some(b'.')
        {
            let blank = plain
                .first_open
                .map_or_else(|| "0".into(), |s| segment.string(s));
            return self.plain_record(segment, &plain.values, Symbols::Numbers, blank);
        }
        self.narrow(segment);
        let mut puzzle = Puzzle::new(self.shape(segment)?);
        let named_blank = segment.options.blank;
        let zero_is_open = named_blank.is_none_or(|named| named.contains('0'));
        let open = OpenCells::new(&self, segment);
        let (mut blank, mut zero, mut word, mut suffix) = (None, false, None, "");
        for (cell, &span) in self.spans.iter().enumerate() {
            let token = segment.bytes(span);
            if suffix.is_empty() {
                suffix = fraction(token);
            }
            match cell_number(token) {
                _ if open.contain(token) => {
                    blank.get_or_insert(span);
                    if is_blank_word(token) {
                        word.get_or_insert(cell);
                    }
                }
                Some(0) if zero_is_open => {
                    blank.get_or_insert(span);
                    zero = true;
                }
                Some(value) if (1..=self.size).contains(&value) => {
                    puzzle.set(cell, value as u8, Origin::Given);
                }
                Some(_) => return Err(self.out_of_range(segment, cell, &Symbols::Numbers)),
                None => return Err(self.unknown_symbol(segment, cell, &Symbols::Numbers)),
            }
        }
        if zero && self.counts_from_zero(segment, word, &puzzle) {
            return self.numbers_from_zero(segment, puzzle);
        }
        if zero {
            self.check_zero(segment, word, &puzzle)?;
        }
        let blank = match (blank, named_blank) {
            (Some(span), _) => segment.string(span),
            (None, Some(named)) => character_text(named.first()),
            (None, None) => "0".to_string(),
        };
        let digits = self.digits(segment);
        Ok(Record {
            digits,
            suffix,
            ..self.record(segment, puzzle, Symbols::Numbers, blank)?
        })
    }

    /// Returns whether the values are 0 to 8 on a 9×9, and -1 is an empty cell: 8 occurs, 9 does
    /// not, and no option says otherwise.
    fn counts_from_zero(&self, segment: &Segment, word: Option<usize>, puzzle: &Puzzle) -> bool {
        let ReadOptions { blank, symbols, .. } = segment.options;
        let is_minus_one = |word: usize| segment.bytes(self.spans[word]).starts_with(b"-1");
        let largest = puzzle.values().iter().max().copied().unwrap_or(0);
        blank.is_none()
            && symbols.is_none()
            && self.size <= 9
            && word.is_some_and(is_minus_one)
            && usize::from(largest) == self.size - 1
    }

    /// Reads cells that are numbers from 0, with -1 for an empty cell.
    fn numbers_from_zero(self, segment: &Segment, mut puzzle: Puzzle) -> Result<Record, Problem> {
        for (cell, &span) in self.spans.iter().enumerate() {
            if let Some(value) = cell_number(segment.bytes(span)) {
                puzzle.set(cell, value as u8 + 1, Origin::Given);
            }
        }
        self.record(segment, puzzle, Symbols::FromZero, "-1".to_string())
    }

    /// Reports a 0 that may be a value, because a word for empty cells occurs too and no option
    /// decides. -1 beside 0 is doubtful unless the values count from 0; other words are not if the largest value occurs.
    fn check_zero(
        &self,
        segment: &Segment,
        word: Option<usize>,
        puzzle: &Puzzle,
    ) -> Result<(), Problem> {
        let ReadOptions { blank, symbols, .. } = segment.options;
        let is_doubtful = |word: usize| {
            let token = segment.bytes(self.spans[word]);
            let is_number = token.starts_with(b"-1");
            let has_largest = puzzle.values().contains(&(self.size as u8));
            is_blank_word(token) && (is_number || !has_largest)
        };
        match word {
            Some(word) if blank.is_none() && symbols.is_none() && is_doubtful(word) => {
                Err(self.two_blanks(segment, word))
            }
            _ => Ok(()),
        }
    }

    /// Creates the problem of two ways to write an empty cell, one of which may be a value.
    fn two_blanks(&self, segment: &Segment, word: usize) -> Problem {
        let (span, size) = (self.spans[word], self.size);
        let blank = segment.string(span);
        let help = match size {
            ..=9 => format!(
                "use --symbols 1-{size} if both are blanks, or --symbols 0-{} if 0 is a value",
                size - 1
            ),
            _ => format!("write 0 instead of {blank}, or values from 1"),
        };
        segment.problem(
            ProblemCode::UnknownSymbol,
            span,
            format!(
                "`{blank}` in {} and 0 cannot both be an empty cell",
                self.name(word)
            ),
            "0 is used as well",
            help,
        )
    }

    /// Returns the minimum number of digits: more than one if small numbers have leading zeros.
    fn digits(&self, segment: &Segment) -> usize {
        let tokens = self.spans.iter().map(|span| segment.bytes(*span));
        let tokens = tokens.map(|token| &token[..token.len() - fraction(token).len()]);
        let small = tokens.filter(|token| matches!(number(token), Some(1..=9)));
        small.map(<[u8]>::len).min().unwrap_or(1)
    }

    fn pencilmarks(mut self, segment: &Segment) -> Result<Record, Problem> {
        let is_placed = |cell: &usize| is_users(segment.bytes(self.spans[*cell]));
        let placed: Vec<usize> = (0..self.spans.len()).filter(is_placed).collect();
        let outer = self.spans.clone();
        for span in &mut self.spans {
            *span = without_marks(segment.text, *span);
        }
        if self.form != Form::Csv {
            self.form = Form::Pencilmarks;
        }
        let alphabet = self.alphabet(segment)?;
        for (cell, &span) in self.spans.iter().enumerate() {
            let symbols = candidate_symbols(segment.bytes(span)).into_iter();
            let symbols: Vec<char> = symbols.map(|(_, c)| c).collect();
            let is_known = |c: &char| alphabet.read(*c).is_some_and(|value| value > 0);
            if !symbols.iter().all(is_known) {
                return Err(self.unknown_symbol(segment, cell, &alphabet.symbols));
            }
            let is_repeated = |(at, symbol): (usize, &char)| symbols[..at].contains(symbol);
            if symbols.iter().enumerate().any(is_repeated) {
                let message = format!(
                    "the candidates {} in {} repeat a candidate",
                    segment.string(span),
                    self.name(cell),
                );
                let help = "write each candidate once";
                return Err(segment.problem(
                    ProblemCode::UnknownSymbol,
                    span,
                    message,
                    "repeated",
                    help,
                ));
            }
        }
        let mut record = self.groups(segment, alphabet)?;
        // A value takes the place of candidates with their brackets.
        for (cell, outer) in outer.into_iter().enumerate() {
            let is_bracketed = matches!(segment.bytes(outer).last(), Some(b'}' | b']' | b')'));
            if is_bracketed && record.puzzle.values()[cell] == 0 {
                record.cells[cell] = outer;
            }
        }
        for cell in placed {
            let value = record.puzzle.values()[cell];
            record.puzzle.set(cell, value, Origin::Placed);
        }
        Ok(record)
    }

    /// Reads groups of candidates; a single candidate is a value.
    fn groups(self, segment: &Segment, alphabet: Alphabet) -> Result<Record, Problem> {
        let mut puzzle = Puzzle::new(self.shape(segment)?);
        let mut masks = Vec::with_capacity(self.spans.len());
        for (cell, &span) in self.spans.iter().enumerate() {
            let mut mask = 0u64;
            for (at, character) in candidate_symbols(segment.bytes(span)) {
                match alphabet.read(character) {
                    Some(0) => {}
                    Some(value) => mask |= 1 << (value - 1),
                    None => {
                        let at = span.start as usize + at;
                        let place = Span::new(at, at + length_of(character));
                        return Err(self.unknown_symbol_at(
                            segment,
                            cell,
                            place,
                            &alphabet.symbols,
                        ));
                    }
                }
            }
            if mask.is_power_of_two() {
                puzzle.set(cell, mask.trailing_zeros() as u8 + 1, Origin::Given);
            }
            masks.push(mask);
        }
        puzzle.set_candidates(masks);
        self.record(
            segment,
            puzzle,
            alphabet.symbols,
            character_text(alphabet.blank),
        )
    }

    fn alphabet(&self, segment: &Segment) -> Result<Alphabet, Problem> {
        let mut tally = Tally::new();
        for &span in &self.spans {
            let token = segment.bytes(span);
            if segment.options.blank.is_none() && is_blank_word(token) {
                continue;
            }
            match self.form {
                Form::Pencilmarks | Form::Csv if token.len() > 2 => {
                    let symbols = candidate_symbols(token);
                    symbols.iter().for_each(|(_, c)| tally.add(*c));
                }
                _ => characters(token).for_each(|(_, c)| tally.add(c)),
            }
        }
        let hints = Hints::new(segment.options, segment.convention);
        Alphabet::find(&tally, self.size, hints).map_err(|undecided| match undecided {
            Undecided::Ambiguous(conventions) => self.ambiguous(segment, &conventions),
            Undecided::TooLarge(capacity) => {
                let size = self.size;
                let message = format!(
                    "a {size}×{size} puzzle has {size} values, but these symbols write \
                     only {capacity}"
                );
                let help = "write numbers separated by spaces or commas";
                segment.problem(
                    ProblemCode::UnknownSymbol,
                    self.field,
                    message,
                    "single characters",
                    help,
                )
            }
        })
    }

    /// Creates the record, if the board has a size that may be assumed or something shows it.
    fn record(
        self,
        segment: &Segment,
        puzzle: Puzzle,
        symbols: Symbols,
        blank: String,
    ) -> Result<Record, Problem> {
        let is_known = segment.options.shape.is_some() || self.drawn.is_some();
        if !is_known && !shows_size(&puzzle, &symbols) {
            return Err(self.unusual_size(segment, puzzle.shape()));
        }
        let is_named = segment.options.blank.is_some() || segment.options.symbols.is_some();
        // Numbers with open cells are meant as a puzzle, whatever mistakes it has.
        let is_usual_blank = blank == "0" || is_blank(blank.as_bytes(), None);
        let is_sparse = is_usual_blank && puzzle.values().contains(&0);
        if is_grid(self.form)
            && !is_named
            && let Some(lookalike) = Lookalike::of(&puzzle, blank == "0")
            && (!matches!(lookalike, Lookalike::Repeating(_)) || !is_known && !is_sparse)
        {
            let (message, help) = lookalike.words(self.size);
            let label = "rather a list than a board";
            let code = ProblemCode::NoPuzzle;
            return Err(segment.problem(code, self.field, message, label, help));
        }
        let drawn = self.drawn.is_some();
        let record = Record::new(puzzle, self.form, symbols, blank, self.spans, self.field);
        Ok(Record { drawn, ..record })
    }

    fn unusual_size(&self, segment: &Segment, shape: &Shape) -> Problem {
        let size = self.size;
        segment.problem(
            ProblemCode::BoardSize,
            self.field,
            format!("{size}×{size} is an unusual size, and no value above 9 confirms it"),
            format!("{size}×{size} cells"),
            format!(
                "remove what is not part of the grid, or add --shape {shape} if it is a \
                 {size}×{size} puzzle"
            ),
        )
    }

    fn name(&self, cell: usize) -> String {
        let (row, column) = (cell / self.size + 1, cell % self.size + 1);
        format!("row {row}, column {column}")
    }

    fn ambiguous(&self, segment: &Segment, conventions: &[Symbols]) -> Problem {
        let spelled: Vec<String> = conventions.iter().map(|s| s.spelled(self.size)).collect();
        let meanings = |span: &Span| {
            let symbol = segment.string(*span);
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
        segment.problem(
            ProblemCode::AmbiguousSymbols,
            span,
            format!("the symbols fit both {}", spelled.join(" and ")),
            label,
            format!("use {}", flags.join(" or ")),
        )
    }

    fn unknown_symbol(&self, segment: &Segment, cell: usize, symbols: &Symbols) -> Problem {
        self.unknown_symbol_at(segment, cell, self.spans[cell], symbols)
    }

    /// Creates the problem of a symbol without a meaning on this board. A symbol that a larger
    /// board would have is out of range.
    fn unknown_symbol_at(
        &self,
        segment: &Segment,
        cell: usize,
        span: Span,
        symbols: &Symbols,
    ) -> Problem {
        let symbol = segment.string(span);
        let counts = self.size > 9 || symbol.bytes().all(|byte| byte.is_ascii_digit());
        if counts && symbols.value(&symbol, usize::from(u8::MAX)).is_some() {
            return self.out_of_range(segment, cell, symbols);
        }
        let size = self.size;
        segment.problem(
            ProblemCode::UnknownSymbol,
            span,
            format!(
                "`{symbol}` in {} is neither a value nor a blank",
                self.name(cell)
            ),
            format!("not a symbol of a {size}×{size} puzzle"),
            format!(
                "values are {}; a blank is {}",
                symbols.spelled(size),
                blanks_in_words(segment.options.blank)
            ),
        )
    }

    fn out_of_range(&self, segment: &Segment, cell: usize, symbols: &Symbols) -> Problem {
        let (span, size) = (self.spans[cell], self.size);
        segment.problem(
            ProblemCode::ValueRange,
            span,
            format!(
                "{} in {} is not a value of a {size}×{size} puzzle",
                segment.string(span),
                self.name(cell)
            ),
            "out of range",
            format!("values are {}", symbols.spelled(size)),
        )
    }
}

/// A board whose cells are digits.
struct Plain {
    values: Vec<u8>,
    /// The symbol of an open cell.
    blank: Option<u8>,
    first_open: Option<Span>,
}

/// Returns whether digits on a board of this size are its values, and 0 and a full stop blanks.
pub(crate) fn is_plain(size: usize, segment: &Segment) -> bool {
    let ReadOptions { blank, symbols, .. } = segment.options;
    let from_one = |symbols: &Option<&Symbols>| matches!(symbols, None | Some(Symbols::FromOne));
    size <= 9 && blank.is_none() && [symbols.as_ref(), segment.convention].iter().all(from_one)
}

/// The position of X in the alphabet: the smallest board on which it can be a value.
const LETTER_X: usize = 24;

/// How separated cells show that they are empty, apart from 0.
struct OpenCells<'a> {
    named: Option<Blanks>,
    /// The only token that is neither a number nor a usual blank.
    other: Option<&'a [u8]>,
}

impl<'a> OpenCells<'a> {
    fn new(cells: &Cells, segment: &'a Segment) -> OpenCells<'a> {
        let named = segment.options.blank;
        let tokens = cells.spans.iter().map(|span| segment.bytes(*span));
        let mut others = tokens.filter(|token| cell_number(token).is_none_or(|n| n == 0));
        let first = others
            .next()
            .filter(|token| named.is_none() && is_mark(token));
        let other = first.filter(|first| others.all(|token| token == *first));
        OpenCells { named, other }
    }

    fn contain(&self, token: &[u8]) -> bool {
        is_blank(token, self.named) || self.other == Some(token)
    }
}

/// Returns whether a token is one mark, possibly repeated: not a letter, a digit or a stroke of a
/// frame.
fn is_mark(token: &[u8]) -> bool {
    let mut symbols = characters(token).map(|(_, character)| character);
    let first = symbols.next();
    first.is_some_and(|mark| {
        let is_mark = matches!(mark, 'o' | 'O')
            || !mark.is_alphanumeric() && !mark.is_control() && mark != char::REPLACEMENT_CHARACTER;
        is_mark && symbols.all(|symbol| symbol == mark)
    })
}

/// What the tokens of a puzzle are.
enum Tokens {
    Characters,
    Numbers,
    Candidates,
}

fn without_marks(text: &[u8], span: Span) -> Span {
    span_of(text, unmarked(span.of(text))).unwrap_or(span)
}

fn blanks_in_words(named: Option<Blanks>) -> String {
    match named {
        Some(blanks) => {
            let each = blanks
                .iter()
                .map(|blank| format!("`{}`", character_text(blank)));
            each.collect::<Vec<_>>().join(" or ")
        }
        None => "0 . _ - * ? or X".to_string(),
    }
}

/// Returns whether a text of this form is a grid with one line per row.
fn is_grid(form: Form) -> bool {
    use Form::*;
    matches!(form, Rows | Spaced | Csv | Boxed | SimpleSudoku | Markdown)
}
