//! `techniques`, `forms` and `health`: lists of names, and the state of the server.

use serde::Serialize;
use sudokit::format::Form;
use sudokit::logic::{Family, Level, Technique};
use utoipa::ToSchema;

use crate::response::Response;

/// A technique.
#[derive(Serialize, ToSchema)]
pub struct TechniqueInfo {
    /// The identifier used in requests.
    pub technique: &'static str,
    /// The display name.
    pub name: &'static str,
    /// The family of the technique.
    #[schema(value_type = String)]
    pub family: Family,
    /// The level: `easy`, `medium`, `hard`, `unfair` or `extreme`.
    #[schema(value_type = String)]
    pub level: Level,
    /// The score of one step, which adds to the score of a puzzle.
    pub score: u32,
    /// Whether it assumes that the solution is unique.
    pub assumes_uniqueness: bool,
    /// Whether hints and explanations use it by default.
    pub is_usual: bool,
    /// Whether ratings use it.
    pub is_rated: bool,
}

/// A text form for puzzles.
#[derive(Serialize, ToSchema)]
pub struct FormInfo {
    /// The main name.
    pub form: &'static str,
    /// All names, including the main one.
    pub names: Vec<&'static str>,
    /// What a file of this form is, in a few words.
    pub description: &'static str,
    /// Whether `from` may name it.
    pub can_read: bool,
    /// Whether `to` may name it.
    pub can_write: bool,
}

/// The state of the server.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`.
    pub status: &'static str,
    /// The version of Sudokit.
    pub version: &'static str,
    /// Whether `/api/v1/library` is available.
    pub library: bool,
}

/// List all techniques, simplest first
#[utoipa::path(
    get, path = "/api/v1/techniques",
    responses((status = 200, body = Vec<TechniqueInfo>))
)]
pub fn techniques() -> Response {
    let info = |technique: &Technique| TechniqueInfo {
        technique: technique.slug(),
        name: technique.name(),
        family: technique.family(),
        level: technique.level(),
        score: technique.score(),
        assumes_uniqueness: technique.assumes_uniqueness(),
        is_usual: technique.is_usual(),
        is_rated: technique.is_rated(),
    };
    Response::json_list(Technique::ALL.iter().map(info))
}

/// List all forms
#[utoipa::path(
    get, path = "/api/v1/forms",
    responses((status = 200, body = Vec<FormInfo>))
)]
pub fn forms() -> Response {
    let info = |form: &Form| FormInfo {
        form: form.name(),
        names: form.names().to_vec(),
        description: form.description(),
        can_read: form.can_read(),
        can_write: form.can_write(),
    };
    Response::json_list(Form::ALL.iter().map(info))
}

/// Check the health of the server
#[utoipa::path(get, path = "/api/v1/health", responses((status = 200, body = Health)))]
pub fn health(library: bool) -> Response {
    Response::json(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        library,
    })
}
