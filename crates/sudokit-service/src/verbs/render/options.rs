//! The parameters of `render`, and their validation.

use serde::{Deserialize, Serialize};
use sudokit::logic::Coordinates;
use sudokit_render::{PageAddress, Paper, PerPage, Picture, Theme};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::limits::Limits;
use crate::puzzle_input::parse_field;

/// Longer titles do not fit on a page.
const MAX_TITLE_LENGTH: usize = 200;

/// What to draw, and how.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenderParams {
    /// The output format: `svg` (default) or `png` for a picture of one puzzle; `pdf` for pages with
    /// one or more puzzles; `pages` for the same pages as SVG.
    #[serde(default)]
    pub to: PictureForm,
    /// Whether to draw candidates.
    #[serde(default)]
    pub show_candidates: bool,
    /// Whether to draw the next step, as found by `/api/v1/hint`, with an explanation and a legend.
    #[serde(default)]
    pub step: bool,
    /// The colour theme; the default is `light` for pictures and `print` for pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<ThemeName>,
    /// The title above the board, or at the top of every page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// For pictures: the width in pixels, from 32 to 4096; the default depends on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// For pages: the number of puzzles per page: 1, 2, 4 or 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_page: Option<u8>,
    /// For pages: whether to add the solutions at the end.
    #[serde(default)]
    pub answers: bool,
    /// For pages: the address of a Sudokit server; each puzzle gets a QR code that opens it there.
    #[schema(example = "https://sudoku.example/")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qr: Option<String>,
    /// For pages: the paper size; the default is `a4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<PaperName>,
    /// The notation for cells in the explanation of a step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
}

/// An output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureForm {
    /// A vector picture of one puzzle.
    #[default]
    Svg,
    /// A pixel picture of one puzzle.
    Png,
    /// Pages for printing.
    Pdf,
    /// The same pages as SVG, in JSON.
    Pages,
}

impl PictureForm {
    /// Whether the format has pages, and so can hold many puzzles.
    pub fn has_pages(self) -> bool {
        matches!(self, PictureForm::Pdf | PictureForm::Pages)
    }
}

/// A colour theme.
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

/// A paper size.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaperName {
    /// 210 × 297 mm.
    A4,
    /// 8½ × 11 inches.
    Letter,
}

/// The validated parameters.
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
    pub qr: Option<PageAddress>,
    pub coordinates: Option<Coordinates>,
}

impl RenderOptions {
    /// Validates the parameters.
    ///
    /// # Errors
    /// If the parameters do not fit together or exceed a limit.
    pub fn new(params: RenderParams, limits: &Limits) -> Result<RenderOptions, ApiError> {
        check_fields(&params)?;
        let title = params.title.unwrap_or_default();
        if title.chars().count() > MAX_TITLE_LENGTH {
            let message = format!("the title is longer than {MAX_TITLE_LENGTH} characters");
            return Err(ApiError::unprocessable("wrong-title", message));
        }
        let is_possible = |size: &u32| (Picture::MIN_WIDTH..=limits.picture_width).contains(size);
        if let Some(size) = params.size.filter(|size| !is_possible(size)) {
            let most = limits.picture_width;
            let least = Picture::MIN_WIDTH;
            let message = format!("size must be {least} to {most}, not {size}");
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

    /// Whether candidates are drawn, as they always are with a step.
    pub fn has_candidates(&self) -> bool {
        self.show_candidates || self.step
    }
}

/// Checks that the fields apply to the output format: some are for pages only, some for pictures.
fn check_fields(params: &RenderParams) -> Result<(), ApiError> {
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
    let message = format!("`{name}` only applies to {forms}");
    Err(ApiError::unprocessable("misplaced-field", message).help(format!("remove `{name}`")))
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
            let message = format!("per_page must be 1, 2, 4 or 6, not {other}");
            Err(ApiError::unprocessable("wrong-per-page", message))
        }
    }
}
