//! Whole libraries: import, query, and the state after an interruption.

use std::fs;
use std::path::PathBuf;

use sudokit::pattern::Symmetry;
use sudokit::rate::explainer::Explainer;
use sudokit::solve::CancelToken;
use sudokit::symmetry::{self, Transformation};
use sudokit::{Puzzle, Shape};
use sudokit_library::{
    FileStamp, ImportSource, Imported, Isomorphs, Library, ListOptions, PackedPuzzle, Query,
    RatingKind, RatingOutcome, SolutionCount,
};
use tempfile::TempDir;

const KNOWN: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// A directory for one library.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Place {
        Place {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("puzzles.db")
    }

    fn open(&self) -> Library {
        Library::create_or_open(self.path()).unwrap()
    }
}

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

fn packed(text: &str) -> PackedPuzzle {
    PackedPuzzle::new(&puzzle(text), SolutionCount::One)
}

fn file(name: &str) -> ImportSource {
    ImportSource {
        path: name.to_string(),
        stamp: Some(FileStamp {
            size: 1_000,
            modified: 17,
        }),
        options: String::new(),
    }
}

/// Returns an isomorph: the puzzle rotated by a quarter turn, with values renamed.
fn isomorph(text: &str) -> Puzzle {
    let turn = Transformation::rotate(9, 1);
    let names = Transformation::relabel(&[2, 3, 4, 5, 6, 7, 8, 9, 1]).unwrap();
    let twin = turn.then(&names).apply(&puzzle(text)).unwrap();
    assert!(
        symmetry::isomorphism(&twin, &puzzle(text))
            .unwrap()
            .is_some()
    );
    twin
}

fn count(library: &Library) -> u64 {
    library.count(&Query::default()).unwrap()
}

#[test]
fn each_puzzle_is_stored_once_with_every_place_where_it_was_seen() {
    let place = Place::new();
    let mut library = place.open();
    let mut import = library.import(&file("a.txt"), Isomorphs::Merge).unwrap();
    let twin = PackedPuzzle::new(&isomorph(KNOWN), SolutionCount::One);
    assert_eq!(
        import.add(&packed(KNOWN), 1, Some("first")).unwrap(),
        Imported::New(1)
    );
    assert_eq!(
        import.add(&packed(HARD), 2, None).unwrap(),
        Imported::New(2)
    );
    assert_eq!(
        import.add(&packed(KNOWN), 3, None).unwrap(),
        Imported::Duplicate(1)
    );
    assert_eq!(
        import.add(&twin, 4, Some("turned")).unwrap(),
        Imported::Isomorph(1)
    );
    // Importing the same places again changes nothing.
    for line in [1, 3] {
        let again = import.add(&packed(KNOWN), line, None).unwrap();
        assert_eq!(again, Imported::Duplicate(1));
    }
    assert_eq!(import.add(&twin, 4, None).unwrap(), Imported::Isomorph(1));
    import.finish().unwrap();

    assert_eq!(count(&library), 2);
    let entry = library.get(1).unwrap().unwrap();
    assert_eq!((entry.seen, entry.title.as_deref()), (3, Some("first")));
    assert_eq!(entry.puzzle, puzzle(KNOWN));
    let seen: Vec<_> = library
        .sightings(1)
        .unwrap()
        .into_iter()
        .map(|seen| (seen.line, seen.title, seen.is_same))
        .collect();
    let first = (1, Some("first".to_string()), true);
    let third = (4, Some("turned".to_string()), false);
    assert_eq!(seen, [first, (3, None, true), third]);
    assert_eq!(library.get(3).unwrap(), None);
    assert_eq!(library.sightings(3).unwrap(), []);
}

#[test]
fn isomorphs_can_be_kept_and_merged_later() {
    let place = Place::new();
    let mut library = place.open();
    let mut import = library.import(&file("a.txt"), Isomorphs::Keep).unwrap();
    let twin = PackedPuzzle::new(&isomorph(KNOWN), SolutionCount::One);
    assert_eq!(
        import.add(&packed(KNOWN), 1, None).unwrap(),
        Imported::New(1)
    );
    assert_eq!(import.add(&twin, 2, None).unwrap(), Imported::New(2));
    assert_eq!(import.add(&twin, 3, None).unwrap(), Imported::Duplicate(2));
    import.finish().unwrap();
    assert_eq!(count(&library), 2);
    assert_eq!(library.merge_isomorphs().unwrap(), 1);
    assert_eq!(count(&library), 1);
    assert_eq!(library.get(1).unwrap().unwrap().seen, 3);
    let lines: Vec<u64> = library
        .sightings(1)
        .unwrap()
        .iter()
        .map(|seen| seen.line)
        .collect();
    assert_eq!(lines, [1, 2, 3]);
    assert_eq!(library.merge_isomorphs().unwrap(), 0);
}

#[test]
fn boards_of_all_shapes_round_trip() {
    let place = Place::new();
    let mut library = place.open();
    let four = Puzzle::from_values(
        "2x2".parse().unwrap(),
        vec![1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4],
    );
    let mut wide = Puzzle::new(Shape::with_size(25).unwrap());
    wide.set(624, 25, sudokit::Origin::Given);
    let diagonal = Puzzle::from_values(
        "3x3+diagonals".parse().unwrap(),
        puzzle(KNOWN).values().to_vec(),
    );
    let mut sukaku = puzzle(KNOWN);
    sukaku.set_candidates(
        (0..81)
            .map(|cell| if cell == 2 { 0b1000 } else { 0x1ff })
            .collect(),
    );
    let puzzles = [
        four.unwrap(),
        wide,
        diagonal.unwrap(),
        puzzle(KNOWN),
        sukaku,
    ];
    let mut import = library.import(&file("a.txt"), Isomorphs::Merge).unwrap();
    for (index, puzzle) in puzzles.iter().enumerate() {
        let prepared = PackedPuzzle::new(puzzle, SolutionCount::Unknown);
        let imported = import.add(&prepared, index as u64 + 1, None).unwrap();
        assert_eq!(imported, Imported::New(index as i64 + 1));
        let again = import.add(&prepared, index as u64 + 100, None).unwrap();
        assert_eq!(again, Imported::Duplicate(index as i64 + 1));
    }
    import.finish().unwrap();
    let found = library
        .list(&Query::default(), &ListOptions::default())
        .unwrap();
    assert_eq!(found.len(), puzzles.len());
    for (entry, puzzle) in found.iter().zip(&puzzles) {
        assert_eq!(entry.puzzle, *puzzle);
        assert_eq!(entry.solutions, SolutionCount::Unknown);
    }
    let shape = Some("3x3+diagonals".parse().unwrap());
    let query = Query {
        shape,
        ..Query::default()
    };
    assert_eq!(library.count(&query).unwrap(), 1);
}

#[test]
fn uncommitted_puzzles_are_discarded() {
    let place = Place::new();
    let mut library = place.open();
    let mut import = library.import(&file("a.txt"), Isomorphs::Merge).unwrap();
    import.add(&packed(KNOWN), 1, None).unwrap();
    import.commit(1).unwrap();
    import.add(&packed(HARD), 2, None).unwrap();
    drop(import);
    assert_eq!(count(&library), 1);
    // Another connection sees the same.
    assert_eq!(count(&Library::open_read_only(place.path()).unwrap()), 1);
}

#[test]
fn an_import_resumes_unless_the_file_changed() {
    let place = Place::new();
    let mut library = place.open();
    let mut begin = |origin: &ImportSource| {
        let mut import = library.import(origin, Isomorphs::Merge).unwrap();
        let line = import.line_done();
        import.commit(line.max(40)).unwrap();
        line
    };
    let original = file("a.txt");
    assert_eq!(begin(&original), 0);
    assert_eq!(begin(&original), 40);
    let stamp = Some(FileStamp {
        size: 1_001,
        modified: 17,
    });
    let longer = ImportSource {
        stamp,
        ..original.clone()
    };
    assert_eq!(begin(&longer), 0);
    let options = "otherwise".to_string();
    let otherwise = ImportSource { options, ..longer };
    assert_eq!(begin(&otherwise), 0);
    assert_eq!(begin(&otherwise), 40);
    // A source that is not a file cannot be resumed.
    assert_eq!(begin(&ImportSource::named("<stdin>")), 0);
    assert_eq!(begin(&ImportSource::named("<stdin>")), 0);
    // A complete file is imported again from the start, because puzzles may have been removed.
    let complete = library.import(&otherwise, Isomorphs::Merge).unwrap();
    complete.finish().unwrap();
    let again = library.import(&otherwise, Isomorphs::Merge).unwrap();
    assert_eq!(again.line_done(), 0);
}

#[test]
fn queries_work_while_another_connection_writes() {
    let place = Place::new();
    let mut library = place.open();
    let mut import = library.import(&file("a.txt"), Isomorphs::Merge).unwrap();
    import.add(&packed(KNOWN), 1, None).unwrap();
    import.commit(1).unwrap();
    import.add(&packed(HARD), 2, None).unwrap();
    let reader = Library::open_read_only(place.path()).unwrap();
    assert_eq!(count(&reader), 1);
    import.commit(2).unwrap();
    assert_eq!(count(&reader), 2);
}

/// The technique's new name is unknown, so a connection that writes would add the old one.
#[test]
fn queries_write_nothing_to_a_damaged_library() {
    let place = Place::new();
    let mut library = place.open();
    let mut import = library.import(&file("a.txt"), Isomorphs::Merge).unwrap();
    import.add(&packed(KNOWN), 1, None).unwrap();
    import.finish().unwrap();
    drop(library);
    let (name, damaged) = (b"brute-force", b"brute-farce");
    let mut bytes = fs::read(place.path()).unwrap();
    let mut places = 0;
    for start in 0..bytes.len() - name.len() {
        let part = &mut bytes[start..start + name.len()];
        if part == name {
            part.copy_from_slice(damaged);
            places += 1;
        }
    }
    // The table has it, and the index.
    assert_eq!(places, 2);
    fs::write(place.path(), &bytes).unwrap();
    let reader = Library::open_read_only(place.path()).unwrap();
    assert_eq!(count(&reader), 1);
    drop(reader);
    assert!(fs::read(place.path()).unwrap() == bytes);
}

#[test]
fn ratings_are_saved_once() {
    let place = Place::new();
    let mut library = place.open();
    let mut several = vec![0; 81];
    several[0] = 1;
    let several = Puzzle::from_values(Shape::classic(), several).unwrap();
    let mut import = library.import(&file("a.txt"), Isomorphs::Merge).unwrap();
    import.add(&packed(KNOWN), 1, None).unwrap();
    import
        .add(
            &PackedPuzzle::new(&several, SolutionCount::Several),
            2,
            None,
        )
        .unwrap();
    import
        .add(
            &PackedPuzzle::new(&isomorph(HARD), SolutionCount::Unknown),
            3,
            None,
        )
        .unwrap();
    import.finish().unwrap();

    assert_eq!(library.count_unrated(RatingKind::Level).unwrap(), 2);
    let cancel = CancelToken::new();
    let unrated = library.unrated(RatingKind::Level, 0, 10).unwrap();
    assert_eq!(
        unrated.iter().map(|each| each.id).collect::<Vec<_>>(),
        [1, 3]
    );
    let rate = |index: usize| {
        let each = &unrated[index];
        (
            each.id,
            sudokit_library::rate(&each.puzzle, each.solutions, &cancel).unwrap(),
        )
    };
    let ratings = [rate(0), rate(1)];
    let expected = sudokit::rate::Rating::of_puzzle(&puzzle(KNOWN)).unwrap();
    assert_eq!(ratings[0].1, RatingOutcome::Solved(expected.clone()));
    library.save_ratings(&ratings[..1]).unwrap();
    assert_eq!(library.get(1).unwrap().unwrap().rating(), Some(&expected));
    assert_eq!(library.unrated(RatingKind::Level, 0, 10).unwrap().len(), 1);
    assert_eq!(library.unrated(RatingKind::Level, 3, 10).unwrap().len(), 0);
    library.save_ratings(&ratings[1..]).unwrap();
    assert_eq!(library.count_unrated(RatingKind::Level).unwrap(), 0);
    let hard = library.get(3).unwrap().unwrap();
    match &ratings[1].1 {
        // A solution path without guessing has shown that there is one solution.
        RatingOutcome::Solved(_) => assert_eq!(hard.solutions, SolutionCount::One),
        RatingOutcome::Unsolved => assert_eq!(hard.solutions, SolutionCount::Unknown),
    }
    assert_eq!(hard.rated.as_ref(), Some(&ratings[1].1));
    library.clear_ratings(RatingKind::Level).unwrap();
    assert_eq!(library.count_unrated(RatingKind::Level).unwrap(), 2);

    cancel.cancel();
    assert_eq!(
        sudokit_library::rate(&puzzle(KNOWN), SolutionCount::One, &cancel),
        None
    );
}

#[test]
fn numbers_of_removed_puzzles_are_not_reused() {
    let place = Place::new();
    let mut library = place.open();
    let mut import = library.import(&file("a.txt"), Isomorphs::Merge).unwrap();
    import.add(&packed(KNOWN), 1, None).unwrap();
    import.add(&packed(HARD), 2, None).unwrap();
    import.add(&packed(HARD), 3, None).unwrap();
    import.finish().unwrap();
    let query = Query {
        ids: vec![2, 7],
        ..Query::default()
    };
    assert_eq!(library.remove(&query).unwrap(), 1);
    assert_eq!(library.get(2).unwrap(), None);
    assert_eq!(library.sightings(2).unwrap(), []);
    let mut import = library.import(&file("b.txt"), Isomorphs::Merge).unwrap();
    assert_eq!(
        import.add(&packed(HARD), 1, None).unwrap(),
        Imported::New(3)
    );
    import.finish().unwrap();
    assert_eq!(library.get(3).unwrap().unwrap().seen, 1);
}

#[test]
fn symmetries_are_found_on_import() {
    let place = Place::new();
    let mut library = place.open();
    let mut import = library.import(&file("a.txt"), Isomorphs::Merge).unwrap();
    import.add(&packed(KNOWN), 1, None).unwrap();
    import.finish().unwrap();
    assert_eq!(
        library.get(1).unwrap().unwrap().symmetries,
        [Symmetry::HalfTurn]
    );
}

/// A library that a program with the first version of the tables wrote, as SQL.
const FIRST_VERSION: &str = include_str!("data/version1.sql");

#[test]
fn a_library_of_the_first_version_is_migrated() {
    let place = Place::new();
    let old = rusqlite::Connection::open(place.path()).unwrap();
    old.execute_batch(FIRST_VERSION).unwrap();
    assert!(old.prepare("SELECT er FROM puzzle").is_err());
    drop(old);

    let mut library = Library::open(place.path()).unwrap();
    let all = library.list(&Query::default(), &ListOptions::default());
    let all = all.unwrap();
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|entry| entry.explainer.is_none()));
    // What it had is still there, and its puzzles are recognised.
    let expected = sudokit::rate::Rating::of_puzzle(&puzzle(KNOWN)).unwrap();
    assert_eq!(all[0].puzzle, puzzle(KNOWN));
    assert_eq!(all[0].rating(), Some(&expected));
    assert_eq!(all[1].rated, None);
    let mut import = library
        .import(&file("again.txt"), Isomorphs::Merge)
        .unwrap();
    let again = import.add(&packed(KNOWN), 1, None).unwrap();
    assert_eq!(again, Imported::Duplicate(all[0].id));
    import.finish().unwrap();

    // Other boards than the plain 9×9 have no ER.
    assert_eq!(library.count_unrated(RatingKind::Explainer).unwrap(), 2);
    let waiting = library.unrated(RatingKind::Explainer, 0, 10).unwrap();
    let rate = |each: &sudokit_library::Unrated| {
        let rated = Explainer::new().rate(&each.puzzle);
        (each.id, rated.expect("a rating"))
    };
    let ratings: Vec<_> = waiting.iter().map(rate).collect();
    library.save_explainer_ratings(&ratings).unwrap();
    drop(library);
    let library = Library::open_read_only(place.path()).unwrap();
    assert_eq!(
        library.get(1).unwrap().unwrap().explainer,
        Some(ratings[0].1)
    );
    let er = ratings[1].1.er;
    let hard = Query {
        er: Some(er..=er),
        ..Query::default()
    };
    let found = library.list(&hard, &ListOptions::default()).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].puzzle, puzzle(HARD));
}
