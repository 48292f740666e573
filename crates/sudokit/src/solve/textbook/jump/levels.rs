//! A set of levels.

/// Levels from 0 on, one bit each.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels(Vec<u64>);

impl Levels {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn insert(&mut self, level: usize) {
        if self.0.len() <= level / 64 {
            self.0.resize(level / 64 + 1, 0);
        }
        self.0[level / 64] |= 1 << (level % 64);
    }

    pub fn remove(&mut self, level: usize) {
        if let Some(word) = self.0.get_mut(level / 64) {
            *word &= !(1 << (level % 64));
        }
    }

    /// Inserts levels 1 to `level - 1`.
    pub fn insert_all_below(&mut self, level: usize) {
        (1..level).for_each(|below| self.insert(below));
    }

    pub fn insert_all_of(&mut self, other: &Levels) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    pub fn highest(&self) -> Option<usize> {
        let word = self.0.iter().rposition(|word| *word != 0)?;
        Some(word * 64 + self.0[word].ilog2() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_is_found_across_words() {
        let mut levels = Levels::default();
        assert_eq!(levels.highest(), None);
        levels.insert(3);
        levels.insert(130);
        assert_eq!(levels.highest(), Some(130));
        levels.remove(130);
        levels.remove(999);
        assert_eq!(levels.highest(), Some(3));
        let mut others = Levels::default();
        others.insert_all_below(66);
        levels.insert_all_of(&others);
        assert_eq!(levels.highest(), Some(65));
        levels.clear();
        assert_eq!(levels.highest(), None);
    }
}
