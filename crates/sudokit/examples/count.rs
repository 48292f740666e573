//! Throwaway.
use sudokit::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let shape: Shape = a[1].parse().unwrap();
    let o = Solver::new().limit(u64::MAX).threads(a[2].parse().unwrap()).solve(&Puzzle::new(shape));
    println!("{} {:?} {:?}", o.count, o.end, o.statistics);
}
