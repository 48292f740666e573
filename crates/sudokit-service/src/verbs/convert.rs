//! `convert`: rewrites a puzzle in another form.

use serde::{Deserialize, Serialize};
use sudokit::format::Form;
use sudokit::format::write::{Entry, WriteOptions, Writer};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::limits::Limits;
use crate::puzzle_input::{ParsedPuzzle, parse_field};
use crate::request::PuzzleRequest;
use crate::work::Work;

/// The form to write.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConvertParams {
    /// The form; see `/api/v1/forms`.
    #[schema(example = "boxed")]
    pub to: String,
    /// The character for empty cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_blank: Option<char>,
    /// The symbols of the values: `1-9A-G`, `0-9A-F`, `A-P`, `numbers`, or all symbols in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_symbols: Option<String>,
}

/// A puzzle in another form.
#[derive(Serialize, ToSchema)]
pub struct ConvertResponse {
    /// The text.
    pub text: String,
    /// What the form cannot represent.
    pub notes: Vec<String>,
}

/// Convert a puzzle to another form
#[utoipa::path(
    post, path = "/api/v1/convert",
    request_body = PuzzleRequest<ConvertParams>,
    responses((status = 200, body = ConvertResponse))
)]
pub fn convert(request: PuzzleRequest<ConvertParams>, limits: &Limits) -> Result<Work, ApiError> {
    Ok(Work::on_puzzle(request, limits, |parsed, params, _| {
        convert_puzzle(parsed, &params)
    }))
}

fn convert_puzzle(
    parsed: &ParsedPuzzle,
    params: &ConvertParams,
) -> Result<ConvertResponse, ApiError> {
    let form: Option<Form> = parse_field("unknown-form", Some(&params.to))?;
    let options = WriteOptions {
        blank: params.to_blank,
        symbols: parse_field("unknown-symbols", params.to_symbols.as_deref())?,
    };
    let entry = Entry {
        puzzle: &parsed.puzzle,
        name: parsed.name.as_deref(),
        solution: parsed.claimed.as_ref(),
    };
    let mut text = Vec::new();
    let mut writer = Writer::new(form.unwrap_or(Form::Line), options);
    writer.begin(&mut text);
    let losses = writer
        .puzzle(entry, &mut text)
        .map_err(|reason| ApiError::unprocessable("cannot-hold", reason.to_string()))?;
    writer.end(&mut text);
    Ok(ConvertResponse {
        text: String::from_utf8_lossy(&text).into_owned(),
        notes: losses.iter().map(ToString::to_string).collect(),
    })
}
