//! Parsing of request bodies and queries.
//!
//! A request is a JSON object. For use with `curl` the body may also be the plain text of a puzzle,
//! with the other fields in the query: `/api/v1/convert?to=boxed`.

use std::io::Read;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sudokit::format::Decoder;
use utoipa::ToSchema;

use crate::api::puzzle_input::PuzzleInput;
use crate::config::Limits;
use crate::error::ApiError;
use crate::router::AppState;

/// A request about one position.
#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzleRequest<T> {
    /// The position.
    #[serde(flatten)]
    pub position: PuzzleInput,
    /// The time limit.
    #[serde(flatten)]
    pub time_limit: TimeLimit,
    /// The parameters of the route.
    #[serde(flatten)]
    pub params: T,
}

/// A request without a position.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlainRequest<T> {
    /// The time limit.
    #[serde(flatten)]
    pub time_limit: TimeLimit,
    /// The parameters of the route.
    #[serde(flatten)]
    pub params: T,
}

/// The time limit of a request.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeLimit {
    /// The time limit in milliseconds; cannot exceed the server's own limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit_ms: Option<u64>,
}

/// No parameters besides the position.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoParams {}

impl TimeLimit {
    /// Returns the time limit, bounded by that of the server.
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
        let position: PuzzleInput = deserialize(take(&mut fields, PuzzleInput::FIELDS))?;
        if position.text_length() > state.limits.text {
            return Err(ApiError::too_long("puzzle", state.limits.text));
        }
        Ok(PuzzleRequest {
            position,
            time_limit: deserialize(take(&mut fields, &["time_limit_ms"]))?,
            params: deserialize(fields)?,
        })
    }
}

/// Without a puzzle there is no plain text; with an empty body all fields are in the query.
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
            time_limit: deserialize(take(&mut fields, &["time_limit_ms"]))?,
            params: deserialize(fields)?,
        })
    }
}

/// Returns the fields of a request; a plain text body becomes the field `text_field`.
///
/// # Errors
/// If the body cannot be received or parsed.
pub async fn fields(
    request: Request,
    limits: &Limits,
    text_field: &str,
) -> Result<Map<String, Value>, ApiError> {
    let (parts, body) = request.into_parts();
    let kind = BodyFormat::of(&parts.headers)?;
    let bytes = receive(body, limits.body, limits.receive_time).await?;
    match kind {
        BodyFormat::Json => object(&bytes),
        BodyFormat::Text => {
            let mut fields = query(&parts.uri)?;
            fields.insert(text_field.into(), text(&bytes, limits.body)?.into());
            Ok(fields)
        }
    }
}

/// The format of a body.
enum BodyFormat {
    Json,
    Text,
}

impl BodyFormat {
    fn of(headers: &HeaderMap) -> Result<BodyFormat, ApiError> {
        let kind = headers.get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        match kind.to_ascii_lowercase().as_str() {
            "application/json" => Ok(BodyFormat::Json),
            // The second is the default of `curl --data-binary`.
            "text/plain" | "application/x-www-form-urlencoded" => Ok(BodyFormat::Text),
            _ => Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "wrong-media-type",
                format!("unsupported content type `{kind}`"),
            )
            .help("send application/json, or a plain puzzle as text/plain")),
        }
    }
}

/// Receives a body.
///
/// # Errors
/// If the body is longer than `most`, takes longer than `time`, or is incomplete.
pub async fn receive(body: Body, most: usize, time: Duration) -> Result<Bytes, ApiError> {
    let received = tokio::time::timeout(time, receive_all(body, most)).await;
    received.unwrap_or_else(|_| {
        let message = "receiving the body took too long";
        Err(ApiError::new(
            StatusCode::REQUEST_TIMEOUT,
            "slow-body",
            message,
        ))
    })
}

/// How many excess bytes of a body are read before it is rejected: a client may not read the
/// response while it is still sending.
const MAX_DISCARDED: usize = 8 * 1024 * 1024;

async fn receive_all(mut body: Body, most: usize) -> Result<Bytes, ApiError> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::bad_request("the body is incomplete"))?;
        let Some(data) = frame.data_ref() else {
            continue;
        };
        length += data.len();
        if length <= most {
            bytes.extend_from_slice(data);
        } else if length > most + MAX_DISCARDED {
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

/// Decodes a text of at most this many bytes.
fn text(bytes: &[u8], most: usize) -> Result<String, ApiError> {
    let mut text = Vec::new();
    let mut decoder = Decoder::limited(bytes, most as u64);
    let read = decoder.read_to_end(&mut text);
    read.map_err(|error| ApiError::undecodable(&error, most))?;
    match String::from_utf8(text) {
        Ok(text) if text == "\u{feff}" => Err(ApiError::bad_request("the body has no text")),
        Ok(text) => Ok(text),
        Err(_) => Err(ApiError::bad_request("the body is not text")),
    }
}

/// The query fields that are numbers or booleans. All others are text, even `9`.
const TYPED_FIELDS: [&str; 19] = [
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

/// Returns the fields of a query.
///
/// # Errors
/// If the query is malformed.
pub fn query(uri: &Uri) -> Result<Map<String, Value>, ApiError> {
    let pairs: axum::extract::Query<Vec<(String, String)>> =
        axum::extract::Query::try_from_uri(uri)
            .map_err(|error| ApiError::bad_request(error.body_text()))?;
    let value = |name: &str, text: String| match serde_json::from_str(&text) {
        Ok(value) if TYPED_FIELDS.contains(&name) => value,
        _ => Value::String(text),
    };
    let pairs = pairs.0.into_iter();
    Ok(pairs
        .map(|(name, text)| (name.clone(), value(&name, text)))
        .collect())
}

/// Removes and returns the named fields of an object.
pub fn take(fields: &mut Map<String, Value>, names: &[&str]) -> Map<String, Value> {
    let taken = names.iter().filter_map(|name| fields.remove_entry(*name));
    taken.collect()
}

/// Deserializes the fields of an object.
///
/// # Errors
/// If a field is unknown, missing, or has the wrong type.
pub fn deserialize<T: DeserializeOwned>(fields: Map<String, Value>) -> Result<T, ApiError> {
    serde_json::from_value(Value::Object(fields))
        .map_err(|error| ApiError::unprocessable("wrong-field", error.to_string()))
}
