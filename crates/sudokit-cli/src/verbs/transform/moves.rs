//! The moves, in the order in which they were typed.

use std::str::FromStr;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use sudokit::format::Symbols;
use sudokit::random::Random;
use sudokit::symmetry::{Notation, Transformation};
use sudokit::{Puzzle, Shape};

/// One move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// The new symbols of all values, in order.
    Relabel(String),
    /// Two rows, from 0.
    SwapRows(usize, usize),
    SwapColumns(usize, usize),
    SwapBands(usize, usize),
    SwapStacks(usize, usize),
    Transpose,
    /// Clockwise, by this many quarter turns.
    Rotate(usize),
    Mirror(Axis),
    Shuffle,
    Canonical,
    Apply(Notation),
}

/// The axis of a reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    LeftRight,
    TopBottom,
    Diagonal,
    Antidiagonal,
}

/// The moves, in the order in which they were typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(pub Vec<Move>);

/// A flag for each move: its name, its value, and its help.
const FLAGS: [(&str, Option<&str>, &str); 11] = [
    (
        "relabel",
        Some("SYMBOLS"),
        "Relabel the values: all symbols in their new order (987654321), with commas between \
         numbers (9,8,7,…)",
    ),
    ("swap-rows", Some("A,B"), "Swap two rows, counted from 1"),
    ("swap-columns", Some("A,B"), "Swap two columns"),
    ("swap-bands", Some("A,B"), "Swap two bands (rows of boxes)"),
    (
        "swap-stacks",
        Some("A,B"),
        "Swap two stacks (columns of boxes)",
    ),
    ("transpose", None, "Swap rows with columns"),
    (
        "rotate",
        Some("DEGREES"),
        "Rotate clockwise by 90, 180 or 270 degrees",
    ),
    (
        "mirror",
        Some("WAY"),
        "Reflect: left-right, top-bottom, diagonal (\\) or anti-diagonal (/)",
    ),
    (
        "shuffle",
        None,
        "Apply a random transformation, uniformly chosen from all that fit the shape",
    ),
    (
        "canonical",
        None,
        "The canonical form: the smallest of all that the puzzle can be transformed into, written \
         in a line with 0 for open cells",
    ),
    (
        "apply",
        Some("TRANSFORMATION"),
        "Apply a transformation as --show writes it: 'transpose rows=… columns=… values=…'",
    ),
];

impl Args for Moves {
    fn augment_args(command: Command) -> Command {
        let flags = FLAGS.map(|(name, value, help)| {
            let arg = Arg::new(name)
                .long(name)
                .help(help)
                .action(ArgAction::Append)
                .help_heading("Moves, applied in the order given");
            match (name, value) {
                ("rotate", Some(value)) => arg
                    .value_name(value)
                    .value_parser(PossibleValuesParser::new(["90", "180", "270"]))
                    .hide_possible_values(true),
                ("mirror", Some(value)) => arg
                    .value_name(value)
                    .value_parser(PossibleValuesParser::new(AXES.map(|(name, _)| name)))
                    .hide_possible_values(true),
                (_, Some(value)) => arg.value_name(value),
                (_, None) => arg.num_args(0).default_missing_value(""),
            }
        });
        let names = FLAGS.map(|(name, ..)| name);
        command
            .args(flags)
            .group(clap::ArgGroup::new("Moves").args(names).multiple(true))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Moves::augment_args(command)
    }
}

impl FromArgMatches for Moves {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Moves, Error> {
        let mut moves = Vec::new();
        for (name, ..) in FLAGS {
            let places = matches.indices_of(name).into_iter().flatten();
            let values = matches.get_many::<String>(name).into_iter().flatten();
            for (place, value) in places.zip(values) {
                let one = read(name, value).map_err(|reason| {
                    let message = format!("invalid value '{value}' for '--{name}': {reason}\n");
                    Error::raw(ErrorKind::ValueValidation, message)
                })?;
                moves.push((place, one));
            }
        }
        moves.sort_by_key(|(place, _)| *place);
        Ok(Moves(moves.into_iter().map(|(_, one)| one).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Moves::from_arg_matches(matches)?;
        Ok(())
    }
}

const AXES: [(&str, Axis); 4] = [
    ("left-right", Axis::LeftRight),
    ("top-bottom", Axis::TopBottom),
    ("diagonal", Axis::Diagonal),
    ("anti-diagonal", Axis::Antidiagonal),
];

fn read(name: &str, value: &str) -> Result<Move, String> {
    let swap = |one: fn(usize, usize) -> Move| pair(value).map(|(a, b)| one(a, b));
    match name {
        "relabel" => Ok(Move::Relabel(value.to_string())),
        "swap-rows" => swap(Move::SwapRows),
        "swap-columns" => swap(Move::SwapColumns),
        "swap-bands" => swap(Move::SwapBands),
        "swap-stacks" => swap(Move::SwapStacks),
        "transpose" => Ok(Move::Transpose),
        "rotate" => Ok(Move::Rotate(
            value.parse::<usize>().map_or(0, |degrees| degrees / 90),
        )),
        "mirror" => {
            let axis = AXES.iter().find(|(name, _)| *name == value);
            axis.map(|(_, axis)| Move::Mirror(*axis))
                .ok_or_else(String::new)
        }
        "shuffle" => Ok(Move::Shuffle),
        "canonical" => Ok(Move::Canonical),
        _ => Notation::from_str(value)
            .map(Move::Apply)
            .map_err(|error| error.to_string()),
    }
}

/// Parses `1,2` and counts from 0.
fn pair(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
    text.split_once(',')
        .and_then(|(one, other)| Some((number(one)?, number(other)?)))
        .ok_or_else(|| "expected two numbers separated by a comma, such as 1,2".to_string())
}

impl Move {
    /// The transformation of this move for a puzzle. The canonical form is not known here.
    ///
    /// # Errors
    /// When it does not fit the puzzle, with the reason.
    pub fn transformation(
        &self,
        puzzle: &Puzzle,
        symbols: &Symbols,
        random: &mut Random,
    ) -> Result<Transformation, String> {
        let shape = puzzle.shape();
        let size = shape.size();
        let boxes = shape.box_size();
        let pair = |a: usize, b: usize, count: usize, what: &str| match a.max(b) < count {
            true => Ok((a, b)),
            false => Err(format!("no {what} {}: the board has {count}", a.max(b) + 1)),
        };
        match self {
            Move::Relabel(names) => relabel(names, shape, symbols),
            Move::SwapRows(a, b) => {
                pair(*a, *b, size, "row").map(|(a, b)| Transformation::swap_rows(size, a, b))
            }
            Move::SwapColumns(a, b) => {
                pair(*a, *b, size, "column").map(|(a, b)| Transformation::swap_columns(size, a, b))
            }
            Move::SwapBands(a, b) => {
                let (rows, columns) = boxes.ok_or("a jigsaw has no bands")?;
                let (a, b) = pair(*a, *b, columns, "band")?;
                Ok(Transformation::swap_bands(size, rows, a, b))
            }
            Move::SwapStacks(a, b) => {
                let (rows, columns) = boxes.ok_or("a jigsaw has no stacks")?;
                let (a, b) = pair(*a, *b, rows, "stack")?;
                Ok(Transformation::swap_stacks(size, columns, a, b))
            }
            Move::Transpose => Ok(Transformation::transpose(size)),
            Move::Rotate(quarters) => Ok(Transformation::rotate(size, *quarters)),
            Move::Mirror(axis) => Ok(match axis {
                Axis::LeftRight => Transformation::mirror(size),
                Axis::TopBottom => Transformation::flip(size),
                Axis::Diagonal => Transformation::transpose(size),
                Axis::Antidiagonal => {
                    Transformation::rotate(size, 2).then(&Transformation::transpose(size))
                }
            }),
            Move::Shuffle => {
                Transformation::random(shape, random).map_err(|error| error.to_string())
            }
            Move::Canonical => Ok(Transformation::identity(size)),
            Move::Apply(notation) => notation.for_size(size).map_err(|error| error.to_string()),
        }
    }
}

/// Parses the new symbols of values in the symbols of the puzzle.
fn relabel(names: &str, shape: &Shape, symbols: &Symbols) -> Result<Transformation, String> {
    let size = shape.size();
    let names: Vec<String> = match names.contains(',') {
        true => names
            .split(',')
            .map(|name| name.trim().to_string())
            .collect(),
        false => names.chars().map(String::from).collect(),
    };
    let values: Option<Vec<u8>> = names.iter().map(|name| symbols.value(name, size)).collect();
    let whole = values.filter(|values| values.len() == size);
    whole
        .and_then(|values| Transformation::relabel(&values))
        .ok_or_else(|| {
            let all = symbols.spelled(size);
            format!("--relabel must list each of the {size} values ({all}) once")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(words: &[&str]) -> Result<Moves, Error> {
        let command = Moves::augment_args(Command::new("transform"));
        let words = std::iter::once("transform").chain(words.iter().copied());
        Moves::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    #[test]
    fn moves_keep_their_order() {
        let words = [
            "--transpose",
            "--swap-rows",
            "1,3",
            "--rotate=90",
            "--transpose",
        ];
        let moves = typed(&words).unwrap().0;
        let expected = [
            Move::Transpose,
            Move::SwapRows(0, 2),
            Move::Rotate(1),
            Move::Transpose,
        ];
        assert_eq!(moves, expected);
        assert!(typed(&[]).unwrap().0.is_empty());
    }

    #[test]
    fn mistakes_are_named() {
        for words in [
            ["--swap-rows", "0,1"],
            ["--swap-bands", "1"],
            ["--rotate", "45"],
            ["--mirror", "sideways"],
            ["--apply", "rows=1,1"],
        ] {
            let message = typed(&words).unwrap_err().to_string();
            assert!(message.contains(words[1]), "{message}");
        }
    }
}
