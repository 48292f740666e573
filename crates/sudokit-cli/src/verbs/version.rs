//! `sudokit -V`: the version and what this machine supports.

use sudokit::internals::Width;

use crate::args::search::WIDTH_VARIABLE;

/// The version in one line.
pub fn version() -> String {
    format!("sudokit {}", env!("CARGO_PKG_VERSION"))
}

/// The version, the CPU, and the default lanes and threads.
pub fn details(width: Option<Width>) -> String {
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let system = format!("{} {}", std::env::consts::ARCH, std::env::consts::OS);
    let features = features().join(" ");
    let features = if features.is_empty() {
        "none relevant"
    } else {
        &features
    };
    format!(
        "{}\nsystem   {system}\nvectors  {features}\nlanes    {}\nthreads  {threads} (all cores; --threads N for fewer)\nengine   auto, the fastest that fits (--engine NAME for another)",
        version(),
        lanes(width)
    )
}

/// The vector width, and the ones available.
fn lanes(asked_for: Option<Width>) -> String {
    let width = asked_for.unwrap_or_else(Width::widest);
    let available = Width::ALL.into_iter().filter(|width| width.is_available());
    let names: Vec<String> = available.map(|width| width.to_string()).collect();
    let names = names.join(", ");
    let reason = match asked_for {
        Some(_) => format!("set by {WIDTH_VARIABLE}; available: {names}"),
        None => format!("available: {names}; {WIDTH_VARIABLE}=NAME for another"),
    };
    format!("{width}, {} at once ({reason})", width.lanes())
}

/// The vector instructions of the CPU, the smallest first.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut note = |there: bool, name| {
        if there {
            found.push(name);
        }
    };
    note(is_x86_feature_detected!("sse4.2"), "sse4.2");
    note(is_x86_feature_detected!("avx2"), "avx2");
    note(is_x86_feature_detected!("avx512bw"), "avx512bw");
    note(is_x86_feature_detected!("avx512vbmi"), "avx512vbmi");
    found
}

/// The vector instructions of the CPU.
#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<&'static str> {
    if cfg!(target_feature = "neon") {
        vec!["neon"]
    } else {
        Vec::new()
    }
}
