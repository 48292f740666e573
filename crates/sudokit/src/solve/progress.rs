//! The progress of a long search, for whoever watches it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What a search is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// The search has not reported anything.
    #[default]
    Starting,
    /// Tries one value after another and goes back after each contradiction.
    Searching,
    /// Learns from contradictions, to prove that there is no further solution or to find it.
    Proving,
    /// Learns from contradictions, near the most complete positions so far.
    Seeking,
}

impl Phase {
    const ALL: [Phase; 4] = [
        Phase::Starting,
        Phase::Searching,
        Phase::Proving,
        Phase::Seeking,
    ];

    /// Returns the name used in output.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Starting => "starting",
            Phase::Searching => "searching",
            Phase::Proving => "proving",
            Phase::Seeking => "seeking",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How far a search is, as of its last report. There is no share of the work that is done: nobody
/// knows how long a search will take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProgressReport {
    /// What the search is doing. With several threads, what the first of them is doing.
    pub phase: Phase,
    /// The search nodes, of all threads.
    pub nodes: u64,
    /// The contradictions that were learned from, of all threads.
    pub conflicts: u64,
    /// The cells whose value is certain in every solution that has not been found yet, givens
    /// included. Only learning finds out; 0 as long as it has not started.
    pub fixed: u64,
    /// All cells of the board.
    pub cells: u64,
}

/// A view of the latest search, from another thread. Clones share one view.
///
/// Batches of 9×9 puzzles and the textbook algorithms without a search report nothing.
///
/// ```
/// use sudokit::solve::SearchProgress;
/// use sudokit::{Puzzle, Shape, Solver};
///
/// let progress = SearchProgress::new();
/// let solver = Solver::new().limit(1).report_to(progress.clone());
/// // Usually another thread reads it meanwhile.
/// solver.solve(&Puzzle::new(Shape::with_size(16)?));
/// assert!(progress.report().nodes > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SearchProgress {
    counters: Arc<Counters>,
}

#[derive(Debug, Default)]
struct Counters {
    phase: AtomicU8,
    nodes: AtomicU64,
    conflicts: AtomicU64,
    fixed: AtomicU64,
    cells: AtomicU64,
}

impl SearchProgress {
    /// Creates a view of no search yet.
    pub fn new() -> SearchProgress {
        SearchProgress::default()
    }

    /// Returns how far the search is.
    pub fn report(&self) -> ProgressReport {
        ProgressReport {
            phase: Phase::ALL[usize::from(self.counters.phase.load(Relaxed))],
            nodes: self.counters.nodes.load(Relaxed),
            conflicts: self.counters.conflicts.load(Relaxed),
            fixed: self.counters.fixed.load(Relaxed),
            cells: self.counters.cells.load(Relaxed),
        }
    }

    /// Starts to count anew, for a search of a board with so many cells.
    pub(super) fn begin(&self, cells: usize) {
        let Counters {
            phase,
            nodes,
            conflicts,
            fixed,
            cells: all,
        } = &*self.counters;
        phase.store(Phase::Starting as u8, Relaxed);
        for counter in [nodes, conflicts, fixed] {
            counter.store(0, Relaxed);
        }
        all.store(cells as u64, Relaxed);
    }

    pub(super) fn set_phase(&self, phase: Phase) {
        self.counters.phase.store(phase as u8, Relaxed);
    }

    pub(super) fn add_nodes(&self, nodes: u64) {
        self.counters.nodes.fetch_add(nodes, Relaxed);
    }

    pub(super) fn add_conflicts(&self, conflicts: u64) {
        self.counters.conflicts.fetch_add(conflicts, Relaxed);
    }

    /// Notes how many cells are certain, in one of several searches of the same puzzle.
    pub(super) fn note_fixed(&self, cells: u64) {
        self.counters.fixed.fetch_max(cells, Relaxed);
    }
}
