//! Damages the file of a library at arbitrary places: opening, querying and adding end in a result or
//! an error, and a library that is refused is not changed.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;
use std::{env, fs, process};

use libfuzzer_sys::fuzz_target;
use sudokit::Puzzle;
use sudokit_library::{ImportSource, Isomorphs, Library, ListOptions, PackedPuzzle, Query, SolutionCount};

const PUZZLES: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "1......2.....3..",
];

static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
    let name = format!("sudokit-fuzz-{}.db", process::id());
    env::temp_dir().join(name)
});

/// A library with three puzzles.
static SOUND: LazyLock<Vec<u8>> = LazyLock::new(|| {
    clear();
    add(&mut Library::create_or_open(&*PATH).expect("a new library"), "first.txt")
        .expect("a new library can be written");
    fs::read(&*PATH).expect("the library was closed")
});

fn add(library: &mut Library, name: &str) -> Result<(), sudokit_library::LibraryError> {
    let source = ImportSource {
        path: name.to_string(),
        stamp: None,
        options: String::new(),
    };
    let mut import = library.import(&source, Isomorphs::Merge)?;
    for (line, text) in (1..).zip(PUZZLES) {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        import.add(&PackedPuzzle::new(&puzzle, SolutionCount::One), line, None)?;
    }
    import.finish()?;
    Ok(())
}

fn clear() {
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut name = PATH.as_os_str().to_os_string();
        name.push(end);
        let _ = fs::remove_file(name);
    }
}

fuzz_target!(|changes: Vec<(u16, u8)>| {
    let mut bytes = SOUND.clone();
    for (place, byte) in changes.iter().take(64) {
        // The first page has the header and the tables.
        let length = bytes.len();
        let place = usize::from(*place);
        bytes[place % length] ^= byte;
    }
    clear();
    fs::write(&*PATH, &bytes).expect("a scratch file");
    if let Ok(library) = Library::open_read_only(&*PATH) {
        let _ = library.list(&Query::default(), &ListOptions::default());
        let _ = library.get(1);
    }
    match Library::open(&*PATH) {
        Ok(mut library) => {
            let _ = add(&mut library, "second.txt");
        }
        Err(_) => assert_eq!(fs::read(&*PATH).expect("the file"), bytes),
    }
    clear();
});
