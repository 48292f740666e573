//! The routes.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::error::ApiError;
use crate::limits::Limits;
#[cfg(feature = "text")]
use crate::request::PlainRequest;
use crate::request::{PuzzleRequest, Request};
use crate::response::Response;
#[cfg(feature = "text")]
use crate::verbs::batch::{self, Batch};
#[cfg(feature = "pictures")]
use crate::verbs::qr::{self, QrParams};
#[cfg(feature = "pictures")]
use crate::verbs::render;
use crate::verbs::{check, count, explain, hint, metadata, parse, rate, solve};
#[cfg(feature = "text")]
use crate::verbs::{convert, generate};
use crate::work::Work;

/// The JSON interface.
#[derive(Clone, Debug)]
pub struct Service {
    limits: Limits,
    has_library: bool,
}

/// The HTTP method of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Lists and states.
    Get,
    /// Everything with a body.
    Post,
}

/// A route with a single response.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The name, such as `solve`; the path is `/api/v1/solve`.
    pub name: &'static str,
    /// The method.
    pub method: Method,
    prepare: Prepare,
}

type Prepare = fn(&Request<'_>, &Service) -> Result<Work, ApiError>;

/// Every route but `batch/{verb}`, whose response is a stream.
const ROUTES: &[Route] = &[
    post("parse", |request, service| {
        parse::parse(service.puzzle(request)?, &service.limits)
    }),
    post("check", |request, service| {
        check::check(service.puzzle(request)?, &service.limits)
    }),
    post("solve", |request, service| {
        solve::solve(service.puzzle(request)?, &service.limits)
    }),
    post("count", |request, service| {
        count::count(service.puzzle(request)?, &service.limits)
    }),
    post("hint", |request, service| {
        hint::hint(service.puzzle(request)?, &service.limits)
    }),
    post("explain", |request, service| {
        explain::explain(service.puzzle(request)?, &service.limits)
    }),
    post("rate", |request, service| {
        rate::rate(service.puzzle(request)?, &service.limits)
    }),
    #[cfg(feature = "text")]
    post("convert", |request, service| {
        convert::convert(service.puzzle(request)?, &service.limits)
    }),
    #[cfg(feature = "text")]
    post("generate", |request, service| {
        let request = PlainRequest::parse(request, &service.limits)?;
        generate::generate(request, &service.limits)
    }),
    #[cfg(feature = "pictures")]
    post("render", |request, service| {
        render::render(service.puzzle(request)?, &service.limits)
    }),
    #[cfg(feature = "pictures")]
    post("qr", |request, service| {
        qr::qr(QrParams::parse(request, &service.limits)?, &service.limits)
    }),
    get("techniques", |_, service| {
        done(metadata::techniques(), service)
    }),
    get("forms", |_, service| done(metadata::forms(), service)),
    get("health", |_, service| {
        done(metadata::health(service.has_library), service)
    }),
];

const fn post(name: &'static str, prepare: Prepare) -> Route {
    Route {
        name,
        method: Method::Post,
        prepare,
    }
}

const fn get(name: &'static str, prepare: Prepare) -> Route {
    Route {
        name,
        method: Method::Get,
        prepare,
    }
}

/// Work that is done already.
fn done(response: Response, service: &Service) -> Result<Work, ApiError> {
    Ok(Work::new(service.limits.time, |_| Ok(response)))
}

impl Service {
    /// Creates a service with these limits.
    pub fn new(limits: Limits) -> Service {
        Service {
            limits,
            has_library: false,
        }
    }

    /// Sets whether the transport serves a library of puzzles too, as `health` reports it.
    #[must_use]
    pub fn has_library(mut self, has_library: bool) -> Service {
        self.has_library = has_library;
        self
    }

    /// Returns the limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns all routes but `batch/{verb}`, for which there is [`batch`](Self::batch).
    pub fn routes() -> &'static [Route] {
        ROUTES
    }

    /// Parses a request, which takes little time, and returns the work that it asks for.
    ///
    /// # Errors
    /// If there is no such route, or the request is not valid.
    pub fn prepare(&self, request: &Request<'_>) -> Result<Work, ApiError> {
        let route = ROUTES.iter().find(|route| route.name == request.route);
        (route.ok_or_else(ApiError::not_found)?.prepare)(request, self)
    }

    /// Prepares a batch, which comes before its text is received.
    ///
    /// # Errors
    /// If there is no such verb, or the query has unknown or wrong fields.
    #[cfg(feature = "text")]
    pub fn batch(&self, verb: &str, query: &str) -> Result<Batch, ApiError> {
        batch::batch(verb, query, &self.limits)
    }

    /// Answers a request at once, on this thread. The response of `batch/{verb}` is complete.
    pub fn call(&self, request: &Request<'_>) -> Response {
        let mut lines = Vec::new();
        let response = self.call_streamed(request, &mut |chunk| {
            lines.extend(chunk);
            ControlFlow::Continue(())
        });
        match lines.is_empty() {
            true => response,
            false => Response {
                body: lines,
                ..response
            },
        }
    }

    /// Like [`call`](Self::call), but passes on the lines of a batch as they are found; its
    /// response has no body then.
    pub fn call_streamed(
        &self,
        request: &Request<'_>,
        send: &mut dyn FnMut(Vec<u8>) -> ControlFlow<()>,
    ) -> Response {
        let response = match request.route.strip_prefix("batch/") {
            Some(verb) => self.run_batch(verb, request, send),
            None => self.prepare(request).and_then(|work| {
                let budget = Budget::new(work.time_limit());
                work.run(&budget)
            }),
        };
        response.unwrap_or_else(Response::from)
    }

    #[cfg(not(feature = "text"))]
    fn run_batch(
        &self,
        _: &str,
        _: &Request<'_>,
        _: &mut dyn FnMut(Vec<u8>) -> ControlFlow<()>,
    ) -> Result<Response, ApiError> {
        Err(ApiError::without_text())
    }

    #[cfg(feature = "text")]
    fn run_batch(
        &self,
        verb: &str,
        request: &Request<'_>,
        send: &mut dyn FnMut(Vec<u8>) -> ControlFlow<()>,
    ) -> Result<Response, ApiError> {
        let batch = self.batch(verb, request.query)?;
        if request.body.len() > self.limits.batch_body {
            return Err(ApiError::too_long("body", self.limits.batch_body));
        }
        let budget = Budget::new(self.limits.batch_time);
        batch.run(request.body, &budget, send);
        Ok(Response::file(crate::response::JSON_LINES, Vec::new()))
    }

    fn puzzle<T: serde::de::DeserializeOwned>(
        &self,
        request: &Request<'_>,
    ) -> Result<PuzzleRequest<T>, ApiError> {
        PuzzleRequest::parse(request, &self.limits)
    }
}
