//! Every query finds what a simple filter over the same puzzles finds.

use sudokit::Puzzle;
use sudokit::generate::Generator;
use sudokit::logic::{Level, Technique};
use sudokit::pattern::{Pattern, Symmetry};
use sudokit::rate::Rating;
use sudokit_library::{
    Entry, ImportSource, Isomorphs, Library, ListOptions, PackedPuzzle, Query, RatingOutcome,
    SolutionCount, SortKey, Statistics,
};
use tempfile::TempDir;

/// How many puzzles the collection has.
const PUZZLES: usize = 150;

/// An imported puzzle; the library must return the same.
struct Plain {
    id: i64,
    puzzle: Puzzle,
    /// Every seventh is not rated.
    rating: Option<Rating>,
    title: String,
}

struct Collection {
    library: Library,
    plain: Vec<Plain>,
    _folder: TempDir,
}

/// Generates puzzles with different numbers of givens, symmetries and levels.
fn puzzles() -> Vec<Puzzle> {
    let classic = || Generator::classic().seed(1);
    let requests = [
        (classic(), 80),
        (classic().symmetry(Symmetry::HalfTurn), 30),
        (classic().symmetry(Symmetry::Mirrors), 10),
        (classic().givens(30..=36), 30),
    ];
    let generated = requests.iter().flat_map(|(generator, count)| {
        let puzzles = generator.puzzles(*count).unwrap();
        puzzles.map(|generated| generated.unwrap().puzzle)
    });
    generated.collect()
}

fn collection() -> Collection {
    let folder = tempfile::tempdir().unwrap();
    let mut library = Library::create_or_open(folder.path().join("puzzles.db")).unwrap();
    let puzzles = puzzles();
    assert_eq!(puzzles.len(), PUZZLES);
    let mut import = library
        .import(&ImportSource::named("own.txt"), Isomorphs::Keep)
        .unwrap();
    let (mut plain, mut ratings) = (Vec::new(), Vec::new());
    for (index, puzzle) in puzzles.into_iter().enumerate() {
        let id = index as i64 + 1;
        let title = format!("Nº {} Größe {}", index % 10, index % 3);
        let prepared = PackedPuzzle::new(&puzzle, SolutionCount::One);
        import.add(&prepared, id as u64, Some(&title)).unwrap();
        let rating = (index % 7 != 0)
            .then(|| Rating::of_puzzle(&puzzle))
            .flatten();
        ratings.extend(
            rating
                .clone()
                .map(|rating| (id, RatingOutcome::Solved(rating))),
        );
        plain.push(Plain {
            id,
            puzzle,
            rating,
            title,
        });
    }
    import.finish().unwrap();
    library.save_ratings(&ratings).unwrap();
    assert_eq!(library.count(&Query::default()).unwrap(), PUZZLES as u64);
    Collection {
        library,
        plain,
        _folder: folder,
    }
}

/// Returns whether a puzzle matches a query, written as simply as possible.
fn is_wanted(plain: &Plain, query: &Query) -> bool {
    let rating = plain.rating.as_ref();
    let clues = plain.puzzle.clues() as u32;
    let rated = |test: &dyn Fn(&Rating) -> bool| rating.is_some_and(test);
    let mirrored = |symmetry: &Symmetry| {
        (0..81).all(|cell| {
            let (row, column) = (cell / 9, cell % 9);
            let image = match symmetry {
                Symmetry::HalfTurn => 80 - cell,
                Symmetry::QuarterTurn => column * 9 + 8 - row,
                Symmetry::LeftRight => row * 9 + 8 - column,
                Symmetry::TopBottom => (8 - row) * 9 + column,
                Symmetry::Diagonal => column * 9 + row,
                Symmetry::AntiDiagonal => (8 - column) * 9 + 8 - row,
                other => unreachable!("{other} is not basic"),
            };
            (plain.puzzle.values()[cell] == 0) == (plain.puzzle.values()[image] == 0)
        })
    };
    let word = query.text.as_ref().map(|text| text.to_lowercase());
    let mentions = |word: &String| {
        plain.title.to_lowercase().contains(word) || "own.txt".contains(word.as_str())
    };
    (query.ids.is_empty() || query.ids.contains(&plain.id))
        && query
            .givens
            .as_ref()
            .is_none_or(|givens| givens.contains(&clues))
        && (query.levels.is_empty() || rated(&|rating| query.levels.contains(&rating.level)))
        && query
            .score
            .as_ref()
            .is_none_or(|score| rated(&|rating| score.contains(&rating.score)))
        && query
            .techniques
            .iter()
            .all(|technique| rated(&|rating| rating.uses(*technique)))
        && (query.hardest.is_empty()
            || rated(&|rating| {
                rating
                    .hardest
                    .is_some_and(|hardest| query.hardest.contains(&hardest))
            }))
        && query
            .pattern
            .as_ref()
            .is_none_or(|pattern| *pattern == Pattern::of(plain.puzzle.values()))
        && query.symmetries.iter().all(mirrored)
        && query
            .shape
            .as_ref()
            .is_none_or(|shape| shape == plain.puzzle.shape())
        && query
            .solutions
            .is_none_or(|solutions| solutions == SolutionCount::One)
        && query.has_rating.is_none_or(|has| has == rating.is_some())
        && word.as_ref().is_none_or(mentions)
}

/// Pseudo-random numbers that are always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn range(&mut self, most: u64) -> std::ops::RangeInclusive<u32> {
        let (one, other) = (self.below(most) as u32, self.below(most) as u32);
        one.min(other)..=one.max(other)
    }
}

fn any_query(dice: &mut Dice, plain: &[Plain]) -> Query {
    let levels = [
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Unfair,
        Level::Extreme,
    ];
    let used: Vec<Technique> = plain
        .iter()
        .flat_map(|plain| plain.rating.iter())
        .flat_map(|rating| rating.techniques.iter().map(|used| used.technique))
        .collect();
    let mut query = Query::default();
    // One or two conditions at a time, so that most queries find something.
    for _ in 0..=dice.below(2) {
        let technique = used[dice.below(used.len() as u64) as usize];
        let other = &plain[dice.below(plain.len() as u64) as usize];
        match dice.below(12) {
            0 => query.ids = (0..5).map(|_| dice.below(200) as i64).collect(),
            1 => query.givens = Some(dice.range(36)),
            2 => {
                query.levels = vec![
                    levels[dice.below(5) as usize],
                    levels[dice.below(5) as usize],
                ]
            }
            3 => query.score = Some(dice.range(4_000)),
            4 => query.techniques = vec![technique],
            5 => query.techniques = vec![technique, used[dice.below(used.len() as u64) as usize]],
            6 => query.hardest = vec![technique, Technique::XWing],
            7 => query.pattern = Some(Pattern::of(other.puzzle.values())),
            8 => query.symmetries = vec![Symmetry::BASIC[dice.below(6) as usize]],
            9 => query.has_rating = Some(dice.below(2) == 0),
            10 => {
                query.text = Some(
                    ["GRÖSSE 1", "größe 1", "nº 7", "OWN", "nothing"][dice.below(5) as usize]
                        .to_string(),
                )
            }
            _ => {
                query.solutions =
                    Some([SolutionCount::One, SolutionCount::Several][dice.below(2) as usize])
            }
        }
    }
    query
}

#[test]
fn every_query_finds_what_a_simple_filter_finds() {
    let Collection {
        library,
        plain,
        _folder,
    } = collection();
    let mut dice = Dice(7);
    let mut found_something = 0;
    for _ in 0..400 {
        let query = any_query(&mut dice, &plain);
        let expected: Vec<i64> = plain
            .iter()
            .filter(|each| is_wanted(each, &query))
            .map(|each| each.id)
            .collect();
        let found = library.list(&query, &ListOptions::default()).unwrap();
        let ids: Vec<i64> = found.iter().map(|entry| entry.id).collect();
        assert_eq!(ids, expected, "{query:?}");
        assert_eq!(library.count(&query).unwrap(), expected.len() as u64);
        found_something += usize::from(!expected.is_empty());
        for entry in found {
            let plain = &plain[entry.id as usize - 1];
            assert_eq!(entry.puzzle, plain.puzzle);
            assert_eq!(entry.rating(), plain.rating.as_ref());
            assert_eq!(entry.title.as_ref(), Some(&plain.title));
            assert_eq!(entry.line, entry.id as u64);
        }
        let statistics = library.statistics(&query).unwrap();
        compare(&statistics, &query, &plain);
    }
    assert!(found_something > 200, "{found_something}");
}

fn compare(statistics: &Statistics, query: &Query, plain: &[Plain]) {
    let wanted: Vec<&Plain> = plain.iter().filter(|each| is_wanted(each, query)).collect();
    let rated = || wanted.iter().filter_map(|each| each.rating.as_ref());
    assert_eq!(statistics.puzzles, wanted.len() as u64);
    assert_eq!(statistics.unrated, (wanted.len() - rated().count()) as u64);
    let sum = |list: &mut dyn Iterator<Item = u64>| list.sum::<u64>();
    assert_eq!(
        sum(&mut statistics.givens.iter().map(|each| each.1)),
        statistics.puzzles
    );
    for (level, count) in &statistics.levels {
        assert_eq!(
            rated().filter(|rating| rating.level == *level).count() as u64,
            *count
        );
    }
    assert_eq!(
        sum(&mut statistics.levels.iter().map(|each| each.1)),
        rated().count() as u64
    );
    for (technique, count) in &statistics.techniques {
        assert_eq!(
            rated().filter(|rating| rating.uses(*technique)).count() as u64,
            *count
        );
    }
    for (score, count) in &statistics.scores {
        let step = Statistics::SCORE_STEP;
        let within = rated().filter(|rating| rating.score / step * step == *score);
        assert_eq!(within.count() as u64, *count);
    }
}

#[test]
fn puzzles_come_in_the_requested_order() {
    let Collection {
        library,
        plain,
        _folder,
    } = collection();
    let by = |sort: SortKey, reverse: bool| {
        let order = ListOptions {
            sort,
            reverse,
            ..ListOptions::default()
        };
        library.list(&Query::default(), &order).unwrap()
    };
    let ids = |entries: &[Entry]| entries.iter().map(|entry| entry.id).collect::<Vec<_>>();

    let mut expected: Vec<i64> = (1..=PUZZLES as i64).collect();
    assert_eq!(ids(&by(SortKey::Id, false)), expected);
    expected.sort_by_key(|id| (plain[*id as usize - 1].puzzle.clues(), *id));
    assert_eq!(ids(&by(SortKey::Givens, false)), expected);
    expected.reverse();
    assert_eq!(ids(&by(SortKey::Givens, true)), expected);

    let scores: Vec<Option<u32>> = by(SortKey::Score, true)
        .iter()
        .map(|entry| entry.rating().map(|rating| rating.score))
        .collect();
    let rated = scores.iter().flatten().count();
    assert!(scores[..rated].is_sorted_by(|one, other| one >= other));
    assert!(scores[rated..].iter().all(Option::is_none) && rated < scores.len());

    let shuffled = ids(&by(SortKey::Random(1), false));
    assert_eq!(shuffled, ids(&by(SortKey::Random(1), false)));
    assert_ne!(shuffled, ids(&by(SortKey::Random(2), false)));
    let mut sorted = shuffled;
    sorted.sort();
    assert_eq!(sorted, (1..=PUZZLES as i64).collect::<Vec<_>>());
}

#[test]
fn pages_neither_repeat_nor_miss_a_puzzle() {
    let Collection { library, .. } = collection();
    for sort in [
        SortKey::Id,
        SortKey::Score,
        SortKey::Givens,
        SortKey::Seen,
        SortKey::Random(3),
    ] {
        let whole = ListOptions {
            sort,
            ..ListOptions::default()
        };
        let whole = library.list(&Query::default(), &whole).unwrap();
        let mut paged = Vec::new();
        for page in 0.. {
            let order = ListOptions {
                sort,
                offset: page * 40,
                limit: Some(40),
                ..ListOptions::default()
            };
            let entries = library.list(&Query::default(), &order).unwrap();
            if entries.is_empty() {
                break;
            }
            paged.extend(entries);
        }
        assert_eq!(paged, whole, "{sort:?}");
    }
}

#[test]
fn text_in_a_query_is_not_interpreted() {
    let Collection { library, .. } = collection();
    for text in ["'; DROP TABLE puzzle; --", "%", "_", "\"", "\\"] {
        let query = Query {
            text: Some(text.to_string()),
            ..Query::default()
        };
        assert_eq!(library.count(&query).unwrap(), 0, "{text}");
    }
    assert_eq!(library.count(&Query::default()).unwrap(), PUZZLES as u64);
}
