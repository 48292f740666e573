//! Which variable to choose next: the one that took part in the most recent conflicts.

/// Variables that may be open, in a binary heap by activity.
#[derive(Clone, Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    heap: Vec<u32>,
    /// The place of each variable in the heap.
    places: Vec<u32>,
    /// What a variable gains by taking part in a conflict. It grows, which is the same as if the
    /// activity of all others shrank.
    step: f64,
    /// How fast the step grows.
    growth: f64,
}

/// The place of a variable that is not in the heap.
const NOWHERE: u32 = u32::MAX;

/// The activity at which all are scaled down.
const LARGEST: f64 = 1e150;

impl Order {
    /// Creates an order of all variables with their first activity, which should be small against 1.
    pub fn new(activity: Vec<f64>, decay: f64) -> Order {
        let variables = activity.len() as u32;
        let mut order = Order {
            activity,
            heap: (0..variables).collect(),
            places: (0..variables).collect(),
            step: 1.0,
            growth: 1.0 / decay,
        };
        for place in (0..order.heap.len() / 2).rev() {
            order.sift_down(place);
        }
        order
    }

    /// Removes and returns the variable with the highest activity.
    pub fn pop(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.places[top as usize] = NOWHERE;
        if let Some(first) = self.heap.first_mut() {
            *first = last;
            self.sift_down(0);
        }
        Some(top)
    }

    /// Puts a variable back, unless it is there.
    #[inline]
    pub fn insert(&mut self, variable: u32) {
        if self.places[variable as usize] == NOWHERE {
            self.heap.push(variable);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Raises the activity of a variable.
    pub fn bump(&mut self, variable: u32) {
        let activity = &mut self.activity[variable as usize];
        *activity += self.step;
        if *activity > LARGEST {
            self.activity.iter_mut().for_each(|a| *a /= LARGEST);
            self.step /= LARGEST;
        }
        let place = self.places[variable as usize];
        if place != NOWHERE {
            self.sift_up(place as usize);
        }
    }

    /// Lets later conflicts count more than those so far.
    pub fn decay(&mut self) {
        self.step *= self.growth;
    }

    #[inline]
    fn is_before(&self, one: u32, other: u32) -> bool {
        let (a, b) = (self.activity[one as usize], self.activity[other as usize]);
        a > b || (a == b && one < other)
    }

    #[inline]
    fn put(&mut self, variable: u32, place: usize) {
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn sift_up(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.is_before(variable, self.heap[parent]) {
                break;
            }
            self.put(self.heap[parent], place);
            place = parent;
        }
        self.put(variable, place);
    }

    fn sift_down(&mut self, mut place: usize) {
        let variable = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child + 1 < self.heap.len() && self.is_before(self.heap[child + 1], self.heap[child])
            {
                child += 1;
            }
            if child >= self.heap.len() || !self.is_before(self.heap[child], variable) {
                break;
            }
            self.put(self.heap[child], place);
            place = child;
        }
        self.put(variable, place);
    }
}
