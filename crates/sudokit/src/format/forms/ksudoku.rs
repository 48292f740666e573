//! KSudoku's XML: a game has a graph, which is the shape of the board, and the values of its cells.
//!
//! Cells are listed by columns. A value is a letter, `b` for 1, and `_` is an empty cell. Cages and
//! boards that overlap or have three dimensions are refused by name.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::format::forms::link::{Refusal, json};
use crate::format::read::pieces::span_of;
use crate::format::read::segment::Segment;
use crate::format::write::Item;
use crate::format::{Form, Record, Span, Symbols};
use crate::problem::Problem;
use crate::puzzle::{Origin, Puzzle};
use crate::shape::{HouseKind, Shape};

/// The largest board: there are 25 letters after `a`.
pub(crate) const LARGEST: usize = 25;

/// Returns whether the element at the start of a text is a game of KSudoku.
pub(crate) fn is_game(text: &str) -> bool {
    let start = text.find('>').unwrap_or(text.len());
    !text[..start].contains("data=") && text.contains("<graph") && text.contains("<values")
}

/// What a game says about its board.
#[derive(Default)]
struct Graph {
    order: usize,
    kind: String,
    specific: String,
    sizes: [Option<usize>; 3],
    has_blocks: bool,
    has_rows: bool,
    /// The cells of each group, as KSudoku numbers them.
    groups: Vec<Vec<usize>>,
    cages: usize,
}

/// Reads the game that starts at this offset of the segment.
pub(crate) fn read(segment: &Segment, start: usize) -> Result<Record, Problem> {
    let whole = Span::new(start, segment.text.len());
    let refused = |refusal: Refusal| refusal.at(segment, whole);
    let text = std::str::from_utf8(&segment.text[start..])
        .map_err(|_| refused(Refusal::broken("the file is not UTF-8 text")))?;
    let (graph, values) = parse(text).map_err(refused)?;
    let values = span_of(segment.text, values.as_bytes()).unwrap_or(whole);
    let refused = |refusal: Refusal| refusal.at(segment, values);
    let shape = match &segment.options.shape {
        Some(shape) => shape.clone(),
        None => graph.shape().map_err(refused)?,
    };
    let size = shape.size();
    let symbols = segment.bytes(values);
    if symbols.len() != shape.cells() || size > LARGEST {
        return Err(refused(Refusal::broken(format!(
            "the game has {} values; a {size}×{size} board has {}",
            symbols.len(),
            shape.cells()
        ))));
    }
    let mut puzzle = Puzzle::new(shape);
    let mut cells = vec![Span::default(); symbols.len()];
    for (index, symbol) in symbols.iter().enumerate() {
        let cell = index % size * size + index / size;
        let at = values.start as usize + index;
        cells[cell] = Span::new(at, at + 1);
        match symbol {
            b'_' => {}
            b'b'..=b'z' if usize::from(symbol - b'a') <= size => {
                puzzle.set(cell, symbol - b'a', Origin::Given);
            }
            _ => {
                let message = format!("`{}` is not a value", char::from(*symbol));
                return Err(Refusal::broken(message).at(segment, cells[cell]));
            }
        }
    }
    let letters = Symbols::Custom(('b'..='z').take(size).collect());
    let blank = "_".to_string();
    Ok(Record::new(
        puzzle,
        Form::KSudoku,
        letters,
        blank,
        cells,
        values,
    ))
}

/// Returns the graph and the values of a game.
fn parse(text: &str) -> Result<(Graph, &str), Refusal> {
    let mut reader = Reader::from_str(text);
    let mut graph = Graph::default();
    let (mut values, mut after) = (None, 0);
    let broken = |error: quick_xml::Error| Refusal::broken(format!("invalid XML: {error}"));
    let mut group = false;
    loop {
        let event = reader.read_event().map_err(broken)?;
        let before = std::mem::replace(&mut after, reader.buffer_position() as usize);
        match event {
            Event::Eof => break,
            Event::Start(element) | Event::Empty(element) => {
                let name = element.name();
                let name = name.as_ref();
                group = name == "clique";
                match name {
                    "graph" => graph.read(&element)?,
                    "sudokugroups" => {
                        graph.has_rows = attribute(&element, "at").is_none_or(|at| at == "0");
                        let blocks = attribute(&element, "withblocks");
                        graph.has_blocks = blocks.is_none_or(|blocks| blocks == "1");
                    }
                    "roxdokugroups" => graph.kind = "roxdoku".to_string(),
                    "cage" => graph.cages += 1,
                    "values" => values = Some(after),
                    _ => {}
                }
            }
            Event::Text(_) if group => {
                let cells = text[before..after].split_whitespace();
                let cells: Result<Vec<usize>, _> = cells.map(str::parse).collect();
                let cells = cells.map_err(|_| Refusal::broken("a group has unreadable cells"))?;
                graph.groups.push(cells);
                group = false;
            }
            Event::End(element) if element.name().as_ref() == "values" => {
                if let Some(start) = values {
                    return Ok((graph, text.get(start..before).unwrap_or_default().trim()));
                }
            }
            _ => {}
        }
    }
    Err(Refusal::broken("the game has no values"))
}

fn attribute(element: &BytesStart, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).ok()??;
    Some(attribute.value.to_string())
}

impl Graph {
    fn read(&mut self, element: &BytesStart) -> Result<(), Refusal> {
        let text = |name: &str| attribute(element, name).unwrap_or_default();
        let number = |name: &str| attribute(element, name).and_then(|text| text.parse().ok());
        self.order = number("order")
            .filter(|order| *order <= LARGEST)
            .ok_or_else(|| Refusal::broken("the graph has no order of up to 25"))?;
        self.kind = text("type");
        self.specific = text("specific-type");
        self.sizes = [number("sizeX"), number("sizeY"), number("sizeZ")];
        Ok(())
    }

    /// Returns the shape of the board.
    fn shape(&self) -> Result<Shape, Refusal> {
        let size = self.order;
        if self.cages > 0 {
            let message = format!("has {}", json::counted(self.cages, "cage"));
            return Err(Refusal::rules(format!(
                "{message}, which sudokit does not know yet"
            )));
        }
        let named = |error: crate::shape::ShapeError| Refusal::broken(error.to_string());
        match self.kind.as_str() {
            "sudoku" => {
                let rows = size.isqrt();
                if rows * rows != size {
                    return Err(Refusal::broken(format!(
                        "{size} is no size of a Sudoku in KSudoku"
                    )));
                }
                Shape::boxes(rows, rows).map_err(named)
            }
            "custom" if self.sizes == [Some(size), Some(size), Some(1)] && self.has_rows => {
                self.custom(size)
            }
            kind => {
                let name = match self.specific.as_str() {
                    "" | "Plain" => kind,
                    name => name,
                };
                Err(Refusal::rules(format!(
                    "is a board of the kind {name}, which sudokit does not know yet"
                )))
            }
        }
    }

    /// Returns the shape that the groups make: regions, and what may be added to them.
    fn custom(&self, size: usize) -> Result<Shape, Refusal> {
        let unknown = || {
            Refusal::rules(
                "has groups of cells that are no regions, which sudokit does not know yet",
            )
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for cells in &self.groups {
            if cells.len() != size || cells.iter().any(|cell| *cell >= size * size) {
                return Err(unknown());
            }
            let mut cells: Vec<usize> = cells
                .iter()
                .map(|index| index % size * size + index / size)
                .collect();
            cells.sort_unstable();
            groups.push(cells);
        }
        let base = if self.has_blocks {
            Shape::with_size(size).map_err(|error| Refusal::broken(error.to_string()))?
        } else {
            let mut labels = vec![None; size * size];
            let mut others = Vec::new();
            for (number, cells) in groups.into_iter().enumerate() {
                if cells.iter().all(|cell| labels[*cell].is_none()) {
                    cells.iter().for_each(|cell| labels[*cell] = Some(number));
                } else {
                    others.push(cells);
                }
            }
            groups = others;
            match labels.iter().copied().collect::<Option<Vec<usize>>>() {
                Some(labels) => json::shape_of(&labels, size)?,
                None if labels.iter().all(Option::is_none) => {
                    Shape::boxes(1, size).map_err(|error| Refusal::broken(error.to_string()))?
                }
                None => return Err(unknown()),
            }
        };
        let extras = ["", "+diagonals", "+windows", "+diagonals+windows"];
        let shapes = extras
            .iter()
            .filter_map(|extra| format!("{base}{extra}").parse::<Shape>().ok());
        let mut fitting = shapes.filter(|shape| {
            let mut houses: Vec<Vec<usize>> = extra_houses(shape).collect();
            houses.sort();
            groups.sort();
            houses == groups
        });
        fitting.next().ok_or_else(unknown)
    }
}

/// Returns the cells of the diagonals and windows.
fn extra_houses(shape: &Shape) -> impl Iterator<Item = Vec<usize>> {
    let is_extra = |kind| matches!(kind, HouseKind::Diagonal | HouseKind::Window);
    let houses = shape
        .houses()
        .iter()
        .filter(move |house| is_extra(house.kind()));
    houses.map(|house| {
        house
            .cells()
            .iter()
            .map(|cell| usize::from(*cell))
            .collect()
    })
}

/// Writes a game.
pub(crate) fn write(item: &Item, out: &mut String) {
    let puzzle = item.puzzle();
    let shape = puzzle.shape();
    let size = shape.size();
    let rows = size.isqrt();
    out.push_str(" <game had-help=\"0\" msecs-elapsed=\"0\">\n  <puzzle>\n");
    if shape.is_plain() && shape.box_size() == Some((rows, rows)) {
        let graph = format!("<graph order=\"{size}\" type=\"sudoku\" specific-type=\"Plain\"/>");
        out.push_str(&format!("   {graph}\n"));
    } else {
        let extras = shape.to_string();
        let kind = match extras.contains("+diagonals") {
            true => "XSudoku",
            false => "Jigsaw",
        };
        out.push_str(&format!(
            "   <graph order=\"{size}\" type=\"custom\" specific-type=\"{kind}\" name=\"{kind}\" \
             sizeX=\"{size}\" sizeY=\"{size}\" sizeZ=\"1\">\n    \
             <sudokugroups at=\"0\" withblocks=\"0\"/>\n"
        ));
        let lines = [HouseKind::Row, HouseKind::Column];
        for house in shape
            .houses()
            .iter()
            .filter(|house| !lines.contains(&house.kind()))
        {
            let index = |cell: &u16| {
                let cell = usize::from(*cell);
                (shape.column(cell) * size + shape.row(cell)).to_string()
            };
            let cells: Vec<String> = house.cells().iter().map(index).collect();
            out.push_str(&format!(
                "    <clique size=\"{size}\">{}</clique>\n",
                cells.join(" ")
            ));
        }
        out.push_str("   </graph>\n");
    }
    out.push_str("   <values>");
    for index in 0..shape.cells() {
        let value = puzzle.values()[index % size * size + index / size];
        out.push(match value {
            0 => '_',
            value => char::from(b'a' + value),
        });
    }
    out.push_str("</values>\n  </puzzle>\n </game>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Content, Piece, ReadOptions, Reader, write};

    fn read_text(text: &str) -> Content {
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
        let (mut piece, mut found) = (Piece::default(), None);
        while reader.read(&mut piece).unwrap() {
            if let Content::Puzzle(record) = &piece.content {
                let mut copy = Vec::new();
                record.write_values(&piece.text, record.puzzle.values(), &mut copy);
                assert_eq!(copy, piece.text);
            }
            if !matches!(piece.content, Content::Verbatim) {
                found = Some(piece.content.clone());
            }
        }
        found.expect("a puzzle")
    }

    fn written(puzzle: &Puzzle) -> String {
        let mut out = Vec::new();
        let losses = write::puzzle(Form::KSudoku, puzzle, None, &Default::default(), &mut out);
        assert_eq!(losses, Ok(vec![]));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn games_survive() {
        for name in [
            "3x3",
            "2x2",
            "4x4",
            "5x5",
            "2x3",
            "1x5",
            "3x3+diagonals",
            "3x3+windows",
            "3x3+diagonals+windows",
            "jigsaw:1112122233343444",
        ] {
            let mut puzzle = Puzzle::new(name.parse().unwrap());
            puzzle.set(1, puzzle.shape().size() as u8, Origin::Given);
            puzzle.set(puzzle.shape().size() + 2, 1, Origin::Given);
            let text = written(&puzzle);
            match read_text(&text) {
                Content::Puzzle(record) => {
                    assert_eq!(record.form, Form::KSudoku);
                    assert_eq!(record.puzzle.values(), puzzle.values(), "{text}");
                    assert_eq!(
                        record.puzzle.shape().houses(),
                        puzzle.shape().houses(),
                        "{text}"
                    );
                }
                other => panic!("{text}\n{other:?}"),
            }
        }
    }

    #[test]
    fn cells_are_listed_by_columns() {
        let mut puzzle = Puzzle::new(Shape::classic());
        puzzle.set(1, 5, Origin::Given);
        let text = written(&puzzle);
        assert!(text.contains("<values>_________f__"), "{text}");
        assert!(
            text.starts_with("<!DOCTYPE ksudoku>\n<ksudoku>\n"),
            "{text}"
        );
    }

    #[test]
    fn other_boards_are_named() {
        let text = written(&Puzzle::new(Shape::classic()));
        let problem = |text: &str| match read_text(text) {
            Content::Unreadable(problem) => problem.message,
            other => panic!("{other:?}"),
        };
        let samurai = text.replace(
            "type=\"sudoku\" specific-type=\"Plain\"",
            "type=\"custom\" specific-type=\"Samurai\"",
        );
        assert!(problem(&samurai).contains("Samurai"));
        let roxdoku = text.replace("\"sudoku\"", "\"roxdoku\"");
        assert!(problem(&roxdoku).contains("roxdoku"));
        let killer = text.replace(
            "/>\n   <values",
            "><cage size=\"1\">3</cage></graph>\n   <values",
        );
        assert!(problem(&killer).contains("1 cage"));
        assert!(problem(&text.replacen('_', "?", 1)).contains('?'));
    }
}
