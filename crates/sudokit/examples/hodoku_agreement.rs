//! Compares levels and scores with those that HoDoKu gave: reads lines `puzzle Level (score)`
//! and prints how many levels agree, which are taken for which, and how far scores differ.
//!
//! ```text
//! cargo run --release -p sudokit --example hodoku_agreement -- ratings.txt…
//! cargo run --release -p sudokit --example hodoku_agreement -- --list ratings.txt
//! ```
//!
//! With `--list` every puzzle whose level differs is shown with the techniques that it took.

use std::error::Error;

#[path = "../tests/rate/agreement.rs"]
mod agreement;

use agreement::{Agreement, Pair};

fn main() -> Result<(), Box<dyn Error>> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let lists = files.iter().any(|argument| argument == "--list");
    files.retain(|argument| argument != "--list");
    if files.is_empty() {
        return Err("usage: hodoku_agreement [--list] FILE…".into());
    }
    let mut all = Agreement::default();
    for file in files {
        let mut agreement = Agreement::default();
        for line in std::fs::read_to_string(&file)?.lines() {
            let pair: Pair = line.parse()?;
            if lists && !pair.agrees() {
                println!("{pair}");
            }
            agreement.add(&pair);
            all.add(&pair);
        }
        println!("{file}\n{agreement}");
    }
    println!("all together\n{all}");
    Ok(())
}
