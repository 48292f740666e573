//! Runs every `sudokit` command that README and the guides show, in a copy of `examples/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The documents live above this crate; a packaged crate does not have them.
fn workspace() -> Option<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    top.join("README.md").exists().then_some(top)
}

/// The commands in the `sh` blocks of a document, without their comments.
fn commands(document: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut is_shell = false;
    for line in document.lines() {
        match line {
            "```sh" => is_shell = true,
            _ if line.starts_with("```") => is_shell = false,
            _ if is_shell && line.starts_with("sudokit ") => {
                let command = line.split(" #").next().unwrap_or(line);
                commands.push(command.trim_end().to_string());
            }
            _ => {}
        }
    }
    commands
}

/// A copy of `examples/`.
fn examples(top: &Path) -> tempfile::TempDir {
    let scratch = tempfile::tempdir().unwrap();
    for example in fs::read_dir(top.join("examples")).unwrap() {
        let example = example.unwrap();
        fs::copy(example.path(), scratch.path().join(example.file_name())).unwrap();
    }
    scratch
}

fn run_all(document: &str, at_least: usize) {
    let Some(top) = workspace() else { return };
    let scratch = examples(&top);
    let commands = commands(&fs::read_to_string(top.join(document)).unwrap());
    assert!(
        commands.len() >= at_least,
        "{document} shows {} commands",
        commands.len()
    );
    run_in(scratch.path(), document, &commands);
}

fn run_in(folder: &Path, document: &str, commands: &[String]) {
    for command in commands {
        let words = command
            .split_whitespace()
            .skip(1)
            .map(|word| word.trim_matches('\''));
        let output = Command::new(env!("CARGO_BIN_EXE_sudokit"))
            .args(words)
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "`{command}` of {document} ended with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn commands_of_the_readme_succeed() {
    run_all("README.md", 10);
}

#[test]
fn commands_of_the_guide_succeed() {
    run_all("docs/guide.md", 30);
}

#[test]
fn commands_of_the_forms_page_succeed() {
    run_all("docs/forms.md", 3);
}

#[test]
fn commands_of_the_page_on_data_sets_succeed() {
    let Some(top) = workspace() else { return };
    let scratch = examples(&top);
    let table = scratch.path().join("table.csv");
    fs::copy(table, scratch.path().join("puzzles.csv")).unwrap();
    let document = fs::read_to_string(top.join("docs/datasets.md")).unwrap();
    let mut commands = commands(&document);
    assert!(commands.len() >= 11, "{} commands", commands.len());
    // A set of the size that a test can afford.
    for command in &mut commands {
        *command = command.replace("100000", "300");
    }
    let has_feature = cfg!(feature = "parquet");
    commands.retain(|command| has_feature || !command.contains(".parquet"));
    run_in(scratch.path(), "docs/datasets.md", &commands);
    assert!(scratch.path().join("hrm/test/all__inputs.npy").exists());
}

/// The blocks of a document with this language and the one that follows each, if it is `text`.
fn blocks(document: &str) -> Vec<(String, Option<String>)> {
    let mut blocks: Vec<(String, Option<String>)> = Vec::new();
    let mut parts = document.split("\n```").skip(1);
    // Blocks and the prose between them alternate.
    while let Some(block) = parts.next() {
        let (language, content) = block.split_once('\n').unwrap_or((block, ""));
        match (language, blocks.last_mut()) {
            ("sh", _) => blocks.push((content.to_string(), None)),
            ("text", Some(last)) => last.1 = Some(format!("{content}\n")),
            _ => {}
        }
        parts.next();
    }
    blocks
}

/// Runs the commands of the page on scripting in a shell, with jq, and compares what they print.
#[test]
#[cfg(all(unix, feature = "library"))]
fn examples_of_the_scripting_page_print_what_it_shows() {
    let Some(top) = workspace() else { return };
    if Command::new("jq").arg("--version").output().is_err() {
        let is_required = std::env::var_os("SUDOKIT_JQ").is_some();
        assert!(!is_required, "jq is required and not installed");
        eprintln!("skipped: jq is not installed (./test.sh installs it)");
        return;
    }
    let scratch = examples(&top);
    let program = Path::new(env!("CARGO_BIN_EXE_sudokit"));
    let folder = program.parent().unwrap().display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let blocks = blocks(&fs::read_to_string(top.join("docs/scripting.md")).unwrap());
    assert!(blocks.len() >= 10);
    for (commands, expected) in blocks {
        let output = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", &commands])
            .env("PATH", &path)
            .current_dir(scratch.path())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{commands}: {errors}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(Some(printed), expected, "{commands}");
    }
}

/// The names of all fields of a JSON value, except those that are names of techniques and the like.
#[cfg(feature = "library")]
fn fields(value: &serde_json::Value, names: &mut std::collections::BTreeSet<String>) {
    // Their fields are data.
    const MAPS: [&str; 10] = [
        "techniques",
        "levels",
        "givens",
        "scores",
        "symmetries",
        "status",
        "shapes",
        "files",
        "by_cell",
        "pattern",
    ];
    match value {
        serde_json::Value::Object(object) => {
            for (name, value) in object {
                names.insert(name.clone());
                if !MAPS.contains(&name.as_str()) {
                    fields(value, names);
                }
            }
        }
        serde_json::Value::Array(values) => values.iter().for_each(|each| fields(each, names)),
        _ => {}
    }
}

/// Every object of every verb has the version of its fields, and the page names all of them.
#[test]
#[cfg(feature = "library")]
fn the_scripting_page_names_every_field() {
    let Some(top) = workspace() else { return };
    let page = fs::read_to_string(top.join("docs/scripting.md")).unwrap();
    let scratch = examples(&top);
    fs::write(scratch.path().join("broken.txt"), "55".repeat(40) + "5\n").unwrap();
    fs::write(scratch.path().join("odd.txt"), "53..7....6..195\n").unwrap();
    fs::write(scratch.path().join("four.txt"), "1...............\n").unwrap();
    let outputs = [
        "solve --json board.txt broken.txt odd.txt table.csv hodoku.txt",
        "solve --json --limit 2 four.txt",
        "solve --json --logic-only four.txt",
        "check --json --minimal --backdoors four.txt board.txt table.csv broken.txt",
        "count --json four.txt",
        "count --json --candidates four.txt",
        "count --json --estimate four.txt",
        "compare --json --engine A,general board.txt",
        "hint --json board.txt four.txt",
        "hint --json --why r1c1!=5 board.txt",
        "explain --json board.txt four.txt",
        "rate --json board.txt four.txt broken.txt",
        "rate --json --er board.txt",
        "explain --json --se board.txt",
        "generate --json --seed 7 --shape 4",
        "transform --json --canonical board.txt",
        "dedupe --json four.txt",
        "neighbours --json --score 0.. --max-solutions 5 --givens 4 four.txt",
        "dataset augment --json --copies 1 --seed 1 board.txt",
        "dataset rate --json --level board.txt",
        "dataset verify --json board.txt",
        "dataset trajectories --json board.txt",
        "library add --json p.db board.txt broken.txt",
        "library rate --json p.db",
        "library list --json p.db",
        "library show --json p.db 1",
        "library stats --json p.db",
    ];
    let mut names = std::collections::BTreeSet::new();
    for command in outputs {
        let output = Command::new(env!("CARGO_BIN_EXE_sudokit"))
            .args(command.split_whitespace())
            .current_dir(scratch.path())
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let is_empty = command.starts_with("neighbours");
        assert!(is_empty || !printed.is_empty(), "{command}");
        for line in printed.lines() {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(object["schema"], 1, "{command}: {line}");
            fields(&object, &mut names);
        }
    }
    let is_named = |name: &&String| !page.contains(&format!("`{name}`"));
    let missing: Vec<&String> = names.iter().filter(is_named).collect();
    assert!(missing.is_empty(), "docs/scripting.md lacks {missing:?}");
}

/// The names of the dependencies in a manifest, those for development left out.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_dependency = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_dependency = line.ends_with("dependencies]") && !line.contains("dev-dependencies");
        } else if is_dependency
            && let Some((name, _)) = line.split_once(['.', ' '])
            && name.starts_with(|c: char| c.is_ascii_lowercase())
            && !name.starts_with("sudokit")
        {
            names.push(name.to_string());
        }
    }
    names
}

#[test]
fn every_dependency_has_a_reason() {
    let Some(top) = workspace() else { return };
    let document = fs::read_to_string(top.join("docs/dependencies.md")).unwrap();
    let mut named: Vec<&str> = document
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split(" | ").next())
        .flat_map(|names| names.split("`, `"))
        .map(|name| name.trim_matches('`'))
        .collect();
    named.sort_unstable();
    let mut used = Vec::new();
    for entry in fs::read_dir(top.join("crates")).unwrap() {
        let manifest = entry.unwrap().path().join("Cargo.toml");
        used.extend(dependencies(&fs::read_to_string(manifest).unwrap()));
    }
    used.sort_unstable();
    used.dedup();
    assert_eq!(named, used);
}
