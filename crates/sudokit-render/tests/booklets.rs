//! Booklets as PDF and SVG.

use lopdf::{Document, Object};
use sudokit::format::Symbols;
use sudokit::logic::{Board, Logic};
use sudokit::{CancelToken, Puzzle};
use sudokit_render::{
    Booklet, BookletPuzzle, Figure, PageAddress, Paper, PerPage, RenderError, Theme,
};

const KNOWN: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn figures(count: usize) -> Vec<Figure> {
    let puzzle: Puzzle = KNOWN.parse().unwrap();
    let figure = |number: usize| Figure::new(Board::new(&puzzle)).heading(number.to_string());
    (1..=count).map(figure).collect()
}

fn parse(booklet: &Booklet) -> Document {
    Document::load_mem(&booklet.pdf().unwrap()).unwrap()
}

fn pages(booklet: &Booklet) -> usize {
    parse(booklet).get_pages().len()
}

#[test]
fn puzzles_are_spread_over_pages() {
    let numbers = [
        (PerPage::One, 7),
        (PerPage::Two, 4),
        (PerPage::Four, 2),
        (PerPage::Six, 2),
    ];
    for (per_page, expected) in numbers {
        let booklet = Booklet::new(figures(7)).per_page(per_page);
        assert_eq!(pages(&booklet), expected, "{per_page:?}");
    }
    assert_eq!(pages(&Booklet::new(figures(1))), 1);
    assert_eq!(pages(&Booklet::new(figures(5))), 2);
}

#[test]
fn answers_have_their_own_pages() {
    let booklet = Booklet::new(figures(13)).per_page(PerPage::Six);
    assert_eq!(pages(&booklet), 3);
    assert_eq!(pages(&booklet.answers(figures(13))), 5);
}

#[test]
fn pages_have_the_size_of_the_paper() {
    for (paper, expected) in [(Paper::A4, [595.3, 841.9]), (Paper::Letter, [612.0, 792.0])] {
        let document = parse(&Booklet::new(figures(1)).paper(paper));
        let page = document.get_pages()[&1];
        let page = document.get_dictionary(page).unwrap();
        let sides = page.get(b"MediaBox").and_then(Object::as_array).unwrap();
        for (side, expected) in sides[2..].iter().zip(expected) {
            assert!((side.as_float().unwrap() - expected).abs() < 0.01);
        }
    }
}

#[test]
fn a_page_contains_the_paths_of_its_figures() {
    let document = parse(&Booklet::new(figures(1)));
    let page = document.get_pages()[&1];
    let content = document.get_page_content(page);
    let content = lopdf::content::Content::decode(&content).unwrap();
    let count = |operator: &str| {
        let operations = content.operations.iter();
        operations.filter(|each| each.operator == operator).count()
    };
    // Filled: the paper, 30 givens and the heading. Stroked: thin and thick lines.
    assert_eq!((count("Do"), count("S")), (32, 2));
    // The paper and each digit, also that of the heading, are stored once, as paths to fill.
    let is_form = |object: &&lopdf::Stream| {
        let kind = object.dict.get(b"Subtype").and_then(Object::as_name);
        kind.is_ok_and(|kind| kind == b"Form")
    };
    let streams = document.objects.values().filter_map(|o| o.as_stream().ok());
    let forms: Vec<&lopdf::Stream> = streams.filter(is_form).collect();
    assert_eq!(forms.len(), 10);
    for form in forms {
        let content = form.decompressed_content().unwrap();
        let content = lopdf::content::Content::decode(&content).unwrap();
        let last = content.operations.last().unwrap();
        assert!(last.operator == "f" || last.operator == "f*");
    }
}

#[test]
fn a_cancelled_booklet_ends() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let booklet = Booklet::new(figures(1)).cancel_with(cancel);
    assert!(matches!(booklet.pdf(), Err(RenderError::Cancelled)));
}

#[test]
fn the_same_booklet_gives_the_same_bytes() {
    let puzzle: Puzzle = KNOWN.parse().unwrap();
    let board = Board::new(&puzzle);
    let step = Logic::new().advise(&board).unwrap();
    let figure = Figure::new(board).step(step);
    let booklet = Booklet::new(vec![figure; 3]).title("Steps — three");
    let booklet = booklet.theme(Theme::Dark);
    let pdf = booklet.pdf().unwrap();
    assert_eq!(pdf, booklet.pdf().unwrap());
    // Steps have text, so only two of them share a page.
    assert_eq!(pages(&booklet), 2);
}

#[test]
fn an_empty_booklet_has_no_pages() {
    assert_eq!(pages(&Booklet::new(Vec::new())), 0);
}

#[test]
fn qr_codes_are_within_the_page() {
    let puzzle: Puzzle = KNOWN.parse().unwrap();
    let address: PageAddress = "https://sudoku.example/".parse().unwrap();
    let puzzles = |with_code: bool| {
        let entry = || BookletPuzzle {
            figure: Figure::new(Board::new(&puzzle)),
            answer: None,
            name: String::new(),
            code: with_code.then(|| address.qr_code(&puzzle, &Symbols::FromOne).unwrap()),
        };
        vec![entry(), entry(), entry(), entry(), entry(), entry()]
    };
    for per_page in [PerPage::One, PerPage::Two, PerPage::Four, PerPage::Six] {
        for (paper, width, height) in [(Paper::A4, 595.3, 841.9), (Paper::Letter, 612.0, 792.0)] {
            let booklet = Booklet::of_puzzles(puzzles(true))
                .per_page(per_page)
                .paper(paper);
            for page in booklet.svg_pages() {
                for (x, y, scale) in codes(&page) {
                    // The code of a link of this length has 45 modules and a quiet zone of 4.
                    let side = 53.0 * scale;
                    assert!((1.1..1.2).contains(&scale), "{scale} points per module");
                    assert!(x > 0.0 && x + side < width, "{per_page:?} {paper:?}: {x}");
                    assert!(y > 0.0 && y + side < height, "{per_page:?} {paper:?}: {y}");
                }
            }
            let plain = Booklet::of_puzzles(puzzles(false))
                .per_page(per_page)
                .paper(paper);
            let codes_of =
                |booklet: &Booklet| booklet.svg_pages().flat_map(|page| codes(&page)).count();
            assert_eq!((codes_of(&booklet), codes_of(&plain)), (6, 0));
        }
    }
}

/// The positions of the QR codes on a page, and the size of their modules.
fn codes(page: &str) -> Vec<(f64, f64, f64)> {
    let before: Vec<&str> = page.split("<path fill=\"#fff\"").collect();
    let before = &before[..before.len() - 1];
    let place = |text: &&str| {
        let transform = text.rsplit("translate(").next().unwrap();
        let numbers: Vec<f64> = transform
            .split(|c: char| !c.is_ascii_digit() && c != '.')
            .filter_map(|number| number.parse().ok())
            .collect();
        (numbers[0], numbers[1], numbers[2])
    };
    before.iter().map(place).collect()
}
