//! One figure as a file of its own: SVG, or PNG made from it.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::RenderError;
use crate::drawing::Point;
use crate::figure::{Figure, Measures};
use crate::pen::Pen;
use crate::text::{escape, short};
use crate::theme::Theme;

/// The smallest width of a picture, in pixels.
pub const SMALLEST: u32 = 32;
/// The largest width of a picture, in pixels.
pub const LARGEST: u32 = 8192;

/// The side of a 9×9 board in the units of its drawing; the letters around a board are as large,
/// compared to it, as 14 is to this.
const USUAL_SIDE: f64 = 490.0;

/// It reaches over the edges: whole pixels are never exactly as high as the drawing.
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
    /// A light picture, large enough for its board.
    pub fn new(figure: Figure) -> Picture {
        Picture {
            figure,
            theme: Theme::Light,
            width: None,
        }
    }

    /// With these colours.
    #[must_use]
    pub fn theme(self, theme: Theme) -> Picture {
        Picture { theme, ..self }
    }

    /// With this width in pixels, brought between [`SMALLEST`] and [`LARGEST`]; its height follows
    /// from what is in it.
    #[must_use]
    pub fn width(self, width: u32) -> Picture {
        let width = Some(width.clamp(SMALLEST, LARGEST));
        Picture { width, ..self }
    }

    /// As SVG.
    pub fn svg(&self) -> String {
        self.drawn(self.width.unwrap_or(self.usual_width() / 2)).svg
    }

    /// As PNG; the same bytes each time.
    ///
    /// # Errors
    /// When there is not enough memory for it.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        let Drawn { svg, width, height } = self.drawn(self.width.unwrap_or(self.usual_width()));
        let tree = tree(&svg)?;
        let too_large = || RenderError::Size(width, height);
        let mut pixels = Pixmap::new(width, height).ok_or_else(too_large)?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|_| too_large())
    }

    /// So many pixels for each cell that digits are crisp.
    fn usual_width(&self) -> u32 {
        (self.figure.size() as u32 * 110).clamp(480, 4000)
    }

    fn drawn(&self, width: u32) -> Drawn {
        let side = self.figure.layout().picture();
        // Small boards would have letters too small to read, were they to shrink with the board.
        let scale = (side / USUAL_SIDE).max(0.5);
        let rim = 16.0 * scale;
        let measures = Measures {
            side,
            width: side,
            letters: 14.0 * scale,
        };
        let (across, down) = (side + 2.0 * rim, self.figure.height(measures) + 2.0 * rim);
        let height = (f64::from(width) * down / across).round() as u32;
        let mut pen = Pen::for_picture();
        self.figure
            .draw(Point { x: rim, y: rim }, measures, &mut pen);
        let (view_width, view_height) = (short(across), short(down));
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {view_width} {view_height}\" role=\"img\" aria-label=\"{}\">\
             <style>{}</style>{}{BACKGROUND}{}</svg>\n",
            escape(&self.figure.label()),
            self.theme.picture_style(),
            pen.definitions(),
            pen.finish(),
        );
        Drawn { svg, width, height }
    }
}

struct Drawn {
    svg: String,
    width: u32,
    height: u32,
}

/// Reads a drawing, so that it can be painted.
pub(crate) fn tree(svg: &str) -> Result<Tree, RenderError> {
    Tree::from_str(svg, &Options::default())
        .map_err(|error| RenderError::Drawing(error.to_string()))
}
