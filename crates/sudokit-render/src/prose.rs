//! The sentences of steps, as they stand beside a drawing.

/// The rest of a sentence such as `Naked pair: …`, to stand under a heading that says its title.
pub fn without_title(sentence: &str) -> String {
    let rest = sentence.split_once(": ").map(|(_, rest)| rest);
    capitalized(rest.unwrap_or(sentence))
}

/// A sentence with a capital at its beginning; names of cells, such as `r1c6`, stay as they are.
pub fn capitalized(sentence: &str) -> String {
    let first_word = sentence.split(' ').next().unwrap_or_default();
    let mut characters = sentence.chars();
    match characters.next() {
        Some(first) if !first_word.contains(|c: char| c.is_ascii_digit()) => {
            first.to_uppercase().chain(characters).collect()
        }
        _ => sentence.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital_or_a_cell() {
        let rest = |sentence: &str| without_title(sentence);
        assert_eq!(rest("Skyscraper: all of it"), "All of it");
        assert_eq!(rest("Naked single: r1c6 is 9"), "r1c6 is 9");
        assert_eq!(rest("Fish: 5 in rows: so"), "5 in rows: so");
        assert_eq!(rest("nothing before"), "Nothing before");
        assert_eq!(capitalized(""), "");
    }
}
