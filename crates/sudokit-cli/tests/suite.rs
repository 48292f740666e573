//! The cases of `testdata/solve.toml`, run through the command.

mod common;
use common::*;

#[test]
fn the_command_passes_the_suite() {
    let text = workspace_file("testdata/solve.toml");
    let suite: toml::Table = text.parse().unwrap();
    let cases = suite["case"].as_array().unwrap();
    assert!(!cases.is_empty());
    let scratch = Scratch::new();
    for case in cases {
        let word = |key: &str| case.get(key).and_then(toml::Value::as_str);
        let number = |key: &str| case.get(key).and_then(toml::Value::as_integer);
        let (name, puzzle) = (word("name").unwrap(), word("puzzle").unwrap());
        let shape = word("shape").map_or(vec![], |shape| vec!["--shape", shape]);
        let limit = number("limit").unwrap_or(2).to_string();
        let count = [&["count", "-q", "--limit", &limit][..], &shape].concat();
        let counted = scratch.run_with_input(&count, puzzle).stdout;
        let expected = number("count").unwrap().to_string();
        // A puzzle that breaks a rule has no solutions and no count.
        let counted = counted.trim().replace("Invalid", "0");
        assert_eq!(counted, expected, "{name}");
        if let Some(solution) = word("solution") {
            let solve = [&["solve", "-q", "--json"][..], &shape].concat();
            let solved = scratch.run_with_input(&solve, puzzle).stdout;
            let line: serde_json::Value = serde_json::from_str(&solved).unwrap();
            assert_eq!(line["solution"], solution, "{name}");
        }
    }
}
