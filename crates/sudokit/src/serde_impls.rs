//! How shapes, grids and puzzles are serialized; see the documentation of the crate.
//!
//! Text forms are used, so that JSON and other human-readable formats stay short. Unlike the text
//! of [`Puzzle`]'s `Display`, they hold everything.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bits::bits;
use crate::puzzle::{Grid, Origin, Puzzle, parse_line};
use crate::shape::Shape;

/// A shape is its name, such as `"3x3"`.
impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shape, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(Error::custom)
    }
}

/// A grid is its shape and its values on one line.
#[derive(Serialize, Deserialize)]
struct GridFields {
    shape: Shape,
    values: String,
}

impl GridFields {
    fn grid<E: Error>(self) -> Result<Grid, E> {
        let values = parse_line(&self.values)
            .ok_or_else(|| E::custom("the values are not a line of symbols"))?;
        Grid::new(self.shape, values).map_err(E::custom)
    }
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = GridFields {
            shape: self.shape().clone(),
            values: self.to_string(),
        };
        fields.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Grid, D::Error> {
        GridFields::deserialize(deserializer)?.grid()
    }
}

/// A puzzle is its shape, its values on one line, the cells of the placed values, and the
/// candidates of each cell as a list of values.
#[derive(Serialize, Deserialize)]
struct PuzzleFields {
    shape: Shape,
    values: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    placed: Vec<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<Vec<u8>>>,
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_placed = |cell: &usize| self.origin(*cell) == Some(Origin::Placed);
        let all = self.shape().all_values();
        let listed = |mask: &u64| bits(mask & all).map(|bit| bit as u8 + 1).collect();
        let fields = PuzzleFields {
            shape: self.shape().clone(),
            values: self.to_string(),
            placed: (0..self.values().len()).filter(is_placed).collect(),
            candidates: self
                .candidates()
                .map(|masks| masks.iter().map(listed).collect()),
        };
        fields.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Puzzle, D::Error> {
        let PuzzleFields {
            shape,
            values,
            placed,
            candidates,
        } = PuzzleFields::deserialize(deserializer)?;
        let size = shape.size();
        let mut puzzle = Puzzle::from(GridFields { shape, values }.grid::<D::Error>()?);
        for cell in placed {
            match puzzle.values().get(cell) {
                None | Some(0) => return Err(D::Error::custom("a placed cell has no value")),
                Some(&value) => puzzle.set(cell, value, Origin::Placed),
            }
        }
        if let Some(lists) = candidates {
            if lists.len() != puzzle.values().len() {
                return Err(D::Error::custom("not one list of candidates for each cell"));
            }
            let is_valid = |value: &u8| (1..=size).contains(&usize::from(*value));
            if !lists.iter().flatten().all(is_valid) {
                return Err(D::Error::custom("a candidate is outside the shape"));
            }
            let mask = |list: &Vec<u8>| list.iter().fold(0, |mask, value| mask | 1 << (value - 1));
            puzzle.set_candidates(lists.iter().map(mask).collect());
        }
        Ok(puzzle)
    }
}

#[cfg(all(test, feature = "formats"))]
mod tests {
    use super::*;

    fn read_back(puzzle: &Puzzle) -> Puzzle {
        let json = serde_json::to_string(puzzle).unwrap();
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn puzzles_of_every_kind_are_read_back() {
        for name in ["2x2", "3x3+diagonals+windows", "1x7", "3x9", "8x8"] {
            let shape: Shape = name.parse().unwrap();
            let mut puzzle = Puzzle::new(shape);
            puzzle.set(3, 4, Origin::Placed);
            puzzle.set(1, 2, Origin::Given);
            assert_eq!(read_back(&puzzle), puzzle, "{name}");
            assert_eq!(read_back(&puzzle).shape().to_string(), name);
            puzzle.set_candidates(vec![0b101; puzzle.values().len()]);
            assert_eq!(read_back(&puzzle), puzzle, "{name}");
            let grid = Grid::from(&puzzle);
            let json = serde_json::to_string(&grid).unwrap();
            assert_eq!(serde_json::from_str::<Grid>(&json).unwrap(), grid);
        }
    }

    #[test]
    fn the_fields_are_as_documented() {
        let mut puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
        let json = r#"{"shape":"2x2","values":"1.....2..3.....4"}"#;
        assert_eq!(serde_json::to_string(&puzzle).unwrap(), json);
        puzzle.set(0, 3, Origin::Placed);
        puzzle.set_candidates(vec![0b1001; 16]);
        let json = serde_json::to_string(&puzzle).unwrap();
        assert!(
            json.contains(r#""placed":[0],"candidates":[[1,4],[1,4],"#),
            "{json}"
        );
    }

    #[test]
    fn invalid_data_is_rejected() {
        for json in [
            r#"{"shape":"2x2","values":"1"}"#,
            r#"{"shape":"2x2","values":"5..............."}"#,
            r#"{"shape":"2x2","values":"?..............."}"#,
            r#"{"shape":"5","values":"................"}"#,
            r#"{"shape":"2x2","values":"1...............","placed":[1]}"#,
            r#"{"shape":"2x2","values":"1...............","placed":[16]}"#,
            r#"{"shape":"2x2","values":"1...............","candidates":[[1]]}"#,
        ] {
            assert!(serde_json::from_str::<Puzzle>(json).is_err(), "{json}");
        }
    }
}
