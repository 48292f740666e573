//! A CSV table as a Parquet or Arrow file.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::{Int64Builder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_cast::{CastOptions, can_cast_types, cast_with_options};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use super::read::{Columns, NULL, ROWS, as_text, is_numbers};
use super::{AddedColumn, ColumnKind, Columnar};

/// The number of rows of the first batch, from which the types of columns that no input has are
/// inferred.
const FIRST_ROWS: usize = 1 << 16;

/// The number of rows of a row group of a Parquet file, which is in memory, compressed, until it is
/// complete. With twice as many, files are as large, and the peak is 20 MB higher: the allocator
/// cannot use all that columns and pages of different sizes leave behind.
const ROW_GROUP: usize = 1 << 17;

/// Turns the text of a CSV table into a file.
///
/// A column that the input has keeps its type. Another is of numbers if all values in the first
/// batch are, otherwise of text.
pub struct TableWriter {
    kind: Columnar,
    /// The header of the table may be repeated, once for each input.
    repeats_header: bool,
    /// The columns of the input, if it has such a format.
    known: Option<SchemaRef>,
    /// Columns that the text does not have.
    added: Vec<AddedColumn>,
    /// Text that is not a whole row yet.
    text: Vec<u8>,
    /// How much text was taken off `text`.
    taken: usize,
    /// The values of added columns, and how much text there is up to the end of their row.
    notes: VecDeque<(usize, Vec<String>)>,
    /// The columns of the text, and whether each is kept.
    header: Vec<(String, bool)>,
    /// The values of the columns that are kept and of the added ones.
    columns: Vec<StringBuilder>,
    rows: usize,
    /// The rows that were written.
    written: usize,
    file: Option<(SchemaRef, FileOutput)>,
    bytes: SharedBytes,
}

enum FileOutput {
    Parquet(Box<ArrowWriter<SharedBytes>>),
    Arrow(Box<FileWriter<SharedBytes>>),
    ArrowStream(Box<StreamWriter<SharedBytes>>),
}

/// Bytes that a writer has written, to be taken from it.
#[derive(Clone, Default)]
struct SharedBytes(Arc<Mutex<Vec<u8>>>);

impl SharedBytes {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for SharedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A field of a row; a null is an empty field without quotation marks.
type FieldText = Option<String>;

impl TableWriter {
    /// Begins a file with the rows of this number of inputs, each with its header. Columns that
    /// `like` has keep their types.
    ///
    /// # Errors
    /// When the build has no such files.
    pub fn new(kind: Columnar, inputs: usize, like: Option<Columns>) -> io::Result<TableWriter> {
        Ok(TableWriter {
            kind,
            repeats_header: inputs > 1,
            known: like.map(|columns| columns.0),
            added: Vec::new(),
            text: Vec::new(),
            taken: 0,
            notes: VecDeque::new(),
            header: Vec::new(),
            columns: Vec::new(),
            rows: 0,
            written: 0,
            file: None,
            bytes: SharedBytes::default(),
        })
    }

    /// Adds columns to the rows of the table. Their values come from [`write_row`](Self::write_row);
    /// a row without them gets nulls.
    pub fn add(&mut self, added: Vec<AddedColumn>) {
        self.added = added;
    }

    /// Takes the next text of the table and returns the next bytes of the file.
    ///
    /// # Errors
    /// When the text is not a table.
    pub fn write(&mut self, text: &[u8]) -> io::Result<Vec<u8>> {
        self.text.extend_from_slice(text);
        let mut start = 0;
        while let Some((fields, length)) = row(&self.text[start..], false)? {
            start += length;
            self.taken += length;
            self.row(fields)?;
        }
        self.text.drain(..start);
        Ok(self.bytes.take())
    }

    /// Takes text like [`write`](Self::write), and the values of the added columns for the row in
    /// which it ends.
    ///
    /// # Errors
    /// When the text is not a table.
    pub fn write_row(&mut self, text: &[u8], values: Vec<String>) -> io::Result<Vec<u8>> {
        let end = self.taken + self.text.len() + text.trim_ascii_end().len();
        self.notes.push_back((end, values));
        self.write(text)
    }

    /// Returns the last bytes of the file.
    ///
    /// # Errors
    /// When the text is not a table.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        if let Some((fields, length)) = row(&std::mem::take(&mut self.text), true)? {
            self.taken += length;
            self.row(fields)?;
        }
        self.end_batch()?;
        match self.file {
            Some((_, FileOutput::Parquet(file))) => drop(file.close().map_err(io::Error::other)?),
            Some((_, FileOutput::Arrow(mut file))) => file.finish().map_err(io::Error::other)?,
            Some((_, FileOutput::ArrowStream(mut file))) => {
                file.finish().map_err(io::Error::other)?;
            }
            None => {}
        }
        Ok(self.bytes.take())
    }

    fn row(&mut self, fields: Vec<FieldText>) -> io::Result<()> {
        let mut values = Vec::new();
        while self
            .notes
            .front()
            .is_some_and(|(end, _)| *end <= self.taken)
        {
            values = self.notes.pop_front().map_or(values, |(_, of_row)| of_row);
        }
        let is_empty = fields.iter().all(Option::is_none);
        let is_comment = |field: &FieldText| field.as_ref().is_some_and(|f| f.starts_with('#'));
        let is_kept = self.known.is_some();
        if self.header.is_empty() && !is_kept && (is_empty || is_comment(&fields[0])) {
            return Ok(());
        }
        let is_header =
            |(field, (name, _)): (&FieldText, &(String, bool))| field.as_ref() == Some(name);
        match self.header.len() {
            0 => return self.begin(fields),
            columns if columns == fields.len() => {}
            _ if is_empty => return Ok(()),
            columns => {
                let row = self.written + self.rows + 1;
                return Err(io::Error::other(format!(
                    "row {row} of the output has {} columns, but the header has {columns}",
                    fields.len()
                )));
            }
        }
        // The header of the next input.
        if self.repeats_header && fields.iter().zip(&self.header).all(is_header) {
            return Ok(());
        }
        let kept = fields
            .into_iter()
            .zip(&self.header)
            .filter(|(_, (_, is_kept))| *is_kept);
        values.resize(self.added.len(), String::new());
        let values = values
            .into_iter()
            .map(|value| Some(value).filter(|value| !value.is_empty()));
        let all = kept.map(|(field, _)| field).chain(values);
        for (column, field) in self.columns.iter_mut().zip(all) {
            column.append_option(field);
        }
        self.rows += 1;
        let is_first = self.file.is_none();
        match self.rows >= if is_first { FIRST_ROWS } else { ROWS } {
            true => self.end_batch(),
            false => Ok(()),
        }
    }

    fn begin(&mut self, fields: Vec<FieldText>) -> io::Result<()> {
        let header: Vec<String> = fields.into_iter().map(Option::unwrap_or_default).collect();
        let is_cells = |c: char| c.is_ascii_digit() || c == '.';
        let is_board = |name: &String| name.len() >= 16 && name.chars().all(is_cells);
        if header.iter().any(is_board) || header[0].starts_with(['{', '[', '<', '+', '|']) {
            let kind = self.kind.description();
            return Err(io::Error::other(format!(
                "a {kind} holds a table, and the output is not one; use --csv, or convert the \
                 input with `sudokit convert -o NAME` first"
            )));
        }
        let is_kept = |name: &String| self.added.iter().all(|added| added.name != *name);
        self.header = header
            .into_iter()
            .map(|name| {
                let is_kept = is_kept(&name);
                (name, is_kept)
            })
            .collect();
        let columns = self.kept_names().count() + self.added.len();
        self.columns = (0..columns).map(|_| StringBuilder::new()).collect();
        Ok(())
    }

    /// The columns of the text that no added column replaces.
    fn kept_names(&self) -> impl Iterator<Item = &String> {
        let kept = self.header.iter().filter(|(_, is_kept)| *is_kept);
        kept.map(|(name, _)| name)
    }

    fn end_batch(&mut self) -> io::Result<()> {
        if self.header.is_empty() || self.rows == 0 && self.file.is_some() {
            return Ok(());
        }
        let columns: Vec<StringArray> = self.columns.iter_mut().map(|c| c.finish()).collect();
        if self.file.is_none() {
            self.file = Some(self.open(&columns).map_err(io::Error::other)?);
        }
        let Some((schema, file)) = &mut self.file else {
            return Ok(());
        };
        let typed = columns.iter().zip(schema.fields());
        let typed = typed.map(|(column, field)| convert(column, field));
        let typed = typed.collect::<io::Result<Vec<ArrayRef>>>()?;
        let written = RecordBatch::try_new(schema.clone(), typed).and_then(|batch| match file {
            FileOutput::Parquet(file) => file.write(&batch).map_err(ArrowError::from),
            FileOutput::Arrow(file) => file.write(&batch),
            FileOutput::ArrowStream(file) => file.write(&batch),
        });
        self.written += self.rows;
        self.rows = 0;
        written.map_err(io::Error::other)
    }

    fn open(&self, columns: &[StringArray]) -> Result<(SchemaRef, FileOutput), ArrowError> {
        let fields = self.kept_names().zip(columns).map(|(name, column)| {
            let known = self.known.as_ref();
            let known = known.and_then(|schema| schema.fields().find(name));
            match known {
                Some((_, field)) => kept(field, self.kind),
                None => Field::new(name, inferred(column), true).into(),
            }
        });
        let added = self.added.iter();
        let added = added.map(|each| Field::new(&each.name, data_type(each.kind), true).into());
        let schema: SchemaRef = Schema::new(fields.chain(added).collect::<Vec<FieldRef>>()).into();
        let bytes = self.bytes.clone();
        let file = match self.kind {
            Columnar::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(ZstdLevel::default()))
                    .set_max_row_group_row_count(Some(ROW_GROUP))
                    .build();
                let writer = ArrowWriter::try_new(bytes, schema.clone(), Some(properties))?;
                FileOutput::Parquet(Box::new(writer))
            }
            Columnar::Arrow => FileOutput::Arrow(Box::new(FileWriter::try_new(bytes, &schema)?)),
            Columnar::ArrowStream => {
                FileOutput::ArrowStream(Box::new(StreamWriter::try_new(bytes, &schema)?))
            }
        };
        Ok((schema, file))
    }
}

fn data_type(kind: ColumnKind) -> DataType {
    match kind {
        ColumnKind::Text => DataType::Utf8,
        ColumnKind::Whole => DataType::Int64,
        ColumnKind::Number => DataType::Float64,
        ColumnKind::Boolean => DataType::Boolean,
    }
}

/// The column of an input, as text if its values cannot be read back from text.
fn kept(field: &FieldRef, kind: Columnar) -> FieldRef {
    let data_type = match field.data_type() {
        // In a Parquet file it would be a number for all other programs.
        DataType::Date64 if kind == Columnar::Parquet => &DataType::Date32,
        other => other,
    };
    let is_readable = is_numbers(data_type)
        || !data_type.is_nested()
            && !data_type.is_binary()
            && can_cast_types(&DataType::Utf8, data_type);
    match is_readable {
        // A puzzle without a solution leaves a null in a column that had none.
        true => {
            let field = field.as_ref().clone().with_data_type(data_type.clone());
            Arc::new(field.with_nullable(true))
        }
        false => Field::new(field.name(), DataType::Utf8, true).into(),
    }
}

/// Whole numbers, numbers or text, whatever fits all values. A name such as `007` stays text.
fn inferred(column: &StringArray) -> DataType {
    let is_whole = |text: &str| text.parse::<i64>().is_ok_and(|n| n.to_string() == text);
    let is_number = |text: &str| {
        let digits = text.trim_start_matches('-').as_bytes();
        let is_padded = matches!(digits, [b'0', b'0'..=b'9', ..]);
        let is_decimal = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | 'e' | 'E');
        !is_padded && text.len() < 16 && text.chars().all(is_decimal) && text.parse::<f64>().is_ok()
    };
    let all = |is_one: &dyn Fn(&str) -> bool| column.iter().flatten().all(is_one);
    match column.iter().flatten().next() {
        None => DataType::Utf8,
        _ if all(&is_whole) => DataType::Int64,
        _ if all(&is_number) => DataType::Float64,
        _ => DataType::Utf8,
    }
}

/// The values of a column in its type.
fn convert(column: &StringArray, field: &Field) -> io::Result<ArrayRef> {
    let failed = |error: ArrowError| {
        let name = field.name();
        io::Error::other(format!("column `{name}`: {error}"))
    };
    let options = CastOptions {
        safe: false,
        ..CastOptions::default()
    };
    let values: ArrayRef = match is_numbers(field.data_type()) {
        false => Arc::new(column.clone()),
        true => {
            let mut lists = ListBuilder::new(Int64Builder::new());
            for text in column {
                match text.map(numbers) {
                    Some(Some(numbers)) => lists.append_value(numbers),
                    // No solution: there is nothing to put into the list.
                    _ => lists.append_null(),
                }
            }
            Arc::new(lists.finish())
        }
    };
    // Types that differ only in the names of parts are cast as well.
    cast_with_options(&values, &as_text(field.data_type()), &options)
        .and_then(|values| cast_with_options(&values, field.data_type(), &options))
        .map_err(failed)
}

/// The numbers of a list: digits or points, or numbers with spaces between them.
fn numbers(text: &str) -> Option<Vec<Option<i64>>> {
    let listed = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let number = |word: &str| match word {
        NULL => Some(None),
        _ => word.parse().ok().map(Some),
    };
    match listed.unwrap_or(text) {
        "" => listed.map(|_| Vec::new()),
        words if listed.is_some() || words.contains(' ') => words.split(' ').map(number).collect(),
        digits => {
            let values = digits.chars().map(|symbol| match symbol {
                '.' => Some(Some(0)),
                _ => symbol.to_digit(10).map(|digit| Some(digit.into())),
            });
            values.collect()
        }
    }
}

/// Splits off the first row of a text: its fields and its length, or nothing if it has no end yet.
fn row(text: &[u8], is_last: bool) -> io::Result<Option<(Vec<FieldText>, usize)>> {
    let mut fields = Vec::new();
    let mut at = 0;
    if text.is_empty() {
        return Ok(None);
    }
    loop {
        let mut field = Vec::new();
        let is_quoted = text.get(at) == Some(&b'"');
        if is_quoted {
            at += 1;
            loop {
                match (text.get(at), text.get(at + 1)) {
                    (None, _) => return Ok(None),
                    (Some(b'"'), Some(b'"')) => at += 1,
                    (Some(b'"'), None) if !is_last => return Ok(None),
                    (Some(b'"'), _) => break,
                    _ => {}
                }
                field.push(text[at]);
                at += 1;
            }
            at += 1;
        }
        let is_end = |byte: &u8| matches!(byte, b',' | b'\n');
        let rest = text[at..].iter().position(is_end);
        if rest.is_none() && !is_last {
            return Ok(None);
        }
        let end = rest.map_or(text.len(), |rest| at + rest);
        let is_row_end = text.get(end) != Some(&b',');
        let mut tail = &text[at..end];
        if is_row_end {
            tail = tail.strip_suffix(b"\r").unwrap_or(tail);
        }
        field.extend_from_slice(tail);
        let field = String::from_utf8(field).map_err(io::Error::other)?;
        fields.push((is_quoted || !field.is_empty()).then_some(field));
        at = text.len().min(end + 1);
        if is_row_end {
            return Ok(Some((fields, at)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use arrow_array::{Array, Date64Array, TimestampMicrosecondArray};

    use super::super::read::TableText;
    use super::*;

    fn fields(text: &str) -> Option<(Vec<FieldText>, usize)> {
        row(text.as_bytes(), false).expect("UTF-8")
    }

    #[test]
    fn rows_are_split_into_fields() {
        let some = |text: &str| Some(text.to_string());
        let expected = vec![some("a"), None, some(""), some("x,\"y\"\n")];
        let text = "a,,\"\",\"x,\"\"y\"\"\n\"\r\nnext";
        assert_eq!(fields(text), Some((expected, text.len() - 4)));
        assert_eq!(fields("\n"), Some((vec![None], 1)));
        for part in ["", "a", "a,b", "\"a\n", "\"a\""] {
            assert_eq!(fields(part), None, "{part}");
        }
        let last = row(b"a,b", true).expect("UTF-8");
        assert_eq!(last, Some((vec![some("a"), some("b")], 3)));
    }

    #[test]
    fn types_are_inferred() {
        let types = [
            (vec![Some("1"), None, Some("-20")], DataType::Int64),
            (vec![Some("1"), Some("2.5")], DataType::Float64),
            (vec![Some("007"), Some("0.5")], DataType::Utf8),
            (vec![Some("1"), Some("x")], DataType::Utf8),
            (vec![None], DataType::Utf8),
        ];
        for (values, expected) in types {
            assert_eq!(
                inferred(&StringArray::from(values.clone())),
                expected,
                "{values:?}"
            );
        }
    }

    #[test]
    fn instants_and_days_come_back_from_text() {
        let instants = vec![Some(1_720_000_000_123_456), None, Some(-1)];
        let zoned = |zone: &str| -> ArrayRef {
            Arc::new(TimestampMicrosecondArray::from(instants.clone()).with_timezone(zone))
        };
        let days = vec![Some(86_400_000 * 20_000), None, Some(0)];
        let columns: [(&str, ArrayRef); 4] = [
            ("utc", zoned("UTC")),
            ("berlin", zoned("Europe/Berlin")),
            ("offset", zoned("+02:00")),
            ("day", Arc::new(Date64Array::from(days))),
        ];
        let batch = RecordBatch::try_from_iter(columns).expect("columns");
        let text = "utc,berlin,offset,day\n\
            2024-07-03T09:46:40.123456Z,2024-07-03T09:46:40.123456Z,\
            2024-07-03T11:46:40.123456+02:00,2024-10-04\n\
            ,,,\n\
            1969-12-31T23:59:59.999999Z,1969-12-31T23:59:59.999999Z,\
            1970-01-01T01:59:59.999999+02:00,1970-01-01\n";
        let write = |kind| {
            let like = Columns(batch.schema());
            let mut writer = TableWriter::new(kind, 1, Some(like)).expect("the feature");
            let mut file = writer.write(text.as_bytes()).expect("a table");
            file.extend(writer.finish().expect("an end"));
            let name = format!("sudokit-{}.{kind:?}", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::write(&path, file).expect("a file");
            let open = || std::fs::File::open(&path).expect("the file");
            let columns = Columns::of_file(open(), kind).expect("columns");
            let mut again = String::new();
            let mut table = TableText::open(open(), kind).expect("a table");
            table.read_to_string(&mut again).expect("rows");
            std::fs::remove_file(&path).expect("removed");
            assert_eq!(again, text, "{kind:?}");
            let types = columns.0.fields().iter().map(|field| field.data_type());
            types.cloned().collect::<Vec<_>>()
        };
        let types = batch.columns().iter().map(|column| column.data_type());
        let mut types: Vec<DataType> = types.cloned().collect();
        assert_eq!(write(Columnar::Arrow), types);
        // Parquet has one type for days.
        types[3] = DataType::Date32;
        assert_eq!(write(Columnar::Parquet), types);
    }
}
