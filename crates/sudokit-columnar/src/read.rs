//! A Parquet or Arrow file as the text of a CSV table.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_cast::{CastOptions, cast_with_options};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, FieldRef, SchemaRef};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::Columnar;

/// The number of rows that are in memory as text at a time.
pub const ROWS: usize = 1 << 13;

/// A shorter list is not a board.
const SMALLEST_BOARD: usize = 16;

/// A null in a list.
pub const NULL: &str = "null";

/// The rows of a file, some at a time.
type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// The columns of a file: their names and types.
#[derive(Clone, Debug)]
pub struct Columns(pub(crate) SchemaRef);

impl Columns {
    /// Reads the columns of a file.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn of_file(file: File, kind: Columnar) -> io::Result<Columns> {
        let (schema, _) = batches(file, kind).map_err(io::Error::other)?;
        Ok(Columns(schema))
    }
}

impl PartialEq for Columns {
    /// What else a file says about itself does not matter.
    fn eq(&self, other: &Columns) -> bool {
        self.0.fields() == other.0.fields()
    }
}

impl Eq for Columns {}

fn batches(file: File, kind: Columnar) -> Result<(SchemaRef, Batches), ArrowError> {
    Ok(match kind {
        Columnar::Parquet => {
            let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
            let schema = builder.schema().clone();
            (schema, Box::new(builder.with_batch_size(ROWS).build()?))
        }
        Columnar::Arrow => {
            let reader = FileReader::try_new(io::BufReader::new(file), None)?;
            (reader.schema(), Box::new(reader))
        }
        Columnar::ArrowStream => {
            let reader = StreamReader::try_new(io::BufReader::new(file), None)?;
            (reader.schema(), Box::new(reader))
        }
    })
}

/// The text of a CSV table, made from a file as it is read. An empty field is a null, a quoted empty
/// one an empty text.
pub struct TableText {
    batches: Batches,
    /// What is left of a batch. Those of an Arrow file are as large as its writer made them.
    batch: RecordBatch,
    text: io::Cursor<Vec<u8>>,
}

impl TableText {
    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn open(file: File, kind: Columnar) -> io::Result<TableText> {
        let (schema, batches) = batches(file, kind).map_err(io::Error::other)?;
        let mut text = Vec::new();
        for (index, field) in schema.fields().iter().enumerate() {
            separate(index, &mut text);
            push_field(field.name().as_bytes(), &mut text);
        }
        text.push(b'\n');
        Ok(TableText {
            batches,
            batch: RecordBatch::new_empty(schema),
            text: io::Cursor::new(text),
        })
    }
}

impl Read for TableText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.text.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if self.batch.num_rows() == 0 {
                match self.batches.next() {
                    Some(batch) => self.batch = batch.map_err(io::Error::other)?,
                    None => return Ok(0),
                }
            }
            let count = self.batch.num_rows().min(ROWS);
            let text = rows(&self.batch.slice(0, count)).map_err(io::Error::other)?;
            self.batch = self.batch.slice(count, self.batch.num_rows() - count);
            self.text = io::Cursor::new(text);
        }
    }
}

/// A column whose values can be written.
enum Column<'a> {
    Text(ArrayRef),
    /// Lists of numbers, such as the cells of a board.
    Numbers(ArrayRef),
    Other(&'a ArrayRef, ArrayFormatter<'a>),
}

/// Returns the type whose text stands for values of a type: the type itself, unless it has no text of
/// its own.
///
/// A time zone with a name means something only with a table of all time zones, but the instants
/// are those of UTC. `Date64` has a time of day, which is always midnight.
pub fn as_text(data_type: &DataType) -> DataType {
    let part = |field: &FieldRef| {
        let data_type = as_text(field.data_type());
        Arc::new(field.as_ref().clone().with_data_type(data_type))
    };
    match data_type {
        DataType::Timestamp(unit, Some(zone)) if !zone.starts_with(['+', '-']) => {
            DataType::Timestamp(*unit, Some("+00:00".into()))
        }
        DataType::Date64 => DataType::Date32,
        DataType::List(item) => DataType::List(part(item)),
        DataType::LargeList(item) => DataType::LargeList(part(item)),
        DataType::FixedSizeList(item, length) => DataType::FixedSizeList(part(item), *length),
        DataType::Struct(parts) => DataType::Struct(parts.iter().map(part).collect()),
        DataType::Map(entries, is_sorted) => DataType::Map(part(entries), *is_sorted),
        DataType::Dictionary(keys, values) => {
            DataType::Dictionary(keys.clone(), Box::new(as_text(values)))
        }
        other => other.clone(),
    }
}

fn rows(batch: &RecordBatch) -> Result<Vec<u8>, ArrowError> {
    let options = FormatOptions::default();
    let columns = batch
        .columns()
        .iter()
        .map(|column| match as_text(column.data_type()) {
            same if same == *column.data_type() => Ok(column.clone()),
            other => arrow_cast::cast(column, &other),
        });
    let columns = columns.collect::<Result<Vec<ArrayRef>, ArrowError>>()?;
    let columns = columns.iter().map(|column| {
        Ok(match column.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
                Column::Text(arrow_cast::cast(column, &DataType::Utf8)?)
            }
            list if is_numbers(list) => {
                let numbers = DataType::new_list(DataType::Int64, true);
                let options = CastOptions {
                    safe: false,
                    ..CastOptions::default()
                };
                Column::Numbers(cast_with_options(column, &numbers, &options)?)
            }
            _ => Column::Other(column, ArrayFormatter::try_new(column.as_ref(), &options)?),
        })
    });
    let columns = columns.collect::<Result<Vec<Column>, ArrowError>>()?;
    let mut text = Vec::with_capacity(batch.num_rows() * 200);
    for row in 0..batch.num_rows() {
        for (index, column) in columns.iter().enumerate() {
            separate(index, &mut text);
            match column {
                Column::Text(values) => {
                    let values = values.as_string::<i32>();
                    if values.is_valid(row) {
                        push_field(values.value(row).as_bytes(), &mut text);
                    }
                }
                Column::Numbers(lists) if lists.is_valid(row) => {
                    let list = lists.as_list::<i32>().value(row);
                    let numbers: Vec<_> = list.as_primitive::<Int64Type>().iter().collect();
                    push_numbers(&numbers, &mut text);
                }
                Column::Other(values, formatter) if values.is_valid(row) => {
                    let value = formatter.value(row).try_to_string()?;
                    push_field(value.as_bytes(), &mut text);
                }
                _ => {}
            }
        }
        text.push(b'\n');
    }
    Ok(text)
}

/// Whether values of a type are lists of whole numbers.
pub fn is_numbers(data_type: &DataType) -> bool {
    match data_type {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            item.data_type().is_integer()
        }
        _ => false,
    }
}

fn separate(index: usize, text: &mut Vec<u8>) {
    if index > 0 {
        text.push(b',');
    }
}

/// The numbers of a board as digits, or with spaces between them if some have two; other lists in
/// brackets.
fn push_numbers(numbers: &[Option<i64>], text: &mut Vec<u8>) {
    let all_below = |end: i64| {
        let mut numbers = numbers.iter();
        numbers.all(|number| number.is_some_and(|number| (0..end).contains(&number)))
    };
    let is_board = numbers.len() >= SMALLEST_BOARD && all_below(65);
    if is_board && all_below(10) {
        return text.extend(numbers.iter().flatten().map(|digit| b'0' + *digit as u8));
    }
    let words = numbers.iter().map(|number| match number {
        Some(number) => number.to_string(),
        None => NULL.to_string(),
    });
    let words = words.collect::<Vec<_>>().join(" ");
    match is_board {
        true => text.extend(words.as_bytes()),
        false => text.extend(format!("[{words}]").as_bytes()),
    }
}

fn push_field(field: &[u8], text: &mut Vec<u8>) {
    let is_special = |byte: &u8| matches!(byte, b',' | b'"' | b'\n' | b'\r');
    let is_padded = field.trim_ascii().len() != field.len();
    // At the start of a line these would begin a comment.
    let is_comment = field.starts_with(b"#") || field.starts_with(b"//");
    if !field.is_empty() && !is_padded && !is_comment && !field.iter().any(is_special) {
        return text.extend(field);
    }
    text.push(b'"');
    for &byte in field {
        if byte == b'"' {
            text.push(b'"');
        }
        text.push(byte);
    }
    text.push(b'"');
}

#[cfg(test)]
mod tests {
    use arrow_array::StringArray;
    use arrow_ipc::writer::StreamWriter;

    use super::*;

    #[test]
    fn streams_are_read_like_files() {
        let path = std::env::temp_dir().join(format!("sudokit-{}.arrows", std::process::id()));
        let column: ArrayRef = Arc::new(StringArray::from(vec![Some("1.2"), None]));
        let batch = RecordBatch::try_from_iter([("puzzle", column)]).expect("one column");
        let mut writer =
            StreamWriter::try_new(File::create(&path).expect("a file"), &batch.schema())
                .expect("a stream");
        for _ in 0..2 {
            writer.write(&batch).expect("rows");
        }
        writer.finish().expect("an end");
        let mut file = File::open(&path).expect("the file");
        let kind = Columnar::of_file(&mut file).expect("its start");
        let mut text = String::new();
        let table = TableText::open(file, kind.expect("a format"));
        let read = table.and_then(|mut table| table.read_to_string(&mut text));
        std::fs::remove_file(&path).expect("removed");
        read.expect("a table");
        assert_eq!(kind, Some(Columnar::ArrowStream));
        assert_eq!(text, "puzzle\n1.2\n\n1.2\n\n");
    }

    #[test]
    fn long_batches_become_text_in_parts() {
        let path = std::env::temp_dir().join(format!("sudokit-{}-long.arrows", std::process::id()));
        let length = 2 * ROWS + 5;
        let lines: Vec<String> = (0..length).map(|row| format!("row {row}")).collect();
        let column: ArrayRef = Arc::new(StringArray::from(lines.clone()));
        let batch = RecordBatch::try_from_iter([("puzzle", column)]).expect("one column");
        let mut writer =
            StreamWriter::try_new(File::create(&path).expect("a file"), &batch.schema())
                .expect("a stream");
        writer.write(&batch).expect("rows");
        writer.finish().expect("an end");
        let file = File::open(&path).expect("the file");
        let mut table = TableText::open(file, Columnar::ArrowStream).expect("a table");
        let (mut text, mut part) = (Vec::new(), [0; 1000]);
        let mut longest = 0;
        while let count @ 1.. = table.read(&mut part).expect("text") {
            text.extend(&part[..count]);
            let rows = table.text.get_ref().iter().filter(|byte| **byte == b'\n');
            longest = longest.max(rows.count());
        }
        std::fs::remove_file(&path).expect("removed");
        assert_eq!(
            String::from_utf8(text),
            Ok(format!("puzzle\n{}\n", lines.join("\n")))
        );
        assert_eq!(longest, ROWS);
    }
}
