//! What an OpenAPI document says about the fields of a body.

use serde_json::Value;

/// A field of an object.
pub struct Field<'a> {
    pub name: &'a str,
    pub kind: Kind<'a>,
    pub required: bool,
    pub description: &'a str,
}

/// What a field holds.
pub enum Kind<'a> {
    /// A number, a text…
    Plain(&'a str),
    /// One of these words.
    OneOf(Vec<&'a str>),
    /// An object that is described under this name.
    Object(&'a str),
    /// Several of them.
    List(Box<Kind<'a>>),
}

/// The name of the schema that a reference leads to.
pub fn name(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// The schema itself, behind all references.
pub fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match name(schema) {
        Some(name) => &document["components"]["schemas"][name],
        None => schema,
    }
}

/// The fields of an object, with those of the objects that it is made of.
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

/// What is said about a field; where it may be missing, its other choice says so.
fn description(field: &Value) -> &str {
    let choices = field["oneOf"].as_array().into_iter().flatten();
    let all = std::iter::once(field).chain(choices);
    let mut words = all.filter_map(|each| each["description"].as_str());
    words.next_back().unwrap_or_default()
}

/// The parameters of a path and its query.
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

/// What a field holds.
fn kind<'a>(document: &'a Value, schema: &'a Value) -> Kind<'a> {
    let words = words(resolved(document, schema));
    if !words.is_empty() {
        return Kind::OneOf(words);
    }
    if let Some(name) = name(schema) {
        return Kind::Object(name);
    }
    // What may be missing is written as one of nothing and something.
    if let Some(choices) = schema["oneOf"].as_array() {
        let something = choices.iter().find(|choice| choice["type"] != "null");
        return something.map_or(Kind::Plain("null"), |choice| kind(document, choice));
    }
    match plain(&schema["type"]) {
        "array" => Kind::List(Box::new(kind(document, &schema["items"]))),
        word => Kind::Plain(word),
    }
}

fn plain(kind: &Value) -> &str {
    let several = kind.as_array().into_iter().flatten();
    let several = several.filter_map(Value::as_str);
    let word = several.chain(kind.as_str()).find(|word| *word != "null");
    word.unwrap_or("anything")
}

/// The words of an enumeration, whose variants may have a description each.
fn words(schema: &Value) -> Vec<&str> {
    let own = schema["enum"].as_array().into_iter().flatten();
    let variants = schema["oneOf"].as_array().into_iter().flatten();
    let of_variants = variants.flat_map(|variant| variant["enum"].as_array().into_iter().flatten());
    own.chain(of_variants).filter_map(Value::as_str).collect()
}
