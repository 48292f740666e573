//! Which symbols a text is written with.

use super::{WriteError, WriteOptions};
use crate::format::{Form, Symbols};

/// Symbols and blank, context for a form and a size.
pub(super) struct Style {
    pub symbols: Symbols,
    pub blank: String,
    /// The number of characters of the widest symbol.
    pub width: usize,
}

impl Style {
    /// What the caller wants as far as the form can follow, otherwise the habit of the form.
    pub fn new(form: Form, size: usize, options: &WriteOptions) -> Result<Style, WriteError> {
        let symbols = match &options.symbols {
            Some(Symbols::Numbers) if size <= 9 => Symbols::FromOne,
            Some(symbols) if follows_options(form) => symbols.clone(),
            _ => usual_symbols(form, size),
        };
        let capacity = match symbols {
            Symbols::Numbers if !separates_cells(form) => 9,
            ref symbols => symbols.capacity(),
        };
        if capacity < size {
            return Err(WriteError::Values {
                form,
                size,
                capacity,
            });
        }
        let written: Vec<String> = (1..=size).map(|v| symbols.symbol(v as u8)).collect();
        let is_value = |blank: &char| written.iter().any(|symbol| symbol.chars().eq([*blank]));
        let blank = match options.blank.filter(|_| follows_options(form)) {
            Some(blank) if is_value(&blank) => return Err(WriteError::Blank { blank }),
            Some(blank) => blank,
            None => usual_blanks(form, size)
                .into_iter()
                .find(|blank| !is_value(blank))
                .unwrap_or('_'),
        };
        let strange = |symbol: &char| {
            symbol.is_whitespace() || symbol.is_control() || ",;:|<>&'\"\\+#[]".contains(*symbol)
        };
        let all = written.iter().flat_map(|symbol| symbol.chars());
        if let Some(symbol) = all.chain([blank]).find(strange) {
            return Err(WriteError::Symbol { symbol });
        }
        let width = written.iter().map(|symbol| symbol.chars().count()).max();
        Ok(Style {
            symbols,
            blank: blank.to_string(),
            width: width.unwrap_or(1),
        })
    }

    /// How a value, or 0 for an open cell, is written.
    pub fn cell(&self, value: u8) -> String {
        match value {
            0 => self.blank.clone(),
            value => self.symbols.symbol(value),
        }
    }

    /// [`cell`](Self::cell), as wide as the widest symbol.
    pub fn aligned(&self, value: u8) -> String {
        format!("{:>1$}", self.cell(value), self.width)
    }

    /// Whether the cells of a text can be told apart without anything between them.
    pub fn is_run(&self) -> bool {
        self.symbols != Symbols::Numbers
    }
}

/// Forms of other programs have fixed symbols.
fn follows_options(form: Form) -> bool {
    !matches!(form, Form::Hodoku | Form::OpenSudoku | Form::List)
}

/// Whether something stands between two cells, so that a symbol may have two characters.
fn separates_cells(form: Form) -> bool {
    matches!(
        form,
        Form::Spaced | Form::Csv | Form::Boxed | Form::Table | Form::Json | Form::List
    )
}

fn usual_symbols(form: Form, size: usize) -> Symbols {
    match form {
        Form::Table | Form::Json if size <= 9 => Symbols::FromOne,
        form if separates_cells(form) => Symbols::Numbers,
        _ => Symbols::FromOne,
    }
}

/// The blanks to choose from. Above nine values 0 comes first: beside letters it shows that the
/// digits count from 1, which a dot does not.
fn usual_blanks(form: Form, size: usize) -> [char; 3] {
    match form {
        Form::Boxed => ['X', '.', '_'],
        Form::Spaced | Form::Csv | Form::Table | Form::OpenSudoku | Form::List => ['0', '.', '_'],
        Form::Hodoku | Form::Json => ['.', '0', '_'],
        _ if size > 9 => ['0', '.', '_'],
        _ => ['.', '0', '_'],
    }
}
