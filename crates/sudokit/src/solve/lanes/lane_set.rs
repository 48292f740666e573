//! Sets of lanes, or of columns in a frame, as bits.

/// The lanes whose bits are set, lowest first.
#[derive(Clone, Copy)]
pub(super) struct Lanes(pub u32);

impl Iterator for Lanes {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let lane = self.0.trailing_zeros() as usize;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            lane
        })
    }
}
