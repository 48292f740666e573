//! The library.

use serde_json::{Value, json};
use sudokit::Puzzle;
use sudokit_library::{
    ImportSource, Isomorphs, Library, PackedPuzzle, RatingOutcome, SolutionCount,
};
use tempfile::TempDir;

use crate::client::{PUZZLE, TestServer};

const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// A server with a library of three puzzles, the first of them rated.
struct Served {
    server: TestServer,
    folder: TempDir,
}

impl Served {
    fn new() -> Served {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzles.db");
        let mut library = Library::create_or_open(&path).unwrap();
        let origin = ImportSource::named("/home/somebody/secret/book.txt");
        let mut intake = library.import(&origin, Isomorphs::Merge).unwrap();
        let puzzle: Puzzle = PUZZLE.parse().unwrap();
        for (line, (text, title)) in [(PUZZLE, None), (HARD, Some("Inkala")), (PUZZLE, None)]
            .into_iter()
            .enumerate()
        {
            let prepared = PackedPuzzle::new(&text.parse().unwrap(), SolutionCount::One);
            intake.add(&prepared, line as u64 + 1, title).unwrap();
        }
        let four: Puzzle = "1... ..2. .3.. ...4".parse().unwrap();
        let four = PackedPuzzle::new(&four, SolutionCount::One);
        intake.add(&four, 4, None).unwrap();
        intake.finish().unwrap();
        let rating = sudokit::rate::Rating::of_puzzle(&puzzle).unwrap();
        library
            .save_ratings(&[(1, RatingOutcome::Solved(rating))])
            .unwrap();
        drop(library);
        let server = TestServer::configured(|config| config.library = Some(path));
        Served { server, folder }
    }

    fn ask(&self, query: &str) -> Value {
        self.server.get(&format!("/api/v1/library{query}")).ok()
    }

    /// The ids of the results of a query.
    fn ids(&self, query: &str) -> Vec<i64> {
        let answer = self.ask(query);
        let puzzles = answer["puzzles"].as_array().unwrap();
        puzzles
            .iter()
            .map(|puzzle| puzzle["id"].as_i64().unwrap())
            .collect()
    }
}

#[test]
fn without_a_library_there_are_no_results() {
    let server = TestServer::new();
    let error = server
        .get("/api/v1/library")
        .expect_error(404, "no-library");
    assert!(error["help"].as_str().unwrap().contains("--library"));
    server
        .get("/api/v1/library/1")
        .expect_error(404, "no-library");
    assert_eq!(server.get("/api/v1/health").ok()["library"], false);
}

#[test]
fn results_come_in_pages() {
    let served = Served::new();
    assert_eq!(served.server.get("/api/v1/health").ok()["library"], true);
    let first = served.ask("?limit=1");
    assert_eq!((&first["total"], &first["offset"]), (&json!(3), &json!(0)));
    let puzzle = &first["puzzles"][0];
    assert_eq!(puzzle["puzzle"], PUZZLE);
    assert_eq!(
        (&puzzle["givens"], &puzzle["seen"]),
        (&json!(30), &json!(2))
    );
    assert_eq!(
        (&puzzle["level"], &puzzle["score"]),
        (&json!("easy"), &json!(204))
    );
    assert_eq!(
        (&puzzle["status"], &puzzle["shape"]),
        (&json!("unique"), &json!("3x3"))
    );
    assert_eq!(puzzle["file"], "book.txt");
    assert_eq!(served.ids("?limit=1&offset=1"), [2]);
    assert_eq!(served.ids("?offset=3"), [0; 0]);
    // Other requests accept the results.
    let text = json!({ "puzzle": puzzle["puzzle"], "shape": puzzle["shape"] });
    assert_eq!(served.server.post("solve", &text).ok()["status"], "unique");
}

#[test]
fn every_filter_works() {
    let served = Served::new();
    for (query, ids) in [
        ("?givens=..25", &[2, 3][..]),
        ("?level=easy,hard", &[1]),
        ("?symmetry=diagonal,anti-diagonal", &[3]),
        ("?symmetry=diagonals", &[3]),
        ("?score=100..300", &[1]),
        ("?technique=naked-single,full-house", &[1]),
        ("?technique=x-wing", &[]),
        ("?hardest=naked-single", &[1]),
        ("?symmetry=half-turn", &[1, 3]),
        ("?shape=4", &[3]),
        ("?text=INKALA", &[2]),
        ("?text=book", &[1, 2, 3]),
        ("?text=secret", &[]),
        ("?rated=false", &[2, 3]),
        ("?pattern=x.....x..x.....x", &[3]),
        ("?sort=givens", &[3, 2, 1]),
        ("?sort=givens&reverse=true", &[1, 2, 3]),
        ("?givens=&level=&text=", &[1, 2, 3]),
    ] {
        assert_eq!(served.ids(query), ids, "{query}");
    }
    let shuffled = served.ids("?sort=random&seed=5");
    assert_eq!(served.ids("?sort=random&seed=5"), shuffled);
}

#[test]
fn a_puzzle_comes_with_all_its_occurrences() {
    let served = Served::new();
    let one = served.ask("/1");
    assert_eq!(one["puzzle"], PUZZLE);
    let lines: Vec<&Value> = one["sightings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seen| &seen["line"])
        .collect();
    assert_eq!(lines, [1, 3]);
    for missing in ["4", "0", "x", "99999999999999999999"] {
        let path = format!("/api/v1/library/{missing}");
        served.server.get(&path).expect_error(404, "no-such-puzzle");
    }
}

#[test]
fn invalid_queries_are_errors() {
    let served = Served::new();
    for (query, code) in [
        ("?givens=many", "wrong-field"),
        ("?level=hardest", "wrong-field"),
        ("?technique=xwng", "wrong-field"),
        ("?symmetry=round", "wrong-field"),
        ("?pattern=x..", "wrong-field"),
        ("?shape=7", "wrong-field"),
        ("?sort=beauty", "wrong-field"),
        ("?rated=maybe", "wrong-field"),
        ("?offset=-1", "wrong-field"),
        ("?colour=red", "wrong-field"),
        ("?limit=0", "wrong-limit"),
        ("?limit=201", "wrong-limit"),
    ] {
        let response = served.server.get(&format!("/api/v1/library{query}"));
        response.expect_error(422, code);
    }
    let response = served.server.request("POST", "/api/v1/library", &[], b"");
    response.expect_error(405, "wrong-method");
}

#[test]
fn a_broken_library_does_not_reveal_its_path() {
    let served = Served::new();
    std::fs::write(served.folder.path().join("puzzles.db"), "gone").unwrap();
    let error = served
        .server
        .get("/api/v1/library")
        .expect_error(500, "library");
    assert!(!error.to_string().contains("puzzles.db"), "{error}");
}

#[test]
fn queries_have_a_time_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.db");
    drop(Library::create_or_open(&path).unwrap());
    let server = TestServer::configured(|config| {
        config.library = Some(path);
        config.limits.service.time = std::time::Duration::ZERO;
    });
    let response = server.get("/api/v1/library");
    assert!([503, 504].contains(&response.status), "{}", response.text());
}
