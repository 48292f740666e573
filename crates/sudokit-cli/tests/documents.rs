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

fn run_all(document: &str, at_least: usize) {
    let Some(top) = workspace() else { return };
    let scratch = tempfile::tempdir().unwrap();
    for example in fs::read_dir(top.join("examples")).unwrap() {
        let example = example.unwrap();
        fs::copy(example.path(), scratch.path().join(example.file_name())).unwrap();
    }
    let commands = commands(&fs::read_to_string(top.join(document)).unwrap());
    assert!(
        commands.len() >= at_least,
        "{document} shows {} commands",
        commands.len()
    );
    for command in commands {
        let words = command
            .split_whitespace()
            .skip(1)
            .map(|word| word.trim_matches('\''));
        let output = Command::new(env!("CARGO_BIN_EXE_sudokit"))
            .args(words)
            .current_dir(scratch.path())
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
