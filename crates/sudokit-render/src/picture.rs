//! One figure as a file of its own: SVG, or PNG made from it.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use sudokit::solve::CancelToken;

use crate::RenderError;
use crate::figure::{Figure, FigureSize};
use crate::svg::{Point, SvgDocument, SvgWriter, escape, short};
use crate::theme::Theme;

/// The side of a 9×9 board in the units of its drawing, for which the text around it has a font
/// size of 14.
const USUAL_SIDE: f64 = 490.0;

/// It reaches beyond the edges, because the height of a picture is rounded to whole pixels.
const BACKGROUND: &str =
    "<rect class=\"paper\" x=\"-5%\" y=\"-5%\" width=\"110%\" height=\"110%\"/>";

/// A figure with its colours and its size.
#[derive(Clone, Debug)]
pub struct Picture {
    figure: Figure,
    theme: Theme,
    width: Option<u32>,
    cancel: CancelToken,
}

impl Picture {
    /// The smallest width in pixels.
    pub const MIN_WIDTH: u32 = 32;
    /// The largest width in pixels.
    pub const MAX_WIDTH: u32 = 8192;

    /// Creates a picture in the light theme, with a width that suits the size of the board.
    pub fn new(figure: Figure) -> Picture {
        Picture {
            figure,
            theme: Theme::Light,
            width: None,
            cancel: CancelToken::new(),
        }
    }

    /// Sets the colours.
    #[must_use]
    pub fn theme(self, theme: Theme) -> Picture {
        Picture { theme, ..self }
    }

    /// Sets the width in pixels, clamped to [`MIN_WIDTH`](Picture::MIN_WIDTH) and
    /// [`MAX_WIDTH`](Picture::MAX_WIDTH). The height follows from the content.
    #[must_use]
    pub fn width(self, width: u32) -> Picture {
        let width = Some(width.clamp(Picture::MIN_WIDTH, Picture::MAX_WIDTH));
        Picture { width, ..self }
    }

    /// Sets a token that ends [`png`](Picture::png) soon after it is cancelled.
    #[must_use]
    pub fn cancel_with(self, cancel: CancelToken) -> Picture {
        Picture { cancel, ..self }
    }

    /// Returns the picture as SVG.
    pub fn svg(&self) -> String {
        let sized = self.sized_svg(self.width.unwrap_or(self.usual_width() / 2));
        sized.svg.whole() + "\n"
    }

    /// Returns the picture as PNG. The same picture always gives the same bytes.
    ///
    /// # Errors
    /// Fails if there is not enough memory for the pixels, or if the work was cancelled.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        let SizedSvg { svg, width, height } =
            self.sized_svg(self.width.unwrap_or(self.usual_width()));
        let too_large = || RenderError::Size(width, height);
        let mut pixels = Pixmap::new(width, height).ok_or_else(too_large)?;
        for tree in parse(&svg, &self.cancel) {
            resvg::render(&tree?, Transform::identity(), &mut pixels.as_mut());
        }
        pixels.encode_png().map_err(|_| too_large())
    }

    /// A width at which the digits of every cell are crisp.
    fn usual_width(&self) -> u32 {
        (self.figure.size() as u32 * 110).clamp(480, 4000)
    }

    fn sized_svg(&self, width: u32) -> SizedSvg {
        let side = self.figure.layout().side();
        // Text does not shrink with small boards beyond what can be read.
        let scale = (side / USUAL_SIDE).max(0.5);
        let border = 16.0 * scale;
        let size = FigureSize {
            side,
            width: side,
            font_size: 14.0 * scale,
        };
        let (across, down) = (side + 2.0 * border, self.figure.height(size) + 2.0 * border);
        let height = (f64::from(width) * down / across).round() as u32;
        let mut svg = SvgWriter::for_picture();
        svg.push(BACKGROUND);
        let corner = Point {
            x: border,
            y: border,
        };
        self.figure.draw(corner, size, &mut svg);
        let (view_width, view_height) = (short(across), short(down));
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {view_width} {view_height}\" role=\"img\" aria-label=\"{}\">\
             <style>{}</style>{}",
            escape(&self.figure.label()),
            self.theme.picture_style(),
            svg.definitions(),
        );
        let body = svg.finish();
        let svg = SvgDocument { head, body };
        SizedSvg { svg, width, height }
    }
}

/// SVG and its size in pixels.
struct SizedSvg {
    svg: SvgDocument,
    width: u32,
    height: u32,
}

/// Parses SVG for rasterizing or conversion to PDF, in parts to be painted one after the other.
pub(crate) fn parse<'a>(
    svg: &'a SvgDocument,
    cancel: &'a CancelToken,
) -> impl Iterator<Item = Result<Tree, RenderError>> + 'a {
    svg.parts().map(|part| match cancel.is_cancelled() {
        true => Err(RenderError::Cancelled),
        false => Tree::from_str(&part, &Options::default())
            .map_err(|error| RenderError::Svg(error.to_string())),
    })
}

#[cfg(test)]
mod tests {
    use sudokit::logic::Board;
    use sudokit::{Puzzle, Shape};

    use super::*;

    fn large() -> Picture {
        let shape: Shape = "4x4".parse().unwrap();
        let board = Board::new(&Puzzle::new(shape));
        Picture::new(Figure::new(board).candidates(true)).width(600)
    }

    #[test]
    fn parts_painted_one_over_the_other_are_the_whole() {
        let SizedSvg { svg, width, height } = large().sized_svg(600);
        assert!(svg.parts().count() > 2);
        let tree = Tree::from_str(&svg.whole(), &Options::default()).unwrap();
        let mut pixels = Pixmap::new(width, height).unwrap();
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        assert!(large().png().unwrap() == pixels.encode_png().unwrap());
    }

    #[test]
    fn a_cancelled_picture_ends() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let png = large().cancel_with(cancel).png();
        assert!(matches!(png, Err(RenderError::Cancelled)));
    }
}
