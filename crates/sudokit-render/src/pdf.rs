//! Converts parsed SVG to PDF pages.
//!
//! The drawings of this crate consist of paths in plain colours only (letters are outlines), so a
//! page is a list of paths. A library that converts any SVG to PDF would add text layout, images
//! and a second copy of the SVG parser.
//!
//! Filled shapes, letters above all, are stored once and painted by name: a page with all candidates
//! of a 64×64 board has a quarter of a million of them.

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Path, PathSegment, Transform};
use resvg::usvg::{
    FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Path as Shape, Stroke, Tree,
};

use crate::RenderError;

/// A PDF document under construction.
#[derive(Debug)]
pub struct Document {
    title: String,
    /// The size of a page.
    size: (f32, f32),
    pages: Vec<Page>,
    forms: Forms,
}

#[derive(Debug)]
struct Page {
    /// Compressed.
    content: Vec<u8>,
    opacities: Opacities,
    /// The forms that it uses.
    forms: BTreeSet<usize>,
}

/// Filled shapes of all pages, and their numbers.
#[derive(Debug, Default)]
struct Forms {
    numbers: BTreeMap<Vec<u8>, usize>,
    bounds: Vec<Rect>,
}

impl Forms {
    /// Returns the number of a filled shape.
    fn number(&mut self, path: &Path, rule: FillRule) -> usize {
        let mut content = Content::new();
        write_path(path, &mut content);
        match rule {
            FillRule::NonZero => content.fill_nonzero(),
            FillRule::EvenOdd => content.fill_even_odd(),
        };
        let bounds = path.bounds();
        *self
            .numbers
            .entry(content.finish().into_vec())
            .or_insert_with(|| {
                let (left, top) = (bounds.left(), bounds.top());
                let bounds = Rect::new(left, top, bounds.right(), bounds.bottom());
                self.bounds.push(bounds);
                self.bounds.len() - 1
            })
    }
}

fn form_name(number: usize) -> String {
    format!("f{number}")
}

fn compressed(content: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(content, 6)
}

/// The opacities that a page uses, in thousandths, and their names.
type Opacities = BTreeMap<u16, String>;

impl Document {
    pub fn new(title: &str, size: (f32, f32)) -> Document {
        Document {
            title: title.to_string(),
            size,
            pages: Vec::new(),
            forms: Forms::default(),
        }
    }

    /// Adds a page whose parts are painted one over the other.
    pub fn add_page(
        &mut self,
        parts: impl Iterator<Item = Result<Tree, RenderError>>,
    ) -> Result<(), RenderError> {
        let mut painter = Painter {
            content: Content::new(),
            opacities: Opacities::new(),
            opacity: OPAQUE,
            forms: &mut self.forms,
            used: BTreeSet::new(),
        };
        // In PDF y grows upwards.
        painter
            .content
            .transform([1.0, 0.0, 0.0, -1.0, 0.0, self.size.1]);
        for tree in parts {
            painter.group(tree?.root());
        }
        self.pages.push(Page {
            content: compressed(&painter.content.finish()),
            opacities: painter.opacities,
            forms: painter.used,
        });
        Ok(())
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
        let forms: Vec<Ref> = self.forms.bounds.iter().map(|_| reference()).collect();
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
            page.write(&mut pdf, self.size, (tree, this, content), &forms);
        }
        for (content, number) in &self.forms.numbers {
            let packed = compressed(content);
            let mut form = pdf.form_xobject(forms[*number], &packed);
            form.bbox(self.forms.bounds[*number]);
            form.filter(Filter::FlateDecode);
        }
        pdf.finish()
    }
}

impl Page {
    fn write(
        &self,
        pdf: &mut Pdf,
        (width, height): (f32, f32),
        (tree, this, content): (Ref, Ref, Ref),
        forms: &[Ref],
    ) {
        let mut page = pdf.page(this);
        page.media_box(Rect::new(0.0, 0.0, width, height));
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
        let mut objects = resources.x_objects();
        for number in &self.forms {
            objects.pair(Name(form_name(*number).as_bytes()), forms[*number]);
        }
        objects.finish();
        resources.finish();
        page.finish();
        pdf.stream(content, &self.content)
            .filter(Filter::FlateDecode);
    }
}

struct Painter<'a> {
    content: Content,
    opacities: Opacities,
    /// The current opacity, in thousandths.
    opacity: u16,
    forms: &'a mut Forms,
    used: BTreeSet<usize>,
}

/// The opacity of opaque shapes, in thousandths.
const OPAQUE: u16 = 1000;

impl Painter<'_> {
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
        let number = self.forms.number(shape.data(), fill.rule());
        self.used.insert(number);
        self.content.x_object(Name(form_name(number).as_bytes()));
    }

    fn stroke(&mut self, shape: &Shape) {
        let Some(stroke) = shape.stroke() else { return };
        let [red, green, blue] = colour(stroke.paint());
        self.opacity(stroke.opacity().get());
        self.content.set_stroke_rgb(red, green, blue);
        self.line_style(stroke);
        write_path(shape.data(), &mut self.content);
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
}

fn write_path(path: &Path, content: &mut Content) {
    let mut here = (0.0, 0.0);
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                here = (to.x, to.y);
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                here = (to.x, to.y);
            }
            PathSegment::QuadTo(bend, to) => {
                // PDF has only cubic curves.
                let third = |end: f32, bend: f32| end + (bend - end) * 2.0 / 3.0;
                content.cubic_to(
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
                content.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                here = (to.x, to.y);
            }
            PathSegment::Close => {
                content.close_path();
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
