//! `convert`: a puzzle in another form.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sudokit::format::Form;
use sudokit::format::write::{Entry, WriteOptions, Writer};
use utoipa::ToSchema;

use super::Answer;
use super::position::{Subject, parsed};
use crate::body::Question;
use crate::refusal::{Refusal, RefusalBody};
use crate::router::Shared;

/// What to write.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConvertAsked {
    /// The form; `/api/v1/forms` lists them.
    #[schema(example = "boxed")]
    pub to: String,
    /// The character to write for an open cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_blank: Option<char>,
    /// How to write values: `1-9A-G`, `0-9A-F`, `A-P`, `numbers`, or all symbols in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_symbols: Option<String>,
}

/// A puzzle in another form.
#[derive(Serialize, ToSchema)]
pub struct ConvertAnswer {
    /// The text.
    pub text: String,
    /// What the form has no place for.
    pub notes: Vec<String>,
}

/// Write a puzzle in another form
#[utoipa::path(
    post, path = "/api/v1/convert",
    request_body = Question<ConvertAsked>,
    responses((status = 200, body = ConvertAnswer), (status = 422, body = RefusalBody))
)]
pub async fn convert(
    State(shared): State<Shared>,
    question: Question<ConvertAsked>,
) -> Answer<ConvertAnswer> {
    super::answer(&shared, question, |subject, asked, _| {
        converted(subject, &asked)
    })
    .await
}

fn converted(subject: &Subject, asked: &ConvertAsked) -> Result<ConvertAnswer, Refusal> {
    let form: Option<Form> = parsed("unknown-form", Some(&asked.to))?;
    let options = WriteOptions {
        blank: asked.to_blank,
        symbols: parsed("unknown-symbols", asked.to_symbols.as_deref())?,
    };
    let entry = Entry {
        puzzle: &subject.puzzle,
        name: subject.name.as_deref(),
        solution: subject.claimed.as_ref(),
    };
    let mut text = Vec::new();
    let mut writer = Writer::new(form.unwrap_or(Form::Line), options);
    writer.begin(&mut text);
    let losses = writer
        .puzzle(entry, &mut text)
        .map_err(|reason| Refusal::senseless("cannot-hold", reason.to_string()))?;
    writer.end(&mut text);
    Ok(ConvertAnswer {
        text: String::from_utf8_lossy(&text).into_owned(),
        notes: losses.iter().map(ToString::to_string).collect(),
    })
}
