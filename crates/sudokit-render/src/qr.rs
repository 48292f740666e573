//! A text, most often a link, as a QR code.

use std::fmt::Write;

use qrcode::{Color, EcLevel, QrCode};

use crate::RenderError;

/// The rim that readers need around a code, in modules.
const RIM: usize = 4;

/// From the one that survives most damage to the one that holds most.
const LEVELS: [EcLevel; 3] = [EcLevel::Q, EcLevel::M, EcLevel::L];

/// Larger codes have modules too small for a phone that looks at a screen, so they trade their
/// strength for size. This is the side of one with 97 modules.
const COMFORTABLE: usize = 97;

/// A text as SVG: black on white whatever the theme, because readers look for that, and the same
/// bytes each time.
///
/// # Errors
/// When it is too long: about 2,900 bytes are the most.
pub fn svg(text: &str) -> Result<String, RenderError> {
    let code = code(text)?;
    let (modules, side) = (code.width(), code.width() + 2 * RIM);
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(modules).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                let (x, y, width) = (x + RIM, y + RIM, run.len());
                let _ = write!(path, "M{x} {y}h{width}v1h-{width}z");
            }
            x += run.len();
        }
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{0}\" \
         viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\" role=\"img\" \
         aria-label=\"QR code\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/>\
         <path d=\"{path}\"/></svg>\n",
        side * 4
    ))
}

/// The strongest code of a comfortable size, or else the smallest.
fn code(text: &str) -> Result<QrCode, RenderError> {
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
        let code = code(text).unwrap();
        let expected: Vec<bool> = code
            .to_colors()
            .iter()
            .map(|color| *color == Color::Dark)
            .collect();
        let drawn = drawn(&svg(text).unwrap());
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
            let code = code(&"x".repeat(length)).ok()?;
            Some(code.error_correction_level())
        };
        assert_eq!(level(100), Some(EcLevel::Q));
        assert_eq!(level(2_900), Some(EcLevel::L));
        assert_eq!(level(3_000), None);
        let refused = svg(&"x".repeat(3_000)).unwrap_err();
        assert!(refused.to_string().contains("3000 bytes"), "{refused}");
    }
}
