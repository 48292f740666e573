//! A puzzle as a link to the page that plays it: `https://…/#p=3x3:53..7+4…`.

use std::str::FromStr;

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
    /// server's log; placed values have a `+` before them.
    ///
    /// # Errors
    /// When the board is larger than those that the page draws.
    pub fn link_to(&self, puzzle: &Puzzle) -> Result<String, RenderError> {
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
        Ok(link)
    }

    /// The same link as a QR code.
    ///
    /// # Errors
    /// When there is no link, or it is too long for a code.
    pub fn code_of(&self, puzzle: &Puzzle) -> Result<Code, RenderError> {
        Code::new(&self.link_to(puzzle)?)
    }
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
        let link = address.link_to(&puzzle).unwrap();
        assert_eq!(link, "http://localhost:8081/#p=2x2:1+3....2........4");
    }

    #[test]
    fn every_shape_that_the_page_draws_has_a_link() {
        let address: Address = "http://x".parse().unwrap();
        for name in ["3x3+diagonals", "jigsaw:1112122233343444", "5x5"] {
            let shape: Shape = name.parse().unwrap();
            let link = address.link_to(&Puzzle::new(shape)).unwrap();
            let expected = format!("http://x#p={}:.", name.replace('+', "*"));
            assert!(link.starts_with(&expected), "{link}");
        }
        let mut values = vec![0; 625];
        values[0] = 25;
        let large = Puzzle::from_values("5x5".parse().unwrap(), values).unwrap();
        let link = address.link_to(&large).unwrap();
        assert!(link.starts_with("http://x#p=5x5:P."), "{link}");
        let larger = Puzzle::new("6x6".parse().unwrap());
        assert!(address.link_to(&larger).is_err());
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
