//! Measures the engines for large boards side by side with solvers for propositional logic.
//!
//! ```text
//! cargo run --release -p bench --bin large -- FILE…
//! SUDOKIT_DATA=data cargo run --release -p bench --features cadical --bin large -- gecode25
//! ```
//!
//! A file has one puzzle per line: name, size, box rows, box columns, and the values, 0 for empty. A
//! name without a slash is `large/NAME.txt` in the folder `SUDOKIT_DATA`. All contenders find up to
//! two solutions of each puzzle, one after the other on one thread; the figures are processor time.
//! The rivals get what logic without guessing leaves open, and only their own time counts. Every
//! solution is checked, and all counts must agree.
//!
//! How many conflicts a board takes depends on the order of its rows, columns and values: for the same
//! board by a factor of ten either way. `--isomorphs 10` measures ten of each instead of one.
//!
//! `--threads 2` measures something else: our own engine with one and with two threads, by the clock.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use batsat::SolverInterface;
use clap::Parser;
use sudokit::random::Random;
use sudokit::symmetry::Transformation;
use sudokit::{Engine, Grid, Puzzle, Shape, Solver};

/// Measure Sudokit's engines for large boards side by side with solvers for propositional logic.
#[derive(Parser, Debug)]
#[command(name = "large", max_term_width = 100)]
struct Arguments {
    /// Files of puzzles, or names of files in the folder large of SUDOKIT_DATA
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// Only these contenders
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<Contender>,

    /// Let our engines give up on a puzzle after this many seconds; the others cannot be stopped
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    seconds: u64,

    /// Only puzzles with these names
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    puzzles: Vec<String>,

    /// Measure this many boards that are isomorphic to each puzzle, instead of the puzzle itself
    #[arg(long, value_name = "N")]
    isomorphs: Option<u64>,

    /// Compare one thread with this many, by the clock, without rivals
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Also print each puzzle
    #[arg(long)]
    each: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Contender {
    Auto,
    Learn,
    General,
    Batsat,
    /// CaDiCaL with default options (needs the feature `cadical`)
    Cadical,
    /// CaDiCaL with `stabilizeonly=1` and `inprocessing=0` (needs the feature `cadical`)
    CadicalTuned,
}

const ALL: &[Contender] = &[
    Contender::Auto,
    Contender::Learn,
    Contender::General,
    Contender::Batsat,
    #[cfg(feature = "cadical")]
    Contender::Cadical,
    #[cfg(feature = "cadical")]
    Contender::CadicalTuned,
];

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("large: {problem:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let contenders = match arguments.only.is_empty() {
        true => ALL,
        false => &arguments.only,
    };
    for file in &arguments.files {
        let mut puzzles = read(file, &arguments.puzzles)?;
        if let Some(count) = arguments.isomorphs {
            puzzles = isomorphs(&puzzles, count)?;
        }
        if let Some(threads) = arguments.threads {
            compare_threads(file, &puzzles, threads, arguments.seconds)?;
            continue;
        }
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        println!("{file}: {} puzzles", puzzles.len());
        for &contender in contenders {
            if contender == Contender::CadicalTuned && !is_tuned() {
                run_tuned(arguments, file)?;
                continue;
            }
            let mut times = Vec::new();
            for (name, puzzle) in &puzzles {
                let (count, time) = measure(contender, puzzle, arguments.seconds)?;
                if arguments.each {
                    println!("  {contender:?} {name}: {count:?}, {:.2} ms", time * 1e3);
                }
                if let Some(count) = count {
                    let agreed = *counts.entry(name).or_insert(count);
                    ensure!(
                        count == agreed,
                        "{contender:?} counts {count} in {name}, not {agreed}"
                    );
                    times.push(time);
                }
            }
            report(contender, times, puzzles.len());
        }
    }
    Ok(())
}

fn report(contender: Contender, mut times: Vec<f64>, puzzles: usize) {
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or(f64::NAN);
    let longest = times.last().copied().unwrap_or(f64::NAN);
    println!(
        "  {:<13} median {:>10.2} ms  max {:>10.2} ms  total {:>8.2} s  {} of {puzzles} answered",
        format!("{contender:?}"),
        median * 1e3,
        longest * 1e3,
        times.iter().sum::<f64>(),
        times.len(),
    );
}

/// CaDiCaL takes its options from the environment when it starts.
const TUNED: [(&str, &str); 2] = [
    ("CADICAL_STABILIZEONLY", "1"),
    ("CADICAL_INPROCESSING", "0"),
];

fn is_tuned() -> bool {
    TUNED
        .iter()
        .all(|(name, value)| std::env::var(name).is_ok_and(|held| held == *value))
}

fn run_tuned(arguments: &Arguments, file: &str) -> Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.envs(TUNED).args(["--only", "cadical-tuned", file]);
    if !arguments.puzzles.is_empty() {
        command.args(["--puzzles", &arguments.puzzles.join(",")]);
    }
    if let Some(count) = arguments.isomorphs {
        command.args(["--isomorphs", &count.to_string()]);
    }
    if arguments.each {
        command.arg("--each");
    }
    ensure!(command.status()?.success(), "the tuned run failed");
    Ok(())
}

fn read(file: &str, wanted: &[String]) -> Result<Vec<(String, Puzzle)>> {
    let path = match file.contains(['/', '.']) {
        true => PathBuf::from(file),
        false => {
            let folder = std::env::var_os("SUDOKIT_DATA").context("SUDOKIT_DATA is not set")?;
            PathBuf::from(folder)
                .join("large")
                .join(format!("{file}.txt"))
        }
    };
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let puzzles = lines.map(parse).collect::<Result<Vec<_>>>()?;
    let is_wanted = |name: &String| wanted.is_empty() || wanted.contains(name);
    Ok(puzzles
        .into_iter()
        .filter(|(name, _)| is_wanted(name))
        .collect())
}

/// Returns random isomorphs of each puzzle, the same in every run.
fn isomorphs(puzzles: &[(String, Puzzle)], count: u64) -> Result<Vec<(String, Puzzle)>> {
    let mut all = Vec::new();
    for (name, puzzle) in puzzles {
        for number in 1..=count {
            let mut random = Random::new(number, 0);
            let change = Transformation::random(puzzle.shape(), &mut random)?;
            all.push((format!("{name}/{number}"), change.apply(puzzle)?));
        }
    }
    Ok(all)
}

/// Prints how long our engine takes with one thread and with several, by the clock.
fn compare_threads(
    file: &str,
    puzzles: &[(String, Puzzle)],
    threads: usize,
    seconds: u64,
) -> Result<()> {
    let mut totals = [0.0; 2];
    for (name, puzzle) in puzzles {
        let solver = Solver::new().time_limit(Duration::from_secs(seconds));
        let mut times = [0.0; 2];
        for (time, threads) in times.iter_mut().zip([1, threads]) {
            let start = Instant::now();
            let outcome = solver.clone().threads(threads).solve(puzzle);
            *time = start.elapsed().as_secs_f64();
            ensure!(!outcome.end.is_early(), "{name}: no answer in {seconds} s");
        }
        let [one, several] = times;
        println!("  {name}: {one:.2} s, with {threads} threads {several:.2} s");
        totals = [totals[0] + one, totals[1] + several];
    }
    let [one, several] = totals;
    println!(
        "{file}: {one:.1} s, with {threads} threads {several:.1} s, {:.2} times as fast",
        one / several
    );
    Ok(())
}

fn parse(line: &str) -> Result<(String, Puzzle)> {
    let mut words = line.split_whitespace();
    let name = words.next().context("a name is missing")?.to_string();
    let numbers: Vec<usize> = words
        .map(str::parse)
        .collect::<Result<_, _>>()
        .context(name.clone())?;
    let [_, rows, columns, ref values @ ..] = numbers[..] else {
        bail!("{name}: size, box rows and box columns are missing");
    };
    let values = values.iter().map(|value| *value as u8).collect();
    let puzzle = Puzzle::from_values(Shape::boxes(rows, columns)?, values);
    Ok((name.clone(), puzzle.with_context(|| name)?))
}

/// Returns the processor time of this thread in seconds.
fn processor_time() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Returns the number of solutions up to two, `None` if the contender gave up, and the time.
fn measure(contender: Contender, puzzle: &Puzzle, seconds: u64) -> Result<(Option<u64>, f64)> {
    // Tables of the shape are made once for all.
    Solver::new().node_limit(1).solve(puzzle);
    let reduced = Solver::new().logic_only(puzzle).attempt;
    let start = processor_time();
    let count = match contender {
        Contender::Auto => ours(Engine::Auto, puzzle, seconds)?,
        Contender::Learn => ours(Engine::Learn, puzzle, seconds)?,
        Contender::General => ours(Engine::General, puzzle, seconds)?,
        Contender::Batsat => Some(logic(
            &mut batsat::BasicSolver::default(),
            puzzle,
            &reduced,
        )?),
        #[cfg(feature = "cadical")]
        Contender::Cadical | Contender::CadicalTuned => Some(logic(
            &mut cadical::Solver::<cadical::Timeout>::default(),
            puzzle,
            &reduced,
        )?),
        #[cfg(not(feature = "cadical"))]
        Contender::Cadical | Contender::CadicalTuned => {
            bail!("CaDiCaL needs --features cadical");
        }
    };
    Ok((count, processor_time() - start))
}

fn ours(engine: Engine, puzzle: &Puzzle, seconds: u64) -> Result<Option<u64>> {
    let solver = Solver::new()
        .engine(engine)
        .threads(1)
        .time_limit(Duration::from_secs(seconds));
    let outcome = solver.solve(puzzle);
    if let Some(solution) = &outcome.solution {
        ensure!(solution.solves(puzzle), "{engine} gives a wrong solution");
    }
    Ok((!outcome.end.is_early()).then_some(outcome.count))
}

/// A solver for propositional logic. Variables are numbered from 0, literals are a variable and its
/// sign.
trait Logic {
    fn add(&mut self, clause: &[(usize, bool)]);
    fn is_satisfiable(&mut self) -> bool;
    fn is_true(&self, variable: usize) -> bool;
}

impl Logic for batsat::BasicSolver {
    fn add(&mut self, clause: &[(usize, bool)]) {
        let mut literals = Vec::new();
        for &(variable, sign) in clause {
            while self.num_vars() as usize <= variable {
                self.new_var_default();
            }
            literals.push(batsat::Lit::new(
                batsat::Var::unsafe_from_idx(variable as u32),
                sign,
            ));
        }
        self.add_clause_reuse(&mut literals);
    }

    fn is_satisfiable(&mut self) -> bool {
        self.solve_limited(&[]) == batsat::lbool::TRUE
    }

    fn is_true(&self, variable: usize) -> bool {
        self.value_var(batsat::Var::unsafe_from_idx(variable as u32)) == batsat::lbool::TRUE
    }
}

#[cfg(feature = "cadical")]
impl Logic for cadical::Solver<cadical::Timeout> {
    fn add(&mut self, clause: &[(usize, bool)]) {
        let literal = |&(variable, sign): &(usize, bool)| match sign {
            true => variable as i32 + 1,
            false => -(variable as i32 + 1),
        };
        self.add_clause(clause.iter().map(literal));
    }

    fn is_satisfiable(&mut self) -> bool {
        self.solve() == Some(true)
    }

    fn is_true(&self, variable: usize) -> bool {
        self.value(variable as i32 + 1) == Some(true)
    }
}

/// Counts solutions up to two with a solver for propositional logic. The variables are the candidates
/// that the decided cells leave; each cell has a value, each house every value, each at most once.
fn logic(solver: &mut impl Logic, puzzle: &Puzzle, reduced: &Grid) -> Result<u64> {
    let shape = puzzle.shape();
    let masks: Vec<u64> = (0..shape.cells())
        .map(|cell| match reduced.values()[cell] {
            0 => {
                let peers = shape.peers(cell).iter();
                let taken = peers.map(|peer| reduced.values()[*peer as usize]);
                taken
                    .filter(|value| *value > 0)
                    .fold(puzzle.allowed(cell), |left, value| {
                        left & !(1 << (value - 1))
                    })
            }
            value => 1 << (value - 1),
        })
        .collect();
    let mut variables = BTreeMap::new();
    let mut candidates = Vec::new();
    for (cell, mask) in masks.iter().enumerate() {
        for value in (0..shape.size()).filter(|value| mask >> value & 1 == 1) {
            variables.insert((cell, value), candidates.len());
            candidates.push((cell, value as u8 + 1));
        }
    }
    let mut exactly_one = |group: Vec<usize>| {
        let some: Vec<_> = group.iter().map(|variable| (*variable, true)).collect();
        solver.add(&some);
        for (index, one) in group.iter().enumerate() {
            for other in &group[..index] {
                solver.add(&[(*one, false), (*other, false)]);
            }
        }
    };
    let variable = |cell: usize, value: usize| variables.get(&(cell, value)).copied();
    for cell in 0..shape.cells() {
        exactly_one(
            (0..shape.size())
                .filter_map(|value| variable(cell, value))
                .collect(),
        );
    }
    for house in shape.houses() {
        for value in 0..shape.size() {
            let cells = house.cells().iter();
            exactly_one(
                cells
                    .filter_map(|cell| variable(*cell as usize, value))
                    .collect(),
            );
        }
    }
    let mut count = 0;
    while count < 2 && solver.is_satisfiable() {
        count += 1;
        let is_true = (0..candidates.len()).filter(|variable| solver.is_true(*variable));
        let solution: Vec<usize> = is_true.collect();
        let mut values = vec![0; shape.cells()];
        for variable in &solution {
            let (cell, value) = candidates[*variable];
            values[cell] = value;
        }
        let grid = Grid::new(shape.clone(), values).context("a rival's solution")?;
        ensure!(grid.solves(puzzle), "a rival gives a wrong solution");
        let differs: Vec<_> = solution.iter().map(|variable| (*variable, false)).collect();
        solver.add(&differs);
    }
    Ok(count)
}
