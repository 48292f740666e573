//! The OpenAPI document, generated from the types and comments of the code.
//!
//! [`document`] describes the routes of the service. A transport may merge routes of its own into it
//! and then calls [`finish`], which states what all routes have in common.

use serde_json::{Map, Value, json};
use sudokit::json::SCHEMA;
use utoipa::OpenApi;

use crate::error::ErrorBody;
use crate::request::Request;
use crate::response::JSON;
use crate::verbs::parse::ParsedPuzzleLine;
use crate::verbs::{
    batch, check, convert, count, explain, generate, hint, metadata, parse, rate, solve,
};
#[cfg(feature = "pictures")]
use crate::verbs::{qr, render};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sudokit",
        description = "Solve, check, count, explain, rate, convert, generate and draw Sudoku puzzles."
    ),
    paths(
        parse::parse,
        check::check,
        solve::solve,
        count::count,
        hint::hint,
        explain::explain,
        rate::rate,
        convert::convert,
        generate::generate,
        batch::batch,
        metadata::techniques,
        metadata::forms,
        metadata::health
    ),
    // Types used only in paths, batch lines and errors are not found automatically.
    components(schemas(batch::BatchVerb, ParsedPuzzleLine, ErrorBody))
)]
struct ServiceRoutes;

#[cfg(feature = "pictures")]
#[derive(OpenApi)]
#[openapi(paths(render::render, qr::qr))]
struct PictureRoutes;

/// Returns the description of the routes of the service.
pub fn document() -> utoipa::openapi::OpenApi {
    let document = ServiceRoutes::openapi();
    #[cfg(feature = "pictures")]
    let document = document.merge_from(PictureRoutes::openapi());
    document
}

/// Adds what all routes have in common: flat objects, the version of responses, samples, plain text
/// bodies, and errors.
pub fn finish(document: utoipa::openapi::OpenApi) -> Value {
    // Plain data always serializes.
    let mut document = serde_json::to_value(document).unwrap_or_default();
    flatten(&mut document);
    widen(&mut document);
    add_version(&mut document);
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (path, item) in paths {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            add_bodies(path, operation);
            add_errors(method, path, operation);
        }
    }
    document
}

/// A request that shows how a route is used.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The path of the route.
    pub path: &'static str,
    /// The body.
    pub body: &'static str,
}

/// Returns a request for each route that takes JSON.
pub fn samples() -> impl Iterator<Item = Sample> {
    const SAMPLES: &[(&str, &str)] = &[
        ("/api/v1/parse", r#"{"puzzle": "1... ..2. .3.. ...4"}"#),
        (
            "/api/v1/check",
            r#"{"puzzle": "1... ..2. .3.. ...4", "minimal": true}"#,
        ),
        (
            "/api/v1/solve",
            r#"{"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#,
        ),
        (
            "/api/v1/count",
            r#"{"puzzle": "1234 3412 2... 4...", "limit": 100}"#,
        ),
        (
            "/api/v1/hint",
            r#"{"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "stage": 2}"#,
        ),
        ("/api/v1/explain", r#"{"puzzle": "1... ..2. .3.. ...4"}"#),
        (
            "/api/v1/rate",
            r#"{"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#,
        ),
        (
            "/api/v1/convert",
            r#"{"puzzle": "1... ..2. .3.. ...4", "to": "boxed"}"#,
        ),
        (
            "/api/v1/generate",
            r#"{"shape": "2x2", "symmetry": "half-turn", "seed": 1}"#,
        ),
        #[cfg(feature = "pictures")]
        (
            "/api/v1/render",
            r#"{"puzzle": "1... ..2. .3.. ...4", "to": "svg"}"#,
        ),
        #[cfg(feature = "pictures")]
        (
            "/api/v1/qr",
            r#"{"text": "http://localhost:8081/#p=2x2:1..............."}"#,
        ),
    ];
    SAMPLES.iter().map(|(path, body)| Sample { path, body })
}

impl Sample {
    /// Returns the sample as a request to the service.
    pub fn request(&self) -> Request<'static> {
        Request {
            route: self.path.trim_start_matches("/api/v1/"),
            query: "",
            content_type: JSON,
            body: self.body.as_bytes(),
        }
    }
}

/// Merges the parts of objects that are made of several, as `#[serde(flatten)]` makes them. A part
/// that allows no other fields would contradict the next one.
fn flatten(document: &mut Value) {
    let schemas = document["components"]["schemas"].clone();
    let all = document["components"]["schemas"].as_object_mut();
    for (_, schema) in all.into_iter().flatten() {
        if schema["allOf"].is_array() {
            let mut flat = json!({ "type": "object", "properties": {} });
            merge(&schemas, schema, true, &mut flat);
            if let Some(description) = schema.get("description") {
                flat["description"] = description.clone();
            }
            *schema = flat;
        }
    }
}

/// Adds the fields of an object and of its parts to another object. The fields of an optional part
/// are optional too.
fn merge(schemas: &Value, part: &Value, required: bool, into: &mut Value) {
    let part = match part["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next())
    {
        Some(name) => &schemas[name],
        None => part,
    };
    for inner in part["allOf"].as_array().into_iter().flatten() {
        merge(schemas, inner, required, into);
    }
    // An optional part is an alternative to null.
    for inner in part["oneOf"].as_array().into_iter().flatten() {
        merge(schemas, inner, false, into);
    }
    for (name, field) in part["properties"].as_object().into_iter().flatten() {
        into["properties"][name.as_str()] = field.clone();
    }
    if part["additionalProperties"] == false {
        into["additionalProperties"] = false.into();
    }
    if required && let Some(names) = part["required"].as_array() {
        let mut all = into["required"].as_array().cloned().unwrap_or_default();
        all.extend(names.iter().cloned());
        into["required"] = all.into();
    }
}

/// Removes the widths of unsigned numbers: OpenAPI only has names for those of signed ones, which are
/// too narrow.
fn widen(part: &mut Value) {
    if let Some(fields) = part.as_object_mut() {
        if fields.contains_key("minimum") {
            fields.remove("format");
        }
        fields.values_mut().for_each(widen);
    }
    part.as_array_mut().into_iter().flatten().for_each(widen);
}

/// Adds the version to every object that is a response.
fn add_version(document: &mut Value) {
    let mut names: Vec<String> = vec!["ErrorBody".into()];
    let operations = document["paths"].as_object().into_iter().flatten();
    let operations = operations.flat_map(|(_, path)| path.as_object().into_iter().flatten());
    for (_, operation) in operations {
        for (_, response) in operation["responses"].as_object().into_iter().flatten() {
            let schema = &response["content"][JSON]["schema"];
            let references = [&schema["$ref"], &schema["items"]["$ref"]];
            let references = references.into_iter().filter_map(Value::as_str);
            names.extend(references.filter_map(|each| each.rsplit('/').next().map(String::from)));
        }
    }
    let version = json!({
        "type": "integer",
        "description": "The version of the fields of all responses.",
        "example": SCHEMA,
    });
    for name in names {
        let object = &mut document["components"]["schemas"][name.as_str()];
        object["properties"]["schema"] = version.clone();
        match object["required"].as_array_mut() {
            Some(required) if !required.contains(&json!("schema")) => {
                required.push(json!("schema"));
            }
            Some(_) => {}
            None => object["required"] = json!(["schema"]),
        }
    }
}

/// Adds the sample to a request. A puzzle, and the text of a QR code, may also be the body itself.
fn add_bodies(path: &str, operation: &mut Value) {
    let Some(body) = operation.get_mut("requestBody") else {
        return;
    };
    if path.ends_with("/generate") || path.contains("/batch/") {
        body["required"] = false.into();
    }
    let content = &mut body["content"];
    if content.get(JSON).is_none() {
        return;
    }
    if let Some(sample) = samples().find(|sample| sample.path == path) {
        content[JSON]["example"] = serde_json::from_str(sample.body).unwrap_or_default();
    }
    if !path.ends_with("/generate") {
        content["text/plain"] = json!({ "schema": { "type": "string" } });
    }
}

/// The errors of a route, with their statuses.
fn add_errors(method: &str, path: &str, operation: &mut Value) {
    let has_body = method == "post";
    let is_batch = path.contains("/batch/");
    let has_id = path.contains('{');
    let computes = has_body || path.contains("/library");
    let errors = [
        (400, true, "The request is malformed."),
        (403, true, "The request comes from a page of another site."),
        (
            404,
            has_id || path.contains("/library"),
            "There is nothing of this name.",
        ),
        (408, has_body, "Receiving the body took too long."),
        (413, has_body, "The body or the puzzle is too long."),
        (
            415,
            has_body && !is_batch,
            "The content type is not supported.",
        ),
        (421, true, "The request is for another machine."),
        (
            422,
            computes,
            "A field is wrong, or the puzzle cannot be read.",
        ),
        (429, true, "The client has too many requests in progress."),
        (500, computes, "The server failed."),
        (503, computes, "The server is busy."),
        (504, computes && !is_batch, "The time is up."),
    ];
    let responses = &mut operation["responses"];
    for (status, applies, description) in errors {
        if applies {
            let schema = json!({ "$ref": "#/components/schemas/ErrorBody" });
            let mut response = Map::new();
            response.insert("description".into(), description.into());
            response.insert("content".into(), json!({ JSON: { "schema": schema } }));
            if status == 503 || status == 429 {
                let seconds = json!({
                    "description": "The number of seconds after which to try again.",
                    "required": true,
                    "schema": { "type": "integer" },
                });
                response.insert("headers".into(), json!({ "retry-after": seconds }));
            }
            responses[status.to_string()] = response.into();
        }
    }
    if path.ends_with("/render") {
        responses["200"]["headers"]["sudokit-notes"] = json!({
            "description": "Which requested parts are missing in a file.",
            "schema": { "type": "string" },
        });
    }
}
