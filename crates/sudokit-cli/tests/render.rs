//! `render`.
#![cfg(feature = "render")]

mod common;
use common::*;

fn two() -> Scratch {
    Scratch::with("two.sdm", format!("{KNOWN}\n{HARD}\n"))
}

#[test]
fn the_extension_of_the_output_selects_the_format() {
    let scratch = Scratch::with("board.txt", KNOWN);
    for (name, beginning) in [
        ("board.svg", &b"<svg"[..]),
        ("BOARD.PNG", b"\x89PNG"),
        ("board.pdf", b"%PDF"),
    ] {
        scratch
            .run(&["render", "-o", name, "board.txt"])
            .ends(0)
            .gives("")
            .says(&format!("Saved {name}\n"));
        let bytes = std::fs::read(scratch.path(name)).unwrap();
        assert!(bytes.starts_with(beginning), "{name}");
    }
    scratch
        .run(&["render", "-o", "board.gif", "board.txt"])
        .ends(2)
        .says("`board.gif` has an unknown extension");
    scratch
        .run(&["render", "-o", "picture", "--to", "svg", "board.txt"])
        .ends(0);
    let names = scratch.names();
    let expected = [
        "BOARD.PNG",
        "board.pdf",
        "board.svg",
        "board.txt",
        "picture",
    ];
    assert_eq!(names, expected);
}

#[test]
fn svg_is_the_default_on_standard_output() {
    let scratch = Scratch::new();
    let svg = scratch.run_with_input(&["render", "--title", "A & B"], KNOWN);
    let svg = svg.ends(0).stdout;
    assert!(
        svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    assert!(svg.contains("aria-label=\"A &amp; B. A 9×9 Sudoku with 30 of 81 values\""));
}

#[test]
fn several_puzzles_become_numbered_pictures_or_one_booklet() {
    let scratch = two();
    scratch
        .run(&["render", "-o", "board.svg", "--title", "No.", "two.sdm"])
        .ends(0)
        .says("Saved board-1.svg to board-2.svg\n");
    assert_eq!(scratch.names(), ["board-1.svg", "board-2.svg", "two.sdm"]);
    assert!(scratch.read("board-2.svg").contains("aria-label=\"No. 2. "));
    scratch
        .run(&["render", "two.sdm"])
        .ends(2)
        .gives("")
        .says("cannot draw several puzzles in one picture");
    scratch
        .run(&["render", "-o", "two.pdf", "--answers", "two.sdm"])
        .ends(0)
        .says("Saved two.pdf\n");
}

#[test]
fn a_step_is_drawn_with_its_explanation() {
    let scratch = Scratch::with("board.txt", KNOWN);
    let svg = scratch.run(&["render", "--step", "board.txt"]).ends(0);
    let hint = scratch.run(&["hint", "board.txt"]).ends(0).stdout;
    let label = svg.stdout.split('"').find(|text| text.contains(" = "));
    assert!(hint.starts_with(label.unwrap()), "{hint}");
}

#[test]
fn missing_answers_and_steps_are_reported() {
    let scratch = Scratch::with("few.txt", format!("{EMPTY_FOUR}\n"));
    scratch
        .run(&["render", "--answers", "-o", "few.pdf", "few.txt"])
        .ends(0)
        .says("no answer: there are several solutions");
    scratch.write("none.txt", IMPOSSIBLE);
    scratch
        .run(&["render", "--step", "-o", "none.png", "none.txt"])
        .ends(1)
        .says("there is no solution");
    scratch.write("solved.txt", KNOWN_SOLUTION);
    scratch
        .run(&["render", "--step", "-o", "solved.png", "solved.txt"])
        .ends(0)
        .says("no step: it is solved");
}

#[test]
fn no_file_is_created_if_nothing_can_be_drawn() {
    let scratch = Scratch::with("broken.txt", BROKEN);
    scratch
        .run(&["render", "-o", "broken.png", "broken.txt"])
        .ends(1)
        .says("`broken.png` was not written");
    scratch
        .run(&["render", "-o", "x.png", "missing.txt"])
        .ends(2);
    assert_eq!(scratch.names(), ["broken.txt"]);
}

#[test]
fn contradicting_flags_are_rejected() {
    let scratch = Scratch::with("board.txt", KNOWN);
    let refused = |arguments: &[&str], words: &str| {
        let command = [&["render", "board.txt"], arguments].concat();
        scratch.run(&command).ends(2).says(words);
    };
    refused(&["--answers"], "--answers is for PDF");
    refused(&["--per-page", "6", "-o", "a.png"], "--per-page is for PDF");
    refused(&["--size", "99", "-o", "a.pdf"], "--size is for pictures");
    refused(&["--size", "9"], "9 is not in 32..=8192");
    refused(&["--per-page", "3"], "[possible values: 1, 2, 4, 6]");
    refused(&["--qr", "https://x/"], "--qr is for PDF");
    refused(
        &["--qr", "x", "-o", "a.pdf"],
        "an address starts with http://",
    );
    assert_eq!(scratch.names(), ["board.txt"]);
}

#[test]
fn an_input_is_never_overwritten() {
    let scratch = Scratch::with("board.svg", KNOWN);
    scratch
        .run(&["render", "-o", "board.svg", "board.svg"])
        .ends(2)
        .says("inputs are never overwritten");
    assert_eq!(scratch.read("board.svg"), KNOWN);
}

#[test]
fn a_puzzle_can_have_a_qr_code() {
    let scratch = Scratch::with("board.txt", KNOWN);
    scratch
        .run(&["render", "-o", "plain.pdf", "board.txt"])
        .ends(0);
    let with_code = [
        "render",
        "--qr",
        "https://sudoku.example/",
        "-o",
        "code.pdf",
    ];
    scratch
        .run(&[&with_code[..], &["board.txt"]].concat())
        .ends(0);
    let length = |name: &str| std::fs::metadata(scratch.path(name)).unwrap().len();
    assert!(length("code.pdf") > length("plain.pdf") + 1_000);
    let large = vec![vec!["."; 36].join(" "); 36].join("\n");
    scratch.write("large.txt", large);
    scratch
        .run(&[&with_code[..], &["large.txt"]].concat())
        .ends(0)
        .says("no QR code: a board of 36 values is too large for a link");
}
