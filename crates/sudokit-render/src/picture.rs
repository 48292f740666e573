//! One figure as a file of its own: SVG, or PNG made from it.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::RenderError;
use crate::figure::{Figure, FigureSize};
use crate::svg::{Point, SvgWriter, escape, short};
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

    /// Returns the picture as SVG.
    pub fn svg(&self) -> String {
        self.sized_svg(self.width.unwrap_or(self.usual_width() / 2))
            .svg
    }

    /// Returns the picture as PNG. The same picture always gives the same bytes.
    ///
    /// # Errors
    /// Fails if there is not enough memory for the pixels.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        let SizedSvg { svg, width, height } =
            self.sized_svg(self.width.unwrap_or(self.usual_width()));
        let tree = parse(&svg)?;
        let too_large = || RenderError::Size(width, height);
        let mut pixels = Pixmap::new(width, height).ok_or_else(too_large)?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
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
        let corner = Point {
            x: border,
            y: border,
        };
        self.figure.draw(corner, size, &mut svg);
        let (view_width, view_height) = (short(across), short(down));
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {view_width} {view_height}\" role=\"img\" aria-label=\"{}\">\
             <style>{}</style>{}{BACKGROUND}{}</svg>\n",
            escape(&self.figure.label()),
            self.theme.picture_style(),
            svg.definitions(),
            svg.finish(),
        );
        SizedSvg { svg, width, height }
    }
}

/// SVG and its size in pixels.
struct SizedSvg {
    svg: String,
    width: u32,
    height: u32,
}

/// Parses SVG for rasterizing or conversion to PDF.
pub(crate) fn parse(svg: &str) -> Result<Tree, RenderError> {
    Tree::from_str(svg, &Options::default()).map_err(|error| RenderError::Svg(error.to_string()))
}
