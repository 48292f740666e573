//! The version of the JSON that the command and the server write.

use serde::Serialize;

/// The version of the fields of all JSON objects that Sudokit's programs write.
///
/// It is raised when a field is removed, is renamed or changes its meaning. New fields do not raise
/// it, so a reader should ignore fields that it does not know.
pub const SCHEMA: u32 = 1;

/// An object with the version of its fields, [`SCHEMA`], as its first field, `schema`.
///
/// ```
/// use sudokit::json::Versioned;
///
/// #[derive(serde::Serialize)]
/// struct Count {
///     count: u64,
/// }
/// let line = serde_json::to_string(&Versioned::new(Count { count: 2 }))?;
/// assert_eq!(line, r#"{"schema":1,"count":2}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Versioned<T> {
    schema: u32,
    #[serde(flatten)]
    object: T,
}

impl<T: Serialize> Versioned<T> {
    /// Adds the version to an object. Anything else, such as a list, cannot be serialized.
    pub fn new(object: T) -> Versioned<T> {
        Versioned {
            schema: SCHEMA,
            object,
        }
    }
}
