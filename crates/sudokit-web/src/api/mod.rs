//! The verbs, one file each: what is asked, what is answered, and how one leads to the other.

pub mod about;
pub mod batch;
pub mod check;
mod clashes;
pub mod convert;
pub mod count;
pub mod explain;
pub mod generate;
pub mod hint;
pub mod library;
pub mod parse;
pub mod position;
pub mod qr;
pub mod rate;
pub mod render;
pub mod solve;
mod verdict;
mod words;

use axum::Json;
use serde::de::DeserializeOwned;

use crate::body::Question;
use crate::desk::Budget;
use crate::refusal::Refusal;
use crate::router::Shared;
use position::Subject;

/// What becomes of a question.
type Answer<A> = Result<Json<A>, Refusal>;

/// Reads the position and has somebody work out the answer.
async fn answer<T, A>(
    shared: &Shared,
    question: Question<T>,
    work: impl FnOnce(&Subject, T, &Budget) -> Result<A, Refusal> + Send + 'static,
) -> Answer<A>
where
    T: DeserializeOwned + Send + 'static,
    A: Send + 'static,
{
    let Question {
        position,
        cost,
        asked,
    } = question;
    let work = move |budget: &Budget| work(&position.read()?, asked, budget);
    shared
        .desk
        .work(cost.time(&shared.limits), work)
        .await
        .map(Json)
}
