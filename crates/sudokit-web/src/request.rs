//! From the bytes of a request to what it asks.
//!
//! A request is a JSON object. For people with `curl` it may also be the bare text of a puzzle,
//! with everything else in the query: `/api/v1/convert?to=boxed`.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::api::puzzle_input::PuzzleInput;
use crate::config::Limits;
use crate::error::ApiError;
use crate::router::AppState;

/// A question about one position.
#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzleRequest<T> {
    /// The position.
    #[serde(flatten)]
    pub position: PuzzleInput,
    /// What it may cost.
    #[serde(flatten)]
    pub time_limit: TimeLimit,
    /// What is asked.
    #[serde(flatten)]
    pub params: T,
}

/// A question about no position.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlainRequest<T> {
    /// What it may cost.
    #[serde(flatten)]
    pub time_limit: TimeLimit,
    /// What is asked.
    #[serde(flatten)]
    pub params: T,
}

/// What an answer may cost.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeLimit {
    /// How long it may take, in milliseconds; no more than the server allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit_ms: Option<u64>,
}

/// Nothing beyond the position.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoParams {}

impl TimeLimit {
    /// The time that is left to a request.
    pub fn duration(&self, limits: &Limits) -> Duration {
        let wanted = self.time_limit_ms.map(Duration::from_millis);
        wanted.unwrap_or(limits.time).min(limits.time)
    }
}

impl<T: DeserializeOwned> FromRequest<AppState> for PuzzleRequest<T> {
    type Rejection = ApiError;

    async fn from_request(
        request: Request,
        state: &AppState,
    ) -> Result<PuzzleRequest<T>, ApiError> {
        let mut fields = fields(request, &state.limits, "puzzle").await?;
        let position: PuzzleInput = part(take(&mut fields, PuzzleInput::FIELDS))?;
        if position.text_length() > state.limits.text {
            return Err(ApiError::too_long("puzzle", state.limits.text));
        }
        Ok(PuzzleRequest {
            position,
            time_limit: part(take(&mut fields, &["time_limit_ms"]))?,
            params: part(fields)?,
        })
    }
}

/// Without a puzzle there is no text: what is not JSON stands in the query.
impl<T: DeserializeOwned> FromRequest<AppState> for PlainRequest<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<PlainRequest<T>, ApiError> {
        let (parts, body) = request.into_parts();
        let bytes = receive(body, state.limits.body, state.limits.receive_time).await?;
        let mut fields = match bytes.is_empty() {
            true => query(&parts.uri)?,
            false => object(&bytes)?,
        };
        Ok(PlainRequest {
            time_limit: part(take(&mut fields, &["time_limit_ms"]))?,
            params: part(fields)?,
        })
    }
}

/// The fields of a request; a bare text is the field with this name.
///
/// # Errors
/// When there are none, or they do not arrive.
pub async fn fields(
    request: Request,
    limits: &Limits,
    bare: &str,
) -> Result<Map<String, Value>, ApiError> {
    let (parts, body) = request.into_parts();
    let kind = Kind::of(&parts.headers)?;
    let bytes = receive(body, limits.body, limits.receive_time).await?;
    match kind {
        Kind::Json => object(&bytes),
        Kind::Text => {
            let mut fields = query(&parts.uri)?;
            fields.insert(bare.into(), text(&bytes)?.into());
            Ok(fields)
        }
    }
}

/// How a body is written.
enum Kind {
    Json,
    Text,
}

impl Kind {
    fn of(headers: &HeaderMap) -> Result<Kind, ApiError> {
        let kind = headers.get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        match kind.to_ascii_lowercase().as_str() {
            "application/json" => Ok(Kind::Json),
            // The second one is what `curl --data-binary` says unless told otherwise.
            "text/plain" | "application/x-www-form-urlencoded" => Ok(Kind::Text),
            _ => Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "wrong-media-type",
                format!("the body is `{kind}`, which cannot be read"),
            )
            .help("send application/json, or the bare puzzle as text/plain")),
        }
    }
}

/// Receives a body, if it is not too long and does not take too long.
///
/// # Errors
/// When it is, does, or breaks off.
pub async fn receive(body: Body, most: usize, time: Duration) -> Result<Bytes, ApiError> {
    let received = tokio::time::timeout(time, receive_all(body, most)).await;
    received.unwrap_or_else(|_| {
        let message = "the body took too long to arrive";
        Err(ApiError::new(
            StatusCode::REQUEST_TIMEOUT,
            "slow-body",
            message,
        ))
    })
}

/// How much of a body that is too long is thrown away before it is refused: a client that is
/// still sending may not look for an answer.
const THROWN_AWAY: usize = 8 * 1024 * 1024;

async fn receive_all(mut body: Body, most: usize) -> Result<Bytes, ApiError> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::bad_request("the body broke off"))?;
        let Some(data) = frame.data_ref() else {
            continue;
        };
        length += data.len();
        if length <= most {
            bytes.extend_from_slice(data);
        } else if length > most + THROWN_AWAY {
            break;
        }
    }
    match length > most {
        true => Err(ApiError::too_long("body", most)),
        false => Ok(bytes.into()),
    }
}

fn object(bytes: &[u8]) -> Result<Map<String, Value>, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let message = format!("the body is not a JSON object: {error}");
        ApiError::bad_request(message).help(r#"send {"puzzle": "53..7...."}"#)
    })
}

fn text(bytes: &[u8]) -> Result<String, ApiError> {
    let text = String::from_utf8(bytes.to_vec());
    text.map_err(|_| ApiError::bad_request("the body is not UTF-8 text"))
}

/// The fields that are numbers or truth values; all others are text, even where it is `9`.
const NOT_TEXT: [&str; 19] = [
    "all",
    "answers",
    "by_cell",
    "count",
    "effort",
    "least_givens",
    "least_score",
    "limit",
    "minimal",
    "most_givens",
    "most_score",
    "per_page",
    "seed",
    "show_candidates",
    "size",
    "stage",
    "step",
    "time_limit_ms",
    "uniqueness",
];

/// The fields of a query.
///
/// # Errors
/// When it is not a query.
pub fn query(uri: &Uri) -> Result<Map<String, Value>, ApiError> {
    let pairs: axum::extract::Query<Vec<(String, String)>> =
        axum::extract::Query::try_from_uri(uri)
            .map_err(|error| ApiError::bad_request(error.body_text()))?;
    let value = |name: &str, text: String| match serde_json::from_str(&text) {
        Ok(value) if NOT_TEXT.contains(&name) => value,
        _ => Value::String(text),
    };
    let pairs = pairs.0.into_iter();
    Ok(pairs
        .map(|(name, text)| (name.clone(), value(&name, text)))
        .collect())
}

/// Takes these fields out of an object.
pub fn take(fields: &mut Map<String, Value>, names: &[&str]) -> Map<String, Value> {
    let taken = names.iter().filter_map(|name| fields.remove_entry(*name));
    taken.collect()
}

/// Reads some fields as what they should be.
///
/// # Errors
/// When a field is unknown, missing or of another kind.
pub fn part<T: DeserializeOwned>(fields: Map<String, Value>) -> Result<T, ApiError> {
    serde_json::from_value(Value::Object(fields))
        .map_err(|error| ApiError::unprocessable("wrong-field", error.to_string()))
}
