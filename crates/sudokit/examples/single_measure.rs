//! Microseconds per puzzle, one puzzle at a time, for each set of instructions of this CPU, and
//! through [`Solver`], the door for everybody.
//!
//! ```text
//! cargo run --release -p sudokit --example single_measure -- [--width NAME] [--limit N] \
//!     [--runs N] [--sample N] [--easy N] [--write-easy] FILE…
//! ```
//!
//! A file has one puzzle of 81 characters a line; other lines are passed over. `--easy N` adds N
//! puzzles of 38 givens that need nothing but singles, and `--write-easy` prints them instead of
//! measuring, so that other solvers can be given the same.
//!
//! Measured in slices of a few hundred puzzles: each slice with every width in turn, the best of
//! the runs counts, and the bests add up. So whatever else the machine does spoils single slices
//! of single runs only. Every solution is checked against the givens and the rules, and the counts
//! against those of the last width.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use sudokit::solve::lanes::{UnknownWidth, Width};
use sudokit::solve::single::{SingleResult, SingleSolver};
use sudokit::{Puzzle, Shape, Solver};

struct Options {
    widths: Vec<Width>,
    limit: u32,
    runs: usize,
    sample: usize,
    easy: usize,
    write_easy: bool,
    files: Vec<String>,
}

fn main() -> ExitCode {
    match options(std::env::args().skip(1)).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn run(options: Options) -> Result<(), String> {
    if options.easy > 0 {
        let puzzles = easy::puzzles(options.easy);
        if options.write_easy {
            puzzles.iter().for_each(write);
        } else {
            measure("easy", &puzzles, &options);
        }
    }
    for file in &options.files {
        let text = std::fs::read_to_string(file).map_err(|problem| format!("{file}: {problem}"))?;
        measure(file, &puzzles(&text, options.sample), &options);
    }
    Ok(())
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        widths: Vec::new(),
        limit: 2,
        runs: 9,
        sample: usize::MAX,
        easy: 0,
        write_easy: false,
        files: Vec::new(),
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--width" => {
                let name = arguments.next().unwrap_or_default();
                let unknown = |problem: UnknownWidth| problem.to_string();
                options.widths.push(name.parse().map_err(unknown)?);
            }
            "--limit" => options.limit = number(&argument, arguments.next())? as u32,
            "--runs" => options.runs = number(&argument, arguments.next())?.max(1),
            "--sample" => options.sample = number(&argument, arguments.next())?.max(1),
            "--easy" => options.easy = number(&argument, arguments.next())?,
            "--write-easy" => options.write_easy = true,
            _ => options.files.push(argument),
        }
    }
    if options.widths.is_empty() {
        options.widths.extend(Width::ALL);
    }
    Ok(options)
}

fn number(option: &str, text: Option<String>) -> Result<usize, String> {
    let number = text.and_then(|text| text.parse().ok());
    number.ok_or_else(|| format!("{option} needs a number"))
}

/// About so many puzzles of a file, evenly spread.
fn puzzles(text: &str, sample: usize) -> Vec<[u8; 81]> {
    let all: Vec<[u8; 81]> = text.lines().filter_map(puzzle).collect();
    let step = all.len().div_ceil(sample).max(1);
    all.into_iter().step_by(step).collect()
}

fn puzzle(line: &str) -> Option<[u8; 81]> {
    let cells = line.as_bytes().first_chunk::<81>()?;
    let is_cell = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let value = |byte: u8| if byte == b'.' { 0 } else { byte - b'0' };
    cells.iter().all(is_cell).then(|| cells.map(value))
}

fn write(puzzle: &[u8; 81]) {
    let symbol = |value: &u8| {
        if *value == 0 {
            '.'
        } else {
            char::from(b'0' + value)
        }
    };
    println!("{}", puzzle.iter().map(symbol).collect::<String>());
}

struct Contender {
    name: String,
    solve: Box<dyn FnMut(&Task) -> SingleResult>,
    total: Duration,
    answers: Vec<SingleResult>,
}

/// A puzzle as each door takes it.
struct Task {
    values: [u8; 81],
    puzzle: Puzzle,
}

impl Contender {
    fn new(name: &str, solve: impl FnMut(&Task) -> SingleResult + 'static) -> Contender {
        Contender {
            name: name.to_string(),
            solve: Box::new(solve),
            total: Duration::ZERO,
            answers: Vec::new(),
        }
    }

    fn of_width(width: Width, limit: u32) -> Option<Contender> {
        let mut solver = SingleSolver::with_width(width).ok()?;
        let solve = move |task: &Task| solver.solve(&task.values, limit);
        Some(Contender::new(&width.to_string(), solve))
    }

    fn door(limit: u32) -> Contender {
        let solver = Solver::new().limit(limit.into());
        Contender::new("door", move |task| {
            let outcome = solver.solve(&task.puzzle);
            let mut solution = [0; 81];
            if let Some(grid) = &outcome.solution {
                solution.copy_from_slice(grid.values());
            }
            SingleResult {
                count: outcome.count as u32,
                solution,
            }
        })
    }
}

fn measure(name: &str, puzzles: &[[u8; 81]], options: &Options) {
    let of_width = |width: &Width| Contender::of_width(*width, options.limit);
    let mut contenders: Vec<Contender> = options.widths.iter().filter_map(of_width).collect();
    contenders.push(Contender::door(options.limit));
    let task = |values: &[u8; 81]| {
        let puzzle = Puzzle::from_values(Shape::classic(), values.to_vec()).ok()?;
        let values = *values;
        Some(Task { values, puzzle })
    };
    let tasks: Vec<Task> = puzzles.iter().filter_map(task).collect();
    for slice in tasks.chunks(200) {
        let mut best = vec![Duration::MAX; contenders.len()];
        for run in 0..options.runs {
            for (c, best) in contenders.iter_mut().zip(&mut best) {
                let start = Instant::now();
                let answers = slice.iter().map(&mut c.solve);
                if run == 0 {
                    c.answers.extend(answers);
                } else {
                    answers.for_each(|answer| {
                        std::hint::black_box(answer);
                    });
                }
                *best = start.elapsed().min(*best);
            }
        }
        for (c, best) in contenders.iter_mut().zip(best) {
            c.total += best;
        }
    }
    println!("{name}: {} puzzles", puzzles.len());
    let expected = contenders.last().map(|c| c.answers.clone());
    for c in &contenders {
        let answers = c.answers.iter().zip(expected.iter().flatten());
        let wrong = answers
            .zip(puzzles)
            .filter(|((answer, expected), puzzle)| {
                answer.count != expected.count
                    || (answer.count > 0 && !solves(&answer.solution, puzzle))
            })
            .count();
        let each = c.total.as_secs_f64() * 1e6 / puzzles.len().max(1) as f64;
        println!("  {:8} {each:9.3} µs  {wrong} wrong", c.name);
    }
}

fn houses(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

fn solves(solution: &[u8; 81], puzzle: &[u8; 81]) -> bool {
    let mut seen = [0u16; 27];
    for (cell, value) in solution.iter().enumerate() {
        for house in houses(cell) {
            seen[house] |= 1 << value;
        }
    }
    let mut givens = puzzle.iter().zip(solution);
    givens.all(|(given, value)| *given == 0 || given == value)
        && seen.iter().all(|values| *values == 0x3fe)
}

/// Puzzles that need nothing but naked and hidden singles.
mod easy {
    use super::houses;

    const GIVENS: usize = 38;

    pub fn puzzles(count: usize) -> Vec<[u8; 81]> {
        let mut random = Random(1);
        let mut puzzles = Vec::with_capacity(count);
        while puzzles.len() < count {
            puzzles.extend(dig(&grid(&mut random), &mut random));
        }
        puzzles
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((self.0 >> 33) as usize) % end
        }
    }

    fn grid(random: &mut Random) -> [u8; 81] {
        let mut grid = [0; 81];
        fill(&mut grid, random);
        grid
    }

    /// Fills the cell with the fewest values first, values in random order.
    fn fill(grid: &mut [u8; 81], random: &mut Random) -> bool {
        let free = free_values(grid);
        let fits = |cell: usize| houses(cell).iter().fold(0x3fe, |mask, h| mask & free[*h]);
        let open = (0..81).filter(|cell| grid[*cell] == 0);
        let Some(cell) = open.min_by_key(|cell| fits(*cell).count_ones()) else {
            return true;
        };
        let mut values: Vec<u8> = (1..=9)
            .filter(|value| fits(cell) >> value & 1 == 1)
            .collect();
        while !values.is_empty() {
            grid[cell] = values.swap_remove(random.below(values.len()));
            if fill(grid, random) {
                return true;
            }
        }
        grid[cell] = 0;
        false
    }

    /// The values that no cell of a house has yet, value `v` in bit `v`.
    fn free_values(grid: &[u8; 81]) -> [u16; 27] {
        let mut free = [0x3fe; 27];
        for (cell, value) in grid.iter().enumerate().filter(|(_, value)| **value != 0) {
            for house in houses(cell) {
                free[house] &= !(1 << value);
            }
        }
        free
    }

    /// Takes cells off in random order as long as singles bring them back.
    fn dig(grid: &[u8; 81], random: &mut Random) -> Option<[u8; 81]> {
        let mut order: [usize; 81] = std::array::from_fn(|cell| cell);
        for last in (1..81).rev() {
            order.swap(last, random.below(last + 1));
        }
        let mut puzzle = *grid;
        let mut givens = 81;
        for cell in order {
            puzzle[cell] = 0;
            // So few open cells are always found again.
            if givens > 70 || is_easy(puzzle) {
                givens -= 1;
            } else {
                puzzle[cell] = grid[cell];
            }
            if givens == GIVENS {
                return Some(puzzle);
            }
        }
        None
    }

    fn is_easy(mut puzzle: [u8; 81]) -> bool {
        while let Some((cell, value)) = single(&puzzle) {
            puzzle[cell] = value;
        }
        puzzle.iter().all(|value| *value != 0)
    }

    fn single(puzzle: &[u8; 81]) -> Option<(usize, u8)> {
        let free = free_values(puzzle);
        let mut once = [0; 27];
        let mut twice = [0; 27];
        let mut candidates = [0; 81];
        for cell in (0..81).filter(|cell| puzzle[*cell] == 0) {
            let mask = houses(cell).iter().fold(0x3fe, |mask, h| mask & free[*h]);
            candidates[cell] = mask;
            for house in houses(cell) {
                twice[house] |= once[house] & mask;
                once[house] |= mask;
            }
        }
        candidates.iter().enumerate().find_map(|(cell, mask)| {
            let hidden = houses(cell).map(|house| mask & once[house] & !twice[house]);
            let naked = if mask.count_ones() == 1 { *mask } else { 0 };
            let mut singles = hidden.into_iter().chain([naked]);
            let single = singles.find(|single| *single != 0)?;
            Some((cell, single.trailing_zeros() as u8))
        })
    }
}
