//! Parsing of request bodies and queries.
//!
//! A request is a JSON object. For use with `curl` the body may also be the plain text of a puzzle,
//! with the other fields in the query: `/api/v1/convert?to=boxed`.

use std::collections::BTreeMap;
use std::fmt;
#[cfg(feature = "text")]
use std::io::Read;
use std::time::Duration;

use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
#[cfg(feature = "text")]
use sudokit::format::Decoder;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::field_names::{field_names, nearest};
use crate::limits::Limits;
use crate::puzzle_input::PuzzleInput;

/// A request as it arrives.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The route, without the path before it: `solve`.
    pub route: &'a str,
    /// The query, without the question mark; may be empty.
    pub query: &'a str,
    /// The media type of the body; may be empty.
    pub content_type: &'a str,
    /// The body.
    pub body: &'a [u8],
}

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
#[cfg(feature = "text")]
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
    /// The time limit in milliseconds, at least 1; more than the limit of the server has no effect.
    #[schema(minimum = 1, example = 5000)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit_ms: Option<u64>,
}

/// No parameters besides the position.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoParams {}

impl TimeLimit {
    const FIELDS: &[&str] = &["time_limit_ms"];

    /// Takes the time limit out of the fields of a request.
    fn take(fields: &mut Fields) -> Result<TimeLimit, ApiError> {
        let limit: TimeLimit = deserialize(&fields.take(TimeLimit::FIELDS))?;
        match limit.time_limit_ms {
            Some(0) => {
                let message = "time_limit_ms must be at least 1, not 0";
                let error = ApiError::unprocessable("wrong-time-limit", message);
                Err(error.help("leave it out for the limit of the server"))
            }
            _ => Ok(limit),
        }
    }

    /// Returns the time limit, bounded by that of the service.
    pub fn duration(&self, limits: &Limits) -> Duration {
        let wanted = self.time_limit_ms.map(Duration::from_millis);
        wanted.unwrap_or(limits.time).min(limits.time)
    }
}

impl<T: DeserializeOwned> PuzzleRequest<T> {
    /// Parses a request.
    ///
    /// # Errors
    /// If it is malformed, too long, or has unknown or wrong fields.
    pub fn parse(request: &Request<'_>, limits: &Limits) -> Result<PuzzleRequest<T>, ApiError> {
        let mut fields = fields(request, limits, "puzzle")?;
        check_names(
            &fields,
            &[PuzzleInput::FIELDS, TimeLimit::FIELDS, field_names::<T>()],
        )?;
        let position: PuzzleInput = deserialize(&fields.take(PuzzleInput::FIELDS))?;
        if position.text_length() > limits.text {
            return Err(ApiError::too_long("puzzle", limits.text));
        }
        Ok(PuzzleRequest {
            position,
            time_limit: TimeLimit::take(&mut fields)?,
            params: deserialize(&fields)?,
        })
    }
}

#[cfg(feature = "text")]
impl<T: DeserializeOwned> PlainRequest<T> {
    /// Parses a request. Without a puzzle there is no plain text; with an empty body all fields are
    /// in the query.
    ///
    /// # Errors
    /// If it is malformed, too long, or has unknown or wrong fields.
    pub fn parse(request: &Request<'_>, limits: &Limits) -> Result<PlainRequest<T>, ApiError> {
        check_length(request, limits.body)?;
        let mut fields = match request.body.is_empty() {
            true => query(request.query)?,
            false => match BodyFormat::of(request.content_type)? {
                // `curl --data '{…}'` says that its JSON is a form.
                BodyFormat::Json | BodyFormat::Text => json_fields(request)?,
            },
        };
        check_names(&fields, &[TimeLimit::FIELDS, field_names::<T>()])?;
        Ok(PlainRequest {
            time_limit: TimeLimit::take(&mut fields)?,
            params: deserialize(&fields)?,
        })
    }
}

/// The fields of a request, each as the JSON that arrived. Parsed as values of any type, a body of
/// one megabyte would take a hundred and fifty.
#[derive(Debug, Default)]
pub struct Fields(BTreeMap<String, Box<RawValue>>);

/// Many more than any request has.
const MOST_FIELDS: usize = 64;

impl Fields {
    /// Sets a field, and returns whether it is new.
    fn insert(&mut self, name: String, value: &Value) -> bool {
        // Plain data always serializes.
        let value = to_raw_value(value).unwrap_or_default();
        self.0.insert(name, value).is_none()
    }

    /// Removes and returns the named fields.
    #[must_use]
    pub fn take(&mut self, names: &[&str]) -> Fields {
        let taken = names.iter().filter_map(|name| self.0.remove_entry(*name));
        Fields(taken.collect())
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Deserializes an object of all fields but one.
    fn read<T: DeserializeOwned>(&self, without: Option<&str>) -> serde_json::Result<T> {
        let fields = self.0.iter().map(|(name, value)| (name.as_str(), &**value));
        let fields = fields.filter(|(name, _)| Some(*name) != without);
        T::deserialize(MapDeserializer::new(fields))
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        struct FieldsVisitor;

        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Fields::default();
                while let Some((name, value)) = map.next_entry()? {
                    fields.0.insert(name, value);
                    if fields.0.len() > MOST_FIELDS {
                        return Err(A::Error::custom("too many fields"));
                    }
                }
                Ok(fields)
            }
        }

        deserializer.deserialize_map(FieldsVisitor)
    }
}

/// Returns the fields of a request; a plain text body becomes the field `text_field`.
///
/// # Errors
/// If the body is too long or cannot be parsed.
pub fn fields(
    request: &Request<'_>,
    limits: &Limits,
    text_field: &str,
) -> Result<Fields, ApiError> {
    let format = BodyFormat::of(request.content_type)?;
    check_length(request, limits.body)?;
    match format {
        BodyFormat::Json => json_fields(request),
        BodyFormat::Text => {
            let mut fields = query(request.query)?;
            let text = text(request.body, limits.body)?;
            fields.insert(text_field.into(), &text.into());
            Ok(fields)
        }
    }
}

fn check_length(request: &Request<'_>, most: usize) -> Result<(), ApiError> {
    match request.body.len() > most {
        true => Err(ApiError::too_long("body", most)),
        false => Ok(()),
    }
}

/// Returns the fields of a JSON body, which leaves none for the query.
fn json_fields(request: &Request<'_>) -> Result<Fields, ApiError> {
    let fields = object(request.body)?;
    match query(request.query)?.names().next() {
        None => Ok(fields),
        Some(name) => {
            let message = format!("`{name}` is in the query of a request with a JSON body");
            let error = ApiError::unprocessable("misplaced-field", message);
            Err(error.help(format!("move `{name}` into the body")))
        }
    }
}

/// The format of a body.
enum BodyFormat {
    Json,
    Text,
}

impl BodyFormat {
    fn of(content_type: &str) -> Result<BodyFormat, ApiError> {
        let kind = content_type.split(';').next().unwrap_or_default().trim();
        match kind.to_ascii_lowercase().as_str() {
            "application/json" => Ok(BodyFormat::Json),
            // The second is the default of `curl --data-binary`.
            "text/plain" | "application/x-www-form-urlencoded" => Ok(BodyFormat::Text),
            _ => {
                let message = format!("unsupported content type `{kind}`");
                let error = ApiError::new(415, "wrong-media-type", message);
                Err(error.help("send application/json, or a plain puzzle as text/plain"))
            }
        }
    }
}

fn object(bytes: &[u8]) -> Result<Fields, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let message = format!("the body is not a JSON object: {error}");
        ApiError::bad_request(message).help(r#"send {"puzzle": "53..7...."}"#)
    })
}

/// Decodes a text of at most this many bytes.
#[cfg(feature = "text")]
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

#[cfg(not(feature = "text"))]
fn text(_: &[u8], _: usize) -> Result<String, ApiError> {
    Err(ApiError::without_text())
}

/// The query fields that are numbers or booleans. All others are text, even `9`.
const TYPED_FIELDS: [&str; 20] = [
    "all",
    "answers",
    "by_cell",
    "count",
    "drawing",
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
/// If a field appears twice.
pub fn query(query: &str) -> Result<Fields, ApiError> {
    let value = |name: &str, text: &str| match serde_json::from_str(text) {
        Ok(value @ (Value::Number(_) | Value::Bool(_))) if TYPED_FIELDS.contains(&name) => value,
        _ => Value::String(text.to_string()),
    };
    let mut fields = Fields::default();
    for (name, text) in form_urlencoded::parse(query.as_bytes()) {
        let value = value(&name, &text);
        if !fields.insert(name.to_string(), &value) {
            let message = format!("`{name}` appears twice in the query");
            return Err(ApiError::unprocessable("wrong-field", message));
        }
    }
    Ok(fields)
}

/// Checks that all fields are known.
///
/// # Errors
/// If one is not; the message names the nearest known one.
pub fn check_names(fields: &Fields, known: &[&[&str]]) -> Result<(), ApiError> {
    let known = known.concat();
    let Some(name) = fields.names().find(|name| !known.contains(name)) else {
        return Ok(());
    };
    let message = match nearest(name, &known) {
        Some(nearest) => format!("unknown field `{name}`: did you mean `{nearest}`?"),
        None => format!("unknown field `{name}`"),
    };
    let error = ApiError::unprocessable("wrong-field", message);
    Err(error.help(match known.is_empty() {
        true => "this request has no fields".to_string(),
        false => format!("the fields of this request are {}", known.join(", ")),
    }))
}

/// Deserializes the fields of an object.
///
/// # Errors
/// If a field is missing or has the wrong type; the message names it.
pub fn deserialize<T: DeserializeOwned>(fields: &Fields) -> Result<T, ApiError> {
    let error = match fields.read(None) {
        Ok(value) => return Ok(value),
        Err(error) => without_place(&error),
    };
    // The error does not say which field is wrong: it is the one without which there is no error,
    // or another one.
    let is_wrong = |name: &&str| {
        let other: serde_json::Result<T> = fields.read(Some(name));
        other.map_or_else(|other| without_place(&other) != error, |_| true)
    };
    let message = match fields.names().find(is_wrong) {
        Some(name) => format!("`{name}`: {error}"),
        None => error,
    };
    Err(ApiError::unprocessable("wrong-field", message))
}

/// Returns the message of an error without its place, which is relative to the field.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message
        .strip_suffix(&place)
        .map_or(message.clone(), str::to_string)
}
