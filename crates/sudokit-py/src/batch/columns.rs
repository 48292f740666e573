//! What a batch returns: the same kind of data as it was given.

use std::sync::Arc;

use arrow_array::types::{Int8Type, Int16Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Float64Array, GenericStringArray, Int8Array, Int16Array,
    OffsetSizeTrait, StringArray, StringViewArray, UInt64Array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyList;
use pyo3_arrow::PyChunkedArray;
use sudokit::solve::Status;

use super::rows::Source;
use super::{Boards, MISSING, NONE};
use crate::errors::Failure;

/// Makes the columns of a result.
pub struct Columns<'a, 'py> {
    py: Python<'py>,
    source: &'a Source<'py>,
}

impl<'a, 'py> Columns<'a, 'py> {
    pub fn new(py: Python<'py>, source: &'a Source<'py>) -> Columns<'a, 'py> {
        Columns { py, source }
    }

    /// Boards: an array of values, or lines of text. Rows without a board are 0, `None` or null.
    pub fn boards(&self, boards: Boards, has_board: &[bool]) -> PyResult<Py<PyAny>> {
        match self.source {
            Source::Values { array, .. } => {
                let cells = PyArray1::from_vec(self.py, boards.cells);
                cells.reshape(array.shape())?.into_py_any(self.py)
            }
            Source::Masks(array) => {
                let cells = PyArray1::from_vec(self.py, boards.cells);
                cells.reshape(array.shape())?.into_py_any(self.py)
            }
            Source::List { .. } => {
                let lines = Lines::new(boards, has_board);
                let lines = (0..has_board.len()).map(|row| lines.get(row));
                PyList::new(self.py, lines)?.into_py_any(self.py)
            }
            Source::Arrow { data_type, .. } => {
                let lines = Lines::new(boards, has_board);
                self.chunked(|rows| lines.array(rows, data_type))
            }
        }
    }

    /// Statuses: codes, members of `Status`, or names.
    pub fn status(&self, codes: &[u8]) -> PyResult<Py<PyAny>> {
        let code = |code: &u8| {
            if *code == MISSING {
                NONE
            } else {
                i16::from(*code)
            }
        };
        match self.source {
            Source::Values { .. } | Source::Masks(_) => {
                PyArray1::from_slice(self.py, codes).into_py_any(self.py)
            }
            _ => {
                let names = Status::ALL.map(Status::name);
                self.names("Status", &names, codes.iter().map(code).collect())
            }
        }
    }

    /// Names by their codes, -1 for none: codes again, members of an enumeration or strings, or an
    /// Arrow dictionary.
    pub fn names(&self, class: &str, names: &[&str], codes: Vec<i16>) -> PyResult<Py<PyAny>> {
        match self.source {
            Source::Values { .. } | Source::Masks(_) => {
                PyArray1::from_vec(self.py, codes).into_py_any(self.py)
            }
            Source::List { .. } => {
                let objects: Vec<Py<PyAny>> = match class {
                    "" => {
                        let names = names.iter().map(|name| name.into_py_any(self.py));
                        names.collect::<PyResult<_>>()?
                    }
                    _ => {
                        let class = self.py.import("sudokit._enums")?.getattr(class)?;
                        let members = (0..names.len()).map(|code| class.call1((code,)));
                        let members = members.map(|member| Ok(member?.unbind()));
                        members.collect::<PyResult<_>>()?
                    }
                };
                let objects = codes.iter().map(|code| {
                    let object = usize::try_from(*code).ok().and_then(|at| objects.get(at));
                    object.map(|object| object.clone_ref(self.py))
                });
                PyList::new(self.py, objects.collect::<Vec<_>>())?.into_py_any(self.py)
            }
            Source::Arrow { .. } => {
                let values: ArrayRef = Arc::new(StringArray::from(names.to_vec()));
                self.chunked(|rows| {
                    let codes = &codes[rows];
                    let known = codes.contains(&NONE).then(|| {
                        let known = codes.iter().map(|code| *code != NONE);
                        known.collect::<NullBuffer>()
                    });
                    let codes = codes.iter().map(|code| (*code).max(0));
                    let array: ArrayRef = match names.len() <= 100 {
                        true => {
                            let keys = codes.map(|code| code as i8).collect::<Vec<_>>();
                            let keys = Int8Array::new(keys.into(), known);
                            let array = DictionaryArray::<Int8Type>::try_new(keys, values.clone());
                            Arc::new(array.map_err(Failure::argument)?)
                        }
                        false => {
                            let keys = codes.collect::<Vec<_>>();
                            let keys = Int16Array::new(keys.into(), known);
                            let array = DictionaryArray::<Int16Type>::try_new(keys, values.clone());
                            Arc::new(array.map_err(Failure::argument)?)
                        }
                    };
                    Ok(array)
                })
            }
        }
    }

    /// Numbers; 0, `None` or null where there is none.
    pub fn numbers(&self, numbers: Vec<u64>, is_known: &[bool]) -> PyResult<Py<PyAny>> {
        match self.source {
            Source::Values { .. } | Source::Masks(_) => {
                PyArray1::from_vec(self.py, numbers).into_py_any(self.py)
            }
            Source::List { .. } => {
                let numbers = numbers.iter().zip(is_known);
                let numbers = numbers.map(|(number, is_known)| is_known.then_some(*number));
                PyList::new(self.py, numbers.collect::<Vec<_>>())?.into_py_any(self.py)
            }
            Source::Arrow { .. } => {
                let numbers = ScalarBuffer::from(numbers);
                self.chunked(|rows| {
                    let is_known = &is_known[rows.clone()];
                    let known = is_known
                        .contains(&false)
                        .then(|| NullBuffer::from(is_known));
                    let numbers = numbers.slice(rows.start, rows.len());
                    Ok(Arc::new(UInt64Array::new(numbers, known)) as ArrayRef)
                })
            }
        }
    }

    /// Numbers with decimals; not a number, `None` or null where there is none.
    pub fn fractions(&self, numbers: Vec<Option<f64>>) -> PyResult<Py<PyAny>> {
        match self.source {
            Source::Values { .. } | Source::Masks(_) => {
                let numbers = numbers.iter().map(|number| number.unwrap_or(f64::NAN));
                PyArray1::from_iter(self.py, numbers).into_py_any(self.py)
            }
            Source::List { .. } => PyList::new(self.py, numbers)?.into_py_any(self.py),
            Source::Arrow { .. } => self.chunked(|rows| {
                Ok(Arc::new(Float64Array::from(numbers[rows].to_vec())) as ArrayRef)
            }),
        }
    }

    /// Makes a column in the chunks of the input.
    fn chunked(
        &self,
        array: impl Fn(std::ops::Range<usize>) -> PyResult<ArrayRef>,
    ) -> PyResult<Py<PyAny>> {
        let Source::Arrow { chunks, .. } = self.source else {
            return Ok(self.py.None());
        };
        let (mut start, mut made) = (0, Vec::new());
        for chunk in chunks {
            made.push(array(start..start + chunk.len())?);
            start += chunk.len();
        }
        let data_type = match made.first() {
            Some(first) => first.data_type().clone(),
            None => array(0..0)?.data_type().clone(),
        };
        let field = Arc::new(Field::new("", data_type, true));
        PyChunkedArray::try_new(made, field)?.into_py_any(self.py)
    }
}

/// Boards as lines of text.
struct Lines<'a> {
    /// 81 characters for each row.
    classic: Buffer,
    /// Lines of other boards, by row.
    others: Vec<(usize, String)>,
    has_board: &'a [bool],
}

impl<'a> Lines<'a> {
    fn new(boards: Boards, has_board: &'a [bool]) -> Lines<'a> {
        let others = boards.others.into_iter();
        Lines {
            classic: Buffer::from_vec(boards.cells),
            others: others
                .map(|(row, board)| (row, board.to_string()))
                .collect(),
            has_board,
        }
    }

    fn get(&self, row: usize) -> Option<&str> {
        if !self.has_board[row] {
            return None;
        }
        match self.others.binary_search_by_key(&row, |(row, _)| *row) {
            Ok(at) => Some(&self.others[at].1),
            Err(_) => str::from_utf8(&self.classic[row * 81..][..81]).ok(),
        }
    }

    fn array(&self, rows: std::ops::Range<usize>, data_type: &DataType) -> PyResult<ArrayRef> {
        Ok(match data_type {
            DataType::LargeUtf8 => Arc::new(self.strings::<i64>(rows)?),
            DataType::Utf8View => {
                let lines = rows.map(|row| self.get(row));
                Arc::new(lines.collect::<StringViewArray>())
            }
            _ => Arc::new(self.strings::<i32>(rows)?),
        })
    }

    /// A string array: if all lines are classic, they are not copied.
    fn strings<O: OffsetSizeTrait>(
        &self,
        rows: std::ops::Range<usize>,
    ) -> PyResult<GenericStringArray<O>> {
        let is_uniform = self.others.is_empty();
        if !is_uniform || self.has_board[rows.clone()].contains(&false) {
            let lines = rows.map(|row| self.get(row));
            return Ok(lines.collect());
        }
        let text = self
            .classic
            .slice_with_length(rows.start * 81, rows.len() * 81);
        let offsets = OffsetBuffer::from_lengths(rows.map(|_| 81));
        let array = GenericStringArray::try_new(offsets, text, None);
        Ok(array.map_err(Failure::argument)?)
    }
}
