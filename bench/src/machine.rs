//! The machine and the compiler of a measurement.

use std::fs;
use std::process::Command;

use serde::Serialize;
use sudokit::internals::Width;

/// The machine, the compiler and what the CPU offers.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The model of the CPU.
    pub cpu: String,
    /// The number of hardware threads.
    pub threads: usize,
    /// The vector widths that the lanes can use here, widest first.
    pub widths: Vec<String>,
    /// The operating system and the instruction set.
    pub system: String,
    /// The compiler that built this program.
    pub rustc: String,
    /// The compiler flags beyond those of the release profile.
    pub rustflags: String,
}

impl Machine {
    /// Describes this machine.
    pub fn here() -> Machine {
        let widths = Width::ALL.into_iter().filter(|width| width.is_available());
        Machine {
            cpu: cpu_model(),
            threads: std::thread::available_parallelism().map_or(1, |threads| threads.get()),
            widths: widths.map(|width| width.to_string()).collect(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            rustc: env!("BENCH_RUSTC").to_string(),
            rustflags: env!("BENCH_RUSTFLAGS").to_string(),
        }
    }

    /// Returns the CPU as part of a file name.
    pub fn slug(&self) -> String {
        let words = self
            .cpu
            .split(|letter: char| !letter.is_ascii_alphanumeric());
        let words: Vec<String> = words
            .filter(|word| !word.is_empty())
            .map(str::to_ascii_lowercase)
            .collect();
        words.join("-")
    }

    /// Returns all of it in one line.
    pub fn describe(&self) -> String {
        let widths = self.widths.join(", ");
        let mut line = format!(
            "{} ({} threads, {widths}), {}, {}",
            self.cpu, self.threads, self.system, self.rustc
        );
        if !self.rustflags.is_empty() {
            line += &format!(" with {}", self.rustflags);
        }
        line
    }
}

fn cpu_model() -> String {
    let from_linux = || model_in(&fs::read_to_string("/proc/cpuinfo").ok()?);
    let from_macos = || {
        let asked = Command::new("sysctl")
            .args(["-n", "machdep.cpu.brand_string"])
            .output()
            .ok()?;
        let name = String::from_utf8_lossy(&asked.stdout).trim().to_string();
        (!name.is_empty()).then_some(name)
    };
    from_linux()
        .or_else(from_macos)
        .unwrap_or_else(|| format!("unknown {}", std::env::consts::ARCH))
}

fn model_in(cpuinfo: &str) -> Option<String> {
    let (_, name) = cpuinfo
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == "model name")?;
    Some(name.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_found_among_the_other_lines() {
        let text = "processor\t: 0\nmodel\t\t: 17\nmodel name\t: Some CPU @ 3.5 GHz\n";
        assert_eq!(model_in(text).as_deref(), Some("Some CPU @ 3.5 GHz"));
        assert_eq!(model_in("processor\t: 0\n"), None);
    }

    #[test]
    fn a_slug_fits_into_a_file_name() {
        let mut machine = Machine::here();
        machine.cpu = "AMD Ryzen(TM) 9 / 7950X  16-Core".to_string();
        assert_eq!(machine.slug(), "amd-ryzen-tm-9-7950x-16-core");
        assert!(machine.describe().contains("portable"));
    }
}
