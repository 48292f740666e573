//! The symbols that a text is written with.

use super::{WriteError, WriteOptions};
use crate::format::{Form, Symbols};

/// Symbols and blank for a form and a size.
pub(super) struct Style {
    pub symbols: Symbols,
    pub blank: String,
    /// The width of the widest symbol in characters.
    pub width: usize,
}

impl Style {
    /// Returns the requested style as far as the form allows, otherwise the form's default.
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
        let is_reserved = |symbol: &char| {
            symbol.is_whitespace() || symbol.is_control() || ",;:|<>&'\"\\+#[]".contains(*symbol)
        };
        let all = written.iter().flat_map(|symbol| symbol.chars());
        if let Some(symbol) = all.chain([blank]).find(is_reserved) {
            return Err(WriteError::Symbol { symbol });
        }
        let width = written.iter().map(|symbol| symbol.chars().count()).max();
        Ok(Style {
            symbols,
            blank: blank.to_string(),
            width: width.unwrap_or(1),
        })
    }

    /// Returns the text of a value, or of an empty cell for 0.
    pub fn cell(&self, value: u8) -> String {
        match value {
            0 => self.blank.clone(),
            value => self.symbols.symbol(value),
        }
    }

    /// Returns [`cell`](Self::cell), padded to the widest symbol.
    pub fn aligned(&self, value: u8) -> String {
        format!("{:>1$}", self.cell(value), self.width)
    }

    /// Returns whether cells need no separators.
    pub fn is_run(&self) -> bool {
        self.symbols != Symbols::Numbers
    }
}

/// Returns whether a form may use other symbols: forms of other programs have fixed ones.
fn follows_options(form: Form) -> bool {
    !matches!(form, Form::Hodoku | Form::OpenSudoku | Form::List)
}

/// Returns whether a form separates its cells, so that a symbol may have two characters.
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

/// Returns the blanks to choose from. Above nine values 0 comes first: next to letters it shows
/// that the digits count from 1, which a dot does not.
fn usual_blanks(form: Form, size: usize) -> [char; 3] {
    match form {
        Form::Boxed => ['X', '.', '_'],
        Form::Spaced | Form::Csv | Form::Table | Form::OpenSudoku | Form::List => ['0', '.', '_'],
        Form::Hodoku | Form::Json => ['.', '0', '_'],
        _ if size > 9 => ['0', '.', '_'],
        _ => ['.', '0', '_'],
    }
}
