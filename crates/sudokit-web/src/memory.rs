//! The memory that the bodies of all requests may take together.
//!
//! A body is in memory before its request has a place in the queue, and the parsed request stays
//! there until it is answered. Without a common limit a thousand connections could fill a gigabyte.

use std::sync::Arc;

use sudokit_service::ApiError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What a permit stands for, in bytes.
const BLOCK: usize = 1024;

/// A limited amount of memory.
#[derive(Clone, Debug)]
pub struct Memory(Arc<Semaphore>);

/// A part of it, of a request. Dropping it frees the part.
#[derive(Debug)]
pub struct Reserved {
    memory: Memory,
    permit: Option<OwnedSemaphorePermit>,
}

impl Memory {
    /// Creates a limit of this many bytes.
    pub fn new(bytes: usize) -> Memory {
        let blocks = (bytes / BLOCK).min(Semaphore::MAX_PERMITS);
        Memory(Arc::new(Semaphore::new(blocks)))
    }

    /// Returns an empty part.
    pub fn reserve(&self) -> Reserved {
        Reserved {
            memory: self.clone(),
            permit: None,
        }
    }
}

impl Reserved {
    /// Grows to at least this many bytes.
    ///
    /// # Errors
    /// If the other requests leave too little.
    pub fn grow(&mut self, bytes: usize) -> Result<(), ApiError> {
        let held = self
            .permit
            .as_ref()
            .map_or(0, OwnedSemaphorePermit::num_permits);
        let missing = bytes.div_ceil(BLOCK).saturating_sub(held);
        let missing = u32::try_from(missing).map_err(|_| ApiError::busy())?;
        let more = self.memory.0.clone().try_acquire_many_owned(missing);
        let more = more.map_err(|_| ApiError::busy())?;
        match &mut self.permit {
            Some(permit) => permit.merge(more),
            None => self.permit = Some(more),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_limited_together_and_freed() {
        let memory = Memory::new(10 * BLOCK);
        let (mut one, mut other) = (memory.reserve(), memory.reserve());
        one.grow(1).unwrap();
        one.grow(4 * BLOCK).unwrap();
        other.grow(6 * BLOCK).unwrap();
        one.grow(4 * BLOCK).unwrap();
        assert!(one.grow(4 * BLOCK + 1).is_err());
        drop(other);
        one.grow(10 * BLOCK).unwrap();
    }
}
