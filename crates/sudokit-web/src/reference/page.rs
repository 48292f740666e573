//! The API reference page, generated from the OpenAPI document.

use std::fmt::Write;

use serde_json::Value;
use sudokit_render::page::escape;

use super::schema::{self, Field, FieldType};

const METHODS: [&str; 2] = ["get", "post"];

const INTRODUCTION: &str = "\
<p>The features of Sudokit as a JSON API. A request is a JSON object that contains the puzzle as text
in any form. The body may also be the plain text, with the other fields in the query:</p>
<pre>curl --data-binary @board.txt 'http://localhost:8081/api/v1/convert?to=boxed'
curl --data-binary @board.txt -o board.png 'http://localhost:8081/api/v1/render?to=png'</pre>
<p>Cells are numbered from 0, row by row; values start at 1. An error response has a status and <code>{\"problem\": {\"code\", \"message\", \"line\", \"column\", \"help\"}}</code>.
See also the <a href=\"/api/v1/openapi.json\">OpenAPI document</a>.</p>\n";

/// Returns the page.
pub fn page(document: &Value) -> String {
    let mut html = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Sudokit API reference</title>\n\
         <link rel=\"stylesheet\" href=\"/api/style.css\">\n</head>\n<body>\n<main>\n\
         <h1>Sudokit API reference</h1>\n",
    );
    html += INTRODUCTION;
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for method in METHODS {
            if let Some(operation) = item.get(method) {
                html += &operation_part(document, method, path, operation);
            }
        }
    }
    html += "<h2>Objects</h2>\n";
    let schemas = document["components"]["schemas"].as_object();
    for (name, schema) in schemas.into_iter().flatten() {
        // Requests and enumerations are described where they are used.
        let fields = schema::fields(document, schema);
        let is_request = name.starts_with("PuzzleRequest") || name.starts_with("PlainRequest");
        if !fields.is_empty() && !is_request {
            let _ = writeln!(html, "<h3 id=\"{0}\">{0}</h3>", escape(name));
            html += &paragraphs(&schema["description"]);
            html += &table(&fields);
        }
    }
    html + "</main>\n</body>\n</html>\n"
}

fn operation_part(document: &Value, method: &str, path: &str, operation: &Value) -> String {
    let mut html = format!(
        "<section>\n<h2><code>{} {}</code></h2>\n",
        method.to_uppercase(),
        escape(path)
    );
    html += &paragraphs(&operation["summary"]);
    html += &paragraphs(&operation["description"]);
    html += &titled(
        "Path and query parameters",
        &schema::parameters(document, operation),
    );
    let params = &operation["requestBody"]["content"]["application/json"]["schema"];
    html += &titled("Request", &schema::fields(document, params));
    let content = &operation["responses"]["200"]["content"]["application/json"];
    let response = match content["schema"]["items"].is_object() {
        true => &content["schema"]["items"],
        false => &content["schema"],
    };
    html += &titled("Response", &schema::fields(document, response));
    html + "</section>\n"
}

fn titled(title: &str, fields: &[Field<'_>]) -> String {
    match fields {
        [] => String::new(),
        _ => format!("<h3>{title}</h3>\n{}", table(fields)),
    }
}

fn table(fields: &[Field<'_>]) -> String {
    let mut html = String::from("<table>\n");
    for field in fields {
        let always = if field.required {
            " class=\"always\""
        } else {
            ""
        };
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\"{always}><code>{}</code></th><td>{}</td><td>{}</td></tr>",
            escape(field.name),
            type_name(&field.kind),
            with_code(field.description)
        );
    }
    html + "</table>\n"
}

fn type_name(kind: &FieldType<'_>) -> String {
    match kind {
        FieldType::Plain(word) => escape(word),
        FieldType::OneOf(words) => escape(&words.join(", ")),
        FieldType::Object(name) => format!("<a href=\"#{0}\">{0}</a>", escape(name)),
        FieldType::List(item) => format!("list of {}", type_name(item)),
    }
}

fn paragraphs(text: &Value) -> String {
    let text = text.as_str().unwrap_or_default();
    let parts = text.split("\n\n").filter(|part| !part.is_empty());
    parts
        .map(|part| format!("<p>{}</p>\n", with_code(part)))
        .collect()
}

/// Converts text with code in backquotes to HTML.
fn with_code(text: &str) -> String {
    let parts = escape(text);
    let parts = parts.split('`').enumerate();
    parts
        .map(|(index, part)| match index % 2 {
            0 => part.to_string(),
            _ => format!("<code>{part}</code>"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            with_code("a `<b>` & \"c\""),
            "a <code>&lt;b&gt;</code> &amp; &quot;c&quot;"
        );
    }
}
