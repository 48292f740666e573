//! Pictures as SVG and PNG.

use std::path::Path;

use resvg::tiny_skia::Pixmap;
use sudokit::logic::{Board, Logic};
use sudokit::{Origin, Puzzle, Shape};
use sudokit_render::{Figure, Picture, Theme};

const KNOWN: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn board(shape: &str, values: &str) -> Board {
    let shape: Shape = shape.parse().unwrap();
    let mut puzzle = Puzzle::new(shape);
    for (cell, symbol) in values.chars().enumerate() {
        if let Some(value) = symbol.to_digit(10) {
            puzzle.set(cell, value as u8, Origin::Given);
        }
    }
    Board::new(&puzzle)
}

fn next_step(board: Board) -> Figure {
    let step = Logic::new().advise(&board).unwrap();
    Figure::new(board).step(step)
}

/// Compares with a file, or writes it if `SUDOKIT_GOLDEN=write`.
#[track_caller]
fn assert_golden(name: &str, svg: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let path = path.join(name);
    if std::env::var_os("SUDOKIT_GOLDEN").is_some_and(|value| value == "write") {
        std::fs::write(&path, svg).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    assert!(
        golden == svg,
        "{name} has changed: rerun with SUDOKIT_GOLDEN=write and view it in a browser"
    );
}

#[test]
fn pictures_equal_their_golden_files() {
    let houses = board("2x2+diagonals", "1....2....3....4");
    assert_golden("diagonals.svg", &Picture::new(Figure::new(houses)).svg());
    let windows = board("3x3+windows", KNOWN);
    let windows = Figure::new(windows).candidates(true).heading("Windoku");
    let windows = Picture::new(windows).theme(Theme::Print);
    assert_golden("windows.svg", &windows.svg());
    let jigsaw = board("jigsaw:1112122233343444", "1.............2.");
    assert_golden("jigsaw.svg", &Picture::new(Figure::new(jigsaw)).svg());
    let step = Picture::new(next_step(board("3x3", KNOWN))).theme(Theme::Dark);
    assert_golden("step.svg", &step.svg());
}

#[test]
fn a_picture_is_self_contained() {
    let svg = Picture::new(next_step(board("3x3", KNOWN)).heading("A heading")).svg();
    for external in [
        "<text",
        "var(",
        "font-family",
        "http://www.w3.org/1999/xlink",
    ] {
        assert!(!svg.contains(external), "{external} in {svg}");
    }
    assert!(svg.contains("aria-label=\"A heading. "), "{svg}");
}

#[test]
fn a_png_has_its_width_and_the_same_bytes_every_time() {
    let picture = Picture::new(next_step(board("3x3", KNOWN))).theme(Theme::Dark);
    let picture = picture.width(300);
    let png = picture.png().unwrap();
    assert_eq!(png, picture.png().unwrap());
    let pixels = Pixmap::decode_png(&png).unwrap();
    assert_eq!(pixels.width(), 300);
    // The text of the step is below the board.
    assert!(pixels.height() > 320, "{}", pixels.height());
    for (x, y) in [(0, 0), (299, 0), (0, pixels.height() - 1)] {
        let corner = pixels.pixel(x, y).unwrap().demultiply();
        let colour = (corner.red(), corner.green(), corner.blue(), corner.alpha());
        assert_eq!(colour, (0x17, 0x1b, 0x21, 0xff), "{x}, {y}");
    }
}

#[test]
fn digits_are_centred_in_their_cells() {
    let board = board("2x2", "3...............");
    let png = Picture::new(Figure::new(board)).width(480).png().unwrap();
    let pixels = Pixmap::decode_png(&png).unwrap();
    let dark = |x: u32, y: u32| pixels.pixel(x, y).is_some_and(|pixel| pixel.red() < 90);
    // The first cell, without its lines.
    let (near, far) = (30, 115);
    let points = (near..far).flat_map(|y| (near..far).map(move |x| (x, y)));
    let inked: Vec<(u32, u32)> = points.filter(|(x, y)| dark(*x, *y)).collect();
    let centre = |axis: fn(&(u32, u32)) -> u32| {
        let (least, most) = (inked.iter().map(axis).min(), inked.iter().map(axis).max());
        f64::from(least.unwrap() + most.unwrap()) / 2.0
    };
    // A border of 8 and a line of 2 units, then 216 units of board: 236 units on 480 pixels.
    let expected = (8.0 + 2.0 + 27.0) * 480.0 / 236.0;
    for found in [centre(|point| point.0), centre(|point| point.1)] {
        assert!((found - expected).abs() < 3.0, "{found}, not {expected}");
    }
}

#[test]
fn every_size_can_be_drawn() {
    let mut shapes = vec!["2x2", "2x3", "1x7", "3x4", "5x5", "8x8"];
    shapes.push("3x3+diagonals+windows");
    for shape in shapes {
        let shape: Shape = shape.parse().unwrap();
        let board = Board::new(&Puzzle::new(shape));
        for theme in [Theme::Light, Theme::Dark, Theme::Print] {
            let figure = Figure::new(board.clone()).candidates(board.size() < 10);
            let png = Picture::new(figure).theme(theme).width(64).png();
            assert!(png.unwrap().starts_with(b"\x89PNG"));
        }
    }
}

#[test]
fn widths_are_clamped() {
    let (least, most) = (Picture::MIN_WIDTH, Picture::MAX_WIDTH);
    for (asked, given) in [(0, least), (u32::MAX, most)] {
        let picture = Picture::new(Figure::new(board("2x2", ""))).width(asked);
        assert!(picture.svg().contains(&format!(" width=\"{given}\"")));
    }
}

#[test]
fn every_heading_can_be_drawn() {
    let strange = "<&\"'> \u{0} \u{1b}[1m\n数独 🧩 \u{202e}";
    for heading in [strange.to_string(), "endless ".repeat(1000)] {
        let figure = Figure::new(board("2x2", "1")).heading(heading);
        let png = Picture::new(figure).width(100).png().unwrap();
        assert!(Pixmap::decode_png(&png).unwrap().height() < 200);
    }
}
