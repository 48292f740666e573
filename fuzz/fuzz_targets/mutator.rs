//! Changes a text as people do: cells, separators, rows, frames and what is around them. Plain
//! mutations of bytes rarely leave a grid that is still a grid.

use libfuzzer_sys::fuzz_mutator;
use sudokit::random::Random;

const BLANKS: &[u8] = b".0-_*xX? ";
const SEPARATORS: [&str; 8] = ["", " ", ",", ";", "\t", " | ", ", ", "  "];
const RULES: [&str; 5] = ["------", "+---+---+---+", "|---|---|---|", "", "======"];
const AROUND: [(&str, &str); 9] = [
    ("[", "],"),
    ("{", "},"),
    ("\"", "\","),
    ("> ", ""),
    ("| ", " |"),
    ("// ", ""),
    ("<td>", "</td>"),
    ("1: ", ""),
    ("\u{feff}", "\r"),
];

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = Random::new(u64::from(seed), 0);
    // Changes of bytes and words of the dictionary are as useful.
    if random.below(3) == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    let text = String::from_utf8_lossy(&data[..size]).into_owned();
    let mut lines: Vec<String> = text.split('\n').map(str::to_string).collect();
    for _ in 0..1 + random.below(3) {
        change(&mut lines, &mut random);
    }
    let changed = lines.join("\n");
    let length = changed.len().min(max_size);
    data[..length].copy_from_slice(&changed.as_bytes()[..length]);
    length
});

fn pick<T: Copy>(all: &[T], random: &mut Random) -> T {
    all[random.below(all.len() as u64) as usize]
}

fn change(lines: &mut Vec<String>, random: &mut Random) {
    let at = random.below(lines.len() as u64) as usize;
    match random.below(8) {
        // A cell.
        0 => {
            let digits: Vec<usize> = (0..lines[at].len())
                .filter(|place| lines[at].as_bytes()[*place].is_ascii_digit())
                .collect();
            if !digits.is_empty() {
                let place = pick(&digits, random);
                let digit = char::from(b'0' + random.below(10) as u8).to_string();
                lines[at].replace_range(place..=place, &digit);
            }
        }
        // One blank for another, everywhere.
        1 => {
            let old = char::from(pick(BLANKS, random)).to_string();
            let new = char::from(pick(BLANKS, random)).to_string();
            for line in lines {
                *line = line.replace(&old, &new);
            }
        }
        // One separator for another, everywhere or in one row.
        2 => {
            let (old, new) = (pick(&SEPARATORS[1..], random), pick(&SEPARATORS, random));
            let range = if random.below(4) == 0 { at..at + 1 } else { 0..lines.len() };
            for line in &mut lines[range] {
                *line = line.replace(old, new);
            }
        }
        // A row twice, or not at all.
        3 => lines.insert(at, lines[at].clone()),
        4 if lines.len() > 1 => drop(lines.remove(at)),
        // A rule, or an empty line.
        5 => lines.insert(at, pick(&RULES, random).to_string()),
        // Something around every row, or around one.
        6 => {
            let (before, after) = pick(&AROUND, random);
            let range = if random.below(4) == 0 { at..at + 1 } else { 0..lines.len() };
            for line in &mut lines[range] {
                *line = format!("{before}{line}{after}");
            }
        }
        // A separator between all characters of a row, as in `5 3 . . 7`.
        _ => {
            let separator = pick(&SEPARATORS[1..], random);
            let cells: Vec<String> = lines[at].chars().map(String::from).collect();
            if cells.len() < 100 {
                lines[at] = cells.join(separator);
            }
        }
    }
}
