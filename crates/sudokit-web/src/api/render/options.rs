//! What can be asked of `render`, and what is meant by it.

use serde::{Deserialize, Serialize};
use sudokit::logic::Coordinates;
use sudokit_render::link::Address;
use sudokit_render::{Paper, PerPage, SMALLEST, Theme};
use utoipa::ToSchema;

use crate::api::puzzle_input::parse_field;
use crate::config::Limits;
use crate::error::ApiError;

/// Longer titles fit no page.
const LONGEST_TITLE: usize = 200;

/// What to draw, and how.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenderParams {
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
pub struct RenderOptions {
    pub form: PictureForm,
    pub theme: Theme,
    pub title: String,
    pub width: Option<u32>,
    pub per_page: Option<PerPage>,
    pub paper: Paper,
    pub show_candidates: bool,
    pub step: bool,
    pub answers: bool,
    pub qr: Option<Address>,
    pub coordinates: Option<Coordinates>,
}

impl RenderOptions {
    /// # Errors
    /// When what was asked makes no sense together, or is more than is allowed.
    pub fn new(params: RenderParams, limits: &Limits) -> Result<RenderOptions, ApiError> {
        fits(&params)?;
        let title = params.title.unwrap_or_default();
        if title.chars().count() > LONGEST_TITLE {
            let message = format!("the title has more than {LONGEST_TITLE} characters");
            return Err(ApiError::unprocessable("wrong-title", message));
        }
        let is_possible = |size: &u32| (SMALLEST..=limits.picture_width).contains(size);
        if let Some(size) = params.size.filter(|size| !is_possible(size)) {
            let most = limits.picture_width;
            let message = format!("size {size}, where {SMALLEST} to {most} are possible");
            return Err(ApiError::unprocessable("wrong-size", message));
        }
        Ok(RenderOptions {
            form: params.to,
            theme: theme(params.theme, params.to),
            title,
            width: params.size,
            per_page: params.per_page.map(per_page).transpose()?,
            paper: match params.paper {
                Some(PaperName::Letter) => Paper::Letter,
                Some(PaperName::A4) | None => Paper::A4,
            },
            show_candidates: params.show_candidates,
            step: params.step,
            answers: params.answers,
            qr: parse_field("wrong-address", params.qr.as_deref())?,
            coordinates: params.coordinates,
        })
    }

    /// Whether candidates are drawn, which are always with a step.
    pub fn has_candidates(&self) -> bool {
        self.show_candidates || self.step
    }
}

/// Some fields are for pages, some for pictures.
fn fits(params: &RenderParams) -> Result<(), ApiError> {
    let fields = [
        ("per_page", params.per_page.is_some(), true),
        ("answers", params.answers, true),
        ("paper", params.paper.is_some(), true),
        ("qr", params.qr.is_some(), true),
        ("size", params.size.is_some(), false),
    ];
    let has_pages = params.to.has_pages();
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
    Err(ApiError::unprocessable("misplaced-field", message).help(format!("leave out `{name}`")))
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

fn per_page(number: u8) -> Result<PerPage, ApiError> {
    match number {
        1 => Ok(PerPage::One),
        2 => Ok(PerPage::Two),
        4 => Ok(PerPage::Four),
        6 => Ok(PerPage::Six),
        other => {
            let message = format!("{other} puzzles a page, where 1, 2, 4 and 6 are possible");
            Err(ApiError::unprocessable("wrong-per-page", message))
        }
    }
}
