//! A puzzle as a link to the page that plays it: `https://…/#p=3x3:53..7+4…`.

use std::fmt::Write;
use std::str::FromStr;

use sudokit::format::Symbols;
use sudokit::{Origin, Puzzle};

use crate::RenderError;
use crate::qr::Code;

/// How links write values, on every board that the page draws.
const SYMBOLS: &[u8] = b"123456789ABCDEFGHIJKLMNOP";

/// More would leave too little room for a puzzle in a QR code.
const LONGEST: usize = 200;

/// Where the page is: `https://sudoku.example/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

impl FromStr for Address {
    type Err = RenderError;

    fn from_str(text: &str) -> Result<Address, RenderError> {
        let rest = ["http://", "https://"]
            .iter()
            .find_map(|scheme| text.strip_prefix(scheme));
        let is_plain = |c: char| c.is_ascii_graphic() && c != '#';
        match rest {
            Some(rest)
                if !rest.is_empty() && rest.chars().all(is_plain) && text.len() <= LONGEST =>
            {
                Ok(Address(text.to_string()))
            }
            _ => Err(RenderError::Address),
        }
    }
}

impl Address {
    /// The link that opens a puzzle here. The position stands behind a `#`, so that it reaches no
    /// server's log; placed values have a `+` before them. Where values are not written as usual,
    /// the link says how.
    ///
    /// # Errors
    /// When the board is larger than those that the page draws.
    pub fn link_to(&self, puzzle: &Puzzle, symbols: &Symbols) -> Result<String, RenderError> {
        let shape = puzzle.shape();
        if shape.size() > SYMBOLS.len() {
            return Err(RenderError::Link(shape.size()));
        }
        // A `+` in an address may be read as a space.
        let mut link = format!("{}#p={}:", self.0, shape.to_string().replace('+', "*"));
        for (cell, value) in puzzle.values().iter().enumerate() {
            if puzzle.origin(cell) == Some(Origin::Placed) {
                link.push('+');
            }
            let symbol = usize::from(*value).checked_sub(1);
            let symbol = symbol.and_then(|index| SYMBOLS.get(index));
            link.push(symbol.map_or('.', |symbol| char::from(*symbol)));
        }
        if let Some(spelling) = spelling(symbols, shape.size()) {
            link += "&s=";
            link += &percent_encoded(&spelling);
        }
        Ok(link)
    }

    /// The same link as a QR code.
    ///
    /// # Errors
    /// When there is no link, or it is too long for a code.
    pub fn code_of(&self, puzzle: &Puzzle, symbols: &Symbols) -> Result<Code, RenderError> {
        Code::new(&self.link_to(puzzle, symbols)?)
    }
}

/// How values are written, unless it is as usual.
fn spelling(symbols: &Symbols, size: usize) -> Option<String> {
    let symbols: Vec<String> = (1..=size as u8)
        .map(|value| symbols.symbol(value))
        .collect();
    if symbols.iter().any(|symbol| symbol.chars().count() > 1) {
        return Some("numbers".to_string());
    }
    let spelled = symbols.concat();
    (spelled.as_bytes() != &SYMBOLS[..size]).then_some(spelled)
}

/// Text as it may stand in an address.
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte.is_ascii_alphanumeric() {
            true => encoded.push(char::from(byte)),
            false => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudokit::Shape;

    #[test]
    fn links_say_what_is_given_and_what_is_placed() {
        let mut puzzle: Puzzle = "1... ..2. .... ...4".parse().unwrap();
        puzzle.set(1, 3, Origin::Placed);
        let address: Address = "http://localhost:8081/".parse().unwrap();
        let link = address.link_to(&puzzle, &Symbols::FromOne).unwrap();
        assert_eq!(link, "http://localhost:8081/#p=2x2:1+3....2........4");
    }

    #[test]
    fn every_shape_that_the_page_draws_has_a_link() {
        let address: Address = "http://x".parse().unwrap();
        for name in ["3x3+diagonals", "jigsaw:1112122233343444", "5x5"] {
            let shape: Shape = name.parse().unwrap();
            let link = address
                .link_to(&Puzzle::new(shape), &Symbols::FromOne)
                .unwrap();
            let expected = format!("http://x#p={}:.", name.replace('+', "*"));
            assert!(link.starts_with(&expected), "{link}");
        }
        let mut values = vec![0; 625];
        values[0] = 25;
        let large = Puzzle::from_values("5x5".parse().unwrap(), values).unwrap();
        let link = address.link_to(&large, &Symbols::FromOne).unwrap();
        assert!(link.starts_with("http://x#p=5x5:P."), "{link}");
        let larger = Puzzle::new("6x6".parse().unwrap());
        assert!(address.link_to(&larger, &Symbols::FromOne).is_err());
    }

    #[test]
    fn links_say_how_values_are_written() {
        let address: Address = "http://x".parse().unwrap();
        let hexadoku = Puzzle::new("4x4".parse().unwrap());
        let ending = |symbols: Symbols| {
            let link = address.link_to(&hexadoku, &symbols).unwrap();
            let ending = link.split_once("&s=").map(|(_, ending)| ending.to_string());
            ending.unwrap_or_default()
        };
        assert_eq!(ending(Symbols::FromOne), "");
        assert_eq!(ending(Symbols::FromZero), "0123456789ABCDEF");
        assert_eq!(ending(Symbols::Numbers), "numbers");
        let own = "αbcdefghijklmnop".chars().collect();
        assert_eq!(ending(Symbols::Custom(own)), "%CE%B1bcdefghijklmnop");
    }

    #[test]
    fn an_address_is_one_of_the_web() {
        let long = format!("http://{}", "x".repeat(200));
        for wrong in [
            "",
            "x",
            "http://",
            "ftp://x",
            "http://x#y",
            "http://x y",
            &long,
        ] {
            assert!(wrong.parse::<Address>().is_err(), "{wrong}");
        }
        assert!("https://x.example/sudoku/?a=b".parse::<Address>().is_ok());
    }
}
