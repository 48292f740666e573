//! Blanks and digits as people and programs write them, in the layouts they use.

use sudokit::ProblemCode;
use sudokit::format::{Blanks, ReadOptions, Symbols};

use super::*;

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn values(line: &str) -> Vec<u8> {
    let digit = |c: char| c.to_digit(10).unwrap_or(0) as u8;
    line.chars().map(digit).collect()
}

/// The example puzzle with its digits and blanks replaced, in some layouts of cells.
fn layouts(digit: impl Fn(usize) -> String, blank: &str, separated_only: bool) -> Vec<String> {
    in_layouts(LINE, digit, blank, separated_only)
}

fn in_layouts(
    line: &str,
    digit: impl Fn(usize) -> String,
    blank: &str,
    separated_only: bool,
) -> Vec<String> {
    let cells: Vec<String> = values(line)
        .iter()
        .map(|value| match value {
            0 => blank.to_string(),
            value => digit(usize::from(*value)),
        })
        .collect();
    let rows = |between: &str| -> String {
        let rows = cells.chunks(9).map(|row| row.join(between) + "\n");
        rows.collect()
    };
    let mut all = vec![rows(" "), rows(","), rows("\t"), cells.join(" ")];
    if !separated_only {
        all.extend([rows(""), cells.concat(), framed(&cells)]);
    }
    all
}

fn framed(cells: &[String]) -> String {
    let frame = "+-------+-------+-------+\n";
    let mut text = frame.to_string();
    for (number, row) in cells.chunks(9).enumerate() {
        let boxes: Vec<String> = row.chunks(3).map(|cells| cells.join(" ")).collect();
        text += &format!("| {} |\n", boxes.join(" | "));
        if number % 3 == 2 {
            text += frame;
        }
    }
    text
}

fn ascii(value: usize) -> String {
    value.to_string()
}

/// Checks that a text is the example puzzle, and that its answer is the same text with the answer's
/// symbols.
fn assert_answer(text: &str, answer: &str) {
    let record = record(text);
    assert_eq!(record.puzzle.values(), values(LINE), "{text}");
    assert_eq!(written(&record, text, &values(SOLVED)), answer, "{text}");
}

#[test]
fn any_mark_may_be_the_blank() {
    for blank in "#/~□■☐·•○◦–—∅⬜░oO。・🔲❌".chars() {
        let blank = blank.to_string();
        let answers = in_layouts(SOLVED, ascii, &blank, false);
        for (text, answer) in layouts(ascii, &blank, false).iter().zip(answers) {
            assert_answer(text, &answer);
        }
    }
}

#[test]
fn rows_of_blanks_are_not_comments() {
    let sparse =
        "...1.5...14....67..8...24...63.7..1.9.......3.1..9.52...72...8..26....35...4.9...";
    let empty_first = format!("{}{}", ".".repeat(18), &sparse[18..]);
    for line in [sparse, &empty_first] {
        for mark in ['#', '/'] {
            let cells: Vec<char> = line.replace('.', &mark.to_string()).chars().collect();
            let rows = cells
                .chunks(9)
                .map(|row| row.iter().collect::<String>() + "\n");
            let text: String = rows.collect();
            assert_eq!(record(&text).puzzle.values(), values(line), "{text}");
        }
    }
    let dots = rows(".", |_, cells| cells.concat() + "\n");
    let commented = format!("#########\n# 12\n{dots}#########\n#1 #2 #3 #4\n{dots}");
    assert_eq!(records(&commented).len(), 2);
}

#[test]
fn words_for_missing_values_are_blanks() {
    for blank in ["-1", "nan", "NaN", "None", "null", "nil", "NA", "NULL"] {
        let answers = in_layouts(SOLVED, ascii, blank, true);
        for (text, answer) in layouts(ascii, blank, true).iter().zip(answers) {
            assert_answer(text, &answer);
        }
    }
}

#[test]
fn numbers_may_have_decimals_or_leading_zeros() {
    let float = |value: usize| format!("{value}.0");
    let short = |value: usize| format!("{value}.");
    let padded = |value: usize| format!("0{value}");
    let assert_all = |digit: &dyn Fn(usize) -> String, blank: &str| {
        let answers = in_layouts(SOLVED, digit, blank, true);
        for (text, answer) in layouts(digit, blank, true).iter().zip(answers) {
            assert_answer(text, &answer);
        }
    };
    assert_all(&float, "0.0");
    assert_all(&float, "nan");
    assert_all(&float, "-1.0");
    assert_all(&short, "0.");
    assert_all(&padded, "00");
}

#[test]
fn digits_of_any_script_are_read_and_written() {
    let scripts = [
        ("１２３４５６７８９", "０．　"),
        ("١٢٣٤٥٦٧٨٩", "٠."),
        ("۱۲۳۴۵۶۷۸۹", "۰"),
        ("१२३४५६७८९", "०"),
        ("①②③④⑤⑥⑦⑧⑨", ".○⓪"),
        ("❶❷❸❹❺❻❼❽❾", "·"),
        ("¹²³⁴⁵⁶⁷⁸⁹", "⁰"),
        ("₁₂₃₄₅₆₇₈₉", "₀"),
        ("一二三四五六七八九", "〇.□"),
        ("ⅠⅡⅢⅣⅤⅥⅦⅧⅨ", "."),
    ];
    for (digits, blanks) in scripts {
        let digit = |value: usize| digits.chars().nth(value - 1).unwrap().to_string();
        for blank in blanks.chars() {
            let blank = blank.to_string();
            let answers = in_layouts(SOLVED, digit, &blank, false);
            for (text, answer) in layouts(digit, &blank, false).iter().zip(answers) {
                // A space separates cells where there are other separators.
                if blank != "\u{3000}" || text.chars().count() == 81 {
                    assert_answer(text, &answer);
                }
            }
        }
    }
}

#[test]
fn keycaps_are_cells_of_several_code_points() {
    for end in ["\u{fe0f}\u{20e3}", "\u{20e3}"] {
        let digit = |value: usize| format!("{value}{end}");
        for blank in ["⬜", "⬜\u{fe0f}", &format!("0{end}"), ".", "🔲"] {
            let answers = in_layouts(SOLVED, digit, blank, false);
            for (text, answer) in layouts(digit, blank, false).iter().zip(answers) {
                // The selector of a blank stays behind the answer.
                let keeps_selector = blank == "⬜\u{fe0f}";
                let record = record(text);
                assert_eq!(record.puzzle.values(), values(LINE), "{text}");
                if !keeps_selector {
                    assert_eq!(written(&record, text, &values(SOLVED)), answer);
                }
            }
        }
    }
}

#[test]
fn mixed_scripts_are_read() {
    let text = LINE
        .replace('5', "５")
        .replace('7', "⑦")
        .replacen('8', "八", 1);
    let record = record(&text);
    assert_eq!(record.puzzle.values(), values(LINE));
    assert_eq!(record.symbols, Symbols::FromOne);
}

#[test]
fn invisible_characters_spoil_nothing_and_are_kept() {
    for hidden in [
        "\u{200b}", "\u{200d}", "\u{feff}", "\u{2060}", "\u{ad}", "\u{fe0f}",
    ] {
        for (text, answer) in layouts(ascii, ".", false)
            .into_iter()
            .zip(in_layouts(SOLVED, ascii, ".", false))
        {
            let hide = |text: &str| text.replace('7', &format!("7{hidden}"));
            let record = record(&hide(&text));
            assert_eq!(record.puzzle.values(), values(LINE), "{hidden:?} {text}");
            let own = written(&record, &hide(&text), &values(SOLVED));
            assert_eq!(own.replace(hidden, ""), answer, "{hidden:?}");
            let kept = own.matches(hidden).count();
            assert_eq!(kept, text.matches('7').count(), "{hidden:?} {text}");
        }
    }
}

#[test]
fn two_unknown_characters_are_refused() {
    for line in [
        LINE.replace('.', "□").replacen('□', "■", 1),
        LINE.replacen('.', "n", 3),
        SOLVED.replacen('5', "Q", 1),
    ] {
        assert_eq!(problem(&line).code, ProblemCode::UnknownSymbol, "{line}");
    }
}

#[test]
fn zero_beside_a_word_for_blanks_is_doubtful() {
    let text = layouts(ascii, "-1", true).remove(0);
    let both = text.replacen("-1", "0", 1);
    let found = problem(&both);
    assert_eq!(found.code, ProblemCode::UnknownSymbol);
    assert!(found.help.contains("--symbols 1-9"), "{found}");
    let options = ReadOptions {
        symbols: Some("1-9".parse().unwrap()),
        ..ReadOptions::default()
    };
    assert_eq!(
        records_with(&both, &options)[0].puzzle.values(),
        values(LINE)
    );
    let from_zero = |value: usize| (value - 1).to_string();
    let text = layouts(from_zero, "-1", true).remove(0);
    // Without its largest value it may be a board of 1 to 9 with two kinds of blanks.
    let without_largest = text.replace('8', "-1");
    assert_eq!(
        problem(&without_largest).code,
        ProblemCode::UnknownSymbol,
        "{without_largest}"
    );
    let read = records(&text).remove(0);
    assert_eq!(read.puzzle.values(), values(LINE));
    let mut solved = Vec::new();
    read.write_values(text.as_bytes(), &values(SOLVED), &mut solved);
    let solved = String::from_utf8(solved).unwrap();
    let options = ReadOptions {
        symbols: Some("0-8".parse().unwrap()),
        ..ReadOptions::default()
    };
    assert_eq!(
        records_with(&solved, &options)[0].puzzle.values(),
        values(SOLVED),
        "{solved}"
    );
    assert_eq!(
        records_with(&text, &options)[0].puzzle.values(),
        values(LINE)
    );
}

#[test]
fn several_blanks_can_be_named() {
    let options = |blanks: &str| ReadOptions {
        blank: Some(blanks.parse::<Blanks>().unwrap()),
        ..ReadOptions::default()
    };
    let mixed = LINE.replace('.', "□").replacen('□', "■", 9);
    let read = |text: &str, blanks: &str| records_with(text, &options(blanks)).remove(0);
    assert_eq!(read(&mixed, "□■").puzzle.values(), values(LINE));
    let spaced = LINE.replacen('.', " ", 9);
    assert_eq!(read(&spaced, " .").puzzle.values(), values(LINE));
    let hashes = rows("#", |_, cells| cells.concat() + "\n");
    assert_eq!(read(&hashes, "#").puzzle.values(), values(LINE));
}

#[test]
fn spaces_of_any_width_are_blanks_by_position() {
    let full = |value: usize| {
        "１２３４５６７８９"
            .chars()
            .nth(value - 1)
            .unwrap()
            .to_string()
    };
    for blank in [" ", "\u{a0}", "\u{3000}"] {
        let compact = 4;
        let text = layouts(ascii, blank, false).remove(compact);
        assert_answer(&text, &in_layouts(SOLVED, ascii, blank, false)[compact]);
        let text = layouts(full, blank, false).remove(compact);
        assert_answer(&text, &in_layouts(SOLVED, full, blank, false)[compact]);
    }
}
