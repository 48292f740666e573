//! Runs the whole benchmark on a small scale: all contenders take part once and agree.

use std::fs;
use std::process::{Command, Output};

use sudokit::internals::Width;

/// Runs the benchmark without the command, because an outdated binary may exist.
fn bench(more: &[&str]) -> Output {
    let lanes = Width::ALL.into_iter().filter(|width| width.is_available());
    let mut only: Vec<String> = lanes.map(|width| format!("lanes-{width}")).collect();
    only.extend(["auto", "general", "crate-sudoku"].map(str::to_string));
    Command::new(env!("CARGO_BIN_EXE_bench"))
        .env_remove("SUDOKIT_DATA")
        .args(["--rounds", "1", "--only", &only.join(",")])
        .args(more)
        .output()
        .expect("the benchmark can be started")
}

#[test]
fn all_contenders_agree_and_the_results_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (json, svg) = (path("results.json"), path("results.svg"));
    let output = bench(&[
        "--easy",
        "200",
        "--threads",
        "2",
        "--json",
        &json,
        "--svg",
        &svg,
    ]);
    let (said, problems) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{problems}");
    assert!(said.contains("| easy   |     200 |"), "{said}");

    let results: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let corpus = &results["corpora"][0];
    assert_eq!(corpus["puzzles"], 200);
    let entries = corpus["entries"].as_array().unwrap();
    assert!(entries.len() >= 5, "{corpus}");
    for entry in entries {
        assert_eq!(entry["checked"], "all", "{entry}");
        assert!(entry["microseconds"].as_f64().unwrap() > 0.0, "{entry}");
    }
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg "));
}

#[test]
fn printed_solutions_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let solved = folder.path().join("solved.txt");
    let grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    fs::write(&solved, format!("{grid}\n{grid}\n")).unwrap();
    let solved = solved.to_string_lossy();

    let honest = bench(&[&solved, "--external", "copy=cat {file}"]);
    let said = String::from_utf8_lossy(&honest.stdout);
    assert!(honest.status.success(), "{said}");
    assert!(
        said.contains("copy †") && !said.contains("Not checked"),
        "{said}"
    );

    let wrong = bench(&[&solved, "--external", "swap=tr 12 21 < {file}"]);
    let problem = String::from_utf8_lossy(&wrong.stderr);
    assert!(!wrong.status.success());
    assert!(problem.contains("swap on solved"), "{problem}");
}
