//! Converts parsed SVG to PDF pages.
//!
//! The drawings of this crate consist of paths in plain colours only (letters are outlines), so a
//! page is a list of paths. A library that converts any SVG to PDF would add text layout, images
//! and a second copy of the SVG parser.

use std::collections::BTreeMap;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Path, PathSegment, Transform};
use resvg::usvg::{
    FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Path as Shape, Stroke, Tree,
};

/// A PDF document under construction.
#[derive(Debug)]
pub struct Document {
    title: String,
    pages: Vec<Page>,
}

#[derive(Debug)]
struct Page {
    size: (f32, f32),
    content: Vec<u8>,
    opacities: Opacities,
}

/// The opacities that a page uses, in thousandths, and their names.
type Opacities = BTreeMap<u16, String>;

impl Document {
    pub fn new(title: &str) -> Document {
        Document {
            title: title.to_string(),
            pages: Vec::new(),
        }
    }

    pub fn add_page(&mut self, tree: &Tree) {
        let size = (tree.size().width(), tree.size().height());
        let mut painter = Painter {
            content: Content::new(),
            opacities: Opacities::new(),
            opacity: OPAQUE,
        };
        // In PDF y grows upwards.
        painter
            .content
            .transform([1.0, 0.0, 0.0, -1.0, 0.0, size.1]);
        painter.group(tree.root());
        self.pages.push(Page {
            size,
            content: painter.content.finish().into_vec(),
            opacities: painter.opacities,
        });
    }

    /// Returns the bytes of the file.
    pub fn finish(self) -> Vec<u8> {
        let mut pdf = Pdf::new();
        let mut next = 1;
        let mut reference = || {
            next += 1;
            Ref::new(next - 1)
        };
        let (catalog, tree, information) = (reference(), reference(), reference());
        let references: Vec<(Ref, Ref)> = self
            .pages
            .iter()
            .map(|_| (reference(), reference()))
            .collect();
        pdf.catalog(catalog).pages(tree);
        let mut document = pdf.document_info(information);
        document.creator(TextStr("Sudokit"));
        if !self.title.is_empty() {
            document.title(TextStr(&self.title));
        }
        document.finish();
        pdf.pages(tree)
            .kids(references.iter().map(|(page, _)| *page))
            .count(self.pages.len() as i32);
        for (page, (this, content)) in self.pages.iter().zip(references) {
            page.write(&mut pdf, tree, this, content);
        }
        pdf.finish()
    }
}

impl Page {
    fn write(&self, pdf: &mut Pdf, tree: Ref, this: Ref, content: Ref) {
        let mut page = pdf.page(this);
        page.media_box(Rect::new(0.0, 0.0, self.size.0, self.size.1));
        page.parent(tree).contents(content);
        let mut resources = page.resources();
        let mut states = resources.ext_g_states();
        for (thousandths, name) in &self.opacities {
            let opacity = f32::from(*thousandths) / 1000.0;
            let mut state = states
                .insert(Name(name.as_bytes()))
                .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
            state.stroking_alpha(opacity).non_stroking_alpha(opacity);
        }
        states.finish();
        resources.finish();
        page.finish();
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(&self.content, 9);
        pdf.stream(content, &packed).filter(Filter::FlateDecode);
    }
}

struct Painter {
    content: Content,
    opacities: Opacities,
    /// The current opacity, in thousandths.
    opacity: u16,
}

/// The opacity of opaque shapes, in thousandths.
const OPAQUE: u16 = 1000;

impl Painter {
    fn group(&mut self, group: &Group) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group),
                Node::Path(shape) => self.shape(shape),
                Node::Image(_) | Node::Text(_) => {}
            }
        }
    }

    fn shape(&mut self, shape: &Shape) {
        self.content.save_state();
        let Transform {
            sx,
            ky,
            kx,
            sy,
            tx,
            ty,
        } = shape.abs_transform();
        self.content.transform([sx, ky, kx, sy, tx, ty]);
        match shape.paint_order() {
            PaintOrder::FillAndStroke => {
                self.fill(shape);
                self.stroke(shape);
            }
            PaintOrder::StrokeAndFill => {
                self.stroke(shape);
                self.fill(shape);
            }
        }
        self.content.restore_state();
        self.opacity = OPAQUE;
    }

    fn fill(&mut self, shape: &Shape) {
        let Some(fill) = shape.fill() else { return };
        let [red, green, blue] = colour(fill.paint());
        self.opacity(fill.opacity().get());
        self.content.set_fill_rgb(red, green, blue);
        self.path(shape.data());
        match fill.rule() {
            FillRule::NonZero => self.content.fill_nonzero(),
            FillRule::EvenOdd => self.content.fill_even_odd(),
        };
    }

    fn stroke(&mut self, shape: &Shape) {
        let Some(stroke) = shape.stroke() else { return };
        let [red, green, blue] = colour(stroke.paint());
        self.opacity(stroke.opacity().get());
        self.content.set_stroke_rgb(red, green, blue);
        self.line_style(stroke);
        self.path(shape.data());
        self.content.stroke();
    }

    fn line_style(&mut self, stroke: &Stroke) {
        self.content.set_line_width(stroke.width().get());
        self.content.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        self.content.set_line_join(match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        });
        if let Some(dashes) = stroke.dasharray() {
            let dashes = dashes.iter().copied();
            self.content.set_dash_pattern(dashes, stroke.dashoffset());
        }
    }

    fn opacity(&mut self, opacity: f32) {
        let thousandths = (opacity * 1000.0).round() as u16;
        if thousandths != self.opacity {
            let name = self.opacities.entry(thousandths);
            let name = name.or_insert_with(|| format!("o{thousandths}"));
            self.content.set_parameters(Name(name.as_bytes()));
            self.opacity = thousandths;
        }
    }

    fn path(&mut self, path: &Path) {
        let mut here = (0.0, 0.0);
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(to.x, to.y);
                    here = (to.x, to.y);
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(to.x, to.y);
                    here = (to.x, to.y);
                }
                PathSegment::QuadTo(bend, to) => {
                    // PDF has only cubic curves.
                    let third = |end: f32, bend: f32| end + (bend - end) * 2.0 / 3.0;
                    self.content.cubic_to(
                        third(here.0, bend.x),
                        third(here.1, bend.y),
                        third(to.x, bend.x),
                        third(to.y, bend.y),
                        to.x,
                        to.y,
                    );
                    here = (to.x, to.y);
                }
                PathSegment::CubicTo(first, second, to) => {
                    self.content
                        .cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                    here = (to.x, to.y);
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }
}

/// The drawings of this crate have only plain colours.
fn colour(paint: &Paint) -> [f32; 3] {
    match paint {
        Paint::Color(colour) => {
            [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)
        }
        _ => [0.0; 3],
    }
}
