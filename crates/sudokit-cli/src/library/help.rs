//! Examples for each action of `sudokit library`.

pub const EXAMPLES: &str = "\
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

pub const RATE_EXAMPLES: &str = "\
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
