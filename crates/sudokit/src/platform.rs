//! What differs between platforms and builds: clocks, threads and entropy.
//!
//! On `wasm32-unknown-unknown` the clock of the standard library panics, so JavaScript's is used
//! there. It has no threads either.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use web_time::Instant;

const HAS_THREADS: bool = cfg!(all(
    feature = "threads",
    not(all(target_family = "wasm", not(target_feature = "atomics")))
));

/// The number of threads to use where this many are requested; 0 means one for each core.
pub(crate) fn threads(requested: usize) -> usize {
    match requested {
        _ if !HAS_THREADS => 1,
        0 => std::thread::available_parallelism().map_or(1, |cores| cores.get()),
        _ => requested,
    }
}

/// Runs work on a pool of this many threads: the pool of the caller if it is in one, otherwise a
/// new one, or rayon's global pool if the system refuses more threads.
#[cfg(feature = "threads")]
pub(crate) fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    if rayon::current_thread_index().is_some() {
        return work();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// A number that differs from run to run and from call to call.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) fn entropy() -> u64 {
    use std::hash::{BuildHasher, RandomState};

    // The system provides the keys of the hasher.
    RandomState::new().hash_one(0)
}

/// A number that differs from run to run and from call to call.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) fn entropy() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};

    // Without a source of random keys the clock must do; the counter tells calls of the same
    // moment apart.
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let since = web_time::SystemTime::now().duration_since(web_time::UNIX_EPOCH);
    let calls = CALLS.fetch_add(1, Ordering::Relaxed);
    crate::random::mixed(since.map_or(0, |time| time.as_micros() as u64) ^ calls << 52)
}
