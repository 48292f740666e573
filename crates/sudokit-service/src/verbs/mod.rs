//! One module per route: parameters, response, and the computation.

#[cfg(feature = "text")]
pub mod batch;
pub mod check;
#[cfg(feature = "text")]
pub mod convert;
pub mod count;
pub mod explain;
#[cfg(feature = "text")]
pub mod generate;
pub mod hint;
pub mod metadata;
pub mod parse;
mod position;
#[cfg(feature = "pictures")]
pub mod qr;
pub mod rate;
#[cfg(feature = "pictures")]
pub mod render;
pub mod solve;
