//! Values that have names, which the help and the completions list.

use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sudokit::format::Form;

/// Reads the name of a form, or another that it has.
pub fn form_parser() -> impl TypedValueParser<Value = Form> {
    let names = Form::ALL
        .iter()
        .map(|(_, names)| PossibleValue::new(names[0]).aliases(names[1..].iter().copied()));
    named::<Form>(names)
}

/// Reads one of a few names, which the help lists.
pub fn named<T>(names: impl Into<PossibleValuesParser>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    names.into().try_map(|name| name.parse::<T>())
}
