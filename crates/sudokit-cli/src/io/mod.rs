//! Input and output: files, standard streams, the pipeline between them, and Ctrl-C.

pub mod columnar;
pub mod fast_lane;
pub mod input;
pub mod interrupt;
pub mod output;
pub mod pipeline;
pub mod puzzles;
pub mod resumable;
mod temporary;
#[cfg(feature = "xlsx")]
mod workbook;
