//! Compiles `examples/solve.c` and the program in README.md with a C compiler, links them with the
//! static library, and runs them.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SOLUTION: &str =
    "673829541852314679491567328527438196386791254914652837735986412148275963269143785";

#[test]
fn the_example_prints_the_expected_lines() {
    let Some(printed) = run(&home().join("examples/solve.c")) else {
        return;
    };
    let lines: Vec<&str> = printed.lines().collect();

    let solved = |name: &str| format!("{name}: one solution, {SOLUTION}");
    assert!(lines[0].starts_with(&solved("puzzle")), "{printed}");
    assert!(lines[1].starts_with(&solved("sukaku")), "{printed}");
    assert_eq!(
        lines[2..9],
        [
            "clash: no solution",
            "text: not a puzzle",
            "null: not a puzzle",
            "batch: 2 of 4 have a solution",
            "  1: 673829541...",
            "  0: ............",
            "  not a puzzle",
        ]
    );
    assert!(lines[9].starts_with("  100: "), "{printed}");
    assert_eq!(lines.len(), 10, "{printed}");
}

#[test]
fn the_readme_program_prints_the_solution() {
    let readme = std::fs::read_to_string(home().join("README.md")).unwrap();
    let (_, from_program) = readme.split_once("```c\n").unwrap();
    let (program, _) = from_program.split_once("```").unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let source = scratch.path().join("readme.c");
    std::fs::write(&source, program).unwrap();
    if let Some(printed) = run(&source) {
        assert_eq!(printed.trim_end(), SOLUTION);
    }
}

/// Compiles and runs a program and returns its output, or `None` if there is no compiler. The test
/// fails on compiler warnings, or if the program fails.
fn run(source: &Path) -> Option<String> {
    let scratch = tempfile::tempdir().unwrap();
    let program = scratch.path().join("program");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let compiled = Command::new(&compiler)
        .args([
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
            "-I",
        ])
        .arg(home().join("include"))
        .arg(source)
        .arg(static_library())
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program)
        .output();
    if matches!(&compiled, Err(error) if error.kind() == ErrorKind::NotFound) {
        eprintln!("skipped: there is no C compiler here (`{compiler}`; CC names another)");
        return None;
    }
    succeed(compiled.unwrap());
    Some(succeed(Command::new(&program).output().unwrap()))
}

/// Returns the standard output of a command that must succeed.
fn succeed(output: Output) -> String {
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}");
    String::from_utf8(output.stdout).unwrap()
}

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the library's path. Cargo puts it next to the tests, which are built from the same
/// sources.
fn static_library() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.with_file_name("libsudokit_c.a")
}
