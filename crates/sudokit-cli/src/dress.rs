//! A puzzle of a file in another dress: the same text with the transformed puzzle in it.

use sudokit::format::write::{self, Loss, WriteOptions};
use sudokit::format::{Form, Piece, Record};
use sudokit::symmetry::Transformation;
use sudokit::{Grid, Puzzle};

/// Writes a piece's text with its puzzle transformed, and whatever answer stands beside it. Where
/// the text cannot be kept, because boxes stand that lay before or because it lists candidates,
/// it is written anew in the same form, and what that leaves out is told.
///
/// # Errors
/// When the transformation does not fit the puzzle, or the form cannot hold what comes of it.
pub fn write(
    piece: &Piece,
    record: &Record,
    way: &Transformation,
    out: &mut Vec<u8>,
) -> Result<Vec<Loss>, String> {
    let puzzle = way
        .apply(&record.puzzle)
        .map_err(|error| error.to_string())?;
    let stays = puzzle.shape() == record.puzzle.shape()
        && puzzle.candidates().is_none()
        && record.form != Form::Hodoku;
    if stays {
        let answer = answer(record).map(|values| way.apply_values(values));
        record.write_puzzle(&piece.text, puzzle.values(), answer.as_deref(), out);
        return Ok(Vec::new());
    }
    let options = WriteOptions {
        blank: None,
        symbols: Some(record.symbols.clone()),
    };
    let name = record.name.as_deref();
    write::puzzle(record.form, &puzzle, name, &options, out).map_err(|error| error.to_string())
}

/// What stands in the place that a form keeps for answers: a solution, or how far a player came.
fn answer(record: &Record) -> Option<&[u8]> {
    let claimed = record.claimed.as_ref().map(Grid::values);
    let position = record.position();
    let is_played = |position: &&Puzzle| position.values() != record.puzzle.values();
    claimed.or_else(|| Some(position).filter(is_played).map(Puzzle::values))
}
