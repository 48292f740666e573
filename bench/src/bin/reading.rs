//! Measures the library's reader alone, on one thread: speed and peak memory for every form, with
//! the same puzzles once, ten times and a hundred times, and for a few files that are hard to read
//! in linear time.
//!
//! ```sh
//! cargo run --release -p bench --bin reading            # every form
//! cargo run --release -p bench --bin reading -- json    # forms whose names contain a word
//! ```
//!
//! Time per byte must not grow with the file, and memory must not grow at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};
use sudokit::Puzzle;
use sudokit::format::write::{Entry, WriteOptions, Writer};
use sudokit::format::{Content, Form, Piece, ReadOptions, Reader};

/// The size of the smallest file of a form, about.
const SMALLEST: usize = 400_000;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, path] = arguments.as_slice()
        && flag == "--measure"
    {
        return measure(Path::new(path));
    }
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("file");
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|a| name.contains(a));
    let puzzles = puzzles()?;
    println!(
        "{:<28} {:>9} {:>9} {:>9} {:>9}",
        "form", "bytes", "puzzles", "MB/s", "peak MB"
    );
    for form in Form::ALL.iter().filter(|form| form.can_write()) {
        if !wanted(form.name()) {
            continue;
        }
        for times in [1, 10, 100] {
            if write_form(*form, &puzzles, times, &path).is_err() {
                break;
            }
            show(&format!("{} {times}×", form.name()), &path)?;
        }
    }
    let line = |number: usize| puzzles[number % puzzles.len()].to_string();
    type Fill<'a> = &'a dyn Fn(&mut dyn Write) -> std::io::Result<()>;
    let hard: [(&str, Fill); 7] = [
        ("one line of JSON", &|out| {
            write!(out, "[\"{}\"", line(0))?;
            (1..300_000).try_for_each(|number| write!(out, ",\"{}\"", line(number)))?;
            writeln!(out, "]")
        }),
        ("one line of OpenSudoku", &|out| {
            write!(out, "<opensudoku>")?;
            (0..300_000).try_for_each(|number| {
                write!(out, "<game data=\"{}\"/>", line(number).replace('.', "0"))
            })?;
            writeln!(out, "</opensudoku>")
        }),
        ("SDK section of 160000 rows", &|out| {
            writeln!(out, "[Puzzle]")?;
            (0..160_000).try_for_each(|_| writeln!(out, "53..7...."))
        }),
        ("a line of 100 MB", &|out| {
            (0..100_000).try_for_each(|_| out.write_all(&[b'5'; 1000]))
        }),
        ("words in a line of 100 MB", &|out| {
            (0..10_000_000).try_for_each(|_| out.write_all(b"some word "))
        }),
        ("brackets of JSON", &|out| {
            (0..100_000).try_for_each(|_| {
                out.write_all(&[b'['; 50])?;
                out.write_all(&[b']'; 49])?;
                out.write_all(b",1],")
            })
        }),
        ("rows that form no grid", &|out| {
            (0..1_000_000)
                .try_for_each(|number| writeln!(out, "{}", &"53..7.....6"[..7 + number % 4]))
        }),
    ];
    for (name, fill) in hard {
        if wanted(name) {
            let mut file = std::io::BufWriter::new(File::create(&path)?);
            fill(&mut file)?;
            file.flush()?;
            drop(file);
            show(name, &path)?;
        }
    }
    Ok(())
}

/// Returns different puzzles: those that the project made itself, with fewer and fewer givens.
fn puzzles() -> Result<Vec<Puzzle>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/own_puzzles.txt");
    let text = fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let words = lines.filter_map(|line| line.split_whitespace().next());
    let puzzles: Vec<Puzzle> = words.filter_map(|word| word.parse().ok()).collect();
    let classic = |puzzle: &Puzzle| puzzle.shape().is_classic();
    Ok(puzzles.into_iter().filter(classic).take(500).collect())
}

fn write_form(form: Form, puzzles: &[Puzzle], times: usize, path: &Path) -> Result<()> {
    let mut writer = Writer::new(form, WriteOptions::default());
    let mut file = std::io::BufWriter::new(File::create(path)?);
    let mut text = Vec::new();
    writer.begin(&mut text);
    let mut size = 0;
    for puzzle in puzzles.iter().cycle() {
        writer
            .puzzle(Entry::from(puzzle), &mut text)
            .map_err(|problem| anyhow::anyhow!("{problem}"))?;
        size += text.len();
        file.write_all(&text)?;
        text.clear();
        if size > SMALLEST * times {
            break;
        }
    }
    writer.end(&mut text);
    file.write_all(&text)?;
    file.flush()?;
    Ok(())
}

/// Measures a file in a process of its own, whose memory is that of the reader.
fn show(name: &str, path: &Path) -> Result<()> {
    let program = std::env::current_exe()?;
    let output = Command::new(program).arg("--measure").arg(path).output()?;
    let text = String::from_utf8(output.stdout)?;
    let numbers: Vec<f64> = text.split_whitespace().flat_map(str::parse).collect();
    let [puzzles, seconds, memory] = numbers[..] else {
        anyhow::bail!("{name}: {text}{}", String::from_utf8_lossy(&output.stderr));
    };
    let bytes = fs::metadata(path)?.len();
    let speed = bytes as f64 / seconds / 1e6;
    println!("{name:<28} {bytes:>9} {puzzles:>9} {speed:>9.1} {memory:>9.1}");
    Ok(())
}

/// Reads a file, and prints the number of puzzles, the seconds, and the peak of the memory.
fn measure(path: &Path) -> Result<()> {
    let began = Instant::now();
    let mut reader = Reader::new(File::open(path)?, ReadOptions::default());
    let (mut piece, mut puzzles) = (Piece::default(), 0);
    while reader.read(&mut piece)? {
        puzzles += usize::from(matches!(piece.content, Content::Puzzle(_)));
    }
    let seconds = began.elapsed().as_secs_f64();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.split_whitespace().next())
        .context("the system does not tell the peak of the memory")?;
    println!("{puzzles} {seconds} {}", peak.parse::<f64>()? / 1024.0);
    Ok(())
}
