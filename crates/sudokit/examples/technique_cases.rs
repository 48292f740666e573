//! Finds positions for `testdata/techniques`: walks through the puzzles of a file and prints the
//! first positions where a technique applies, as TOML.
//!
//! ```text
//! cargo run --release -p sudokit --example technique_cases -- x-wing 3 testdata/own_puzzles.txt
//! ```
//!
//! The walk uses what is simpler than the technique, then the technique, then the rest, so the
//! positions are those that a player meets. With `--variants` before the name, the positions are
//! those where only an optional variant of the technique applies and no single does; a simpler
//! technique may apply as well.

use std::error::Error;

use sudokit::Puzzle;
use sudokit::format::Form;
use sudokit::format::write::{WriteError, WriteOptions, Writer};
use sudokit::logic::{Board, Logic, Technique, Words};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let wants_variants = arguments.first().is_some_and(|first| first == "--variants");
    if wants_variants {
        arguments.remove(0);
    }
    let [technique, wanted, files @ ..] = arguments.as_slice() else {
        return Err("usage: technique_cases [--variants] TECHNIQUE COUNT FILE…".into());
    };
    let technique: Technique = technique.parse()?;
    let mut wanted: usize = wanted.parse()?;
    let plain = Logic::with([technique]);
    let alone = match wants_variants {
        true => plain.clone().with_variants_of([technique]),
        false => plain.clone(),
    };
    let all = Logic::new();
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            let Some(puzzle) = line.split_whitespace().next() else {
                continue;
            };
            let mut board = Board::new(&puzzle.parse::<Puzzle>()?);
            while wanted > 0
                && let Ok(next) = all.advise(&board)
            {
                let is_met = match wants_variants {
                    true => next.technique > Technique::HiddenSingle,
                    false => next.technique >= technique,
                };
                if is_met
                    && (!wants_variants || plain.next_step(&board).is_none())
                    && let Some(step) = alone.next_step(&board)
                {
                    let sentence = Words::new(&board).sentence(&step);
                    print_case(&board, technique, wants_variants, &sentence)?;
                    wanted -= 1;
                    break;
                }
                board.apply(&next);
            }
        }
    }
    Ok(())
}

fn print_case(
    board: &Board,
    technique: Technique,
    is_variant: bool,
    sentence: &str,
) -> Result<(), WriteError> {
    println!("[[case]]\ntechnique = \"{}\"", technique.slug());
    let mut line = Vec::new();
    Writer::new(Form::Hodoku, WriteOptions::default()).puzzle(&board.to_puzzle(), &mut line)?;
    let line = String::from_utf8_lossy(&line);
    println!("position = \"{}\"", line.trim_end());
    if is_variant {
        println!("variants = true");
    }
    println!("step = \"{sentence}\"\n");
    Ok(())
}
