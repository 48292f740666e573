//! The symbols that a text is written with.

use super::{WriteError, WriteOptions};
use crate::format::forms::info::CellText;
use crate::format::{Form, Symbols};

/// Symbols and blank for a form and a size.
pub(crate) struct Style {
    pub symbols: Symbols,
    pub blank: String,
    /// The width of the widest symbol in characters.
    pub width: usize,
}

impl Style {
    /// Returns the requested style as far as the form allows, otherwise the form's default.
    pub fn new(form: Form, size: usize, options: &WriteOptions) -> Result<Style, WriteError> {
        let info = form.info();
        let symbols = match &options.symbols {
            Some(Symbols::Numbers) if size <= 9 => Symbols::FromOne,
            Some(symbols) if info.follows_options => symbols.clone(),
            _ => usual_symbols(info.cells, size),
        };
        let capacity = match symbols {
            Symbols::Numbers if !info.cells.separates() => 9,
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
        let is_value = |blank: &str| written.iter().any(|symbol| symbol == blank);
        let asked = options.blank.filter(|_| info.follows_options);
        let usual = || info.blanks.for_size(size).iter();
        let blank = match asked {
            Some(blank) if is_value(blank.encode_utf8(&mut [0; 4])) => {
                return Err(WriteError::Blank { blank });
            }
            Some(blank) => blank.to_string(),
            None => usual()
                .find(|blank| !is_value(blank))
                .unwrap_or(&"_")
                .to_string(),
        };
        let is_reserved = |symbol: &char| {
            symbol.is_whitespace() || symbol.is_control() || ",;:|<>&'\"\\+#[]".contains(*symbol)
        };
        let all = written.iter().flat_map(|symbol| symbol.chars());
        if let Some(symbol) = all.chain(asked).find(is_reserved) {
            return Err(WriteError::Symbol { symbol });
        }
        let width = written.iter().map(|symbol| symbol.chars().count()).max();
        Ok(Style {
            symbols,
            blank,
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

fn usual_symbols(cells: CellText, size: usize) -> Symbols {
    match cells {
        CellText::Separated => Symbols::Numbers,
        CellText::RunOrSeparated if size > 9 => Symbols::Numbers,
        _ => Symbols::FromOne,
    }
}
