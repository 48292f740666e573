//! The forms: their names, and one file per form or family of forms.

pub(crate) mod cells;
pub(crate) mod code;
pub(crate) mod colon;
pub(crate) mod companions;
pub(crate) mod facts;
pub(crate) mod grid;
pub(crate) mod hodoku;
pub(crate) mod html;
pub(crate) mod info;
#[cfg(feature = "formats")]
pub(crate) mod json;
#[cfg(feature = "formats")]
pub(crate) mod ksudoku;
pub(crate) mod latex;
pub(crate) mod line;
pub(crate) mod link;
pub(crate) mod list;
pub(crate) mod lookalikes;
pub(crate) mod markup;
pub(crate) mod number_tables;
#[cfg(feature = "formats")]
pub(crate) mod opensudoku;
pub(crate) mod places;
pub(crate) mod sdk;
pub(crate) mod separated;
pub(crate) mod sizes;
pub(crate) mod table;
pub(crate) mod unknown_boards;
pub(crate) mod wiki;

use std::fmt;
use std::str::FromStr;

use crate::format::read::pieces::Document;
use crate::format::write::{documents, text};
use crate::problem::{Problem, ProblemCode};
pub use info::Layout;
use info::{Blanks, CellText, DOT, FIXED, FormInfo, GRID, RUN, ShapeText, ZERO};

/// A file form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// One line of symbols per puzzle, with any columns around it (`.sdm`, forum collections).
    Line,
    /// One line of n³ characters, n for each cell: the candidates of a Sukaku.
    CandidateLine,
    /// Rows of symbols without separators (`.msk`, bare `.sdk` and `.ss`).
    Rows,
    /// Rows of symbols separated by spaces.
    Spaced,
    /// Rows of cells separated by commas, semicolons or tabs.
    Csv,
    /// Rows in a frame with spaces between the cells: `| 5 3 X |`.
    Boxed,
    /// Rows in a frame without spaces: `|53.|`.
    SimpleSudoku,
    /// A framed grid in which each cell lists its candidates.
    Pencilmarks,
    /// Sections with the headers `[Puzzle]`, `[State]`, `[PencilMarks]`.
    Sdk,
    /// HoDoKu's library lines, `:0000:x:<grid>:<deleted candidates>::`.
    Hodoku,
    /// OpenSudoku's XML.
    OpenSudoku,
    /// A table with a header, a column of puzzles and optionally one of solutions.
    Table,
    /// JSON: a document, or one value per line.
    Json,
    /// `name n box_rows box_columns v1 … vn²`, one puzzle per line.
    List,
    /// An array in source text of any language: nested lists, tuples, quoted rows.
    Code,
    /// A table or preformatted text of an HTML page.
    Html,
    /// A fact for each given: `initial(1,2,5).`, `grid[0][1] = 5`, `r1c2=5`.
    Facts,
    /// Lines of row, column and value.
    Triples,
    /// A LaTeX table, or an environment of the package sudoku.
    Latex,
    /// A link to SudokuWiki.
    SudokuWiki,
    /// A link to Sudoku Exchange.
    SudokuExchange,
    /// A link to f-puzzles, or the JSON that such a link holds.
    FPuzzles,
    /// A link to SudokuPad.
    SudokuPad,
    /// A link to the page of Sudokit, or any other address with a puzzle in it.
    Link,
    /// A Markdown table.
    Markdown,
    /// One cell per line.
    Cells,
    /// A line with `+` before placed values, and with deleted candidates after a colon.
    Susser,
    /// SudoCue's rows of candidates, with `u` before placed values.
    Sdx,
    /// KSudoku's XML.
    KSudoku,
    /// A table of MediaWiki.
    Wiki,
}

/// One row per form, in the order of [`Form`].
///
/// A new form is a variant of [`Form`], a row here, a reader, and a writer.
const TABLE: &[FormInfo] = &[
    FormInfo {
        form: Form::Line,
        names: &["line", "sdm"],
        description: "one puzzle per line, with any columns around it",
        write: Some(text::line),
        ..RUN
    },
    FormInfo {
        form: Form::CandidateLine,
        names: &["candidates", "sukaku"],
        description: "one line of candidates per puzzle, nine characters per cell of a 9×9",
        candidates: true,
        cells: CellText::CandidateSlots,
        write: Some(text::candidate_line),
        ..RUN
    },
    FormInfo {
        form: Form::Rows,
        names: &["rows", "msk"],
        description: "rows of characters",
        write: Some(text::rows),
        ..GRID
    },
    FormInfo {
        form: Form::Spaced,
        names: &["spaced"],
        description: "rows of symbols or numbers with spaces between them",
        cells: CellText::Separated,
        blanks: ZERO,
        write: Some(text::spaced),
        ..GRID
    },
    FormInfo {
        form: Form::Csv,
        names: &["csv"],
        description: "rows of cells with commas, semicolons or tabs between them",
        cells: CellText::Separated,
        blanks: ZERO,
        write: Some(text::csv),
        ..GRID
    },
    FormInfo {
        form: Form::Boxed,
        names: &["boxed"],
        description: "a framed board with spaces between the cells",
        shapes: ShapeText::Frame,
        cells: CellText::Separated,
        blanks: Blanks::of(&["X", ".", "_"]),
        write: Some(text::boxed),
        ..GRID
    },
    FormInfo {
        form: Form::SimpleSudoku,
        names: &["simple-sudoku", "ss"],
        description: "a framed board without spaces, as Simple Sudoku writes it",
        shapes: ShapeText::Frame,
        write: Some(text::simple_sudoku),
        ..GRID
    },
    FormInfo {
        form: Form::Pencilmarks,
        names: &["pencilmarks", "pm"],
        description: "a framed board in which each cell lists its candidates",
        candidates: true,
        shapes: ShapeText::Frame,
        cells: CellText::CandidateList,
        write: Some(text::pencilmarks),
        ..GRID
    },
    FormInfo {
        form: Form::Sdk,
        names: &["sdk"],
        description: "sections [Puzzle], [State] and others, as SadMan Sudoku and SudoCue write them",
        placed: true,
        name: true,
        between: "\n",
        write: Some(documents::sdk),
        ..RUN
    },
    FormInfo {
        form: Form::Hodoku,
        names: &["hodoku"],
        description: "HoDoKu's library lines",
        placed: true,
        candidates: true,
        any_size: false,
        refers_to_cells: true,
        blanks: DOT,
        write: Some(documents::hodoku),
        ..FIXED
    },
    FormInfo {
        form: Form::OpenSudoku,
        names: &["opensudoku", "xml"],
        description: "OpenSudoku's XML",
        any_size: false,
        layout: Layout::Document,
        blanks: ZERO,
        opening: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n",
        closing: "</opensudoku>\n",
        write: Some(documents::open_sudoku),
        ..FIXED
    },
    FormInfo {
        form: Form::Table,
        names: &["table", "kaggle"],
        description: "a table with a header and columns for puzzle and solution",
        solution: true,
        layout: Layout::Table,
        cells: CellText::RunOrSeparated,
        blanks: ZERO,
        opening: "puzzle,solution\n",
        write: Some(documents::table),
        ..RUN
    },
    FormInfo {
        form: Form::Json,
        names: &["json"],
        description: "JSON or JSON Lines: strings, rows or objects",
        name: true,
        solution: true,
        candidates: true,
        shapes: ShapeText::All,
        layout: Layout::Document,
        cells: CellText::RunOrSeparated,
        blanks: DOT,
        opening: "[\n",
        between: ",\n",
        after_last: "\n",
        closing: "]\n",
        write: Some(documents::json),
        ..RUN
    },
    FormInfo {
        form: Form::List,
        names: &["list"],
        description: "one line per puzzle: name, size, box rows, box columns and all values",
        name: true,
        shapes: ShapeText::Boxes,
        cells: CellText::Separated,
        blanks: ZERO,
        write: Some(documents::list),
        ..FIXED
    },
    FormInfo {
        form: Form::Code,
        names: &["code", "array"],
        description: "arrays in source text of any language; written as a nested list",
        name: true,
        cells: CellText::Separated,
        blanks: ZERO,
        write: Some(code::write),
        ..GRID
    },
    FormInfo {
        form: Form::Html,
        names: &["html"],
        description: "tables and preformatted text of HTML pages",
        name: true,
        cells: CellText::Separated,
        blanks: Blanks::of(&[""]),
        write: Some(html::write),
        ..GRID
    },
    FormInfo {
        form: Form::Facts,
        names: &["facts", "asp"],
        description: "a fact for each given, such as given(1,2,5). or r1c2=5",
        cells: CellText::Separated,
        blanks: ZERO,
        write: Some(facts::write),
        follows_options: false,
        ..GRID
    },
    FormInfo {
        form: Form::Triples,
        names: &["triples"],
        description: "lines of row, column and value",
        cells: CellText::Separated,
        blanks: ZERO,
        write: Some(facts::write_triples),
        follows_options: false,
        ..GRID
    },
    FormInfo {
        form: Form::Latex,
        names: &["latex", "tex"],
        description: "LaTeX tables and matrices, and the package sudoku",
        cells: CellText::Separated,
        blanks: Blanks::of(&[""]),
        write: Some(latex::write),
        ..GRID
    },
    FormInfo {
        form: Form::SudokuWiki,
        names: &["sudokuwiki"],
        description: "a link to SudokuWiki's solver",
        placed: true,
        candidates: true,
        any_size: false,
        blanks: ZERO,
        write: Some(link::sudoku_wiki),
        ..FIXED
    },
    FormInfo {
        form: Form::SudokuExchange,
        names: &["sudoku-exchange", "sudokuexchange"],
        description: "a link to Sudoku Exchange",
        any_size: false,
        blanks: ZERO,
        write: Some(link::sudoku_exchange),
        ..FIXED
    },
    FormInfo {
        form: Form::FPuzzles,
        names: &["f-puzzles", "fpuzzles"],
        description: "a link to f-puzzles, or its JSON",
        name: true,
        solution: true,
        placed: true,
        candidates: true,
        shapes: ShapeText::All,
        refers_to_cells: true,
        cells: CellText::Separated,
        #[cfg(feature = "formats")]
        write: Some(link::f_puzzles),
        ..FIXED
    },
    FormInfo {
        form: Form::SudokuPad,
        names: &["sudokupad"],
        description: "a link to SudokuPad",
        name: true,
        solution: true,
        placed: true,
        candidates: true,
        shapes: ShapeText::All,
        refers_to_cells: true,
        cells: CellText::Separated,
        #[cfg(feature = "formats")]
        write: Some(link::sudoku_pad),
        ..FIXED
    },
    FormInfo {
        form: Form::Link,
        names: &["link"],
        description: "a link to Sudokit's page, or any address with a puzzle in it",
        placed: true,
        largest: 25,
        shapes: ShapeText::All,
        blanks: DOT,
        write: Some(link::page),
        ..FIXED
    },
    FormInfo {
        form: Form::Markdown,
        names: &["markdown", "md"],
        description: "a Markdown table",
        cells: CellText::Separated,
        blanks: DOT,
        write: Some(text::markdown),
        ..GRID
    },
    FormInfo {
        form: Form::Cells,
        names: &["cells"],
        description: "one cell per line",
        cells: CellText::Separated,
        blanks: ZERO,
        write: Some(text::cells),
        ..GRID
    },
    FormInfo {
        form: Form::Susser,
        names: &["susser"],
        description: "one line per puzzle, with + before placed values and deleted candidates after a colon",
        placed: true,
        candidates: true,
        any_size: false,
        refers_to_cells: true,
        blanks: DOT,
        write: Some(colon::write),
        ..FIXED
    },
    FormInfo {
        form: Form::Sdx,
        names: &["sdx"],
        description: "SudoCue's rows of candidates, with u before placed values",
        placed: true,
        candidates: true,
        any_size: false,
        follows_options: false,
        cells: CellText::CandidateList,
        write: Some(text::sdx),
        ..GRID
    },
    FormInfo {
        form: Form::KSudoku,
        names: &["ksudoku"],
        description: "KSudoku's XML",
        largest: 25,
        shapes: ShapeText::All,
        layout: Layout::Document,
        opening: "<!DOCTYPE ksudoku>\n<ksudoku>\n",
        closing: "</ksudoku>\n",
        #[cfg(feature = "formats")]
        write: Some(ksudoku::write),
        ..FIXED
    },
    FormInfo {
        form: Form::Wiki,
        names: &["wiki", "mediawiki"],
        description: "a table of MediaWiki",
        cells: CellText::Separated,
        blanks: Blanks::of(&[""]),
        write: Some(wiki::write),
        ..GRID
    },
];

const FORMS: usize = TABLE.len();

// The rows are in the order of the variants, so that a form is the index of its row.
const _: () = {
    let mut index = 0;
    while index < FORMS {
        assert!(TABLE[index].form as usize == index);
        index += 1;
    }
};

const fn all_forms() -> [Form; FORMS] {
    let mut all = [Form::Line; FORMS];
    let mut index = 0;
    while index < FORMS {
        all[index] = TABLE[index].form;
        index += 1;
    }
    all
}

impl Form {
    /// Every form.
    pub const ALL: &'static [Form] = &all_forms();

    /// Returns the row of the form in the table.
    pub(crate) fn info(self) -> &'static FormInfo {
        &TABLE[self as usize]
    }

    /// Returns the main name of the form.
    pub fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Returns all names of the form; the first one is the main name.
    pub fn names(self) -> &'static [&'static str] {
        self.info().names
    }

    /// Returns what a file of this form is, in a few words.
    pub fn description(self) -> &'static str {
        self.info().description
    }

    /// Returns whether a reader can be told to expect this form.
    pub fn can_read(self) -> bool {
        self.info().read
    }

    /// Returns whether puzzles can be written in this form.
    pub fn can_write(self) -> bool {
        self.info().write.is_some()
    }

    /// Returns whether the form stores the names of puzzles.
    pub fn stores_name(self) -> bool {
        self.info().name
    }

    /// Returns how a file of this form is laid out.
    pub fn layout(self) -> Layout {
        self.info().layout
    }

    /// Returns whether other parts of the text refer to cells of the puzzle by their places, so
    /// that another puzzle cannot take its place in the text.
    pub fn refers_to_cells(self) -> bool {
        self.info().refers_to_cells
    }
}

/// Returns what splits a document into pieces.
pub(crate) fn document(form: Form) -> Result<Box<dyn Document>, Problem> {
    match form {
        Form::Sdk => Ok(Box::new(sdk::Splitter::default())),
        #[cfg(feature = "formats")]
        Form::Json => Ok(Box::new(json::Splitter::default())),
        #[cfg(feature = "formats")]
        Form::OpenSudoku => Ok(Box::new(opensudoku::Splitter::default())),
        _ => Err(Problem::new(
            ProblemCode::UnsupportedForm,
            format!("this build does not support the {form} form"),
            "enable the feature `formats` of the crate sudokit",
        )),
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no form has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a form")]
pub struct UnknownForm(String);

impl FromStr for Form {
    type Err = UnknownForm;

    fn from_str(name: &str) -> Result<Form, UnknownForm> {
        let wanted = name.to_ascii_lowercase();
        let mut forms = Form::ALL.iter().copied();
        forms
            .find(|form| form.names().contains(&wanted.as_str()))
            .ok_or_else(|| UnknownForm(name.to_string()))
    }
}
