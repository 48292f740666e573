//! What there is: techniques, forms, and the server itself.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use sudokit::format::Form;
use sudokit::logic::{Family, Level, Technique};
use utoipa::ToSchema;

use crate::router::AppState;

/// A technique.
#[derive(Serialize, ToSchema)]
pub struct TechniqueInfo {
    /// What requests call it.
    pub technique: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Its family.
    #[schema(value_type = String)]
    pub family: Family,
    /// easy, medium, hard, unfair or extreme.
    #[schema(value_type = String)]
    pub level: Level,
    /// What one of its steps adds to a puzzle's score.
    pub score: u32,
    /// Whether it takes a single solution for granted.
    pub assumes_uniqueness: bool,
    /// Whether hints and explanations use it unless told otherwise.
    pub is_usual: bool,
    /// Whether ratings are made with it.
    pub is_rated: bool,
}

/// A form of puzzle texts.
#[derive(Serialize, ToSchema)]
pub struct FormInfo {
    /// Its main name.
    pub form: &'static str,
    /// All its names.
    pub names: Vec<&'static str>,
}

/// How the server is.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `ok`, or nobody would answer.
    pub status: &'static str,
    /// The version of Sudokit.
    pub version: &'static str,
    /// Whether there is a collection to ask at `/api/v1/library`.
    pub library: bool,
}

/// List all techniques, the simplest first
#[utoipa::path(
    get, path = "/api/v1/techniques",
    responses((status = 200, body = Vec<TechniqueInfo>))
)]
pub async fn techniques() -> Json<Vec<TechniqueInfo>> {
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
    Json(Technique::ALL.iter().map(info).collect())
}

/// List all forms
#[utoipa::path(
    get, path = "/api/v1/forms",
    responses((status = 200, body = Vec<FormInfo>))
)]
pub async fn forms() -> Json<Vec<FormInfo>> {
    let info = |(_, names): &(Form, &[&'static str])| FormInfo {
        form: names[0],
        names: names.to_vec(),
    };
    Json(Form::ALL.iter().map(info).collect())
}

/// Say whether the server is well
#[utoipa::path(get, path = "/api/v1/health", responses((status = 200, body = Health)))]
pub async fn health(State(state): State<AppState>) -> Json<Health> {
    Json(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        library: state.library.is_some(),
    })
}
