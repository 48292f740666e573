//! The parts of the help that are not a flag: examples, exit codes, forms.

pub const OVERVIEW_EXAMPLES: &str = "\
Examples:
  sudokit board.txt               solve a puzzle, in the form that it has
  sudokit solve --save *.csv      write board_output.csv beside each board.csv
  sudokit check collection.sdm    is each puzzle valid, and its solution unique?
  sudokit hint board.txt          the next step, as a person would find it
  sudokit explain board.txt       every step to the end, with its reason
  sudokit rate collection.sdm     how hard each puzzle is
  sudokit generate 10             new puzzles; --difficulty hard, --symmetry half-turn…
  sudokit render -o board.png board.txt   a picture; .svg and .pdf as well
  sudokit serve --open            play, enter and understand puzzles in a browser
  sudokit compare board.txt       what backtracking, MRV, forward checking… cost
  sudokit                         ask for a file, solve it, show it and save it";

pub const OVERVIEW_AFTER: &str = "\
`sudokit FILE` is `sudokit solve FILE`. See `sudokit VERB --help` for examples of each.";

/// A macro, because only so a longer text can be put together from it.
macro_rules! exit_codes {
    () => {
        "\
Exit codes:
  0    every puzzle was answered
  1    some puzzle has no solution, breaks a rule, or is not unique where that is needed
       (check --unique, hint, explain, rate); or what `hint --why` asked about is wrong
  2    wrong usage, something that cannot be read or written, or a fault in Sudokit
  3    a budget was reached, or logic alone left cells open
  130  interrupted
The highest one wins."
    };
}

pub const EXIT_CODES: &str = exit_codes!();

pub const OVERVIEW_AFTER_LONG: &str = concat!(
    "\
`sudokit FILE` is `sudokit solve FILE`; without a file, piped standard input is solved, and at a
terminal sudokit asks for one. See `sudokit VERB --help` for examples of each verb.

",
    exit_codes!(),
    "

Environment:
  SUDOKIT_SIMD   avx512, avx2 or portable: how wide the vectors are in which files of 9×9 puzzles
                 are solved (`sudokit -V` shows what this machine offers); answers do not change
  NO_COLOR, CLICOLOR_FORCE   no colours, or always"
);

pub const SOLVE_EXAMPLES: &str = "\
Examples:
  sudokit solve board.txt                    the solution, in the form of the input
  sudokit solve --save board.csv             … in board_output.csv
  sudokit solve --json collection.sdm        one JSON object a puzzle
  sudokit solve --all --threads 1 board.txt  all solutions, in a fixed order
  sudokit solve --logic-only board.txt       as far as strategies alone lead
  sudokit solve --time-limit 10s hard.txt    the best attempt after ten seconds";

pub const CHECK_EXAMPLES: &str = "\
Examples:
  sudokit check board.txt                valid and unique? several solutions? a rule broken?
  sudokit check --unique collection.sdm  fail unless every puzzle has exactly one solution
  sudokit check --csv puzzles.csv        a table, the file's own solutions checked as well
  sudokit check --minimal board.txt      which givens could be left out?
  sudokit check --backdoors board.txt    which cells, once known, leave nothing but singles?";

pub const SERVE_EXAMPLES: &str = "\
Examples:
  sudokit serve --open             the page, in a browser
  sudokit serve --port 9000        … on another port
  sudokit serve --host 0.0.0.0     … for everybody who can reach this machine
  sudokit serve --library puzzles.db   … with a collection to take puzzles from
  curl --data-binary @board.txt localhost:8081/api/v1/solve";

pub const SERVE_AFTER: &str = "\
The page needs no network. /api describes the JSON interface, /api/v1/openapi.json for programs.
Ctrl-C ends the server; requests that are being worked on are still answered. Only names of this
machine are answered to unless --host says otherwise, so that no other site can use the server.";

pub const COUNT_EXAMPLES: &str = "\
Examples:
  sudokit count board.txt                   how many solutions it has
  sudokit count --limit 1000 board.txt      … but no more than 1000
  sudokit count --time-limit 10s board.txt  … or as many as ten seconds show
  sudokit count --candidates board.txt      which values a cell has in some solution";

pub const NEIGHBOURS_EXAMPLES: &str = "\
Examples:
  sudokit neighbours board.txt                          {-1+1}: one given away, another in
  sudokit neighbours --remove 2 --add 2 --minimal board.txt   {-2+2}, minimal puzzles only
  sudokit neighbours --remove 2 --add 1 board.txt       one given fewer
  sudokit neighbours --score 2000.. board.txt           those that are hard
  sudokit neighbours --rounds 5 --keep 20 board.txt     … and on from the 20 hardest, five times
  sudokit neighbours --remove 2 --add 2 --resume hunt.json -o found.txt board.txt
                                                        a hunt that can be ended at any time

No given that was taken away is put in again. Puzzles that are the same up to symmetry (boards with
boxes) come once, and none that is the same as a puzzle of the input so far comes at all.";

pub const COMPARE_EXAMPLES: &str = "\
Examples:
  sudokit compare board.txt                                all engines on one puzzle
  sudokit compare --engine backtracking,general board.txt  two of them
  sudokit compare --vary cell board.txt                    what choosing the cell is worth
  sudokit compare --vary value,jump board.txt              … the value, and jumping back
  sudokit compare --plot costs.svg collection.sdm          … as a picture";

pub const CONVERT_EXAMPLES: &str = "\
Examples:
  sudokit convert --to line board.txt                  one line of symbols
  sudokit convert --to csv -o board.csv board.txt      numbers with commas
  sudokit convert --to boxed --to-blank X puzzles.sdm  a framed board for each puzzle";

pub const TRANSFORM_EXAMPLES: &str = "\
Examples:
  sudokit transform --rotate 90 board.txt                  turned clockwise
  sudokit transform --swap-rows 1,3 --transpose board.txt  one after the other, as they stand here
  sudokit transform --relabel 987654321 board.txt          1 becomes 9, 2 becomes 8 …
  sudokit transform --shuffle --seed 7 collection.sdm      each in another dress
  sudokit transform --canonical collection.sdm             the smallest form of each
  sudokit transform --isomorphic one.txt other.txt         are they the same, and how?
  sudokit transform --automorphisms board.txt              in how many ways it is its own image";

pub const DEDUPE_EXAMPLES: &str = "\
Examples:
  sudokit dedupe collection.sdm -o unique.sdm          the first of each class, as it stands there
  sudokit dedupe --dropped again.sdm one.sdm two.sdm   … and the others in a file of their own
  sudokit dedupe --canonical collection.sdm            the canonical form of each class
  sudokit dedupe --csv collection.sdm                  a table: which puzzle is of which class";

pub const HINT_EXAMPLES: &str = "\
Examples:
  sudokit hint --stage 1 board.txt           where to look
  sudokit hint --stage 2 board.txt           … and for which technique
  sudokit hint board.txt                     the whole step, with its reason
  sudokit hint --all board.txt               every step that is possible now
  sudokit hint --why 'r4c5!=7' board.txt     is that right, and which step shows it?
  sudokit hint --no-uniqueness board.txt     … without taking one solution for granted

Values that were placed and pencil marks are part of the position.";

pub const EXPLAIN_EXAMPLES: &str = "\
Examples:
  sudokit explain board.txt                      a sentence for each step
  sudokit explain --full --grid board.txt        … with its reason, and the candidates drawn
  sudokit explain --html -o board.html board.txt a page with a drawing of every step
  sudokit explain --json collection.sdm          one JSON object a puzzle
  sudokit explain --techniques                   the techniques that there are
  sudokit explain --techniques singles,subsets board.txt   … and only these, in this order";

pub const RATE_EXAMPLES: &str = "\
Examples:
  sudokit rate board.txt                                   level, score and techniques
  sudokit rate --csv collection.sdm                        a table of many
  sudokit rate --technique x-wing collection.sdm           those that take an X-wing
  sudokit rate --technique x-wing --format %g collection.sdm   … as a new collection
  sudokit rate --techniques -unique-rectangle-1 board.txt  without one technique

Level and score are HoDoKu's: the scores of all steps together, and the level of the hardest step,
raised where the score exceeds 800 (easy), 1000 (medium), 1600 (hard) or 1800 (unfair).";

pub const GENERATE_EXAMPLES: &str = "\
Examples:
  sudokit generate                                       one puzzle
  sudokit generate 100 --difficulty easy..medium         … a hundred that are not too hard
  sudokit generate 10 --technique x-wing --json          … that take an X-wing, as data
  sudokit generate --givens 24..28 --symmetry half-turn  … with few givens, symmetric
  sudokit generate 5 --shape 6 --seed 7                  … of 6×6, the same on every machine
  sudokit generate 50 --difficulty hard --pdf -o book.pdf   a booklet with answers
  sudokit generate --pattern heart.txt                   givens where the file has X
  sudokit generate --extend started.txt                  a puzzle that has these givens

The same seed and request give the same puzzles, whatever the machine and the number of threads.
Levels and scores are those of `sudokit rate`.";

pub const RENDER_EXAMPLES: &str = "\
Examples:
  sudokit render -o board.png board.txt                 a picture
  sudokit render --step --theme dark -o hint.svg board.txt   the next step, drawn and explained
  sudokit render --candidates --size 1600 -o board.png board.txt
  sudokit render -o week.pdf --per-page 6 --answers collection.sdm   pages to print
  sudokit render -o week.pdf --qr https://sudoku.example/ collection.sdm   … and to play on a phone
  sudokit render -o board.png collection.sdm            board-1.png, board-2.png, …

Pictures are the same on every machine: their letters come with the program.";

pub const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  sudokit completions bash > ~/.local/share/bash-completion/completions/sudokit
  sudokit completions zsh  > ~/.zfunc/_sudokit
  sudokit completions fish > ~/.config/fish/completions/sudokit.fish";

pub const MAN_EXAMPLES: &str = "\
Examples:
  sudokit man | man -l -                     read the manual page
  sudokit man --dir ~/.local/share/man/man1  install it and one for each verb";

/// Behind `--json`: what the word in `status` means.
pub const STATUS_WORDS: &str = "\
In each object `status` is one of
  unique       it has exactly one solution
  several      it has several
  solved       it has one; whether there are more is not known
  no-solution  it has none
  rule-broken  it breaks a rule as it stands
  unreadable   it cannot be read
  complete     every cell had a value from the start
  open         a budget, Ctrl-C or the end of logic came before a solution";

pub const LIBRARY_EXAMPLES: &str = "\
Examples:
  sudokit library add puzzles.db *.txt *.sdm           take in files of any form
  sudokit library rate puzzles.db                      rate what is new; Ctrl-C and go on later
  sudokit library list puzzles.db --level hard --givens ..23
  sudokit library stats puzzles.db                     how many of each kind
  sudokit serve --library puzzles.db --open            the same collection on the page

A library is one file. Puzzles are kept once, whatever their isomorphs look like, with every place
where they were seen. While one program adds or rates, others can ask.";

pub const ADD_EXAMPLES: &str = "\
Examples:
  sudokit library add puzzles.db collection.sdm        take in a file; a new library is made
  sudokit library add puzzles.db --rate *.txt          … and rate what is new
  sudokit library add puzzles.db --keep-isomorphs a.txt
  zcat huge.gz | sudokit library add puzzles.db -      from another program

Puzzles without a solution, with a broken rule, or already complete are refused, and those with
several solutions unless --keep-several says otherwise. What was counted on the bar is kept for
good: a run that was killed loses nothing of it, and the same command goes on where it ended.";

pub const LIBRARY_RATE_EXAMPLES: &str = "\
Examples:
  sudokit library rate puzzles.db                      everything that has no rating
  sudokit library rate puzzles.db --limit 10k          … but no more than 10,000 now
  sudokit library rate puzzles.db --threads 1          … and leave the other cores alone
  sudokit library rate puzzles.db --again              all of them anew

Ratings are kept as they are made. A run that was stopped or killed goes on where it ended, and
queries work meanwhile.";

pub const LIST_EXAMPLES: &str = "\
Examples:
  sudokit library list puzzles.db --level hard,unfair --score 500..900
  sudokit library list puzzles.db --technique x-wing,xy-wing --sort score --limit 20
  sudokit library list puzzles.db --hardest xy-chain --symmetry half-turn
  sudokit library list puzzles.db --pattern board.txt  with givens in the same cells
  sudokit library list puzzles.db --text royle --random --limit 5 --to boxed
  sudokit library list puzzles.db --givens ..20 --json all that is known, for programs
  sudokit library list puzzles.db 17 23 --to line | sudokit explain -";

pub const SHOW_EXAMPLES: &str = "\
Examples:
  sudokit library show puzzles.db 17          the board, its rating and where it was seen
  sudokit library show puzzles.db 17 --json";

pub const STATS_EXAMPLES: &str = "\
Examples:
  sudokit library stats puzzles.db                   by level, givens, score and technique
  sudokit library stats puzzles.db --level extreme   … of the hardest ones
  sudokit library stats puzzles.db --json";

pub const EXPORT_EXAMPLES: &str = "\
Examples:
  sudokit library export puzzles.db -o all.sdm                   every puzzle, a line each
  sudokit library export puzzles.db --level easy --random --limit 100 --to opensudoku -o easy.xml";

pub const REMOVE_EXAMPLES: &str = "\
Examples:
  sudokit library remove puzzles.db 17 23                 these two
  sudokit library remove puzzles.db --givens 30..         whatever the flags find
  sudokit library remove puzzles.db --givens 30.. --dry-run
  sudokit library remove puzzles.db --isomorphs           those that --keep-isomorphs kept";

#[cfg(test)]
mod tests {
    use super::*;
    use sudokit::solve::Status;

    #[test]
    fn every_status_is_explained() {
        for status in Status::ALL {
            let explained = format!("\n  {status:<12} ");
            assert!(STATUS_WORDS.contains(&explained), "{explained}");
        }
    }
}
