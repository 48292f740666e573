//! Threads for one puzzle.

/// Runs `work` where tasks can be spawned on `threads` threads.
pub(crate) fn scope<'s, T: Send>(
    threads: usize,
    work: impl FnOnce(&rayon::Scope<'s>) -> T + Send,
) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    if rayon::current_thread_index().is_some() {
        // The caller is in a pool already: use its idle threads.
        rayon::scope(work)
    } else if let Ok(pool) = pool.build() {
        pool.scope(work)
    } else {
        // The system refuses more threads: use rayon's global pool.
        rayon::scope(work)
    }
}
