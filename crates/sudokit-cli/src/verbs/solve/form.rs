//! Solutions in another form than that of the input (`--to`).

use std::collections::BTreeSet;

use sudokit::format::write::{Entry, Loss, WriteError, WriteOptions, Writer, losses};
use sudokit::format::{Form, Record};
use sudokit::{Grid, Puzzle};

/// Writes solutions in a form, one after the other.
pub struct FormOutput {
    form: Form,
    options: WriteOptions,
    writer: Writer,
    is_begun: bool,
    /// What the form cannot hold, each reported once.
    lost: BTreeSet<String>,
}

impl FormOutput {
    pub fn new(form: Form, options: &WriteOptions) -> FormOutput {
        FormOutput {
            form,
            options: options.clone(),
            writer: Writer::new(form, options.clone()),
            is_begun: false,
            lost: BTreeSet::new(),
        }
    }

    /// The text of a solution or an attempt.
    ///
    /// # Errors
    /// When the form cannot hold it.
    pub fn solution(&mut self, record: &Record, values: &[u8]) -> Result<Vec<u8>, WriteError> {
        let grid = Grid::new(record.puzzle.shape().clone(), values.to_vec())
            .expect("a solution fits the shape of its puzzle");
        let whole = Entry {
            solution: Some(&grid),
            ..Entry::from(record)
        };
        let filled = Puzzle::from_values(grid.shape().clone(), values.to_vec())
            .expect("a solution fits the shape of its puzzle");
        // Where there is no place for a solution, it takes that of the puzzle.
        let has_place = !values.contains(&0)
            && !losses(self.form, whole, &self.options)?.contains(&Loss::Solution);
        let entry = match has_place {
            true => whole,
            false => Entry {
                puzzle: &filled,
                solution: None,
                ..whole
            },
        };
        let mut text = self.begin();
        self.is_begun = true;
        let lost = self.writer.puzzle(entry, &mut text)?;
        self.lost.extend(lost.iter().map(ToString::to_string));
        Ok(text)
    }

    /// The text for a puzzle without a solution: one line in a file of lines, nothing elsewhere.
    pub fn word(&mut self, word: &str) -> Vec<u8> {
        match self.form {
            Form::Line => format!("{word}\n").into_bytes(),
            _ => Vec::new(),
        }
    }

    /// The text after the last solution.
    pub fn end(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        if self.is_begun {
            self.writer.end(&mut text);
        }
        text
    }

    /// What the form could not hold.
    pub fn losses(&self) -> impl Iterator<Item = &String> {
        self.lost.iter()
    }

    fn begin(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        if !self.is_begun {
            self.writer.begin(&mut text);
        }
        text
    }
}
