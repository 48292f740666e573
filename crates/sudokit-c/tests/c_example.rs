//! `examples/solve.c`, compiled by a C compiler and linked with the static library.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

const SOLUTION: &str =
    "673829541852314679491567328527438196386791254914652837735986412148275963269143785";

#[test]
fn the_example_solves_as_it_says() {
    let scratch = tempfile::tempdir().unwrap();
    let program = scratch.path().join("solve");
    if !compile(&program) {
        eprintln!("skipped: there is no C compiler here (`cc`, or what CC names)");
        return;
    }
    let run = Command::new(&program).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    let printed = String::from_utf8(run.stdout).unwrap();
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

/// Returns `false` where there is no compiler; a compiler that complains fails the test.
fn compile(program: &Path) -> bool {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let compiled = Command::new(compiler)
        .args([
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
            "-I",
        ])
        .arg(home.join("include"))
        .arg(home.join("examples/solve.c"))
        .arg(static_library())
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(program)
        .output();
    match compiled {
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        Err(error) => panic!("{error}"),
        Ok(compiled) => {
            let complaints = String::from_utf8_lossy(&compiled.stderr);
            assert!(compiled.status.success(), "{complaints}");
            true
        }
    }
}

/// Cargo puts it beside the tests, which are built from the same sources.
fn static_library() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.with_file_name("libsudokit_c.a")
}
