//! The JSON interface of Sudokit in WebAssembly.
//!
//! One function answers what a server answers under `/api/v1/`, with the same bytes. It runs to its
//! end on the thread that calls it, so a page calls it in a worker, and cancels by ending the worker.

use std::ops::ControlFlow;

use js_sys::{Function, Uint8Array};
use sudokit_service::{Limits, Request, Response, Service};
use wasm_bindgen::prelude::*;

/// A response, or an error as one.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Answer(Response);

#[wasm_bindgen]
impl Answer {
    /// The HTTP status.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// The media type of the body.
    #[wasm_bindgen(getter, js_name = contentType)]
    pub fn content_type(&self) -> String {
        self.0.content_type.to_string()
    }

    /// Which requested parts are missing in a file; the header `sudokit-notes`.
    #[wasm_bindgen(getter)]
    pub fn notes(&self) -> Option<String> {
        self.0.notes.clone()
    }

    /// Takes the body, which leaves none.
    #[wasm_bindgen(js_name = takeBody)]
    pub fn take_body(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0.body)
    }
}

/// Answers a request to a route such as `solve` or `batch/parse?limit=2`. `on_lines` gets the lines
/// of a batch as they are found, as chunks of bytes.
#[wasm_bindgen]
pub fn call(route: &str, content_type: &str, body: &[u8], on_lines: &Function) -> Answer {
    let (route, query) = route.split_once('?').unwrap_or((route, ""));
    let request = Request {
        route,
        query,
        content_type,
        body,
    };
    let service = Service::new(Limits::default());
    let response = service.call_streamed(&request, &mut |chunk| {
        let lines = Uint8Array::from(&chunk[..]);
        match on_lines.call1(&JsValue::NULL, &lines) {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    Answer(response)
}
