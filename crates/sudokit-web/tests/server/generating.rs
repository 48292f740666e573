//! New puzzles over the interface.

use serde_json::{Value, json};

use crate::client::Running;

fn asked() -> Value {
    json!({ "count": 2, "seed": 7, "level": "easy", "symmetry": "half-turn", "most_givens": 34 })
}

#[test]
fn puzzles_are_what_was_asked_for() {
    let server = Running::new();
    let answer = server.post("generate", &asked()).answer();
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
        assert_eq!(is_given(line), is_given(&turned), "half a turn");
        let givens = line.chars().filter(|c| *c != '.').count();
        assert!(givens <= 34);
        assert_eq!(puzzle["givens"], givens);
        assert_eq!(puzzle["rating"]["level"], "easy");
        let solved = server.post("solve", &json!({ "puzzle": line })).answer();
        assert_eq!(
            (&solved["status"], &solved["solution"]),
            (&json!("unique"), &puzzle["solution"])
        );
    }
}

#[test]
fn a_seed_gives_the_same_again_and_none_gives_any() {
    let server = Running::new();
    let [one, other] = [(); 2].map(|()| server.post("generate", &asked()).answer());
    assert_eq!(one, other);
    let seeds = [(); 4].map(|()| {
        let answer = server
            .ask("POST", "/api/v1/generate?shape=4", &[], b"")
            .answer();
        assert_eq!(answer["puzzles"][0]["shape"], "2x2");
        answer["seed"].as_u64().unwrap()
    });
    assert!(seeds.iter().any(|seed| *seed != seeds[0]), "{seeds:?}");
}

#[test]
fn a_technique_can_be_practised() {
    let server = Running::new();
    let asked = json!({ "technique": "naked-pair", "seed": 1 });
    let answer = server.post("generate", &asked).answer();
    let used = answer["puzzles"][0]["rating"]["techniques"]
        .as_array()
        .unwrap();
    assert!(used.iter().any(|used| used["technique"] == "naked-pair"));
}

#[test]
fn what_cannot_be_is_refused() {
    let server = Running::new();
    for (asked, code) in [
        (json!({ "count": 0 }), "wrong-count"),
        (json!({ "count": 101 }), "wrong-count"),
        (json!({ "most_givens": 16 }), "impossible"),
        (
            json!({ "level": "easy", "technique": "x-wing" }),
            "impossible",
        ),
        (json!({ "symmetry": "round" }), "unknown-symmetry"),
        (json!({ "shape": "round" }), "unknown-shape"),
        (json!({ "technique": "magic" }), "unknown-technique"),
        (json!({ "level": "friendly" }), "wrong-field"),
        (json!({ "levels": "easy" }), "wrong-field"),
    ] {
        server.post("generate", &asked).refuses(422, code);
    }
}

#[test]
fn time_is_limited() {
    let server = Running::new();
    let asked = json!({ "shape": "5x5", "count": 100, "time_limit_ms": 50 });
    let reply = server.post("generate", &asked);
    match reply.status {
        200 => assert_eq!(reply.answer()["complete"], false),
        _ => drop(reply.refuses(504, "time-limit")),
    }
}
