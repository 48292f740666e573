//! The compiled half of the Python package `sudokit`; the other half is in `python/sudokit`.
//!
//! Everything here converts between Python and the library. Whatever may take long runs on another
//! thread, so that the interpreter stays responsive ([`interrupt`], [`stream`]).

#![forbid(unsafe_code)]

mod batch;
mod dataset;
mod errors;
mod generate;
mod grid;
mod interrupt;
mod puzzle;
mod read;
mod render;
mod search;
mod step;
mod stream;

use pyo3::prelude::*;
use sudokit::format::Form;
use sudokit::logic::{Level, Technique};
use sudokit::solve::Status;

/// The compiled half of the package `sudokit`.
#[pymodule]
mod _sudokit {
    use super::*;

    #[pymodule_export]
    use super::batch::{canonical_batch, rate_batch, solve_batch};
    #[pymodule_export]
    use super::dataset::{
        augment, augment_masks, classes, guesses_of_each, hrm_index_files, split, to_lines,
        to_values, trajectories, verify_pairs,
    };
    #[pymodule_export]
    use super::generate::{GeneratedPuzzles, generate_batch, generate_many};
    #[pymodule_export]
    use super::grid::PyGrid;
    #[pymodule_export]
    use super::puzzle::PyPuzzle;
    #[pymodule_export]
    use super::read::{PuzzleReader, parse_many, read};
    #[pymodule_export]
    use super::search::{PyCheck, Solutions};
    #[pymodule_export]
    use super::step::{PyExplanation, PyRating, PyStep};

    /// Adds the names that the Python half turns into enumerations and tuples.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let techniques: Vec<&str> = Technique::ALL.iter().map(|each| each.slug()).collect();
        let forms = Form::ALL.iter().filter(|form| form.can_write());
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("STATUSES", Status::ALL.map(Status::name).to_vec())?;
        module.add("LEVELS", Level::ALL.map(Level::name).to_vec())?;
        module.add("TECHNIQUES", techniques)?;
        module.add("FORMS", forms.map(|form| form.name()).collect::<Vec<_>>())
    }
}
