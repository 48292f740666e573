//! From what was typed to what is meant.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use sudokit::Engine;
use sudokit::analyse::Neighbourhood;
use sudokit::format::ReadOptions;
use sudokit::logic::Logic;
use sudokit::solve::CancelToken;
use sudokit::solve::lanes::Width;

use crate::args::{BudgetArgs, Command, LogicArgs, ReadArgs, ReportArgs, Verb, WorkArgs};
use crate::check::{self, CheckArgs};
use crate::compare::{self, CompareArgs};
use crate::convert::{self, ConvertArgs};
use crate::count::{self, CountArgs};
use crate::dedupe;
use crate::effort::{self, Effort};
use crate::engines;
use crate::explain::{self, ExplainArgs};
use crate::generate;
use crate::hint::{self, Asked, AskedArgs, HintArgs};
use crate::input::Source;
use crate::library;
use crate::neighbours::{self, NeighboursArgs};
use crate::output::Destination;
use crate::problem::Problem;
use crate::puzzles::Job;
use crate::rate::{self, RateArgs, Report};
use crate::render;
use crate::serve::{self, ServeArgs};
use crate::solve::{self, Ask, SolveArgs, Wanted, WantedArgs};
use crate::techniques::Choice;
use crate::transform;

/// What is meant.
pub enum Plan {
    Solve(solve::Plan),
    /// Ask for a file first.
    Prompt(solve::Plan),
    Check(check::Plan),
    Count(count::Plan),
    Compare(compare::Plan),
    Convert(convert::Plan),
    Transform(transform::Plan),
    Dedupe(dedupe::Plan),
    Hint(hint::Plan),
    Explain(explain::Plan),
    Rate(rate::Plan),
    Generate(Box<generate::Plan>),
    Render(render::Plan),
    Neighbours(neighbours::Plan),
    Library(library::Plan),
    Serve(serve::Plan),
    /// Show all techniques.
    Techniques,
    Completions(clap_complete::Shell),
    Man(Option<PathBuf>),
    /// Show the version.
    Version,
    /// Show the version and the machine, with the width of the lanes if one was asked for.
    About(Option<Width>),
}

impl Plan {
    /// Turns what was typed into what is meant.
    ///
    /// # Errors
    /// When it makes no sense together.
    pub fn new(command: Command, cancel: CancelToken) -> Result<Plan, Problem> {
        if command.version && !command.verbose && !command.about {
            return Ok(Plan::Version);
        }
        let width = effort::width(std::env::var_os(effort::WIDTH_VARIABLE).as_deref())?;
        if command.about || command.version {
            return Ok(Plan::About(width));
        }
        let unlimited = Effort {
            width,
            ..Effort::unlimited(cancel)
        };
        match command.verb {
            None => Ok(Plan::Prompt(prompt(unlimited))),
            Some(Verb::Solve(args)) => {
                let mut plan = solve(args, unlimited)?;
                if let (Some(first), true) = (plan.sources.first_mut(), command.verb_was_missing) {
                    first.may_be_a_verb();
                }
                Ok(Plan::Solve(plan))
            }
            Some(Verb::Check(args)) => check(args, unlimited).map(Plan::Check),
            Some(Verb::Count(args)) => count(args, unlimited).map(Plan::Count),
            Some(Verb::Compare(args)) => compare(args, unlimited).map(Plan::Compare),
            Some(Verb::Convert(args)) => convert(args, unlimited).map(Plan::Convert),
            Some(Verb::Transform(args)) => args.plan(unlimited).map(Plan::Transform),
            Some(Verb::Dedupe(args)) => args.plan(unlimited).map(Plan::Dedupe),
            Some(verb) if lists_techniques(&verb) => Ok(Plan::Techniques),
            Some(Verb::Hint(args)) => hint(args, unlimited).map(Plan::Hint),
            Some(Verb::Explain(args)) => explain(args, unlimited).map(Plan::Explain),
            Some(Verb::Rate(args)) => rate(args, unlimited).map(Plan::Rate),
            Some(Verb::Generate(args)) => {
                generate::Plan::new(*args, &unlimited).map(|plan| Plan::Generate(Box::new(plan)))
            }
            Some(Verb::Render(args)) => {
                let job = |read, destination| job(read, destination, unlimited);
                render::Plan::new(args, job).map(Plan::Render)
            }
            Some(Verb::Neighbours(args)) => neighbours(args, unlimited).map(Plan::Neighbours),
            Some(Verb::Library(args)) => {
                let files = |read: ReadArgs| Ok((sources(&read)?, self::read(read)));
                library::plan(args, unlimited, files).map(Plan::Library)
            }
            Some(Verb::Serve(args)) => Ok(Plan::Serve(serve(args))),
            Some(Verb::Completions(args)) => Ok(Plan::Completions(args.shell)),
            Some(Verb::Man(args)) => Ok(Plan::Man(args.dir)),
        }
    }
}

fn solve(args: SolveArgs, unlimited: Effort) -> Result<solve::Plan, Problem> {
    let destination = match args.save {
        true => Destination::Beside,
        false => Destination::from_option(args.output.as_deref()),
    };
    let mut effort = effort(&args.work, &args.budget, unlimited);
    if args.sequential {
        effort.engine = strategies();
        effort.threads = 1;
    }
    let wanted = match args.logic_only {
        true => Wanted::Logic,
        false => wanted(&args.wanted),
    };
    Ok(solve::Plan {
        sources: sources(&args.read)?,
        read: read(args.read),
        highlight: colours(&destination),
        destination,
        ask: Ask { wanted, effort },
        json: args.json,
        stats: args.stats,
        draw: false,
    })
}

fn prompt(unlimited: Effort) -> solve::Plan {
    solve::Plan {
        sources: Vec::new(),
        read: ReadOptions::default(),
        destination: Destination::Beside,
        ask: Ask {
            wanted: Wanted::One,
            effort: unlimited,
        },
        json: false,
        stats: false,
        highlight: false,
        draw: true,
    }
}

fn check(args: CheckArgs, unlimited: Effort) -> Result<check::Plan, Problem> {
    Ok(check::Plan {
        sources: sources(&args.read)?,
        read: read(args.read),
        effort: effort(&args.work, &args.budget, unlimited),
        style: args.report.style(),
        unique: args.unique,
        asked: args.extras,
    })
}

/// Every solution is looked at cell by cell, and a million of them tell how it is.
const CANDIDATES_COUNTED: u64 = 1_000_000;

fn count(args: CountArgs, unlimited: Effort) -> Result<count::Plan, Problem> {
    let (json, csv) = (args.json, args.csv);
    let usual_limit = match args.candidates {
        true => CANDIDATES_COUNTED,
        false => u64::MAX,
    };
    Ok(count::Plan {
        sources: sources(&args.read)?,
        read: read(args.read),
        effort: effort(&args.work, &args.budget, unlimited),
        limit: args.limit.unwrap_or(usual_limit),
        candidates: args.candidates,
        colours: colours(&Destination::Stdout),
        style: ReportArgs { json, csv }.style(),
    })
}

/// A search that has not ended by then says as much by that as by its end.
const COMPARED_NODES: u64 = 10_000_000;
const COMPARED_TIME: Duration = Duration::from_secs(10);

fn compare(args: CompareArgs, unlimited: Effort) -> Result<compare::Plan, Problem> {
    let given = args.budget.node_limit.is_some() || args.budget.time_limit.is_some();
    let (node_limit, time_limit) = match given {
        true => (args.budget.node_limit, args.budget.time_limit),
        false => (Some(COMPARED_NODES), Some(COMPARED_TIME)),
    };
    Ok(compare::Plan {
        sources: sources(&args.read)?,
        read: read(args.read),
        engines: engines::compared(args.engine, &args.vary)?,
        effort: Effort {
            // One after the other, or they would slow each other down.
            threads: 1,
            node_limit,
            time_limit,
            ..unlimited
        },
        style: args.report.style(),
        plot: args.plot,
    })
}

fn convert(args: ConvertArgs, unlimited: Effort) -> Result<convert::Plan, Problem> {
    Ok(convert::Plan {
        sources: sources(&args.read)?,
        read: read(args.read),
        form: args.to,
        write: args.look.options(),
        destination: args.output.destination(),
        effort: unlimited,
    })
}

/// Whether `--techniques` asks to see them.
fn lists_techniques(verb: &Verb) -> bool {
    let logic = match verb {
        Verb::Hint(args) => &args.logic,
        Verb::Explain(args) => &args.logic,
        Verb::Rate(args) => &args.logic,
        _ => return false,
    };
    logic.techniques == Some(Choice::List)
}

fn hint(args: HintArgs, effort: Effort) -> Result<hint::Plan, Problem> {
    let destination = Destination::Stdout;
    Ok(hint::Plan {
        logic: logic(&args.logic, Logic::new())?,
        coordinates: args.words.coordinates,
        eureka: args.words.eureka,
        asked: asked(args.asked),
        grid: args.words.grid || std::io::stdout().is_terminal(),
        colours: colours(&destination),
        json: args.json,
        job: job(args.read, destination, effort)?,
    })
}

fn asked(args: AskedArgs) -> Asked {
    match args.why {
        Some(claim) => Asked::Why(claim),
        None if args.all => Asked::All,
        None => Asked::Next(args.stage),
    }
}

fn explain(args: ExplainArgs, effort: Effort) -> Result<explain::Plan, Problem> {
    let destination = args.output.destination();
    let document = &args.document;
    if document.json && (args.full || args.words.grid) {
        let flag = if args.full { "--full" } else { "--grid" };
        return Err(Problem::new(
            format!("--json and {flag} do not go together"),
            format!("leave out {flag}: the JSON has every step as data and in whole paragraphs"),
        ));
    }
    Ok(explain::Plan {
        logic: logic(&args.logic, Logic::new())?,
        coordinates: args.words.coordinates,
        eureka: args.words.eureka,
        style: match (document.json, document.markdown, document.html) {
            (true, ..) => explain::Style::Json,
            (_, true, _) => explain::Style::Markdown,
            (_, _, true) => explain::Style::Html,
            _ => explain::Style::Sentences,
        },
        full: args.full,
        grid: args.words.grid,
        colours: colours(&destination),
        job: job(args.read, destination, effort)?,
    })
}

fn rate(args: RateArgs, unlimited: Effort) -> Result<rate::Plan, Problem> {
    let effort = Effort {
        threads: args.threads.number,
        ..unlimited
    };
    let destination = args.output.destination();
    Ok(rate::Plan {
        logic: logic(&args.logic, Logic::rating())?,
        report: match args.format {
            Some(template) => Report::Template(template),
            None => Report::Styled(args.report.style()),
        },
        wanted: args.technique,
        job: job(args.read, destination, effort)?,
    })
}

fn neighbours(args: NeighboursArgs, unlimited: Effort) -> Result<neighbours::Plan, Problem> {
    let destination = Destination::from_option(args.output.as_deref());
    if args.resume.is_some() && destination == Destination::Stdout {
        return Err(Problem::new(
            "what went to standard output cannot be gone on with",
            "name a file with -o for --resume",
        ));
    }
    if args.resume.is_some() && args.resume == args.output {
        return Err(Problem::new(
            "the output and the state of a hunt cannot be one file",
            "name two files with -o and --resume",
        ));
    }
    Ok(neighbours::Plan {
        asked: args.asked(),
        sources: sources(&args.read)?,
        read: read(args.read),
        around: Neighbourhood::new(args.remove, args.add)
            .limit(args.limit)
            .minimal(args.filter.minimal),
        limit: args.limit,
        rounds: args.rounds,
        keep: args.keep,
        filter: args.filter,
        isomorphs: args.isomorphs,
        json: args.json,
        destination,
        resume: args.resume,
        effort: Effort {
            threads: args.threads.number,
            ..unlimited
        },
    })
}

fn serve(args: ServeArgs) -> serve::Plan {
    let mut config = sudokit_web::Config {
        address: SocketAddr::new(args.host, args.port),
        library: args.library,
        ..sudokit_web::Config::default()
    };
    config.limits.time = args.time_limit;
    serve::Plan {
        config,
        open: args.open,
    }
}

/// The files to read, and what to do with what is written about them.
pub fn job(args: ReadArgs, destination: Destination, effort: Effort) -> Result<Job, Problem> {
    Ok(Job {
        sources: sources(&args)?,
        read: read(args),
        effort,
        destination,
    })
}

fn logic(args: &LogicArgs, usual: Logic) -> Result<Logic, Problem> {
    let chosen = Choice::of(args.techniques.as_ref(), usual);
    if chosen.techniques().is_empty() {
        return Err(Problem::new(
            "no technique is left to use",
            "`--techniques list` shows all that there are",
        ));
    }
    if !args.no_uniqueness {
        return Ok(chosen);
    }
    let certain = chosen.without_uniqueness();
    match certain.techniques().is_empty() {
        true => Err(Problem::new(
            "no technique is left to use: all that were named take a single solution for granted",
            "leave out --no-uniqueness, or name other techniques",
        )),
        false => Ok(certain),
    }
}

/// Whether what goes there may be coloured.
fn colours(destination: &Destination) -> bool {
    let choice = anstream::AutoStream::choice(&std::io::stdout());
    *destination == Destination::Stdout && choice != anstream::ColorChoice::Never
}

fn wanted(args: &WantedArgs) -> Wanted {
    match args.limit {
        Some(limit) => Wanted::UpTo(limit),
        None if args.all => Wanted::UpTo(u64::MAX),
        None if args.first => Wanted::Smallest,
        None if args.unique => Wanted::Unique,
        None => Wanted::One,
    }
}

fn effort(work: &WorkArgs, budget: &BudgetArgs, unlimited: Effort) -> Effort {
    Effort {
        engine: work.engine.unwrap_or_default(),
        threads: work.threads.number,
        node_limit: budget.node_limit,
        time_limit: budget.time_limit,
        ..unlimited
    }
}

/// The engine of `--sequential`.
fn strategies() -> Engine {
    "strategies".parse().unwrap_or_default()
}

fn read(args: ReadArgs) -> ReadOptions {
    ReadOptions {
        form: args.from,
        shape: args.shape,
        blank: args.blank,
        symbols: args.symbols,
    }
}

/// The files that were named, or standard input if something is piped into it.
fn sources(args: &ReadArgs) -> Result<Vec<Source>, Problem> {
    if args.files.is_empty() {
        if std::io::stdin().is_terminal() {
            return Err(Problem::new(
                "no file was named, and nothing is piped in",
                "name a file, or `-` to type a puzzle here and end it with Ctrl-D",
            ));
        }
        return Ok(vec![Source::Stdin]);
    }
    Ok(args.files.iter().map(|path| Source::new(path)).collect())
}
