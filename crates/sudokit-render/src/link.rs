//! Links that open a puzzle in the web page: `https://…/#p=3x3:53..7+4…`.

use std::fmt::Write;
use std::str::FromStr;

use sudokit::format::Symbols;
use sudokit::{Origin, Puzzle};

use crate::RenderError;
use crate::qr::QrCode;

/// How links write values; the page draws boards of up to 25 values.
const SYMBOLS: &[u8] = b"123456789ABCDEFGHIJKLMNOP";

/// The longest address. Longer ones would leave too little room for a puzzle in a QR code.
const MAX_LENGTH: usize = 200;

/// The address of the web page, such as `https://sudoku.example/`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageAddress(String);

impl FromStr for PageAddress {
    type Err = RenderError;

    fn from_str(text: &str) -> Result<PageAddress, RenderError> {
        let rest = ["http://", "https://"]
            .iter()
            .find_map(|scheme| text.strip_prefix(scheme));
        let is_plain = |c: char| c.is_ascii_graphic() && c != '#';
        match rest {
            Some(rest)
                if !rest.is_empty() && rest.chars().all(is_plain) && text.len() <= MAX_LENGTH =>
            {
                Ok(PageAddress(text.to_string()))
            }
            _ => Err(RenderError::Address),
        }
    }
}

impl PageAddress {
    /// Returns the link that opens a puzzle in the page. The position follows a `#`, so that it
    /// does not appear in the logs of a server; placed values are preceded by `+`. Unusual symbols
    /// are part of the link.
    ///
    /// # Errors
    /// Fails if the page does not draw boards of this size.
    pub fn link(&self, puzzle: &Puzzle, symbols: &Symbols) -> Result<String, RenderError> {
        let shape = puzzle.shape();
        if shape.size() > SYMBOLS.len() {
            return Err(RenderError::Link(shape.size()));
        }
        // A `+` in an address may be decoded as a space.
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

    /// Returns the link as a QR code.
    ///
    /// # Errors
    /// Fails if there is no link, or if it is too long for a QR code.
    pub fn qr_code(&self, puzzle: &Puzzle, symbols: &Symbols) -> Result<QrCode, RenderError> {
        QrCode::new(&self.link(puzzle, symbols)?)
    }
}

/// How values are written, unless as usual.
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

/// Encodes text for an address.
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
    fn links_distinguish_given_and_placed_values() {
        let mut puzzle: Puzzle = "1... ..2. .... ...4".parse().unwrap();
        puzzle.set(1, 3, Origin::Placed);
        let address: PageAddress = "http://localhost:8081/".parse().unwrap();
        let link = address.link(&puzzle, &Symbols::FromOne).unwrap();
        assert_eq!(link, "http://localhost:8081/#p=2x2:1+3....2........4");
    }

    #[test]
    fn every_shape_that_the_page_draws_has_a_link() {
        let address: PageAddress = "http://x".parse().unwrap();
        for name in ["3x3+diagonals", "jigsaw:1112122233343444", "5x5"] {
            let shape: Shape = name.parse().unwrap();
            let link = address
                .link(&Puzzle::new(shape), &Symbols::FromOne)
                .unwrap();
            let expected = format!("http://x#p={}:.", name.replace('+', "*"));
            assert!(link.starts_with(&expected), "{link}");
        }
        let mut values = vec![0; 625];
        values[0] = 25;
        let large = Puzzle::from_values("5x5".parse().unwrap(), values).unwrap();
        let link = address.link(&large, &Symbols::FromOne).unwrap();
        assert!(link.starts_with("http://x#p=5x5:P."), "{link}");
        let larger = Puzzle::new("6x6".parse().unwrap());
        assert!(address.link(&larger, &Symbols::FromOne).is_err());
    }

    #[test]
    fn links_contain_unusual_symbols() {
        let address: PageAddress = "http://x".parse().unwrap();
        let hexadoku = Puzzle::new("4x4".parse().unwrap());
        let ending = |symbols: Symbols| {
            let link = address.link(&hexadoku, &symbols).unwrap();
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
    fn only_web_addresses_are_accepted() {
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
            assert!(wrong.parse::<PageAddress>().is_err(), "{wrong}");
        }
        assert!(
            "https://x.example/sudoku/?a=b"
                .parse::<PageAddress>()
                .is_ok()
        );
    }
}
