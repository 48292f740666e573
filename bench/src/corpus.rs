//! The puzzles to measure: named lists of 9×9 puzzles, read from files or generated.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use sudokit::format::{Content, Piece, ReadOptions, Reader};

use crate::contender::Cells;
use crate::easy::easy_puzzles;

/// A named list of puzzles.
pub struct Corpus {
    /// Its name in the tables.
    pub name: String,
    /// The puzzles.
    pub puzzles: Vec<Cells>,
}

impl Corpus {
    /// Reads the puzzles of a file, and names the corpus after it.
    pub fn read(path: &Path) -> Result<Corpus> {
        let name = path.file_stem().unwrap_or(path.as_os_str());
        Ok(Corpus {
            name: name.to_string_lossy().into_owned(),
            puzzles: puzzles_of(path).with_context(|| path.display().to_string())?,
        })
    }

    /// Generates easy puzzles.
    pub fn easy(count: usize) -> Corpus {
        Corpus {
            name: "easy".to_string(),
            puzzles: easy_puzzles(count),
        }
    }

    /// Keeps at most `at_most` of its puzzles, evenly spread.
    pub fn sampled(mut self, at_most: usize) -> Corpus {
        let step = self.puzzles.len().div_ceil(at_most.max(1)).max(1);
        self.puzzles = self.puzzles.into_iter().step_by(step).collect();
        self
    }
}

/// Returns the files in the folder `corpora` of a data folder, sorted by name.
pub fn files_of(data: &Path) -> Result<Vec<PathBuf>> {
    let folder = data.join("corpora");
    let entries = folder
        .read_dir()
        .with_context(|| folder.display().to_string())?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut files = paths.collect::<Result<Vec<_>, _>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    Ok(files)
}

fn puzzles_of(path: &Path) -> Result<Vec<Cells>> {
    let mut reader = Reader::new(File::open(path)?, ReadOptions::default());
    let (mut piece, mut puzzles) = (Piece::default(), Vec::new());
    while reader.read(&mut piece)? {
        match &piece.content {
            Content::Verbatim => {}
            Content::Unreadable(problem) => bail!("line {}: {problem}", piece.line),
            Content::Puzzle(record) => {
                let puzzle = &record.puzzle;
                ensure!(
                    puzzle.shape().is_classic() && puzzle.candidates().is_none(),
                    "line {}: only plain 9×9 puzzles can be compared",
                    piece.line
                );
                puzzles.push(puzzle.values().try_into()?);
            }
        }
    }
    Ok(puzzles)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        (folder, path)
    }

    #[test]
    fn comments_are_skipped() {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let (_folder, path) = file("two.txt", &format!("# mine\n#\n{puzzle}\n\n{puzzle}\n"));
        let corpus = Corpus::read(&path).unwrap();
        assert_eq!((corpus.name.as_str(), corpus.puzzles.len()), ("two", 2));
        assert_eq!(corpus.puzzles[0][..5], [5, 3, 0, 0, 7]);
    }

    #[test]
    fn other_shapes_are_errors_with_their_line() {
        let (_folder, path) = file("small.txt", "# small\n1.....2..3.....4\n");
        let problem = format!("{:#}", Corpus::read(&path).err().unwrap());
        assert!(problem.contains("small.txt: line 2"), "{problem}");
    }

    #[test]
    fn a_sample_is_spread_evenly() {
        let corpus = Corpus {
            name: String::new(),
            puzzles: (0..10).map(|first| [first; 81]).collect(),
        };
        let firsts: Vec<u8> = corpus.sampled(4).puzzles.iter().map(|p| p[0]).collect();
        assert_eq!(firsts, [0, 3, 6, 9]);
    }
}
