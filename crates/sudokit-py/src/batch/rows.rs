//! What a batch is made from: lists, NumPy arrays and Arrow data.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray, make_array};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyString};
use pyo3_arrow::PyChunkedArray;
use pyo3_arrow::input::AnyArray;
use sudokit::format::{ReadOptions, read_puzzle};
use sudokit::{Puzzle, Shape};

use crate::errors::Failure;
use crate::puzzle::{PyPuzzle, shape_for};

/// The caller's data, kept alive.
pub enum Source<'py> {
    /// Values, a row of cells or a square for each puzzle.
    Values {
        array: PyReadonlyArrayDyn<'py, u8>,
        shape: Shape,
    },
    /// Masks of candidates for the 81 cells of each puzzle.
    Masks(PyReadonlyArrayDyn<'py, u16>),
    List {
        items: Vec<Item>,
        options: ReadOptions,
    },
    Arrow {
        chunks: Vec<ArrayRef>,
        data_type: DataType,
        options: ReadOptions,
    },
}

/// An element of a list.
pub enum Item {
    Missing,
    /// A number, or text with half of a character, which is no puzzle.
    Unreadable,
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
    Puzzle(Py<PyPuzzle>),
}

impl<'py> Source<'py> {
    /// Looks at what the caller has. `column` names the puzzles of a table.
    pub fn new(
        puzzles: &Bound<'py, PyAny>,
        column: &str,
        options: ReadOptions,
    ) -> PyResult<Source<'py>> {
        if let Ok(array) = puzzles.extract::<PyReadonlyArrayDyn<'py, u8>>() {
            return Source::values(array, options);
        }
        if let Ok(array) = puzzles.extract::<PyReadonlyArrayDyn<'py, u16>>() {
            return Source::masks(array);
        }
        if puzzles.hasattr("__arrow_c_array__")? || puzzles.hasattr("__arrow_c_stream__")? {
            let chunks = puzzles.extract::<AnyArray>()?.into_chunked_array()?;
            return Source::arrow(chunks, column, options);
        }
        let is_text = puzzles.is_instance_of::<PyString>()
            || puzzles.is_instance_of::<PyBytes>()
            || puzzles.is_instance_of::<PyByteArray>();
        if is_text || puzzles.is_instance_of::<PyPuzzle>() {
            let message = "a batch is a list, a NumPy array or Arrow data, not one puzzle";
            return Err(PyTypeError::new_err(message));
        }
        let items = puzzles.try_iter()?.map(|item| Item::new(&item?));
        let items = items.collect::<PyResult<_>>()?;
        Ok(Source::List { items, options })
    }

    fn values(array: PyReadonlyArrayDyn<'py, u8>, options: ReadOptions) -> PyResult<Source<'py>> {
        let dimensions = array.shape().to_vec();
        let cells = match dimensions[..] {
            [_, cells] => cells,
            [_, rows, columns] if rows == columns => rows * columns,
            _ => {
                let message = format!(
                    "found an array of shape {dimensions:?}; expected one row of cells per puzzle \
                     (n × 81), or one square (n × 9 × 9)"
                );
                return Err(Failure::argument(message).into());
            }
        };
        let name = options.shape.map(|shape| shape.to_string());
        let shape = shape_for(name.as_deref(), cells)?;
        Ok(Source::Values { array, shape })
    }

    fn masks(array: PyReadonlyArrayDyn<'py, u16>) -> PyResult<Source<'py>> {
        match array.shape() {
            [_, 81] | [_, 9, 9] => Ok(Source::Masks(array)),
            other => {
                let message = format!(
                    "found masks of candidates (uint16) of shape {other:?}; expected n × 81 \
                     (values are uint8)"
                );
                Err(Failure::argument(message).into())
            }
        }
    }

    fn arrow(chunks: PyChunkedArray, column: &str, options: ReadOptions) -> PyResult<Source<'py>> {
        let (mut chunks, field) = chunks.into_inner();
        let mut data_type = field.data_type().clone();
        if let DataType::Struct(fields) = &data_type {
            let Some((at, field)) = fields.find(column) else {
                let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                let names = names.join(", ");
                let message = format!("the table has no column {column:?}; it has {names}");
                return Err(PyKeyError::new_err(message));
            };
            let inner = field.data_type().clone();
            chunks = chunks.iter().map(|chunk| part(chunk, at)).collect();
            data_type = inner;
        }
        // What comes out is plain strings: solutions hardly repeat.
        if let DataType::Dictionary(_, values) = data_type {
            data_type = *values;
        }
        match data_type {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => {
                Ok(Source::Arrow {
                    chunks,
                    data_type,
                    options,
                })
            }
            other => {
                let message = format!("found Arrow data of type {other}; expected strings");
                Err(PyTypeError::new_err(message))
            }
        }
    }

    /// The rows, for any thread to read.
    pub fn rows(&self) -> Rows<'_> {
        match self {
            Source::Values { array, shape } => {
                // The Python half passes contiguous arrays.
                let cells = array.as_slice().unwrap_or_default();
                match shape.is_classic() {
                    true => Rows::Classic(cells.as_chunks().0),
                    false => Rows::Values { cells, shape },
                }
            }
            Source::Masks(array) => {
                let masks = array.as_slice().unwrap_or_default();
                Rows::Masks(masks.as_chunks().0)
            }
            Source::List { items, options } => Rows::Mixed {
                rows: MixedRows::List(items.iter().map(Item::row).collect()),
                options,
                is_usual: is_usual(options),
            },
            Source::Arrow {
                chunks, options, ..
            } => {
                let is_usual = is_usual(options);
                Rows::Mixed {
                    rows: MixedRows::Arrow(ArrowRows::new(chunks)),
                    options,
                    is_usual,
                }
            }
        }
    }
}

/// A part of structures; it is null where a structure is.
fn part(chunk: &ArrayRef, at: usize) -> ArrayRef {
    let structures = chunk.as_struct();
    let part = structures.column(at);
    let Some(nulls) = structures.nulls() else {
        return part.clone();
    };
    let nulls = NullBuffer::union(Some(nulls), part.nulls());
    let data = part.to_data().into_builder().nulls(nulls);
    match data.build() {
        Ok(data) => make_array(data),
        Err(_) => part.clone(),
    }
}

impl Item {
    /// What columns of data hold is a row: text, what is missing, and numbers that got among them.
    /// A list or another object is a mistake of the caller.
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Item> {
        if let Ok(text) = value.extract::<PyBackedStr>() {
            return Ok(Item::Text(text));
        }
        if value.is_instance_of::<PyString>() {
            return Ok(Item::Unreadable);
        }
        if let Ok(puzzle) = value.cast::<PyPuzzle>() {
            return Ok(Item::Puzzle(puzzle.clone().unbind()));
        }
        if value.is_none() {
            return Ok(Item::Missing);
        }
        if let Ok(bytes) = value.extract::<PyBackedBytes>() {
            return Ok(Item::Bytes(bytes));
        }
        if let Ok(number) = value.extract::<f64>() {
            return Ok(if number.is_nan() {
                Item::Missing
            } else {
                Item::Unreadable
            });
        }
        let class = value.get_type().name()?;
        match class.to_str()? {
            // What pandas has for missing values of any type.
            "NAType" | "NaTType" => Ok(Item::Missing),
            class => {
                let message = format!(
                    "a list of puzzles has an item of type {class}; expected str, bytes, Puzzle or \
                     None"
                );
                Err(PyTypeError::new_err(message))
            }
        }
    }

    fn row(&self) -> Row<'_> {
        match self {
            Item::Missing => Row::Missing,
            Item::Unreadable => Row::Unreadable,
            Item::Text(text) => Row::Text(text),
            Item::Bytes(bytes) => str::from_utf8(bytes).map_or(Row::Unreadable, Row::Text),
            Item::Puzzle(puzzle) => Row::Puzzle(&puzzle.get().puzzle),
        }
    }
}

/// The rows of a batch.
pub enum Rows<'a> {
    Classic(&'a [[u8; 81]]),
    Values {
        cells: &'a [u8],
        shape: &'a Shape,
    },
    Masks(&'a [[u16; 81]]),
    Mixed {
        rows: MixedRows<'a>,
        options: &'a ReadOptions,
        /// Whether lines of digits are classic puzzles.
        is_usual: bool,
    },
}

/// Rows that are not parts of an array of cells.
pub enum MixedRows<'a> {
    List(Vec<Row<'a>>),
    Arrow(ArrowRows<'a>),
}

impl<'a> MixedRows<'a> {
    fn len(&self) -> usize {
        match self {
            MixedRows::List(rows) => rows.len(),
            MixedRows::Arrow(rows) => rows.ends.last().copied().unwrap_or_default(),
        }
    }

    fn get(&self, row: usize) -> Row<'a> {
        match self {
            MixedRows::List(rows) => rows[row],
            MixedRows::Arrow(rows) => rows.get(row),
        }
    }
}

/// The rows of Arrow data, found where they are: a list of them would take longer to make than to
/// read.
pub struct ArrowRows<'a> {
    chunks: Vec<ArrowChunk<'a>>,
    /// The number of rows up to the end of each chunk.
    ends: Vec<usize>,
}

/// A chunk with the type of its strings.
enum ArrowChunk<'a> {
    Strings(&'a StringArray),
    LargeStrings(&'a LargeStringArray),
    Views(&'a StringViewArray),
    /// For each row, the number of its string in another chunk.
    Dictionary {
        keys: Vec<usize>,
        nulls: Option<&'a NullBuffer>,
        values: Box<ArrowChunk<'a>>,
    },
    Nulls,
}

impl<'a> ArrowChunk<'a> {
    fn new(chunk: &'a dyn Array) -> ArrowChunk<'a> {
        match chunk.data_type() {
            DataType::Utf8 => ArrowChunk::Strings(chunk.as_string()),
            DataType::LargeUtf8 => ArrowChunk::LargeStrings(chunk.as_string()),
            DataType::Utf8View => ArrowChunk::Views(chunk.as_string_view()),
            _ => match chunk.as_any_dictionary_opt() {
                Some(dictionary) if !dictionary.values().is_empty() => ArrowChunk::Dictionary {
                    keys: dictionary.normalized_keys(),
                    nulls: dictionary.nulls(),
                    values: Box::new(ArrowChunk::new(dictionary.values())),
                },
                _ => ArrowChunk::Nulls,
            },
        }
    }

    fn get(&self, at: usize) -> Option<&'a str> {
        match self {
            ArrowChunk::Strings(array) => array.is_valid(at).then(|| array.value(at)),
            ArrowChunk::LargeStrings(array) => array.is_valid(at).then(|| array.value(at)),
            ArrowChunk::Views(array) => array.is_valid(at).then(|| array.value(at)),
            ArrowChunk::Dictionary {
                keys,
                nulls,
                values,
            } => match nulls.is_none_or(|nulls| nulls.is_valid(at)) {
                true => values.get(keys[at]),
                false => None,
            },
            ArrowChunk::Nulls => None,
        }
    }
}

impl<'a> ArrowRows<'a> {
    fn new(chunks: &'a [ArrayRef]) -> ArrowRows<'a> {
        let typed = chunks.iter().map(|chunk| ArrowChunk::new(chunk));
        let ends = chunks.iter().scan(0, |end, chunk| {
            *end += chunk.len();
            Some(*end)
        });
        ArrowRows {
            chunks: typed.collect(),
            ends: ends.collect(),
        }
    }

    fn get(&self, row: usize) -> Row<'a> {
        let number = match self.ends.len() {
            1 => 0,
            _ => self.ends.partition_point(|end| *end <= row),
        };
        let start = if number == 0 {
            0
        } else {
            self.ends[number - 1]
        };
        let text = self.chunks[number].get(row - start);
        text.map_or(Row::Missing, Row::Text)
    }
}

/// A row that is not part of an array.
#[derive(Clone, Copy)]
pub enum Row<'a> {
    Missing,
    Unreadable,
    Text(&'a str),
    Puzzle(&'a Puzzle),
}

/// A row as the engines take it.
pub enum Question {
    Missing,
    Unreadable,
    /// Givens of a classic 9×9 board; they may break a rule.
    Classic([u8; 81]),
    Other(Puzzle),
}

impl Rows<'_> {
    pub fn len(&self) -> usize {
        match self {
            Rows::Classic(puzzles) => puzzles.len(),
            Rows::Values { cells, shape } => cells.len() / shape.cells(),
            Rows::Masks(puzzles) => puzzles.len(),
            Rows::Mixed { rows, .. } => rows.len(),
        }
    }

    /// The cells of a board in the result.
    pub fn width(&self) -> usize {
        match self {
            Rows::Values { shape, .. } => shape.cells(),
            _ => 81,
        }
    }

    /// Turns values of the result into characters if the rows are text.
    pub fn write_cells(&self, cells: &mut [u8]) {
        if let Rows::Mixed { .. } = self {
            for cell in cells {
                *cell = if *cell == 0 { b'.' } else { *cell + b'0' };
            }
        }
    }

    /// Returns one row.
    pub fn question(&self, row: usize) -> Question {
        match self {
            Rows::Classic(puzzles) => Question::Classic(puzzles[row]),
            Rows::Values { cells, shape } => {
                let values = cells[row * shape.cells()..][..shape.cells()].to_vec();
                let puzzle = Puzzle::from_values((*shape).clone(), values);
                puzzle.map_or(Question::Unreadable, Question::Other)
            }
            Rows::Masks(puzzles) => Question::Other(sukaku(&puzzles[row])),
            Rows::Mixed { rows, options, .. } => match rows.get(row) {
                Row::Missing => Question::Missing,
                Row::Unreadable => Question::Unreadable,
                Row::Text(text) => {
                    let mut values = [0; 81];
                    match self.read_line(row, &mut values) {
                        true => Question::Classic(values),
                        false => read(text, options),
                    }
                }
                Row::Puzzle(puzzle) => Question::of(puzzle.clone()),
            },
        }
    }

    /// Reads a row that is a plain line of a classic puzzle, and returns whether it is one. Faster
    /// than [`question`](Self::question), which reads everything.
    pub fn read_line(&self, row: usize, values: &mut [u8; 81]) -> bool {
        match self {
            Rows::Mixed {
                rows,
                is_usual: true,
                ..
            } => match rows.get(row) {
                Row::Text(text) => read_line(text.as_bytes(), values),
                _ => false,
            },
            _ => false,
        }
    }
}

impl Question {
    fn of(puzzle: Puzzle) -> Question {
        let is_plain = puzzle.shape().is_classic() && puzzle.candidates().is_none();
        match <[u8; 81]>::try_from(puzzle.values()) {
            Ok(values) if is_plain => Question::Classic(values),
            _ => Question::Other(puzzle),
        }
    }
}

/// Whether lines of digits are classic puzzles, whatever the options say.
fn is_usual(options: &ReadOptions) -> bool {
    options.blank.is_none()
        && options.symbols.is_none()
        && options.shape.as_ref().is_none_or(Shape::is_classic)
}

fn read(text: &str, options: &ReadOptions) -> Question {
    match read_puzzle(text.as_bytes(), options.clone()) {
        Ok(record) => Question::of(record.puzzle),
        Err(_) => Question::Unreadable,
    }
}

/// Reads a line of 81 digits with `.` or `0` for an open cell, if it can only mean that. The reader
/// of the library knows everything else, and says the same about these lines.
pub fn read_line(line: &[u8], values: &mut [u8; 81]) -> bool {
    let Ok(line) = <&[u8; 81]>::try_from(line) else {
        return false;
    };
    // Numbers instead of branches and `bool`, so that the compiler uses vectors.
    let (mut dots, mut zeros, mut nines, mut others) = (0, 0, 0, 0);
    for (value, &character) in values.iter_mut().zip(line) {
        let digit = character.wrapping_sub(b'0');
        let is_dot = u8::from(character == b'.');
        dots |= is_dot;
        zeros |= u8::from(digit == 0);
        nines |= u8::from(digit == 9);
        others |= u8::from(digit > 9) & (is_dot ^ 1);
        *value = digit & is_dot.wrapping_sub(1);
    }
    // With both, 0 could be a value, and without a 9, values could count from 0.
    let is_clear = zeros == 0 || (dots == 0 && nines != 0);
    is_clear && others == 0
}

/// A classic puzzle, or `None` if a value is above 9.
pub fn classic(values: &[u8; 81]) -> Option<Puzzle> {
    Puzzle::from_values(Shape::classic(), values.to_vec()).ok()
}

/// A Sukaku.
pub fn sukaku(masks: &[u16; 81]) -> Puzzle {
    let mut puzzle = Puzzle::new(Shape::classic());
    puzzle.set_candidates(masks.map(u64::from).to_vec());
    puzzle
}
