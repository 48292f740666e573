//! Runs `testdata/techniques/*.toml`: positions from real solves where a technique applies, with
//! the text of its first step, and look-alikes where it must find nothing.
//!
//! `SUDOKIT_UPDATE=1 cargo test -p sudokit --test logic cases` rewrites the texts of the steps;
//! review the diff.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sudokit::Puzzle;
use sudokit::logic::{Logic, Technique, Words};

use super::support::{assert_sound, board_of, solution};

#[derive(Deserialize)]
struct Cases {
    #[serde(default)]
    case: Vec<Case>,
}

#[derive(Deserialize)]
pub struct Case {
    pub technique: String,
    /// A HoDoKu library line: values, `+` before placed ones, and the eliminated candidates.
    pub position: String,
    /// Whether the technique is used with its optional variants.
    #[serde(default)]
    pub variants: bool,
    /// Whether the step is one of all steps with variants, rather than the first: siamese fish.
    #[serde(default)]
    pub among_all: bool,
    /// The text of the first step; absent if the technique must find nothing.
    pub step: Option<String>,
    /// What the position lacks, if the technique must find nothing.
    #[serde(rename = "why")]
    _why: Option<String>,
}

impl Case {
    /// Returns the technique alone, with its variants if the case is about them.
    pub fn logic(&self) -> Logic {
        let technique: Technique = self.technique.parse().expect("a technique");
        let variants = Some(technique).filter(|_| self.variants || self.among_all);
        Logic::with([technique]).with_variants_of(variants)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/techniques")
}

/// Returns all cases with the names of their files, sorted by name.
pub fn cases() -> Vec<(String, Case)> {
    let mut all = Vec::new();
    let entries = fs::read_dir(folder()).expect("testdata/techniques");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a file");
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let cases: Cases = toml::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        all.extend(cases.case.into_iter().map(|case| (name.clone(), case)));
    }
    all
}

#[test]
fn techniques_find_the_expected_step_and_nothing_in_look_alikes() {
    let mut wrong = String::new();
    let is_update = std::env::var_os("SUDOKIT_UPDATE").is_some();
    for (file, case) in cases() {
        let technique: Technique = case.technique.parse().expect("a technique");
        let puzzle: Puzzle = case.position.parse().expect("a position");
        let board = board_of(&puzzle);
        let step = match &case.step {
            None if case.among_all => {
                let mut all = case.logic().all_steps(&board).into_iter();
                all.find(|step| Words::new(&board).title(step).starts_with("Siamese"))
            }
            Some(text) if case.among_all => {
                let mut all = case.logic().all_steps(&board).into_iter();
                all.find(|step| Words::new(&board).sentence(step) == *text)
            }
            _ => case.logic().next_step(&board),
        };
        if case.variants {
            let plain = Logic::with([technique]).next_step(&board);
            assert_eq!(plain, None, "not only a variant: {}", case.position);
        }
        if let Some(step) = &step {
            let unmarked = Puzzle::from_values(puzzle.shape().clone(), puzzle.values().to_vec());
            assert_sound(&board, step, &solution(&unmarked.expect("values")));
        }
        let sentence = step.map(|step| Words::new(&board).sentence(&step));
        if let (true, Some(new), Some(old)) = (is_update, &sentence, &case.step) {
            let path = folder().join(&file);
            let text = fs::read_to_string(&path).expect("a file");
            let text = text.replace(&format!("step = {old:?}"), &format!("step = {new:?}"));
            // Other tests read the folder at the same time, so the file is replaced atomically.
            let new = folder().with_file_name(&file);
            fs::write(&new, text).expect("a file");
            fs::rename(&new, &path).expect("a file");
        } else if sentence != case.step {
            let (found, wanted) = (sentence.unwrap_or_default(), case.step.unwrap_or_default());
            let position = case.position;
            let _ = write!(
                wrong,
                "\n{file}: {position}\n  wanted {wanted}\n  found  {found}\n"
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_technique_has_three_cases_and_a_look_alike() {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let cases = cases();
    for (_, case) in &cases {
        let count = counts.entry(&case.technique).or_default();
        match case.step {
            Some(_) => count.0 += 1,
            None => count.1 += 1,
        }
    }
    let usual = Technique::ALL.iter().filter(|t| t.is_usual());
    let lacking: Vec<_> = usual
        .map(|t| (t.slug(), counts.get(t.slug()).copied().unwrap_or_default()))
        .filter(|(_, (found, look_alikes))| *found < 3 || *look_alikes < 1)
        .collect();
    assert!(
        lacking.is_empty(),
        "(technique, (cases, look-alikes)): {lacking:?}"
    );
}
