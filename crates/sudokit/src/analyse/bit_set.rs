//! A set of small numbers, of any size.

/// One bit per number, in as many words as the largest needs.
#[derive(Clone, Debug, Default)]
pub(super) struct BitSet(Vec<u64>);

impl BitSet {
    pub fn insert(&mut self, number: usize) {
        let word = number / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    pub fn contains(&self, number: usize) -> bool {
        let word = self.0.get(number / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Adds all numbers of the other set.
    pub fn union_with(&mut self, other: &BitSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Returns the intersection.
    pub fn and(&self, other: &BitSet) -> BitSet {
        BitSet(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// Returns whether the sets have exactly one number in common. Most pairs have more, which
    /// shows in the first few words.
    pub fn meets_once(&self, other: &BitSet) -> bool {
        let mut common = 0;
        for (word, other) in self.0.iter().zip(&other.0) {
            common += (word & other).count_ones();
            if common > 1 {
                return false;
            }
        }
        common == 1
    }
}

impl FromIterator<usize> for BitSet {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> BitSet {
        let mut set = BitSet::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

/// Equal sets may have different capacities.
impl PartialEq for BitSet {
    fn eq(&self, other: &BitSet) -> bool {
        let shorter = self.0.len().min(other.0.len());
        let rest = self.0[shorter..].iter().chain(&other.0[shorter..]);
        self.0[..shorter] == other.0[..shorter] && rest.into_iter().all(|word| *word == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[usize]) -> BitSet {
        numbers.iter().copied().collect()
    }

    #[test]
    fn sets_meet() {
        let (one, other) = (set(&[0, 63, 64, 199]), set(&[1, 64, 130]));
        assert!(one.meets_once(&other) && !one.meets_once(&one));
        assert!(!one.meets_once(&set(&[2, 5])) && !one.is_empty() && one != other);
        assert_eq!(one.and(&other), set(&[64]));
        let mut both = one.clone();
        both.union_with(&other);
        assert_eq!((both.len(), one.len()), (6, 4));
        assert!(both.contains(130) && !one.contains(130));
    }
}
