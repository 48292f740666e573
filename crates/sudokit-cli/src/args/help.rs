//! The parts of the help that are not flags: notes, exit codes and examples. Usage and flags come
//! first; examples come last.

const EXIT_CODES: &str = "\
Exit codes:
  0    every puzzle was answered
  1    a puzzle has no solution, breaks a rule, or is not unique where that is required
       (check --unique, hint, explain, rate); or the claim of `hint --why` is wrong
  2    wrong usage, unreadable input, an I/O error, or a bug in Sudokit
  3    a budget was reached, or logic alone left cells open
  130  interrupted
The highest one wins.";

/// The end of a verb's `--help`: exit codes, then its notes and examples.
pub fn after(notes_and_examples: &str) -> String {
    format!("{EXIT_CODES}\n\n{}", available(notes_and_examples))
}

/// The examples that work in this build.
fn available(examples: &str) -> String {
    let mut missing: Vec<&str> = Vec::new();
    if cfg!(not(feature = "web")) {
        missing.push("sudokit serve");
    }
    if cfg!(not(feature = "render")) {
        missing.extend(["sudokit render", "--pdf", "--html", "--plot"]);
    }
    if cfg!(not(feature = "library")) {
        missing.push("sudokit library");
    }
    let works = |line: &&str| !missing.iter().any(|each| line.contains(each));
    examples
        .lines()
        .filter(works)
        .collect::<Vec<_>>()
        .join("\n")
}

pub const OVERVIEW_AFTER: &str = "\
`sudokit FILE` is short for `sudokit solve FILE`. `sudokit VERB --help` shows examples.";

/// The end of `sudokit --help`.
pub fn overview_after_long() -> String {
    format!(
        "\
`sudokit FILE` is short for `sudokit solve FILE`. In place of a file, every verb takes a puzzle as
text: a line, several lines in quotation marks, or a link; a file of that name wins. Without a
file, piped input is solved; at a terminal, sudokit asks for a file or a puzzle. `sudokit VERB
--help` shows examples of each verb.

Ctrl-C, a closed terminal and `kill` end a run with what is done so far. An output file NAME is
then not touched; NAME.partial holds what was done.

{EXIT_CODES}

Environment:
  SUDOKIT_SIMD    vector width for 9×9 puzzles: avx512, avx2 or portable
                  (`sudokit -V` lists what this CPU supports); does not change the answers
  NO_COLOR        disable colours
  CLICOLOR_FORCE  always use colours

{}",
        available(OVERVIEW_EXAMPLES)
    )
}

const OVERVIEW_EXAMPLES: &str = "\
Examples:
  sudokit board.txt                      solve a puzzle; the output has the form of the input
  sudokit 53..7....6..195…               the same for a puzzle as text, or a link to one
  sudokit solve --save *.csv             write board_output.csv beside each board.csv
  sudokit check collection.sdm           check that each puzzle is valid and unique
  sudokit hint board.txt                 show the next logical step
  sudokit explain board.txt              explain every step of the solution
  sudokit rate collection.sdm            rate the difficulty of each puzzle
  sudokit generate 10 --difficulty hard  create new puzzles
  sudokit render -o board.png board.txt  draw a picture; also .svg and .pdf
  sudokit serve --open                   play, enter and solve puzzles in a browser
  sudokit compare board.txt              compare backtracking, MRV, forward checking…
  sudokit                                ask for a file or a puzzle, solve it and show it";

pub const SOLVE_EXAMPLES: &str = "\
Examples:
  sudokit solve board.txt                    print the solution in the form of the input
  sudokit solve --save board.csv             write it to board_output.csv
  sudokit solve --to boxed 53..7…            solve a puzzle given as text; write another form
  sudokit solve --json collection.sdm        print one JSON object per puzzle
  sudokit solve --all --threads 1 board.txt  print all solutions, in a fixed order
  sudokit solve --logic-only board.txt       go as far as strategies alone lead
  sudokit solve --time-limit 10s hard.txt    print the best attempt after ten seconds";

pub const CHECK_EXAMPLES: &str = "\
Examples:
  sudokit check board.txt                valid and unique, or what is wrong
  sudokit check --unique collection.sdm  fail unless every puzzle has exactly one solution
  sudokit check --csv puzzles.csv        print a table; also checks solutions in the file
  sudokit check --minimal board.txt      list redundant givens
  sudokit check --backdoors board.txt    list cells that reduce the rest to singles";

#[cfg(feature = "web")]
pub const SERVE_AFTER: &str = "\
The page needs no network. /api documents the JSON interface; /api/v1/openapi.json describes it
for programs. Ctrl-C stops the server after the requests in progress are answered. Unless --host
is given, only requests addressed to this machine are answered, so that other sites cannot use
the server.

Examples:
  sudokit serve --open                 open the page in a browser
  sudokit serve --port 9000            listen on another port
  sudokit serve --host 0.0.0.0         accept connections from other machines
  sudokit serve --library puzzles.db   offer the puzzles of a library
  curl --data-binary @board.txt localhost:8081/api/v1/solve";

pub const COUNT_EXAMPLES: &str = "\
Examples:
  sudokit count board.txt                   count all solutions
  sudokit count --limit 1000 board.txt      count up to 1000
  sudokit count --time-limit 10s board.txt  count for up to ten seconds
  sudokit count --candidates board.txt      list the values each cell has in some solution
  sudokit count --estimate board.txt        estimate a number that is too large to count";

pub const NEIGHBOURS_EXAMPLES: &str = "\
A removed given is never added again. Isomorphic puzzles (on boards with boxes) are written once,
and neighbours that are isomorphic to an input puzzle read so far are left out.

Examples:
  sudokit neighbours board.txt                               {-1+1}: remove one given, add one
  sudokit neighbours --remove 2 --add 2 --minimal board.txt  {-2+2}, minimal puzzles only
  sudokit neighbours --remove 2 --add 1 board.txt            one given fewer
  sudokit neighbours --score 2000.. board.txt                hard ones only
  sudokit neighbours --rounds 5 --keep 20 board.txt          continue from the 20 hardest
  sudokit neighbours --remove 2 --add 2 --resume state.json -o found.txt board.txt
                                                             can be stopped and resumed";

pub const COMPARE_EXAMPLES: &str = "\
Examples:
  sudokit compare board.txt                                all engines on one puzzle
  sudokit compare --engine backtracking,general board.txt  two of them
  sudokit compare --vary cell board.txt                    every rule for choosing a cell
  sudokit compare --vary value,jump board.txt              rules for the value and for backjumping
  sudokit compare --plot costs.svg collection.sdm          draw a chart";

pub const CONVERT_EXAMPLES: &str = "\
Examples:
  sudokit convert --to line board.txt                  one line of symbols
  sudokit convert --to csv -o board.csv board.txt      comma-separated numbers
  sudokit convert --to boxed --to-blank X puzzles.sdm  a framed board for each puzzle";

pub const TRANSFORM_EXAMPLES: &str = "\
Examples:
  sudokit transform --rotate 90 board.txt                  rotate clockwise
  sudokit transform --swap-rows 1,3 --transpose board.txt  apply moves in the order given
  sudokit transform --relabel 987654321 board.txt          1 becomes 9, 2 becomes 8, …
  sudokit transform --shuffle --seed 7 collection.sdm      a random isomorph of each
  sudokit transform --canonical collection.sdm             the canonical form of each
  sudokit transform --isomorphic one.txt other.txt         test whether two are isomorphic
  sudokit transform --automorphisms board.txt              count the automorphisms";

pub const DEDUPE_EXAMPLES: &str = "\
Examples:
  sudokit dedupe collection.sdm -o unique.sdm          keep the first of each class, unchanged
  sudokit dedupe --dropped again.sdm one.sdm two.sdm   write the others to a file
  sudokit dedupe --canonical collection.sdm            write the canonical form of each class
  sudokit dedupe --csv collection.sdm                  print a table of puzzles and classes";

pub const HINT_EXAMPLES: &str = "\
Placed values and pencil marks are part of the position.

Examples:
  sudokit hint --stage 1 board.txt        where to look
  sudokit hint --stage 2 board.txt        which technique to look for
  sudokit hint board.txt                  the whole step, with its reason
  sudokit hint --all board.txt            every step that is possible now
  sudokit hint --why 'r4c5!=7' board.txt  test a claim and show the step that proves it
  sudokit hint --no-uniqueness board.txt  do not assume a single solution";

pub const EXPLAIN_EXAMPLES: &str = "\
Examples:
  sudokit explain board.txt                       one sentence per step
  sudokit explain --full --grid board.txt         with reasons and candidate grids
  sudokit explain --html -o board.html board.txt  a page with a drawing of every step
  sudokit explain --json collection.sdm           one JSON object per puzzle
  sudokit explain --techniques                    list all techniques
  sudokit explain --techniques singles,subsets board.txt   use only these, in this order";

pub const RATE_EXAMPLES: &str = "\
Level and score are HoDoKu's: the score is the sum over all steps; the level is that of the
hardest step, raised if the score exceeds 800 (easy), 1000 (medium), 1600 (hard) or 1800 (unfair).

Examples:
  sudokit rate board.txt                                       level, score and techniques
  sudokit rate --csv collection.sdm                            a table
  sudokit rate --technique x-wing collection.sdm               puzzles that require an X-wing
  sudokit rate --technique x-wing --format %g collection.sdm   the same, as a new collection
  sudokit rate --er 7.1..7.3 collection.sdm                    by ER of Sudoku Explainer
  sudokit rate --format '%g %r %p %d' collection.sdm           ER, EP and ED, one line each
  sudokit rate --er --resume state.json -o rated.txt all.txt   can be stopped and resumed
  sudokit rate --hardest x-wing,swordfish collection.sdm       one of them is the hardest step
  sudokit rate --techniques -unique-rectangle-1 board.txt      without one technique";

pub const GENERATE_EXAMPLES: &str = "\
The same seed and options give the same puzzles on every machine and with any number of threads.
Levels and scores are those of `sudokit rate`.

Examples:
  sudokit generate                                         one puzzle
  sudokit generate 100 --difficulty easy..medium           a hundred easy or medium ones
  sudokit generate 10 --technique x-wing --json            puzzles that require an X-wing
  sudokit generate 10 --hardest x-wing                     an X-wing is the hardest step
  sudokit generate --givens 24..28 --symmetry half-turn    few givens, symmetric
  sudokit generate 5 --shape 6 --seed 7                    reproducible 6×6 puzzles
  sudokit generate 50 --difficulty hard --pdf -o book.pdf  a booklet with answers
  sudokit generate --pattern heart.txt                     givens where the file has X
  sudokit generate --extend started.txt                    a puzzle that contains these givens";

#[cfg(feature = "render")]
pub const RENDER_EXAMPLES: &str = "\
Pictures look the same on every machine: the fonts are built in.

Examples:
  sudokit render -o board.png board.txt                      a picture
  sudokit render --step --theme dark -o hint.svg board.txt   the next step, drawn and explained
  sudokit render --candidates --size 1600 -o board.png board.txt
  sudokit render -o week.pdf --per-page 6 --answers collection.sdm   pages to print
  sudokit render -o week.pdf --qr https://sudoku.example/ collection.sdm   with QR codes
  sudokit render -o board.png collection.sdm                 board-1.png, board-2.png, …";

pub const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  sudokit completions bash > ~/.local/share/bash-completion/completions/sudokit
  sudokit completions zsh  > ~/.zfunc/_sudokit
  sudokit completions fish > ~/.config/fish/completions/sudokit.fish";

pub const MAN_EXAMPLES: &str = "\
Examples:
  sudokit man | man -l -                     read the manual page
  sudokit man --dir ~/.local/share/man/man1  install it and one page per verb";

/// The meaning of `status`, in the long help of `--json`.
pub const STATUS_WORDS: &str = "\
In each object `status` is one of
  unique       exactly one solution
  several      more than one solution
  solved       a solution was found; whether there are more is unknown
  no-solution  no solution
  rule-broken  the givens break a rule
  unreadable   the puzzle could not be read
  complete     every cell already had a value
  open         a budget, Ctrl-C or stuck logic ended the search before a solution was found
  wrong-solution  `check` only: the solution in the file itself is wrong";

#[cfg(feature = "library")]
pub const LIBRARY_EXAMPLES: &str = "\
A library is one file. Isomorphic puzzles are stored once, with every place where they were found.
Queries work while another process adds or rates puzzles.

Examples:
  sudokit library add puzzles.db *.txt *.sdm      add files of any form
  sudokit library rate puzzles.db                 rate new puzzles; can be stopped and resumed
  sudokit library list puzzles.db --level hard --givens ..23
  sudokit library stats puzzles.db                summarise the collection
  sudokit serve --library puzzles.db --open       use the collection in a browser";

#[cfg(feature = "library")]
pub const ADD_EXAMPLES: &str = "\
Puzzles that have no solution, break a rule or are already complete are rejected, and so are
puzzles with several solutions unless --keep-several is given. Progress shown on the bar is
committed: a run that was killed loses none of it, and the same command resumes it.

Examples:
  sudokit library add puzzles.db collection.sdm  add a file; creates the library if needed
  sudokit library add puzzles.db --rate *.txt    add and rate
  sudokit library add puzzles.db --keep-isomorphs a.txt
  zcat huge.gz | sudokit library add puzzles.db -  add from a pipe";

#[cfg(feature = "library")]
pub const LIBRARY_RATE_EXAMPLES: &str = "\
Ratings are saved as they are computed. A run that was stopped or killed resumes where it ended,
and queries work meanwhile.

Examples:
  sudokit library rate puzzles.db              rate everything that has no rating
  sudokit library rate puzzles.db --limit 10k  rate up to 10,000 puzzles
  sudokit library rate puzzles.db --threads 1  leave the other cores free
  sudokit library rate puzzles.db --again      rate all of them again";

#[cfg(feature = "library")]
pub const LIST_EXAMPLES: &str = "\
Examples:
  sudokit library list puzzles.db --level hard,unfair --score 500..900
  sudokit library list puzzles.db --technique x-wing,xy-wing --sort score --limit 20
  sudokit library list puzzles.db --hardest xy-chain --symmetry half-turn
  sudokit library list puzzles.db --pattern board.txt    givens in the same cells
  sudokit library list puzzles.db --text royle --random --limit 5 --to boxed
  sudokit library list puzzles.db --givens ..20 --json   all data, for programs
  sudokit library list puzzles.db 17 23 --to line | sudokit explain -";

#[cfg(feature = "library")]
pub const SHOW_EXAMPLES: &str = "\
Examples:
  sudokit library show puzzles.db 17         the board, its rating and where it was found
  sudokit library show puzzles.db 17 --json";

#[cfg(feature = "library")]
pub const STATS_EXAMPLES: &str = "\
Examples:
  sudokit library stats puzzles.db                  by level, givens, score and technique
  sudokit library stats puzzles.db --level extreme  of the hardest ones
  sudokit library stats puzzles.db --json";

#[cfg(feature = "library")]
pub const EXPORT_EXAMPLES: &str = "\
Examples:
  sudokit library export puzzles.db -o all.sdm      every puzzle, one per line
  sudokit library export puzzles.db --level easy --random --limit 100 --to opensudoku -o easy.xml";

#[cfg(feature = "library")]
pub const REMOVE_EXAMPLES: &str = "\
Examples:
  sudokit library remove puzzles.db 17 23          remove two puzzles
  sudokit library remove puzzles.db --givens 30..  remove everything that matches
  sudokit library remove puzzles.db --givens 30.. --dry-run
  sudokit library remove puzzles.db --isomorphs    remove what --keep-isomorphs kept";

pub const DATASET_EXAMPLES: &str = "\
Examples:
  sudokit generate 10000 -o all.txt                    new puzzles
  sudokit dedupe all.txt -o puzzles.txt                one of each class of isomorphs
  sudokit dataset split --test 10% -o set puzzles.txt  set/train.csv and set/test.csv
  sudokit dataset export --copies 10 -o hrm set/train.csv
  sudokit dataset export --part test -o hrm set/test.csv";

pub const AUGMENT_EXAMPLES: &str = "\
Examples:
  sudokit dataset augment --copies 10 -o more.csv puzzles.csv   ten isomorphs of each puzzle
  sudokit dataset augment --copies 1 --seed 7 --json board.txt  reproducible, as JSON";

pub const SPLIT_EXAMPLES: &str = "\
Examples:
  sudokit dataset split --test 10% -o set puzzles.csv            a tenth for testing
  sudokit dataset split --test 1000 --dedupe -o set puzzles.csv  one puzzle of each class";

pub const VERIFY_EXAMPLES: &str = "\
Examples:
  sudokit dataset verify puzzles.csv        list the pairs that are not right
  sudokit dataset verify --csv puzzles.csv  the same as a table";

pub const DATASET_RATE_EXAMPLES: &str = "\
Examples:
  sudokit dataset rate -o rated.csv puzzles.csv          add the number of guesses
  sudokit dataset rate --level -o rated.csv puzzles.csv  also level, score, hardest technique";

pub const TRAJECTORIES_EXAMPLES: &str = "\
Examples:
  sudokit dataset trajectories -o steps.csv puzzles.txt  one row for each value or candidate
  sudokit dataset trajectories --techniques singles board.txt";

pub const DATASET_EXPORT_EXAMPLES: &str = "\
Examples:
  sudokit dataset export --copies 10 -o hrm set/train.csv  hrm/train with isomorphs
  sudokit dataset export --part test -o hrm set/test.csv   hrm/test without";

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use sudokit::solve::Status;

    #[test]
    fn every_status_is_explained() {
        for status in Status::ALL {
            let explained = format!("\n  {status:<12} ");
            assert!(STATUS_WORDS.contains(&explained), "{explained}");
        }
    }

    #[test]
    fn usage_comes_first_and_examples_come_last() {
        fn check(command: &mut clap::Command) {
            let name = command.get_name().to_string();
            let help = command.render_long_help().to_string();
            let (usage, examples) = (help.find("Usage:"), help.find("\nExamples:\n"));
            let (usage, examples) = (usage.unwrap(), examples.expect(&name));
            assert!(
                help.lines().take(6).any(|line| line.starts_with("Usage:")),
                "{help}"
            );
            assert!(usage < examples, "{name}");
            assert!(!help[examples + 2..].contains("\n\n"), "{name}: {help}");
            for verb in command.get_subcommands_mut() {
                if verb.get_name() != "help" {
                    check(verb);
                }
            }
        }
        check(&mut crate::args::Command::command());
    }
}
