//! Throwaway.
use sudokit::*;
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut puzzles = vec![];
        for line in text.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty()) {
            let t: Vec<&str> = line.split_whitespace().collect();
            if t.len() > 10 {
                let n: Vec<usize> = t[1..].iter().map(|x| x.parse().unwrap()).collect();
                puzzles.push(Puzzle::from_values(Shape::boxes(n[1], n[2]).unwrap(), n[3..].iter().map(|v| *v as u8).collect()).unwrap());
            } else {
                puzzles.push(Puzzle::from_values(Shape::classic(), t[0].bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect()).unwrap());
            }
        }
        let start = std::time::Instant::now();
        let mut counts = [0; 3];
        let (mut nodes, mut early, mut max) = (0, 0, std::time::Duration::ZERO);
        let threads = std::env::var("T").map_or(1, |t| t.parse().unwrap());
        let limit = std::time::Duration::from_secs_f64(std::env::var("L").map_or(10.0, |t| t.parse().unwrap()));
        for p in &puzzles {
            let o = Solver::new().threads(threads).time_limit(limit).solve(p);
            counts[o.count as usize] += 1;
            nodes += o.statistics.nodes;
            early += o.end.is_early() as u32;
            max = max.max(o.statistics.elapsed);
        }
        let t = start.elapsed();
        println!("{:45} {:6} puzzles {:?} early {early} nodes/puzzle {:10.1} {:10.1} us/puzzle max {:?}", path.rsplit('/').next().unwrap(), puzzles.len(), counts, nodes as f64 / puzzles.len() as f64, t.as_secs_f64() * 1e6 / puzzles.len() as f64, max);
    }
}
