//! Words and numbers as SVG writes them.

/// Text that may stand between tags and in attributes of SVG and HTML.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write the other control characters.
            c if c.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// A number with one digit behind the point at most, as short as can be.
pub fn short(number: f64) -> String {
    ((number * 10.0).round() / 10.0).to_string()
}

/// A number as exact as scales need it.
pub fn exact(number: f64) -> String {
    ((number * 1e5).round() / 1e5).to_string()
}
