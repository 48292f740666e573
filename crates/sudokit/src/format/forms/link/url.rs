//! Finds addresses in a line, and the part of an address that is a puzzle.

use crate::format::forms::line;
use crate::format::forms::sizes::{run_content, size_of};
use crate::format::read::segment::Segment;
use crate::format::{Form, Span};

/// A link that holds a puzzle.
pub(super) struct Link {
    /// How it holds it.
    pub kind: Kind,
    /// The form it is read as.
    pub form: Form,
    /// The puzzle itself.
    pub value: Span,
    /// The offset after the address.
    pub end: usize,
}

/// How a link holds a puzzle.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// As cells, and the solution as another value.
    Cells { solution: Option<Span> },
    /// As SudokuWiki's pairs.
    Pairs,
    /// As shape and cells of Sudokit's page.
    Page,
    /// As SudokuPad's run lengths.
    Runs,
    /// As compressed JSON of f-puzzles.
    FPuzzles,
    /// As compressed JSON of SudokuPad.
    Scl,
}

/// The names of values that are puzzles of any size.
const PUZZLES: [&[u8]; 17] = [
    b"bd",
    b"s",
    b"puzzle",
    b"sudoku",
    b"grid",
    b"import",
    b"board",
    b"givens",
    b"clues",
    b"problem",
    b"quiz",
    b"question",
    b"game",
    b"init",
    b"cells",
    b"puz",
    b"data",
];

/// The names of values that are solutions.
const SOLUTIONS: [&[u8]; 4] = [b"solution", b"answer", b"solved", b"sol"];

/// The cells of the usual board; a value of this length needs no name.
const CLASSIC: usize = 81;

/// The hosts of SudokuPad.
const SUDOKU_PAD: [&[u8]; 3] = [
    b"sudokupad.app",
    b"crackingthecryptic.com",
    b"sudokupad.svencodes.com",
];

/// Hosts that are recognised without `https://`.
const HOSTS: [&[u8]; 7] = [
    b"www.",
    b"sudokuwiki.org/",
    b"sudokuexchange.com/",
    b"f-puzzles.com/",
    b"sudokupad.app/",
    b"crackingthecryptic.com/",
    b"sudokupad.svencodes.com/",
];

/// Returns up to `most` links of the segment's only line.
pub(super) fn links(segment: &Segment, most: usize) -> Vec<Link> {
    let text = segment.text;
    let found = addresses(text).filter_map(|address| puzzle_in(segment, address));
    found.take(most).collect()
}

/// Returns whether a line has a link to a puzzle that is on a server.
pub(super) fn is_remote(line: &[u8]) -> bool {
    addresses(line).any(|span| {
        let address = Address::new(line, span);
        let has_id = |name: &[u8]| {
            address
                .value(&[name])
                .is_some_and(|value| value.start < value.end)
        };
        match address.site {
            Site::FPuzzles => has_id(b"id"),
            Site::SudokuPad => address.pad_id().is_some_and(|id| id.end > id.start + 3),
            _ => false,
        }
    })
}

/// Iterates over the addresses of a line.
fn addresses(line: &[u8]) -> impl Iterator<Item = Span> {
    // Nearly all lines have no slash.
    let slash = memchr::memchr(b'/', line);
    let page = line.starts_with(b"#p=");
    let line = if slash.is_some() || page { line } else { &[] };
    let (mut at, mut word_end) = (0, 0);
    std::iter::from_fn(move || {
        loop {
            if at >= word_end {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\"'<>`|".contains(byte);
                at += line[at..].iter().take_while(|byte| ends(byte)).count();
                if at == line.len() {
                    return None;
                }
                let length = line[at..].iter().position(ends);
                word_end = length.map_or(line.len(), |length| at + length);
            }
            let Some(address) = address_in(line, Span::new(at, word_end)) else {
                at = word_end;
                continue;
            };
            // Another address may follow without a gap, as in `](…)[`.
            at = (address.end as usize).max(at + 1);
            return Some(address);
        }
    })
}

/// Returns the address in a word: from its scheme or host to an unmatched bracket.
fn address_in(line: &[u8], word: Span) -> Option<Span> {
    let text = word.of(line);
    // A word may be a long text with many addresses, so the first one is looked for part by part.
    let mut from = 0;
    let start = loop {
        let end = text.len().min(from + SEARCHED);
        match start_of_address(&text[..end], from, word.start == 0) {
            Some(start) => break start,
            None if end == text.len() => return None,
            None => from = end - LONGEST_HOST,
        }
    };
    let (mut round, mut square) = (0, 0);
    let mut end = start;
    for byte in &text[start..] {
        match byte {
            b'(' => round += 1,
            b'[' => square += 1,
            b')' if round == 0 => break,
            b']' if square == 0 => break,
            b')' => round -= 1,
            b']' => square -= 1,
            _ => {}
        }
        end += 1;
    }
    let from = word.start as usize;
    Some(Span::new(from + start, from + end))
}

/// How much of a word is searched for an address at once, and how long a host may be.
const SEARCHED: usize = 1024;
const LONGEST_HOST: usize = 32;

/// Returns where the first address starts that has its scheme or host behind an offset.
fn start_of_address(text: &[u8], from: usize, starts_line: bool) -> Option<usize> {
    let find = |known: &[u8]| memchr::memmem::find(&text[from..], known).map(|at| from + at);
    if let Some(at) = find(b"://") {
        let scheme = text[..at].iter().rev();
        return Some(at - scheme.take_while(|b| b.is_ascii_alphabetic()).count());
    }
    if starts_line && text.starts_with(b"#p=") {
        return Some(0);
    }
    let at = HOSTS.iter().filter_map(|host| find(host)).min()?;
    let is_host = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'.';
    Some(at - text[..at].iter().rev().take_while(is_host).count())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Site {
    SudokuWiki,
    SudokuExchange,
    FPuzzles,
    SudokuPad,
    Other,
}

/// An address, split into its parts.
struct Address<'a> {
    line: &'a [u8],
    site: Site,
    path: Span,
    /// The names and values after `?` and `#`; a part without a name has an empty one.
    values: Vec<(Vec<u8>, Span)>,
}

impl<'a> Address<'a> {
    fn new(line: &'a [u8], span: Span) -> Address<'a> {
        let text = span.of(line);
        let offset = span.start as usize;
        let after_scheme = memchr::memmem::find(text, b"://").map_or(0, |at| at + 3);
        let fragment = memchr::memchr(b'#', text).unwrap_or(text.len());
        let query = memchr::memchr(b'?', &text[..fragment]).unwrap_or(fragment);
        let host = memchr::memchr(b'/', &text[after_scheme.min(query)..query])
            .map_or(query, |at| after_scheme + at);
        let site = site(&text[after_scheme.min(host)..host]);
        let mut values = Vec::new();
        for (start, end) in [(query + 1, fragment), (fragment + 1, text.len())] {
            let mut at = start;
            for part in text
                .get(start..end)
                .unwrap_or_default()
                .split(|b| *b == b'&')
            {
                let equals = memchr::memchr(b'=', part);
                let name = part[..equals.unwrap_or(0)].to_ascii_lowercase();
                // Links in HTML write the ampersand as `&amp;`.
                let name = name.strip_prefix(b"amp;").unwrap_or(&name).to_vec();
                let from = at + equals.map_or(0, |equals| equals + 1);
                values.push((name, Span::new(offset + from, offset + at + part.len())));
                at += part.len() + 1;
            }
        }
        Address {
            line,
            site,
            path: Span::new(offset + host, offset + query),
            values,
        }
    }

    /// Returns the first value with one of these names.
    fn value(&self, names: &[&[u8]]) -> Option<Span> {
        let named = |(name, _): &&(Vec<u8>, Span)| names.contains(&name.as_slice());
        self.values.iter().find(named).map(|(_, value)| *value)
    }

    /// Returns the id of a puzzle of SudokuPad.
    fn pad_id(&self) -> Option<Span> {
        if let Some(id) = self.value(&[b"puzzleid"]) {
            return Some(id);
        }
        let path = self.path.of(self.line);
        let mut start = usize::from(path.starts_with(b"/"));
        if path[start..].starts_with(b"sudoku/") {
            start += b"sudoku/".len();
        }
        let from = self.path.start as usize + start;
        (from < self.path.end as usize).then(|| Span::new(from, self.path.end as usize))
    }
}

fn site(host: &[u8]) -> Site {
    let host = host.to_ascii_lowercase();
    let is = |name: &[u8]| {
        let before = host.strip_suffix(name);
        before.is_some_and(|before| before.is_empty() || before.ends_with(b"."))
    };
    match () {
        () if is(b"sudokuwiki.org") => Site::SudokuWiki,
        () if is(b"sudokuexchange.com") => Site::SudokuExchange,
        () if is(b"f-puzzles.com") => Site::FPuzzles,
        () if SUDOKU_PAD.iter().any(|name| is(name)) || host == b"puzzle" => Site::SudokuPad,
        () => Site::Other,
    }
}

/// Returns the puzzle that an address holds.
fn puzzle_in(segment: &Segment, span: Span) -> Option<Link> {
    let address = Address::new(segment.text, span);
    let link = |kind, form, value| {
        Some(Link {
            kind,
            form,
            value,
            end: span.end as usize,
        })
    };
    if let Some(page) = address.value(&[b"p"])
        && is_page(segment.bytes(page))
    {
        return link(Kind::Page, Form::Link, page);
    }
    match address.site {
        Site::SudokuPad => {
            let id = trimmed(segment, address.pad_id()?);
            let (kind, prefix) = pad_kind(segment.bytes(id))?;
            let start = id.start as usize + prefix;
            return link(kind, Form::SudokuPad, Span::new(start, id.end as usize));
        }
        Site::FPuzzles => {
            let load = trimmed(segment, address.value(&[b"load"])?);
            return link(Kind::FPuzzles, Form::FPuzzles, load);
        }
        _ => {}
    }
    // What compressed JSON starts with.
    if let Some(load) = address.value(&[b"load"])
        && segment.bytes(load).starts_with(b"N4Ig")
    {
        return link(Kind::FPuzzles, Form::FPuzzles, trimmed(segment, load));
    }
    let form = match address.site {
        Site::SudokuWiki => Form::SudokuWiki,
        Site::SudokuExchange => Form::SudokuExchange,
        _ => Form::Link,
    };
    if let Some(value) = address.value(&[b"bd"])
        && segment.bytes(value).starts_with(b"S9")
    {
        return link(Kind::Pairs, form, trimmed(segment, value));
    }
    let value = plain_cells(segment, &address)?;
    let solution = address.value(&SOLUTIONS);
    link(Kind::Cells { solution }, form, value)
}

/// Returns whether a value is `shape:cells`.
fn is_page(value: &[u8]) -> bool {
    let (text, _) = super::codes::unescape(value);
    let Some(colon) = memchr::memrchr(b':', &text) else {
        return false;
    };
    let is_symbol = |byte: &u8| byte.is_ascii_alphanumeric() || b".+".contains(byte);
    text.len() - colon > 16 && text[colon + 1..].iter().all(is_symbol)
}

/// Returns how an id of SudokuPad holds its puzzle, and the length of the prefix that says so.
fn pad_kind(id: &[u8]) -> Option<(Kind, usize)> {
    const PREFIXES: [(&[u8], Kind); 6] = [
        (b"fpuzzles", Kind::FPuzzles),
        (b"fpuz", Kind::FPuzzles),
        (b"scl", Kind::Scl),
        (b"ctc", Kind::Scl),
        (b"scf", Kind::Runs),
        (b"classic", Kind::Runs),
    ];
    // A short id is the name of a puzzle on the server.
    let fits =
        |(prefix, _): &&(&[u8], Kind)| id.starts_with(prefix) && id.len() > prefix.len() + 13;
    let (prefix, kind) = PREFIXES.iter().find(fits)?;
    Some((*kind, prefix.len()))
}

/// Returns a span without the punctuation at the end of a sentence.
fn trimmed(segment: &Segment, span: Span) -> Span {
    let bytes = segment.bytes(span);
    let marks = bytes
        .iter()
        .rev()
        .take_while(|b| b".,;:!?*_".contains(b))
        .count();
    Span::new(span.start as usize, span.end as usize - marks)
}

/// Returns the cells that a value or a part of the path is.
fn plain_cells(segment: &Segment, address: &Address) -> Option<Span> {
    let is_solution = |name: &[u8]| SOLUTIONS.contains(&name);
    let named = |name: &[u8]| PUZZLES.contains(&name);
    let values = || address.values.iter().filter(|(name, _)| !is_solution(name));
    let of_any_size = values().filter(|(name, _)| named(name));
    let found = of_any_size
        .filter_map(|(_, value)| cells_in(segment, *value, |_| true))
        .next();
    let classic = |count: usize| match &segment.options.shape {
        Some(shape) => count == shape.cells(),
        None => count == CLASSIC,
    };
    let other = || {
        let mut values = values().filter_map(|(_, value)| cells_in(segment, *value, classic));
        values.next()
    };
    let in_path = || {
        let mut start = address.path.start as usize;
        let mut parts = segment
            .bytes(address.path)
            .split(|byte| *byte == b'/')
            .map(|part| {
                let span = Span::new(start, start + part.len());
                start += part.len() + 1;
                span
            });
        parts.find_map(|part| cells_in(segment, part, classic))
    };
    let wrong = || {
        let mut values = values()
            .filter(|(name, _)| named(name))
            .map(|(_, value)| *value);
        let known = address.site != Site::Other;
        values.find(|value| looks_like_cells(segment.bytes(*value), known))
    };
    found.or_else(other).or_else(in_path).or_else(wrong)
}

/// Returns the part of a value that is a board of an accepted number of cells. The value may be
/// followed by the end of a sentence or, in a table, by another column.
fn cells_in(segment: &Segment, value: Span, accepts: impl Fn(usize) -> bool) -> Option<Span> {
    let bytes = segment.bytes(value);
    if bytes.len() < 16 {
        return None;
    }
    let start = value.start as usize;
    let marks = bytes
        .iter()
        .rev()
        .take(3)
        .take_while(|b| b".,;:!?*".contains(b))
        .count();
    // A full stop that is a blank of the board ends a sentence only behind other words: otherwise
    // there may be a cell too many.
    let line = segment.text[..start].rsplit(|byte| matches!(byte, b'\n' | b'\r'));
    let before = line.into_iter().next().unwrap_or_default().trim_ascii();
    let is_in_sentence = before.iter().any(u8::is_ascii_whitespace);
    let is_mark_alone = |length: usize| match bytes.get(length) {
        Some(mark) => is_in_sentence || !bytes[..length].contains(mark),
        None => true,
    };
    let column = memchr::memchr2(b',', b';', bytes);
    let ends = (0..=marks).map(|marks| bytes.len() - marks);
    let ends = ends.filter(|length| is_mark_alone(*length)).chain(column);
    let is_board = |length: &usize| {
        let (text, _) = super::codes::unescape(&bytes[..*length]);
        let count = String::from_utf8_lossy(&text).chars().count();
        let inner = Segment {
            text: &text,
            ..*segment
        };
        let shape = segment.options.shape.as_ref();
        let is_run = run_content(count, shape).is_some()
            && accepts(count)
            && line::fits(&inner, Span::new(0, text.len()));
        is_run || are_separated(&text, segment, &accepts)
    };
    let length = ends.into_iter().find(is_board)?;
    Some(Span::new(start, start + length))
}

/// Returns whether a text is a board of numbers with commas or semicolons between them.
fn are_separated(text: &[u8], segment: &Segment, accepts: impl Fn(usize) -> bool) -> bool {
    let Some(at) = memchr::memchr2(b',', b';', text) else {
        return false;
    };
    let mut count = 0;
    let is_cell = |field: &[u8]| {
        count += 1;
        field.len() <= 2
            && field
                .iter()
                .all(|byte| byte.is_ascii_digit() || b"._-".contains(byte))
    };
    let all = text.split(|byte| *byte == text[at]).all(is_cell);
    all && accepts(count) && size_of(count, segment.options.shape.as_ref()).is_some()
}

/// Returns whether a value consists of digits and blanks and is long enough to be a puzzle with a
/// wrong number of cells.
fn looks_like_cells(value: &[u8], known: bool) -> bool {
    let shortest = if known { 17 } else { 65 };
    let is_cell = |byte: &u8| byte.is_ascii_digit() || b"._-*xX".contains(byte);
    value.len() >= shortest && value.iter().all(is_cell)
}
