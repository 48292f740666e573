//! Finds the convention in which a text writes its values, by elimination.
//!
//! Each symbol excludes the conventions that do not have it; the use of `0` and the last letter
//! decide between the remaining ones. If two still fit, the result is [`Undecided::Ambiguous`]: the
//! reader does not guess.

use crate::format::read::segment::characters;
use crate::format::symbols::digits::{Script, folded, is_foreign_digit, number_of};
use crate::format::symbols::tokens::BLANKS;
use crate::format::{Blanks, ReadOptions, Symbols};

/// What is known about the symbols before examining the text.
#[derive(Clone, Copy)]
pub(crate) struct Hints<'a> {
    /// The convention from the options.
    pub symbols: Option<&'a Symbols>,
    /// The blanks from the options.
    pub blank: Option<Blanks>,
    /// The convention of earlier puzzles of the same file.
    pub convention: Option<&'a Symbols>,
}

impl<'a> Hints<'a> {
    pub fn new(options: &'a ReadOptions, convention: Option<&'a Symbols>) -> Hints<'a> {
        Hints {
            symbols: options.symbols.as_ref(),
            blank: options.blank,
            convention,
        }
    }
}

/// Why no convention was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Undecided {
    /// Several conventions fit.
    Ambiguous(Vec<Symbols>),
    /// The board has more values than the convention has symbols.
    TooLarge(usize),
}

/// How often each character occurs.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    ascii: [u32; 128],
    /// A bit for each ASCII character that occurs.
    seen: u128,
    others: Vec<(char, u32)>,
}

impl Tally {
    pub fn new() -> Tally {
        Tally {
            ascii: [0; 128],
            seen: 0,
            others: Vec::new(),
        }
    }

    /// Counts the characters of a text.
    pub fn of(text: &[u8]) -> Tally {
        let mut tally = Tally::new();
        for (_, character) in characters(text) {
            tally.add(character);
        }
        tally
    }

    #[inline]
    pub fn add(&mut self, character: char) {
        match self.ascii.get_mut(character as usize) {
            Some(count) => {
                *count += 1;
                self.seen |= 1 << character as u32;
            }
            None => self.add_other(character),
        }
    }

    fn add_other(&mut self, character: char) {
        match self.others.iter_mut().find(|(c, _)| *c == character) {
            Some((_, count)) => *count += 1,
            None => self.others.push((character, 1)),
        }
    }

    fn count(&self, character: char) -> u32 {
        match self.ascii.get(character as usize) {
            Some(count) => *count,
            None => {
                let found = self.others.iter().find(|(c, _)| *c == character);
                found.map_or(0, |(_, count)| *count)
            }
        }
    }

    /// Returns every character that occurs.
    pub fn seen(&self) -> impl Iterator<Item = char> + Clone + '_ {
        let mut rest = self.seen;
        let ascii = std::iter::from_fn(move || {
            let next = (rest != 0).then(|| char::from(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(next)
        });
        let others = self.others.iter().map(|(character, _)| *character);
        ascii.chain(others)
    }
}

/// The meaning of every character of a text.
#[derive(Clone, Debug)]
pub(crate) struct Alphabet {
    /// The convention for writing: in the letters and digits that the text uses.
    pub symbols: Symbols,
    /// How an empty cell is written; the most frequent way if there are several.
    pub blank: char,
    /// The convention for reading.
    convention: Symbols,
    size: usize,
    /// The blanks from the options, which take precedence over values.
    named_blank: Option<Blanks>,
    blanks: Vec<char>,
}

impl Alphabet {
    /// Finds the convention of a text with these characters.
    ///
    /// # Errors
    /// If several fit. If none fits, the result is the closest one, and [`read`](Self::read) finds
    /// what is wrong.
    pub fn find(tally: &Tally, size: usize, hints: Hints) -> Result<Alphabet, Undecided> {
        let symbols = match hints.symbols {
            // A single character is a number too.
            Some(Symbols::Numbers) if size <= 9 => Symbols::FromOne,
            Some(Symbols::Numbers) => return Err(Undecided::TooLarge(9)),
            Some(symbols) if symbols.capacity() < size => {
                return Err(Undecided::TooLarge(symbols.capacity()));
            }
            Some(symbols) => symbols.clone(),
            None => infer(tally, size, hints)?,
        };
        let blanks = blanks(tally, &symbols, size, hints.blank);
        let frequent = blanks.iter().copied().max_by_key(|c| tally.count(*c));
        let seen = frequent.filter(|blank| tally.count(*blank) > 0);
        Ok(Alphabet {
            blank: seen
                .or(hints.blank.map(|named| named.first()))
                .unwrap_or('.'),
            symbols: small_letters(tally, &symbols, &blanks, size)
                .or_else(|| other_digits(tally, &symbols, size))
                .unwrap_or_else(|| symbols.clone()),
            convention: symbols,
            size,
            named_blank: hints.blank,
            blanks,
        })
    }

    /// Returns the value of a character, 0 for a blank, nothing for an unknown symbol.
    pub fn read(&self, character: char) -> Option<u8> {
        if self
            .named_blank
            .is_some_and(|named| named.contains(character))
        {
            return Some(0);
        }
        match self.convention.value_of(character, self.size) {
            None if self.blanks.contains(&character) => Some(0),
            value => value,
        }
    }

    /// Returns whether every character that occurs has a meaning.
    pub fn reads_all(&self, tally: &Tally) -> bool {
        tally.seen().all(|character| self.read(character).is_some())
    }
}

fn infer(tally: &Tally, size: usize, hints: Hints) -> Result<Symbols, Undecided> {
    if let Some(convention) = hints.convention
        && *convention != Symbols::Numbers
        && fits(tally, convention, size, hints.blank)
    {
        return Ok(convention.clone());
    }
    if hints.blank.is_none()
        && let Some(symbols) = with_a_mark(tally, size)
    {
        return Ok(symbols);
    }
    let fitting: Vec<Symbols> = [Symbols::FromOne, Symbols::FromZero, Symbols::Letters]
        .into_iter()
        .filter(|symbols| fits(tally, symbols, size, hints.blank))
        .collect();
    let seen = Seen::new(tally, hints.blank);
    match size {
        ..=9 => Ok(up_to_nine(&seen, &fitting)),
        10..=61 => above_nine(&seen, fitting, tally, size),
        _ => Err(Undecided::TooLarge(61)),
    }
}

/// Returns the symbols of a 36×36 board that uses all of 1-9A-Z and one mark as the last value: each
/// of the 35 occurs, 0 does not, and of two marks only one is too frequent to be a value.
fn with_a_mark(tally: &Tally, size: usize) -> Option<Symbols> {
    const SIZE: usize = 36;
    if size != SIZE {
        return None;
    }
    let mut symbols: Vec<char> = ('1'..='9').chain('A'..='Z').collect();
    let (known, others): (Vec<char>, Vec<char>) =
        tally.seen().partition(|c| c.is_ascii_alphanumeric());
    let is_value = |c: char| tally.count(c) as usize <= SIZE;
    let mark = match others[..] {
        [mark, blank] if is_value(mark) && !is_value(blank) => mark,
        [blank, mark] if is_value(mark) && !is_value(blank) => mark,
        _ => return None,
    };
    let all_occur = known.len() == symbols.len() && symbols.iter().all(|c| known.contains(c));
    symbols.push(mark);
    all_occur.then_some(Symbols::Custom(symbols))
}

/// What decides between conventions.
struct Seen {
    /// A digit from 1 to 9.
    digit: bool,
    /// A letter that is not the blank X.
    letter: bool,
    /// The digit 0, which may be a blank or a value.
    zero: bool,
    /// A blank other than 0, in the text or from the options.
    other_blank: bool,
    /// Whether the options name the blank.
    named_blank: bool,
    /// Whether both upper-case and lower-case letters occur.
    both_cases: bool,
    /// The last letter, in upper case.
    last_letter: Option<char>,
}

impl Seen {
    fn new(tally: &Tally, blank: Option<Blanks>) -> Seen {
        let folded = || tally.seen().map(folded);
        let has = |wanted: &dyn Fn(char) -> bool| folded().any(wanted);
        let is_named = |c: char| blank.is_some_and(|named| named.contains(c));
        let letter = |c: char| c.is_ascii_alphabetic() && !is_named(c) && !matches!(c, 'x' | 'X');
        let punctuation = |c: char| !c.is_alphanumeric() || matches!(c, 'x' | 'X');
        Seen {
            digit: has(&|c| c != '0' && (c.is_ascii_digit() || is_foreign_digit(c))),
            letter: has(&letter),
            zero: has(&|c| c == '0') && !is_named('0'),
            other_blank: blank.is_some_and(|named| named.iter().any(|c| c != '0'))
                || has(&punctuation),
            named_blank: blank.is_some(),
            both_cases: has(&|c| letter(c) && c.is_ascii_lowercase())
                && has(&|c| letter(c) && c.is_ascii_uppercase()),
            last_letter: folded()
                .filter(|c| letter(*c))
                .map(|c| c.to_ascii_uppercase())
                .max(),
        }
    }
}

/// Chooses for up to nine values: digits count from 1 and 0 is a blank, unless there are only
/// letters or the options name another blank.
fn up_to_nine(seen: &Seen, fitting: &[Symbols]) -> Symbols {
    let letters_only = seen.letter && !seen.digit && fitting.contains(&Symbols::Letters);
    let from_zero = seen.named_blank && seen.zero && fitting.contains(&Symbols::FromZero);
    if letters_only {
        Symbols::Letters
    } else if from_zero {
        Symbols::FromZero
    } else {
        Symbols::FromOne
    }
}

fn above_nine(
    seen: &Seen,
    mut fitting: Vec<Symbols>,
    tally: &Tally,
    size: usize,
) -> Result<Symbols, Undecided> {
    if !seen.digit && !seen.letter {
        return Ok(Symbols::FromOne);
    }
    if seen.both_cases && fitting.iter().any(|symbols| symbols.tells_case(size)) {
        fitting.retain(|symbols| symbols.tells_case(size));
    }
    // Letters that reach the last one of 1-9A-G, without digits, are A-P.
    let last_of_from_one = Symbols::FromOne.symbol(size as u8).chars().next();
    if fitting.contains(&Symbols::Letters) && seen.last_letter >= last_of_from_one {
        return Ok(Symbols::Letters);
    }
    if fitting == [Symbols::FromOne, Symbols::FromZero] && seen.zero {
        let zero_is_a_value = seen.other_blank || is_full(tally, &Symbols::FromZero, size);
        fitting.remove(usize::from(!zero_is_a_value));
    }
    // A full grid has every symbol, so a convention with a missing symbol is not the right one.
    if fitting.len() > 1 {
        let full = fitting
            .iter()
            .position(|symbols| is_full(tally, symbols, size));
        if let Some(full) = full {
            return Ok(fitting.swap_remove(full));
        }
    }
    match fitting.len() {
        0 => Ok(Symbols::FromOne),
        1 => Ok(fitting.remove(0)),
        _ => Err(Undecided::Ambiguous(fitting)),
    }
}

/// Returns whether every value occurs as often as on a solved board.
fn is_full(tally: &Tally, symbols: &Symbols, size: usize) -> bool {
    let mut counts = vec![0; size];
    for character in tally.seen() {
        match symbols.value_of(character, size) {
            Some(value) => counts[usize::from(value) - 1] += tally.count(character),
            None => return false,
        }
    }
    counts.iter().all(|count| *count as usize == size)
}

/// Returns whether some convention has a meaning for every character.
pub(crate) fn fits_any(tally: &Tally, size: usize, options: &ReadOptions) -> bool {
    let counted = [Symbols::FromOne, Symbols::FromZero, Symbols::Letters];
    let known = options.symbols.iter().chain(&counted);
    known
        .into_iter()
        .any(|symbols| fits(tally, symbols, size, options.blank))
}

fn fits(tally: &Tally, symbols: &Symbols, size: usize, named: Option<Blanks>) -> bool {
    if symbols.capacity() < size {
        return false;
    }
    let mut strangers = tally
        .seen()
        .filter(|character| symbols.value_of(*character, size).is_none());
    if let Some(named) = named {
        return strangers.all(|character| named.contains(character));
    }
    let (mut count, mut unusual) = (0, None);
    for character in strangers {
        count += 1;
        if !is_usual_blank(character) {
            unusual = Some(character);
        }
        // Any other mark is a blank only if it is the only one.
        if count > 1 && unusual.is_some() {
            return false;
        }
    }
    unusual.is_none_or(|only| may_be_blank(only, tally, size))
}

/// Returns whether a character without a value means an empty cell: one of the usual blanks, or
/// zero in other digits.
fn is_usual_blank(character: char) -> bool {
    BLANKS.contains(&character) || !character.is_ascii() && folded(character) == '0'
}

/// Returns the characters that mean an empty cell: the one from the options, or the usual ones that
/// are not values, plus a single punctuation mark that is not a value.
fn blanks(tally: &Tally, symbols: &Symbols, size: usize, named: Option<Blanks>) -> Vec<char> {
    if let Some(named) = named {
        return named.iter().collect();
    }
    let no_value = |character: &char| symbols.value_of(*character, size).is_none();
    let mut usual: Vec<char> = BLANKS.into_iter().filter(no_value).collect();
    let mut strangers = tally.seen().filter(no_value);
    // Zero in other digits.
    usual.extend(
        strangers
            .clone()
            .filter(|c| !c.is_ascii() && folded(*c) == '0'),
    );
    if let (Some(only), None) = (strangers.next(), strangers.next())
        && !usual.contains(&only)
        && may_be_blank(only, tally, size)
    {
        usual.push(only);
    }
    usual
}

/// Returns whether a character may be the blank, given that no other one but it is not a value. A
/// letter may be a typing error, so there must be several of them among other symbols.
fn may_be_blank(character: char, tally: &Tally, size: usize) -> bool {
    let has_values = || tally.seen().nth(1).is_some();
    match character {
        char::REPLACEMENT_CHARACTER => false,
        'o' | 'O' => has_values(),
        _ if is_foreign_digit(character) => false,
        _ if character.is_alphanumeric() => {
            let count = tally.count(character);
            let total: u32 = tally.seen().map(|c| tally.count(c)).sum();
            size <= 9 && !character.is_numeric() && count >= 2 && count * 4 >= total && has_values()
        }
        _ => !character.is_control(),
    }
}

/// Returns the convention in the digits that the text has most of, if these are not ASCII.
fn other_digits(tally: &Tally, symbols: &Symbols, size: usize) -> Option<Symbols> {
    let mut scripts: Vec<(Script, u32)> = Vec::new();
    let mut plain = 0;
    for character in tally.seen() {
        let count = tally.count(character);
        match number_of(character) {
            Some((script, _)) => match scripts.iter_mut().find(|(s, _)| s.is_same(script)) {
                Some((_, total)) => *total += count,
                None => scripts.push((script, count)),
            },
            None => plain += count * u32::from(matches!(character, '1'..='9')),
        }
    }
    let most = scripts.into_iter().max_by_key(|(_, count)| *count);
    let (script, _) = most.filter(|(_, count)| *count > plain)?;
    Some(symbols.in_script(script, size))
}

/// Returns the convention in lower-case letters, if no others occur.
fn small_letters(
    tally: &Tally,
    symbols: &Symbols,
    blanks: &[char],
    size: usize,
) -> Option<Symbols> {
    let values = || tally.seen().filter(|c| !blanks.contains(c));
    let small = values().any(|c| c.is_ascii_lowercase());
    let capital = values().any(|c| c.is_ascii_uppercase());
    symbols.in_small_letters(size).filter(|_| small && !capital)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str, size: usize) -> Result<Alphabet, Undecided> {
        let options = ReadOptions::default();
        Alphabet::find(
            &Tally::of(text.as_bytes()),
            size,
            Hints::new(&options, None),
        )
    }

    fn symbols(text: &str, size: usize) -> Symbols {
        find(text, size).unwrap().symbols
    }

    #[test]
    fn a_mark_may_be_the_last_value_of_36() {
        let find = |text: &str| {
            let tally = Tally::of(text.as_bytes());
            let options = ReadOptions::default();
            Alphabet::find(&tally, 36, Hints::new(&options, None))
        };
        let symbols = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let blanks = ".".repeat(600);
        let alphabet = find(&format!("{symbols}??{blanks}")).unwrap();
        assert_eq!(alphabet.read('?'), Some(36));
        assert_eq!(alphabet.read('A'), Some(10));
        assert_eq!(alphabet.read('.'), Some(0));
        // Two marks that may both be blanks, and a missing symbol.
        for text in [
            format!("{symbols}{}{blanks}", "?".repeat(50)),
            format!("{}??{blanks}", &symbols[1..]),
        ] {
            assert!(find(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn small_boards_count_from_one_unless_they_have_letters_only() {
        assert_eq!(symbols("530.7", 9), Symbols::FromOne);
        assert_eq!(symbols("XXX", 9), Symbols::FromOne);
        assert_eq!(symbols("ABXX..I", 9), Symbols::Letters);
        assert_eq!(symbols("ABJ", 9), Symbols::FromOne);
        assert_eq!(symbols("12A", 9), Symbols::FromOne);
    }

    #[test]
    fn sixteen_values_are_inferred_from_the_symbols() {
        assert_eq!(symbols("12.G", 16), Symbols::FromOne);
        assert_eq!(symbols("AB.GP", 16), Symbols::Letters);
        assert_eq!(symbols("AB0G", 16), Symbols::Letters);
        assert_eq!(symbols("120.F", 16), Symbols::FromZero);
        assert_eq!(symbols("120F", 16), Symbols::FromOne);
        assert_eq!(symbols("......", 16), Symbols::FromOne);
        assert_eq!(symbols("0000", 16), Symbols::FromOne);
        assert_eq!(
            find("12.F", 16).unwrap_err(),
            Undecided::Ambiguous(vec![Symbols::FromOne, Symbols::FromZero])
        );
    }

    #[test]
    fn a_solved_board_shows_all_its_symbols() {
        let all = "0123456789ABCDEF".repeat(16);
        assert_eq!(symbols(&all, 16), Symbols::FromZero);
        assert_eq!(symbols(&"ABCDEFGHIJKL".repeat(12), 12), Symbols::Letters);
    }

    #[test]
    fn other_sizes_follow_the_same_rules() {
        assert_eq!(symbols("1.A", 10), Symbols::FromOne);
        assert_eq!(symbols("0.9", 10), Symbols::FromZero);
        assert_eq!(symbols("0009", 10), Symbols::FromOne);
        assert!(find("1.9", 10).is_err());
        assert_eq!(symbols("19P.", 25), Symbols::FromOne);
        assert_eq!(symbols("ABY.", 25), Symbols::Letters);
    }

    #[test]
    fn x_is_a_blank_until_it_is_a_value() {
        assert_eq!(find("12GX", 16).unwrap().read('X'), Some(0));
        assert_eq!(find("12PX", 25).unwrap().read('X'), Some(0));
        assert_eq!(find("12XZa.", 36).unwrap().read('X'), Some(33));
        assert_eq!(find("ABYX.", 25).unwrap().read('X'), Some(24));
    }

    #[test]
    fn lower_case_letters_are_kept() {
        let alphabet = find("12.g", 16).unwrap();
        assert_eq!(alphabet.symbols.symbol(10), "a");
        assert_eq!(alphabet.read('G'), Some(16));
        assert_eq!(symbols("12.gG", 16), Symbols::FromOne);
    }

    #[test]
    fn one_other_mark_may_be_the_blank() {
        assert_eq!(find("12~~3", 9).unwrap().read('~'), Some(0));
        assert_eq!(find("12··3", 9).unwrap().blank, '·');
        assert_eq!(find("12~!3", 9).unwrap().read('~'), None);
        assert_eq!(find("12\u{fffd}3", 9).unwrap().read('\u{fffd}'), None);
    }

    #[test]
    fn one_letter_may_be_the_blank_if_there_are_several() {
        assert_eq!(find("12oo3", 9).unwrap().read('o'), Some(0));
        assert_eq!(find("12OO3", 9).unwrap().blank, 'O');
        assert_eq!(find("12Onnn", 9).unwrap().read('n'), None);
        assert_eq!(find("12nnn", 9).unwrap().read('n'), Some(0));
        assert_eq!(find("12空空空", 9).unwrap().read('空'), Some(0));
        assert_eq!(
            find("123456789n", 9).unwrap().read('n'),
            None,
            "a typing error"
        );
        assert_eq!(find("1234nn.", 9).unwrap().read('n'), None);
        assert_eq!(find("12GGGG", 9).unwrap().read('G'), Some(0));
        assert_eq!(symbols("ABCOOO", 16), Symbols::Letters);
    }

    #[test]
    fn other_marks_may_be_the_blank() {
        for blank in "#/~=□■☐·•○◦–—∅⬜░\u{3000}\u{a0}・。🔲".chars() {
            let alphabet = find(&format!("12{blank}{blank}3"), 9).unwrap();
            assert_eq!(alphabet.read(blank), Some(0), "{blank}");
            assert_eq!(alphabet.blank, blank);
        }
        assert_eq!(find("12□■3", 9).unwrap().read('□'), None);
    }

    #[test]
    fn digits_of_other_scripts_are_written_as_they_are_read() {
        for (text, symbol, blank) in [
            ("１２．．３", "９", '．'),
            ("１２００３", "９", '０'),
            ("١٢٠٠٣", "٩", '٠'),
            ("①②...③", "⑨", '.'),
            ("一二三〇〇", "九", '〇'),
            ("1️⃣2️⃣⬜⬜", "9️⃣", '⬜'),
        ] {
            let alphabet = find(text, 9).unwrap();
            assert!(alphabet.reads_all(&Tally::of(text.as_bytes())), "{text}");
            assert_eq!(alphabet.symbols.symbol(9), symbol, "{text}");
            assert_eq!(alphabet.blank, blank);
        }
        let mixed = find("12①3.", 9).unwrap();
        assert_eq!(mixed.symbols, Symbols::FromOne);
        assert_eq!(mixed.read('①'), Some(1));
        assert_eq!(find("①⑯.", 16).unwrap().symbols.symbol(15), "⑮");
        assert_eq!(find("１Ｇ.", 16).unwrap().symbols.symbol(15), "Ｆ");
    }

    #[test]
    fn options_override_the_text() {
        let options = ReadOptions {
            blank: Some('9'.into()),
            ..ReadOptions::default()
        };
        let tally = Tally::of(b"1289");
        let alphabet = Alphabet::find(&tally, 9, Hints::new(&options, None)).unwrap();
        assert_eq!(alphabet.read('9'), Some(0));
        assert_eq!(alphabet.read('.'), None);

        let options = ReadOptions {
            symbols: Some(Symbols::FromZero),
            ..ReadOptions::default()
        };
        let tally = Tally::of(b"12.F");
        let alphabet = Alphabet::find(&tally, 16, Hints::new(&options, None)).unwrap();
        assert_eq!(alphabet.read('F'), Some(16));

        let options = ReadOptions {
            blank: Some('.'.into()),
            ..ReadOptions::default()
        };
        let alphabet = Alphabet::find(&tally, 16, Hints::new(&options, None));
        assert!(alphabet.is_err());
        let tally = Tally::of(b"012.F");
        let alphabet = Alphabet::find(&tally, 16, Hints::new(&options, None)).unwrap();
        assert_eq!(alphabet.symbols, Symbols::FromZero);
    }

    #[test]
    fn earlier_puzzles_decide_for_ambiguous_ones() {
        let options = ReadOptions::default();
        let hints = Hints::new(&options, Some(&Symbols::FromZero));
        let alphabet = Alphabet::find(&Tally::of(b"12.F"), 16, hints).unwrap();
        assert_eq!(alphabet.symbols, Symbols::FromZero);
        let alphabet = Alphabet::find(&Tally::of(b"12.G"), 16, hints).unwrap();
        assert_eq!(alphabet.symbols, Symbols::FromOne);
    }

    #[test]
    fn boards_with_more_values_than_characters_need_numbers() {
        assert_eq!(find("12.", 64).unwrap_err(), Undecided::TooLarge(61));
    }
}
