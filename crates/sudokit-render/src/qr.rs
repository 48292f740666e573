//! QR codes.

use std::fmt::Write;

use qrcode::{Color, EcLevel};

use crate::RenderError;
use crate::svg::{Point, SvgWriter, exact, short};

/// The quiet zone that scanners need around a code, in modules.
const QUIET_ZONE: usize = 4;

/// The error correction levels in use: M survives a crease in the paper, L holds most data.
/// Stronger ones need smaller modules, which are harder to scan than dirty ones.
const LEVELS: [EcLevel; 2] = [EcLevel::M, EcLevel::L];

/// The largest number of modules along a side that a phone scans easily from a screen. Larger
/// codes use the weaker level, which makes them smaller.
const COMFORTABLE: usize = 97;

/// A QR code. It is black on white in every theme, because scanners expect that.
#[derive(Clone, Debug)]
pub struct QrCode {
    /// The modules along a side, including the quiet zone.
    modules: usize,
    /// The dark modules as SVG path data, in units of a module.
    path: String,
}

impl QrCode {
    /// Encodes a text.
    ///
    /// # Errors
    /// Fails if the text is longer than about 2,900 bytes.
    pub fn new(text: &str) -> Result<QrCode, RenderError> {
        let code = encode(text)?;
        let mut path = String::new();
        for (y, row) in code.to_colors().chunks(code.width()).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|one, other| one == other) {
                if run[0] == Color::Dark {
                    let (x, y, width) = (x + QUIET_ZONE, y + QUIET_ZONE, run.len());
                    let _ = write!(path, "M{x} {y}h{width}v1h-{width}z");
                }
                x += run.len();
            }
        }
        Ok(QrCode {
            modules: code.width() + 2 * QUIET_ZONE,
            path,
        })
    }

    /// Returns the code as SVG. The same text always gives the same bytes.
    pub fn svg(&self) -> String {
        let (side, modules) = (self.modules * 4, self.modules);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\" \
             viewBox=\"0 0 {modules} {modules}\" shape-rendering=\"crispEdges\" role=\"img\" \
             aria-label=\"QR code\">{}</svg>\n",
            self.shapes()
        )
    }

    /// The modules along a side, including the quiet zone.
    pub(crate) fn modules(&self) -> usize {
        self.modules
    }

    /// Draws the code with its upper left corner at a point.
    pub(crate) fn draw(&self, at: Point, side: f64, svg: &mut SvgWriter) {
        let (x, y) = (short(at.x), short(at.y));
        let scale = exact(side / self.modules as f64);
        let _ = write!(
            svg,
            "<g transform=\"translate({x} {y})scale({scale})\">{}</g>",
            self.shapes()
        );
    }

    fn shapes(&self) -> String {
        let QrCode { modules, path } = self;
        format!(
            "<path fill=\"#fff\" d=\"M0 0h{modules}v{modules}h-{modules}z\"/>\
             <path d=\"{path}\"/>"
        )
    }
}

/// Returns the strongest code of a comfortable size, or else the smallest.
fn encode(text: &str) -> Result<qrcode::QrCode, RenderError> {
    let codes = LEVELS.map(|level| qrcode::QrCode::with_error_correction_level(text, level).ok());
    let mut codes = codes.into_iter().flatten();
    let is_comfortable = |code: &qrcode::QrCode| code.width() <= COMFORTABLE;
    let comfortable = codes.clone().find(is_comfortable);
    comfortable
        .or_else(|| codes.next_back())
        .ok_or(RenderError::QrCode(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dark modules of a drawn code, without the quiet zone.
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
        let inner = QUIET_ZONE..side - QUIET_ZONE;
        let rows = modules[inner.clone()].iter();
        rows.map(|row| row[inner.clone()].to_vec()).collect()
    }

    #[test]
    fn the_svg_shows_the_code() {
        let text = "http://localhost:8081/#p=2x2:1...............";
        let code = encode(text).unwrap();
        let expected: Vec<bool> = code
            .to_colors()
            .iter()
            .map(|color| *color == Color::Dark)
            .collect();
        let drawn = drawn(&QrCode::new(text).unwrap().svg());
        assert_eq!(drawn.concat(), expected);
        // The three finder patterns.
        let last = drawn.len() - 1;
        for (x, y) in [(3, 3), (last - 3, 3), (3, last - 3)] {
            assert!(drawn[y][x], "{x} {y}");
        }
        assert!(!drawn[1][1] && drawn[0][0]);
    }

    #[test]
    fn long_texts_use_the_weaker_level_until_they_do_not_fit() {
        let level = |length: usize| {
            let code = encode(&"x".repeat(length)).ok()?;
            Some(code.error_correction_level())
        };
        assert_eq!(level(100), Some(EcLevel::M));
        assert_eq!(level(2_900), Some(EcLevel::L));
        assert_eq!(level(3_000), None);
        let error = QrCode::new(&"x".repeat(3_000)).unwrap_err();
        assert!(error.to_string().contains("3000 bytes"), "{error}");
    }
}
