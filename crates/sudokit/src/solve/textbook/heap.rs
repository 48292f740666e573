//! A heap of the numbers 0, 1, 2… that finds the one with the smallest key, while keys go up and
//! down.
//!
//! The heap of the standard library cannot change a key that is inside it. This one remembers the
//! index of each number in the tree, and moves it to its new index in logarithmic time.

pub(super) struct Heap<Key> {
    keys: Vec<Key>,
    /// The numbers as a binary tree: the children of index `i` are at `2i + 1` and `2i + 2`, and
    /// no child has a smaller key than its parent.
    tree: Vec<usize>,
    /// The index of each number in the tree.
    index_of: Vec<usize>,
}

impl<Key: Ord> Heap<Key> {
    /// Creates a heap with one number for each key.
    pub fn new(keys: Vec<Key>) -> Heap<Key> {
        let count = keys.len();
        let mut heap = Heap {
            keys,
            tree: (0..count).collect(),
            index_of: (0..count).collect(),
        };
        for index in (0..count / 2).rev() {
            heap.sink(index);
        }
        heap
    }

    /// Returns the number with the smallest key.
    pub fn first(&self) -> Option<usize> {
        self.tree.first().copied()
    }

    /// Changes the key of a number.
    pub fn update(&mut self, number: usize, key: Key) {
        self.keys[number] = key;
        let index = self.rise(self.index_of[number]);
        self.sink(index);
    }

    fn rise(&mut self, mut index: usize) -> usize {
        while index > 0 && self.key(index) < self.key((index - 1) / 2) {
            self.swap(index, (index - 1) / 2);
            index = (index - 1) / 2;
        }
        index
    }

    fn sink(&mut self, mut index: usize) {
        loop {
            let children = [2 * index + 1, 2 * index + 2].into_iter();
            let children = children.filter(|child| *child < self.tree.len());
            match children.min_by_key(|child| self.key(*child)) {
                Some(child) if self.key(child) < self.key(index) => {
                    self.swap(child, index);
                    index = child;
                }
                _ => return,
            }
        }
    }

    fn key(&self, index: usize) -> &Key {
        &self.keys[self.tree[index]]
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.tree.swap(one, other);
        self.index_of[self.tree[one]] = one;
        self.index_of[self.tree[other]] = other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_smallest_is_on_top_whatever_changes(
            keys in proptest::collection::vec(0..50u8, 1..40),
            changes in proptest::collection::vec((0..40usize, 0..50u8), 0..80),
        ) {
            let mut heap = Heap::new(keys.clone());
            let mut keys = keys;
            for (number, key) in changes {
                let number = number % keys.len();
                keys[number] = key;
                heap.update(number, key);
                let first = heap.first().unwrap();
                prop_assert_eq!(Some(&keys[first]), keys.iter().min());
            }
        }
    }

    #[test]
    fn an_empty_heap_has_no_first() {
        assert_eq!(Heap::<u8>::new(Vec::new()).first(), None);
    }
}
