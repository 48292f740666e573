//! A text, most often a link, as a QR code.

use std::fmt::Write;

use qrcode::{Color, EcLevel, QrCode};

use crate::RenderError;
use crate::drawing::Point;
use crate::pen::Pen;
use crate::text::{exact, short};

/// The rim that readers need around a code, in modules.
const RIM: usize = 4;

/// The usual strength, which survives a crease in the paper, and the one that holds most. Stronger
/// ones need smaller modules, which are harder to read than dirty ones.
const LEVELS: [EcLevel; 2] = [EcLevel::M, EcLevel::L];

/// Larger codes have modules too small for a phone that looks at a screen, so they trade their
/// strength for size. This is the side of one with 97 modules.
const COMFORTABLE: usize = 97;

/// A QR code: black on white whatever the theme, because readers look for that.
#[derive(Clone, Debug)]
pub struct Code {
    /// The modules along a side, with the rim.
    modules: usize,
    /// What is black, as the path of a drawing with a unit for each module.
    path: String,
}

impl Code {
    /// The code of a text.
    ///
    /// # Errors
    /// When it is too long: about 2,900 bytes are the most.
    pub fn new(text: &str) -> Result<Code, RenderError> {
        let code = encoded(text)?;
        let mut path = String::new();
        for (y, row) in code.to_colors().chunks(code.width()).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|one, other| one == other) {
                if run[0] == Color::Dark {
                    let (x, y, width) = (x + RIM, y + RIM, run.len());
                    let _ = write!(path, "M{x} {y}h{width}v1h-{width}z");
                }
                x += run.len();
            }
        }
        Ok(Code {
            modules: code.width() + 2 * RIM,
            path,
        })
    }

    /// As a picture; the same bytes each time.
    pub fn svg(&self) -> String {
        let (side, modules) = (self.modules * 4, self.modules);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\" \
             viewBox=\"0 0 {modules} {modules}\" shape-rendering=\"crispEdges\" role=\"img\" \
             aria-label=\"QR code\">{}</svg>\n",
            self.shapes()
        )
    }

    /// The modules along a side, with the rim that readers need.
    pub(crate) fn modules(&self) -> usize {
        self.modules
    }

    /// Draws it with its upper left corner here.
    pub(crate) fn draw(&self, at: Point, side: f64, pen: &mut Pen) {
        let (x, y) = (short(at.x), short(at.y));
        let scale = exact(side / self.modules as f64);
        let _ = write!(
            pen,
            "<g transform=\"translate({x} {y})scale({scale})\">{}</g>",
            self.shapes()
        );
    }

    fn shapes(&self) -> String {
        let Code { modules, path } = self;
        format!(
            "<path fill=\"#fff\" d=\"M0 0h{modules}v{modules}h-{modules}z\"/>\
             <path d=\"{path}\"/>"
        )
    }
}

/// The strongest code of a comfortable size, or else the smallest.
fn encoded(text: &str) -> Result<QrCode, RenderError> {
    let codes = LEVELS.map(|level| QrCode::with_error_correction_level(text, level).ok());
    let mut codes = codes.into_iter().flatten();
    let is_comfortable = |code: &QrCode| code.width() <= COMFORTABLE;
    let comfortable = codes.clone().find(is_comfortable);
    comfortable
        .or_else(|| codes.next_back())
        .ok_or(RenderError::QrCode(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is dark in a drawing, module by module, without the rim.
    fn drawn(svg: &str) -> Vec<Vec<bool>> {
        let side = svg.split("viewBox=\"0 0 ").nth(1).unwrap();
        let side: usize = side.split(' ').next().unwrap().parse().unwrap();
        let mut modules = vec![vec![false; side]; side];
        let path = svg.rsplit("d=\"").next().unwrap();
        let path = path.split('"').next().unwrap();
        for run in path.split('M').skip(1) {
            let numbers: Vec<usize> = run
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|number| number.parse().ok())
                .collect();
            let (x, y, width) = (numbers[0], numbers[1], numbers[2]);
            modules[y][x..x + width].fill(true);
        }
        let inner = RIM..side - RIM;
        let rows = modules[inner.clone()].iter();
        rows.map(|row| row[inner.clone()].to_vec()).collect()
    }

    #[test]
    fn the_drawing_is_the_code() {
        let text = "http://localhost:8081/#p=2x2:1...............";
        let code = encoded(text).unwrap();
        let expected: Vec<bool> = code
            .to_colors()
            .iter()
            .map(|color| *color == Color::Dark)
            .collect();
        let drawn = drawn(&Code::new(text).unwrap().svg());
        assert_eq!(drawn.concat(), expected);
        // The three marks by which readers find a code.
        let last = drawn.len() - 1;
        for (x, y) in [(3, 3), (last - 3, 3), (3, last - 3)] {
            assert!(drawn[y][x], "{x} {y}");
        }
        assert!(!drawn[1][1] && drawn[0][0]);
    }

    #[test]
    fn long_texts_fit_until_they_do_not() {
        let level = |length: usize| {
            let code = encoded(&"x".repeat(length)).ok()?;
            Some(code.error_correction_level())
        };
        assert_eq!(level(100), Some(EcLevel::M));
        assert_eq!(level(2_900), Some(EcLevel::L));
        assert_eq!(level(3_000), None);
        let refused = Code::new(&"x".repeat(3_000)).unwrap_err();
        assert!(refused.to_string().contains("3000 bytes"), "{refused}");
    }
}
