//! Reads the fields of bodies and parameters from the OpenAPI document.

use serde_json::Value;

/// A field of an object.
pub struct Field<'a> {
    pub name: &'a str,
    pub kind: FieldType<'a>,
    pub required: bool,
    pub description: &'a str,
}

/// The type of a field.
pub enum FieldType<'a> {
    /// A number, a string…
    Plain(&'a str),
    /// One of these words.
    OneOf(Vec<&'a str>),
    /// An object, by the name of its schema.
    Object(&'a str),
    /// A list.
    List(Box<FieldType<'a>>),
}

/// Returns the name of the schema that a reference points to.
pub fn name(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// Returns the schema, resolving a reference.
pub fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match name(schema) {
        Some(name) => &document["components"]["schemas"][name],
        None => schema,
    }
}

/// Returns the fields of an object, including those of its parts.
pub fn fields<'a>(document: &'a Value, schema: &'a Value) -> Vec<Field<'a>> {
    let schema = resolved(document, schema);
    let parts = ["allOf", "oneOf"]
        .iter()
        .filter_map(|key| schema[*key].as_array());
    let mut found: Vec<Field<'a>> = parts
        .flatten()
        .flat_map(|part| fields(document, part))
        .collect();
    let required = |name: &str| {
        let names = schema["required"].as_array();
        names.is_some_and(|names| names.iter().any(|each| each == name))
    };
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        found.push(Field {
            name,
            kind: kind(document, field),
            required: required(name),
            description: description(field),
        });
    }
    found
}

/// Returns the description of a field, which may be on one of its alternatives.
fn description(field: &Value) -> &str {
    let choices = field["oneOf"].as_array().into_iter().flatten();
    let all = std::iter::once(field).chain(choices);
    let mut words = all.filter_map(|each| each["description"].as_str());
    words.next_back().unwrap_or_default()
}

/// Returns the parameters of a path and its query.
pub fn parameters<'a>(document: &'a Value, operation: &'a Value) -> Vec<Field<'a>> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let field = |parameter: &'a Value| Field {
        name: parameter["name"].as_str().unwrap_or_default(),
        kind: kind(document, &parameter["schema"]),
        required: parameter["required"] == true,
        description: parameter["description"].as_str().unwrap_or_default(),
    };
    parameters.map(field).collect()
}

/// Returns the type of a field.
fn kind<'a>(document: &'a Value, schema: &'a Value) -> FieldType<'a> {
    let words = words(resolved(document, schema));
    if !words.is_empty() {
        return FieldType::OneOf(words);
    }
    if let Some(name) = name(schema) {
        return FieldType::Object(name);
    }
    // Optional types are written as an alternative with null.
    if let Some(choices) = schema["oneOf"].as_array() {
        let something = choices.iter().find(|choice| choice["type"] != "null");
        return something.map_or(FieldType::Plain("null"), |choice| kind(document, choice));
    }
    match plain(&schema["type"]) {
        "array" => FieldType::List(Box::new(kind(document, &schema["items"]))),
        word => FieldType::Plain(word),
    }
}

fn plain(kind: &Value) -> &str {
    let several = kind.as_array().into_iter().flatten();
    let several = several.filter_map(Value::as_str);
    let word = several.chain(kind.as_str()).find(|word| *word != "null");
    word.unwrap_or("anything")
}

/// Returns the values of an enumeration, whose variants may have descriptions.
fn words(schema: &Value) -> Vec<&str> {
    let own = schema["enum"].as_array().into_iter().flatten();
    let variants = schema["oneOf"].as_array().into_iter().flatten();
    let of_variants = variants.flat_map(|variant| variant["enum"].as_array().into_iter().flatten());
    own.chain(of_variants).filter_map(Value::as_str).collect()
}
