//! Generating puzzles.

use serde_json::{Value, json};

use crate::client::TestServer;

fn request() -> Value {
    json!({ "count": 2, "seed": 7, "level": "easy", "symmetry": "half-turn", "most_givens": 34 })
}

#[test]
fn puzzles_match_the_request() {
    let server = TestServer::new();
    let answer = server.post("generate", &request()).ok();
    assert_eq!(
        (&answer["seed"], &answer["complete"]),
        (&json!(7), &json!(true))
    );
    let puzzles = answer["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 2);
    for puzzle in puzzles {
        let line = puzzle["puzzle"].as_str().unwrap();
        let turned: String = line.chars().rev().collect();
        let is_given = |line: &str| line.chars().map(|c| c != '.').collect::<Vec<bool>>();
        assert_eq!(is_given(line), is_given(&turned), "half-turn symmetry");
        let givens = line.chars().filter(|c| *c != '.').count();
        assert!(givens <= 34);
        assert_eq!(puzzle["givens"], givens);
        assert_eq!(puzzle["rating"]["level"], "easy");
        let solved = server.post("solve", &json!({ "puzzle": line })).ok();
        assert_eq!(
            (&solved["status"], &solved["solution"]),
            (&json!("unique"), &puzzle["solution"])
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzles() {
    let server = TestServer::new();
    let [one, other] = [(); 2].map(|()| server.post("generate", &request()).ok());
    assert_eq!(one, other);
    let seeds = [(); 4].map(|()| {
        let answer = server
            .request("POST", "/api/v1/generate?shape=4", &[], b"")
            .ok();
        assert_eq!(answer["puzzles"][0]["shape"], "2x2");
        answer["seed"].as_u64().unwrap()
    });
    assert!(seeds.iter().any(|seed| *seed != seeds[0]), "{seeds:?}");
}

#[test]
fn puzzles_use_a_technique() {
    let server = TestServer::new();
    let request = json!({ "with_technique": "naked-pair", "seed": 1 });
    let answer = server.post("generate", &request).ok();
    let used = answer["puzzles"][0]["rating"]["techniques"]
        .as_array()
        .unwrap();
    assert!(used.iter().any(|used| used["technique"] == "naked-pair"));
}

#[test]
fn levels_scores_and_techniques_are_respected() {
    let server = TestServer::new();
    let request = json!({
        "seed": 1, "level": "easy", "up_to_level": "hard", "least_score": 300, "most_score": 900,
        "hardest_technique": "naked-pair, pointing", "without_technique": "hidden-pair",
    });
    let rating = &server.post("generate", &request).ok()["puzzles"][0]["rating"];
    let score = rating["score"].as_u64().unwrap();
    assert!((300..=900).contains(&score), "{rating}");
    let hardest = rating["hardest"].as_str().unwrap();
    assert!(["naked-pair", "pointing"].contains(&hardest), "{rating}");
    let used = rating["techniques"].as_array().unwrap();
    assert!(used.iter().all(|used| used["technique"] != "hidden-pair"));
}

#[test]
fn patterns_and_givens_are_kept() {
    let server = TestServer::new();
    let pattern = "xx.. ..x. .x.. ..xx".replace(' ', "");
    let request = json!({ "shape": "4", "pattern": pattern, "seed": 1 });
    let answer = server.post("generate", &request).ok();
    let line = answer["puzzles"][0]["puzzle"].as_str().unwrap();
    let places = |line: &str| line.chars().map(|c| c != '.').collect::<Vec<bool>>();
    assert_eq!(places(line), places(&pattern));

    let clues = "1.......2.......3...............................................................4";
    let request = json!({ "extend": clues, "seed": 1 });
    let answer = server.post("generate", &request).ok();
    let line = answer["puzzles"][0]["puzzle"].as_str().unwrap();
    let are_kept = clues.chars().zip(line.chars());
    assert!(
        are_kept
            .clone()
            .all(|(clue, given)| clue == '.' || clue == given),
        "{line}"
    );
    let query = "/api/v1/generate?extend=1...............&most_givens=5&seed=2&effort=500";
    let answer = server.request("POST", query, &[], b"").ok();
    let line = answer["puzzles"][0]["puzzle"].as_str().unwrap();
    assert!(line.len() == 16 && line.starts_with('1'), "{line}");
}

#[test]
fn the_closest_puzzle_is_reported() {
    let server = TestServer::new();
    for (effort, time, status, code) in [
        (20, 10_000, 422, "gave-up"),
        (100_000, 300, 504, "time-limit"),
    ] {
        let request = json!({
            "most_givens": 17, "level": "easy", "minimal": true, "seed": 1,
            "effort": effort, "time_limit_ms": time,
        });
        let reason = server.post("generate", &request).expect_error(status, code);
        let help = reason["help"].as_str().unwrap();
        assert!(
            help.contains("closest puzzle") && help.contains("givens, "),
            "{help}"
        );
    }
}

#[test]
fn impossible_requests_are_errors() {
    let server = TestServer::new();
    for (request, code) in [
        (json!({ "count": 0 }), "wrong-count"),
        (json!({ "count": 101 }), "wrong-count"),
        (json!({ "most_givens": 16 }), "impossible"),
        (
            json!({ "level": "easy", "with_technique": "x-wing" }),
            "impossible",
        ),
        (json!({ "symmetry": "round" }), "unknown-symmetry"),
        (json!({ "pattern": "x..x" }), "row-length"),
        (json!({ "extend": "12?4" }), "row-count"),
        (
            json!({ "level": "hard", "up_to_level": "easy" }),
            "impossible",
        ),
        (json!({ "shape": "round" }), "unknown-shape"),
        (json!({ "with_technique": "magic" }), "unknown-technique"),
        (json!({ "level": "friendly" }), "wrong-field"),
        (json!({ "levels": "easy" }), "wrong-field"),
    ] {
        server.post("generate", &request).expect_error(422, code);
    }
}

#[test]
fn generating_has_a_time_limit() {
    let server = TestServer::new();
    let request = json!({ "shape": "5x5", "count": 100, "time_limit_ms": 50 });
    let response = server.post("generate", &request);
    match response.status {
        200 => assert_eq!(response.ok()["complete"], false),
        _ => drop(response.expect_error(504, "time-limit")),
    }
}
