//! Which node is in which lane.
//!
//! ```text
//! until no lane is active
//!     sweep
//!     repeat until enough lanes are dead, solved or at rest
//!     count the solved lanes, and free them and the dead ones
//!     split the lanes at rest: one child stays, the other takes a free lane or goes to the store
//!     fill the lanes that are still free from the store, or with new puzzles
//! ```
//!
//! No lane waits for another search: nodes of any puzzle share a register. A finished lane waits only
//! until a few more are finished, because handling them costs about as much as a sweep, however many
//! they are.
//!
//! Nodes of one puzzle spread over many lanes. That work is wasted if the first of them reach the
//! limit. When much is wasted, each puzzle keeps to one lane: see `depth_first`.

use super::branch::choose;
use super::depth_first::{DepthFirst, Waste};
use super::puzzle_queue::PuzzleQueue;
use super::state::{LaneSet, State};
use super::store::{Place, Store};
use super::sweep::{Progress, SweepResult, sweep};
use super::transpose::Rows;
use super::watch::LongWatch;
use super::{Batch, BatchReport, Stop};
use crate::solve::arch::{ALL, LaneKernel, Masks, VectorToken};

/// Receives the results, in the order of the puzzles.
pub(super) struct Output<'a> {
    pub counts: &'a mut [u32],
    pub solutions: &'a mut [[u8; 81]],
}

/// Searches the nodes in the store and all puzzles of a batch.
pub(super) struct Search<'a> {
    pub store: &'a mut Store,
    pub batch: &'a Batch<'a>,
    pub output: Output<'a>,
}

impl LaneKernel for Search<'_> {
    type Output = BatchReport;

    #[inline(always)]
    fn run<T: VectorToken>(self, token: T) -> BatchReport {
        let batch = self.batch;
        let watch = LongWatch::new(batch.puzzles, self.output.counts.len(), batch.gives_up);
        let mut schedule = Schedule {
            token,
            batch,
            output: self.output,
            store: self.store,
            queue: PuzzleQueue::new(token, batch.puzzles),
            state: State::new(token),
            active: 0,
            progress: Progress::none(token),
            had_hidden: 0,
            nodes: 0,
            dead: 0,
            watch,
            depth_first: DepthFirst::default(),
            waste: Waste::default(),
        };
        schedule.fill(0, Moves::default());
        let stop = schedule.work();
        schedule.report(stop)
    }
}

struct Schedule<'a, T: VectorToken> {
    token: T,
    batch: &'a Batch<'a>,
    output: Output<'a>,
    store: &'a mut Store,
    queue: PuzzleQueue<'a, T>,
    state: State<T::Register>,
    /// The lanes that hold a node.
    active: u32,
    /// The progress of the last sweep, to tell whether this one found more.
    progress: Progress<T::Register>,
    had_hidden: u32,
    nodes: u64,
    dead: u64,
    watch: LongWatch<'a>,
    depth_first: DepthFirst,
    waste: Waste,
}

/// The moves of nodes between lanes.
struct Moves {
    /// Where each lane's node comes from: a lane, or, from `LANES` on, a column of a window.
    from: [u8; 32],
    /// The lanes that receive a node.
    arriving: u32,
}

impl Default for Moves {
    fn default() -> Moves {
        Moves {
            from: std::array::from_fn(|lane| lane as u8),
            arriving: 0,
        }
    }
}

impl Moves {
    #[inline(always)]
    fn arrive(&mut self, lane: usize, from: usize) {
        self.from[lane] = from as u8;
        self.arriving |= 1 << lane;
    }
}

/// The state of each lane after a sweep, one bit per lane.
#[derive(Clone, Copy)]
struct LaneStates {
    dead: u32,
    solved: u32,
    resting: u32,
}

impl<T: VectorToken> Schedule<'_, T> {
    const LANES: usize = T::Register::LANES;
    const EVERY: u32 = !0 >> (32 - Self::LANES);
    /// The number of finished lanes that justify an interruption: 12 of 32 (10 and 14 lose 1 to 2 %),
    /// and 16 if none of them is to be split, because then no more lanes come to rest soon.
    const ENOUGH: [u32; 2] = [6 * Self::LANES as u32 / 16, Self::LANES as u32 / 2];

    #[inline(always)]
    fn work(&mut self) -> Option<Stop> {
        while self.active != 0 {
            let result = sweep(self.token, &mut self.state);
            let states = self.classify(&result);
            let done = (states.dead | states.solved | states.resting).count_ones();
            let enough = Self::ENOUGH[usize::from(states.resting == 0)];
            if done >= enough.min(self.active.count_ones().div_ceil(2)) {
                if let Some(stop) = self.must_stop() {
                    return Some(stop);
                }
                self.handle_finished(states);
            }
        }
        None
    }

    fn must_stop(&self) -> Option<Stop> {
        if self.batch.cancel.is_some_and(|token| token.is_cancelled()) {
            Some(Stop::Cancelled)
        } else if self.nodes >= self.batch.node_limit {
            Some(Stop::NodeLimit)
        } else {
            None
        }
    }

    #[inline(always)]
    fn classify(&mut self, result: &SweepResult<T::Register>) -> LaneStates {
        let all = self.token.splat(ALL);
        let complete = T::Register::bits(result.present.equals(all));
        let has_empty_cell = T::Register::bits(result.empty.has_highest_bit());
        let nothing_pending = T::Register::bits(result.pending.is_empty());
        let has_hidden = !T::Register::bits(result.hidden.is_empty());
        let same = result.progress.equal_lanes(self.progress);
        let dead = (!complete | has_empty_cell | (same & self.had_hidden)) & self.active;
        self.progress = result.progress;
        self.had_hidden = has_hidden;
        LaneStates {
            dead,
            solved: T::Register::bits(result.solved.equals(all)) & self.active & !dead,
            resting: same & nothing_pending & !has_hidden & self.active & !dead,
        }
    }

    /// Frees finished lanes, splits those at rest, and fills the free ones.
    #[inline(always)]
    fn handle_finished(&mut self, states: LaneStates) {
        let decision = self.waste.decide(Self::LANES, self.depth_first.is_on());
        if let Some(depth_first) = decision {
            self.choose_order(depth_first);
        }
        let before = self.active;
        if self.watch.is_due() {
            self.look_at_long(states.resting);
        }
        self.active &= !(states.dead | states.solved);
        self.dead += u64::from(states.dead.count_ones());
        self.count_solutions(states.solved);
        let mut moves = Moves::default();
        let splitting = states.resting & self.active;
        if splitting != 0 {
            let choice = choose(self.token, &self.state);
            let label = &mut self.state.label;
            (label.group, label.line, label.value) = (choice.group, choice.line, choice.value);
        }
        if self.depth_first.is_on() {
            self.release_lanes(before & !self.active);
        }
        if splitting != 0 {
            self.split(splitting, &mut moves);
        }
        self.fill(splitting, moves);
    }

    /// Continues depth-first within each puzzle, or with the newest nodes of any puzzle.
    #[cold]
    #[inline(never)]
    fn choose_order(&mut self, depth_first: bool) {
        if self.depth_first.is_on() && !depth_first {
            self.end_depth_first();
        } else if !self.depth_first.is_on() && depth_first && !self.queue.remaining().is_empty() {
            self.drop_finished();
            let in_lanes = LaneSet(self.active).map(|lane| self.state.label.puzzle(lane));
            let stored = self.store.nodes(Self::LANES);
            let puzzles = self.batch.puzzles.len();
            self.depth_first.start(puzzles, stored, in_lanes);
        }
    }

    fn end_depth_first(&mut self) {
        let in_lanes = LaneSet(self.active).map(|lane| self.state.label.puzzle(lane));
        let stored = self.store.nodes(Self::LANES).map(|(puzzle, _)| puzzle);
        self.depth_first.stop(in_lanes.chain(stored));
    }

    /// Removes the nodes of puzzles that have reached the limit from the store.
    fn drop_finished(&mut self) {
        let nodes = self.store.nodes(Self::LANES);
        let finished = nodes.filter(|(puzzle, _)| self.is_finished(*puzzle));
        for (_, place) in finished.collect::<Vec<_>>() {
            self.store.remove(place.frame(), 1 << place.column());
        }
    }

    /// Records that these lanes no longer work on their puzzles.
    #[inline(always)]
    fn release_lanes(&mut self, lanes: u32) {
        for lane in LaneSet(lanes) {
            let puzzle = self.state.label.puzzle(lane);
            if self.is_finished(puzzle) {
                self.waste.add(self.depth_first.end(puzzle, self.store));
            } else {
                self.depth_first.remove_lane(puzzle);
            }
        }
    }

    /// Looks at the puzzles that have a lane at rest and have been split before. Those that end count
    /// as finished until the batch has ended, so that their nodes are removed.
    #[cold]
    #[inline(never)]
    fn look_at_long(&mut self, resting: u32) {
        let label = &self.state.label;
        let was_split = !T::Register::bits(label.value.is_empty());
        let suspects = LaneSet(resting & was_split).map(|lane| label.puzzle(lane));
        self.watch
            .look(suspects, self.output.counts, self.batch.limit);
        self.free_finished();
    }

    /// Counts the solutions in solved lanes, keeps the first of each puzzle, and frees the lanes of
    /// puzzles that have reached the limit.
    #[inline(always)]
    fn count_solutions(&mut self, solved: u32) {
        let mut first = 0;
        let mut finished = false;
        for lane in LaneSet(solved) {
            let count = &mut self.output.counts[self.state.label.puzzle(lane)];
            if *count < self.batch.limit {
                first |= u32::from(*count == 0) << lane;
                *count += 1;
                finished |= *count == self.batch.limit;
            }
        }
        self.write_solutions(first);
        if finished {
            self.free_finished();
        }
    }

    /// Frees the lanes of puzzles that have reached the limit.
    #[inline(always)]
    fn free_finished(&mut self) {
        for lane in LaneSet(self.active) {
            if self.is_finished(self.state.label.puzzle(lane)) {
                self.active &= !(1 << lane);
                self.waste.add(1);
            }
        }
    }

    #[inline(always)]
    fn is_finished(&self, puzzle: usize) -> bool {
        self.output.counts[puzzle] >= self.batch.limit
    }

    #[inline(always)]
    fn write_solutions(&mut self, lanes: u32) {
        if lanes != 0 {
            let rows = Rows::of(&self.state);
            for lane in LaneSet(lanes) {
                let puzzle = self.state.label.puzzle(lane);
                rows.copy(lane, &mut self.output.solutions[puzzle]);
            }
        }
    }

    /// Splits lanes: one child stays in its lane, the other takes a free lane or goes to the store.
    #[inline(always)]
    fn split(&mut self, splitting: u32, moves: &mut Moves) {
        self.nodes += 2 * u64::from(splitting.count_ones());
        let mut free = LaneSet(Self::EVERY & !self.active);
        if self.depth_first.is_on() {
            free = LaneSet(0);
        }
        let mut surplus = splitting;
        for lane in LaneSet(splitting) {
            let Some(to) = free.next() else {
                break;
            };
            moves.arrive(to, lane);
            surplus &= surplus - 1;
        }
        if surplus != 0 {
            let (frame, columns) = self.store.push(self.token, &self.state, surplus);
            if self.depth_first.is_on() {
                for (lane, column) in LaneSet(surplus).zip(LaneSet(columns)) {
                    let puzzle = self.state.label.puzzle(lane);
                    self.depth_first.store(puzzle, Place::new(frame, column));
                }
            }
        }
    }

    /// Carries out the moves, finds nodes for the lanes that are still free, and applies the choices
    /// that created the nodes.
    #[inline(always)]
    fn fill(&mut self, splitting: u32, mut moves: Moves) {
        let mut arrived = 0;
        loop {
            let free = Self::EVERY & !(self.active | moves.arriving);
            if free != 0
                && let Some((frame, columns)) = self.next_nodes(free)
            {
                let used = self.move_from_store(frame, columns, free, &mut moves);
                let window = self.store.frame(Self::LANES, frame);
                if self.depth_first.is_on() {
                    for column in LaneSet(used) {
                        let place = Place::new(frame, column);
                        self.depth_first.take(window.puzzle(column), place);
                    }
                }
                self.state.rearrange(self.token, Some(window), &moves.from);
                self.store.remove(frame, used);
            } else if free != 0
                && let Some((window, waiting)) = self.queue.next()
            {
                let mut count = 0;
                for (lane, place) in LaneSet(free).zip(0..waiting) {
                    moves.arrive(lane, Self::LANES + place);
                    count += 1;
                    if self.depth_first.is_on() {
                        self.depth_first.add_lane(window.puzzle(place));
                    }
                }
                self.state.rearrange(self.token, Some(window), &moves.from);
                self.queue.take(count);
                self.nodes += count as u64;
            } else if free != 0 && self.depth_first.is_on() {
                // Too few puzzles are left for one lane each.
                self.end_depth_first();
                continue;
            } else if moves.arriving != 0 {
                self.state.rearrange(self.token, None, &moves.from);
            } else {
                break;
            }
            self.active |= moves.arriving;
            arrived |= moves.arriving;
            moves = Moves::default();
        }
        // In the child that stays, the value is in the chosen triad.
        self.state.apply_choices(self.token, arrived, splitting);
        self.restart(arrived | splitting);
    }

    /// Returns a frame of the store and the columns of it that lanes should take next, if any.
    #[inline(always)]
    fn next_nodes(&self, free: u32) -> Option<(usize, u32)> {
        if self.depth_first.is_on() {
            let are_more_puzzles = !self.queue.remaining().is_empty();
            self.depth_first.ready(free, are_more_puzzles)
        } else {
            let frame = self.store.last()?;
            Some((frame, self.store.taken()[frame]))
        }
    }

    /// Plans moves from a frame into the free lanes, and returns the columns that are used up,
    /// including nodes of puzzles that have reached the limit.
    #[inline(always)]
    fn move_from_store(&self, frame: usize, columns: u32, free: u32, moves: &mut Moves) -> u32 {
        let window = self.store.frame(Self::LANES, frame);
        let mut free = LaneSet(free);
        let mut used = 0;
        for column in LaneSet(columns) {
            if free.0 == 0 {
                break;
            }
            used |= 1 << column;
            if !self.is_finished(window.puzzle(column))
                && let Some(lane) = free.next()
            {
                moves.arrive(lane, Self::LANES + column);
            }
        }
        used
    }

    /// Resets the progress of these lanes. Otherwise a new node could be mistaken for one that has
    /// stalled, and its lane would be declared dead.
    #[inline(always)]
    fn restart(&mut self, lanes: u32) {
        self.progress.restart(lanes);
        self.had_hidden &= !lanes;
    }

    fn report(&mut self, stop: Option<Stop>) -> BatchReport {
        let mut unfinished = Vec::new();
        if stop.is_some() {
            let in_lanes = LaneSet(self.active).map(|lane| self.state.label.puzzle(lane));
            let in_store = self.store.nodes(Self::LANES).map(|(puzzle, _)| puzzle);
            let unknown = in_lanes.chain(in_store).chain(self.queue.remaining());
            let unknown = unknown.filter(|puzzle| !self.is_finished(*puzzle));
            unfinished.extend(unknown.map(|puzzle| puzzle as u32));
            unfinished.sort_unstable();
            unfinished.dedup();
        }
        let given_up = self.watch.close(self.output.counts);
        BatchReport {
            nodes: self.nodes,
            dead: self.dead,
            stop,
            unfinished,
            given_up,
        }
    }
}
