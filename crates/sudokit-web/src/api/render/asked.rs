//! What can be asked of `render`, and what is meant by it.

use serde::{Deserialize, Serialize};
use sudokit::logic::Coordinates;
use sudokit_render::{PageAddress, Paper, PerPage, Picture, Theme};
use utoipa::ToSchema;

use crate::api::position::parsed;
use crate::config::Limits;
use crate::refusal::Refusal;

/// Longer titles fit no page.
const LONGEST_TITLE: usize = 200;

/// What to draw, and how.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenderAsked {
    /// What to make: `svg` (unless told) or `png` is a picture of one puzzle; `pdf` has pages of
    /// one or many, and `pages` gives each of those as SVG.
    #[serde(default)]
    pub to: PictureForm,
    /// Whether to draw candidates.
    #[serde(default)]
    pub show_candidates: bool,
    /// Whether to draw the next step, as `/api/v1/hint` finds it, with its words and a legend.
    #[serde(default)]
    pub step: bool,
    /// The colours: `light` unless told, on pages `print`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<ThemeName>,
    /// A line above the board, or at the top of every page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// For pictures: the width in pixels, from 32 to 4096; otherwise as the board needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// For pages: how many puzzles stand on each, 1, 2, 4 or 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_page: Option<u8>,
    /// For pages: whether the answers stand at the end.
    #[serde(default)]
    pub answers: bool,
    /// For pages: the address of a page of this server; each puzzle gets a QR code that opens it
    /// there.
    #[schema(example = "https://sudoku.example/")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qr: Option<String>,
    /// For pages: the paper, `a4` unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<PaperName>,
    /// How cells are named in the words of a step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
}

/// What a drawing is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureForm {
    /// A picture of one puzzle that is sharp at every size.
    #[default]
    Svg,
    /// A picture of one puzzle in pixels.
    Png,
    /// Pages to print.
    Pdf,
    /// The same pages, each as SVG, in JSON.
    Pages,
}

impl PictureForm {
    /// Whether it has room for many puzzles.
    pub fn has_pages(self) -> bool {
        matches!(self, PictureForm::Pdf | PictureForm::Pages)
    }
}

/// A set of colours.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThemeName {
    /// Dark on white.
    Light,
    /// Light on dark.
    Dark,
    /// Black on white paper.
    Print,
}

/// The size of a page.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaperName {
    /// 210 × 297 mm.
    A4,
    /// 8½ × 11 inches.
    Letter,
}

/// What is meant.
pub struct Plan {
    pub form: PictureForm,
    pub theme: Theme,
    pub title: String,
    pub width: Option<u32>,
    pub per_page: Option<PerPage>,
    pub paper: Paper,
    pub show_candidates: bool,
    pub step: bool,
    pub answers: bool,
    pub qr: Option<PageAddress>,
    pub coordinates: Option<Coordinates>,
}

impl Plan {
    /// # Errors
    /// When what was asked makes no sense together, or is more than is allowed.
    pub fn new(asked: RenderAsked, limits: &Limits) -> Result<Plan, Refusal> {
        fits(&asked)?;
        let title = asked.title.unwrap_or_default();
        if title.chars().count() > LONGEST_TITLE {
            let message = format!("the title has more than {LONGEST_TITLE} characters");
            return Err(Refusal::senseless("wrong-title", message));
        }
        let is_possible = |size: &u32| (Picture::MIN_WIDTH..=limits.picture_width).contains(size);
        if let Some(size) = asked.size.filter(|size| !is_possible(size)) {
            let most = limits.picture_width;
            let least = Picture::MIN_WIDTH;
            let message = format!("size {size}, where {least} to {most} are possible");
            return Err(Refusal::senseless("wrong-size", message));
        }
        Ok(Plan {
            form: asked.to,
            theme: theme(asked.theme, asked.to),
            title,
            width: asked.size,
            per_page: asked.per_page.map(per_page).transpose()?,
            paper: match asked.paper {
                Some(PaperName::Letter) => Paper::Letter,
                Some(PaperName::A4) | None => Paper::A4,
            },
            show_candidates: asked.show_candidates,
            step: asked.step,
            answers: asked.answers,
            qr: parsed("wrong-address", asked.qr.as_deref())?,
            coordinates: asked.coordinates,
        })
    }

    /// Whether candidates are drawn, which are always with a step.
    pub fn has_candidates(&self) -> bool {
        self.show_candidates || self.step
    }
}

/// Some fields are for pages, some for pictures.
fn fits(asked: &RenderAsked) -> Result<(), Refusal> {
    let fields = [
        ("per_page", asked.per_page.is_some(), true),
        ("answers", asked.answers, true),
        ("paper", asked.paper.is_some(), true),
        ("qr", asked.qr.is_some(), true),
        ("size", asked.size.is_some(), false),
    ];
    let has_pages = asked.to.has_pages();
    let misplaced = fields
        .iter()
        .find(|(_, is_given, for_pages)| *is_given && *for_pages != has_pages);
    let Some((name, _, for_pages)) = misplaced else {
        return Ok(());
    };
    let forms = match for_pages {
        true => "`pdf` and `pages`",
        false => "`svg` and `png`",
    };
    let message = format!("`{name}` is for {forms}");
    Err(Refusal::senseless("misplaced-field", message).hint(format!("leave out `{name}`")))
}

fn theme(name: Option<ThemeName>, form: PictureForm) -> Theme {
    match name {
        Some(ThemeName::Light) => Theme::Light,
        Some(ThemeName::Dark) => Theme::Dark,
        Some(ThemeName::Print) => Theme::Print,
        None if form.has_pages() => Theme::Print,
        None => Theme::Light,
    }
}

fn per_page(number: u8) -> Result<PerPage, Refusal> {
    match number {
        1 => Ok(PerPage::One),
        2 => Ok(PerPage::Two),
        4 => Ok(PerPage::Four),
        6 => Ok(PerPage::Six),
        other => {
            let message = format!("{other} puzzles a page, where 1, 2, 4 and 6 are possible");
            Err(Refusal::senseless("wrong-per-page", message))
        }
    }
}
