//! Reading is linear in the length of the input and bounded in memory, and its result does not
//! depend on how a stream is split. Work is counted in allocated bytes, not in time.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::{self, Read};

use sudokit::Puzzle;
use sudokit::format::write::{Entry, WriteOptions, Writer};
use sudokit::format::{Content, Form, Piece, ReadOptions, Reader};

/// Counts the bytes that a thread allocates and holds.
struct Counting;

#[derive(Clone, Copy, Default)]
struct Counts {
    allocated: usize,
    live: usize,
    peak: usize,
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { allocated: 0, live: 0, peak: 0 }) };
}

fn count(change: impl FnOnce(&mut Counts)) {
    // A thread that ends has no counts any more.
    let _ = COUNTS.try_with(|counts| {
        let mut now = counts.get();
        change(&mut now);
        now.peak = now.peak.max(now.live);
        counts.set(now);
    });
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(|counts| {
            counts.allocated += layout.size();
            counts.live += layout.size();
        });
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(|counts| counts.live = counts.live.saturating_sub(layout.size()));
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What reading a text costs.
struct Cost {
    allocated: usize,
    peak: usize,
    puzzles: usize,
    problems: usize,
}

fn cost(text: &[u8], form: Option<Form>) -> Cost {
    let options = ReadOptions {
        form,
        ..ReadOptions::default()
    };
    let before = COUNTS.get();
    COUNTS.set(Counts {
        peak: before.live,
        ..before
    });
    let (mut puzzles, mut problems) = (0, 0);
    {
        let mut reader = Reader::new(text, options);
        let mut piece = Piece::default();
        while reader.read(&mut piece).unwrap() {
            match piece.content {
                Content::Puzzle(_) => puzzles += 1,
                Content::Unreadable(_) => problems += 1,
                Content::Verbatim => {}
            }
        }
    }
    let after = COUNTS.get();
    Cost {
        allocated: after.allocated - before.allocated,
        peak: after.peak - before.live,
        puzzles,
        problems,
    }
}

const PUZZLES: [&str; 3] = [
    ".....9..2.3..78..98..1..75...6.9....57.....6...2.....5..3.8.5..4..6......9..2...4",
    "..5..7.9...6.4....2..1...85.2....1....3.95.6......14..78.........926.........3.2.",
    ".....1.8..6...7..34.7...6............86....9.94.3....5...28.....7.6..8..2...7.3..",
];

/// A file of this many puzzles in a form.
fn file(form: Form, count: usize) -> Option<Vec<u8>> {
    let puzzles: Vec<Puzzle> = PUZZLES.iter().map(|line| line.parse().unwrap()).collect();
    let mut writer = Writer::new(form, WriteOptions::default());
    let mut text = Vec::new();
    writer.begin(&mut text);
    for puzzle in puzzles.iter().cycle().take(count) {
        writer.puzzle(Entry::from(puzzle), &mut text).ok()?;
    }
    writer.end(&mut text);
    Some(text)
}

fn forms() -> impl Iterator<Item = Form> {
    let forms = Form::ALL.iter().copied();
    forms.filter(|form| form.can_read() && form.can_write())
}

/// The largest part of a document that may be in memory at once.
const MOST_MEMORY: usize = 4 * 1024 * 1024;

#[test]
fn cost_grows_with_the_length_only() {
    for form in forms() {
        let [small, large] = [150, 600].map(|count| file(form, count));
        let (Some(small), Some(large)) = (small, large) else {
            continue;
        };
        let (one, four) = (cost(&small, None), cost(&large, None));
        assert_eq!(
            (one.problems, four.problems, one.puzzles * 4),
            (0, 0, four.puzzles),
            "{form}"
        );
        assert!(
            four.allocated <= one.allocated * 5 + 1_000_000,
            "{form}: {} bytes for {}, {} for {}",
            one.allocated,
            small.len(),
            four.allocated,
            large.len()
        );
        assert!(
            four.peak <= MOST_MEMORY + large.len(),
            "{form}: {} bytes in memory for a file of {}",
            four.peak,
            large.len()
        );
    }
}

/// Starts of something that never comes.
const HOSTILE: [&str; 47] = [
    "[",
    "{",
    "{\"a\":",
    "[[1,2,3],",
    "\"",
    "\"\"",
    "\"5,\n",
    "<game data=\"",
    "<td>",
    "<opensudoku>",
    "[Puzzle]\n",
    "[Puzzle]\n1...\n",
    "1 2 3 4 5 6 7 8 9\n",
    "5,3,,,7\n",
    "| 5 3 . |\n",
    "+---+---+\n",
    ". . . | . . .\n",
    "53..7....\n",
    "\n",
    "a b c\n",
    "> 5 3\n",
    "```\n",
    "f(1,2,3). ",
    ":0000:x:",
    "[5][ ][3][ ]\n",
    "[code]\n5 3\n",
    "[td]5[/td]",
    "- - 5\n",
    "<input value=\"5\">",
    "<div>5</div>\n",
    "<cell row=\"1\" col=\"2\" value=\"5\"/>",
    "http://a)",
    "\"\\\"[",
    "Samurai\n",
    "# 5 3 4 1\n",
    "{\"row\":1,\"col\":2,\"value\":3},",
    "{\"r1c1\":5,",
    "[(1,2,3),",
    "f(f(f(",
    "row 1 col 2 is 3\n",
    "{|\n|-\n| 5\n",
    "\\matrix{",
    "\\matrix(",
    "**5** *3* . .\n",
    "［5，3，",
    "12.4....9 ",
    "   0  1  2  3\n",
];

#[test]
fn hostile_texts_cost_no_more() {
    for start in HOSTILE {
        for head in ["", "puzzle,solution\n", "{\"puzzle\":"] {
            let text = |length: usize| {
                let body = start.repeat(length / start.len());
                format!("{head}{body}").into_bytes()
            };
            let (small, large) = (text(5_000), text(20_000));
            let (one, four) = (cost(&small, None), cost(&large, None));
            assert!(
                four.allocated <= one.allocated * 6 + 1_000_000,
                "{head:?} and {start:?}: {} bytes, then {}",
                one.allocated,
                four.allocated
            );
        }
    }
}

/// Many puzzles on one line, with other text between them.
#[test]
fn puzzles_on_one_long_line_cost_no_more() {
    let rows = |open: &str, between: &str, close: &str, row: &dyn Fn(&[u8]) -> String| {
        let puzzle = PUZZLES[0].replace('.', "0");
        let rows: Vec<String> = puzzle.as_bytes().chunks(9).map(row).collect();
        format!("{open}{}{close}", rows.join(between))
    };
    let cells = |before: &str, between: &str, after: &str, row: &[u8]| {
        let cells: Vec<String> = row.iter().map(|c| char::from(*c).to_string()).collect();
        format!("{before}{}{after}", cells.join(between))
    };
    let array = rows("x = [", ", ", "]; f(y) and ", &|row| {
        cells("[", ",", "]", row)
    });
    let matrix = "var m = [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]; ".to_string();
    let table = rows("<table>", "", "</table><p>x</p>", &|row| {
        cells("<tr><td>", "</td><td>", "</td></tr>", row)
    });
    let latex = rows("\\begin{array}{c}", "\\\\", "\\end{array} text ", &|row| {
        cells("", "&", "", row)
    });
    let preformatted = "<pre>5 3 0 0</pre> ".to_string();
    // What was read before must not matter.
    let grid = format!("{}\n\n", rows("", "\n", "", &|row| cells("", " ", "", row)));
    for (name, head, one) in [
        ("array", "", array),
        ("matrix", "", matrix.clone()),
        ("matrix after a grid", grid.as_str(), matrix),
        ("table", "", table),
        ("latex", "", latex),
        ("preformatted", "", preformatted.clone()),
        ("preformatted after a grid", grid.as_str(), preformatted),
    ] {
        let [small, large] = [100, 400].map(|count| {
            let text = format!("{head}{}", one.repeat(count));
            let cost = cost(text.as_bytes(), None);
            Cost {
                puzzles: cost.puzzles - usize::from(!head.is_empty()),
                ..cost
            }
        });
        let puzzles = match name {
            "array" | "table" | "latex" => 100,
            _ => 0,
        };
        assert_eq!(
            (small.puzzles, large.puzzles),
            (puzzles, 4 * puzzles),
            "{name}"
        );
        assert!(
            large.allocated <= small.allocated * 5 + 1_000_000,
            "{name}: {} bytes, then {}",
            small.allocated,
            large.allocated
        );
    }
}

/// A stream whose reads have these lengths, again and again.
struct Split<'a> {
    text: &'a [u8],
    lengths: &'a [usize],
    next: usize,
}

impl Read for Split<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.lengths[self.next % self.lengths.len()];
        self.next += 1;
        let length = length.min(buffer.len()).min(self.text.len());
        buffer[..length].copy_from_slice(&self.text[..length]);
        self.text = &self.text[length..];
        Ok(length)
    }
}

fn pieces(input: impl Read) -> Vec<String> {
    let mut reader = Reader::new(input, ReadOptions::default());
    let (mut piece, mut pieces) = (Piece::default(), Vec::new());
    while reader.read(&mut piece).unwrap() {
        let text = String::from_utf8_lossy(&piece.text);
        pieces.push(format!("{} {text:?} {:?}", piece.line, piece.content));
    }
    pieces
}

#[test]
fn the_split_of_a_stream_does_not_matter() {
    for form in forms() {
        // A puzzle, one with a comment between, and one more, beyond the first block.
        let (Some(few), Some(many)) = (file(form, 3), file(form, 150)) else {
            continue;
        };
        let whole = pieces(&few[..]);
        for lengths in [&[1][..], &[2, 3, 5], &[7, 1], &[64], &[few.len() / 2 + 1]] {
            let split = Split {
                text: &few,
                lengths,
                next: 0,
            };
            assert_eq!(pieces(split), whole, "{form}, {lengths:?}");
        }
        for cut in 1..few.len().min(60) {
            let split = Split {
                text: &few,
                lengths: &[cut, few.len()],
                next: 0,
            };
            assert_eq!(pieces(split), whole, "{form}, cut at {cut}");
        }
        let whole = pieces(&many[..]);
        for lengths in [&[4096][..], &[1000, 17]] {
            let split = Split {
                text: &many,
                lengths,
                next: 0,
            };
            assert!(pieces(split) == whole, "{form}, {lengths:?}");
        }
    }
}
