//! Boards and steps as pictures.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sudokit_render::{Booklet, Figure, Picture, Theme};

use crate::errors::Failure;

/// Draws a figure in the format that is asked for: a string for SVG, bytes for the others.
pub fn picture(
    py: Python<'_>,
    figure: Figure,
    format: &str,
    theme: &str,
    width: Option<u32>,
) -> PyResult<Py<PyAny>> {
    let theme = match theme {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        "print" => Theme::Print,
        other => {
            let message = format!("`{other}` is not a theme: use light, dark or print");
            return Err(Failure::argument(message).into());
        }
    };
    let drawing = || {
        let picture = Picture::new(figure.clone()).theme(theme);
        match width {
            Some(width) => picture.width(width),
            None => picture,
        }
    };
    match format {
        "svg" => py.detach(|| drawing().svg()).into_py_any(py),
        "png" => {
            let bytes = py.detach(|| drawing().png());
            PyBytes::new(py, &bytes.map_err(Failure::unsupported)?).into_py_any(py)
        }
        "pdf" => {
            let bytes = py.detach(|| Booklet::new(vec![figure.clone()]).theme(theme).pdf());
            PyBytes::new(py, &bytes.map_err(Failure::unsupported)?).into_py_any(py)
        }
        other => {
            let message = format!("`{other}` is not a picture format: use svg, png or pdf");
            Err(Failure::argument(message).into())
        }
    }
}
