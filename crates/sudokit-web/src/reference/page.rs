//! The API reference page, generated from the OpenAPI document.

use std::fmt::Write;

use serde_json::Value;
use sudokit_render::page::escape;
use sudokit_service::{JSON, Service, openapi};

use super::schema::{self, Field, FieldType};

const METHODS: [&str; 2] = ["get", "post"];

/// How many lines of a sample answer are shown.
const SAMPLE_LINES: usize = 30;

/// Returns the page, for a server at this port. The service gives the sample answers.
pub fn page(document: &Value, service: &Service, port: u16) -> String {
    let mut html = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Sudokit API reference</title>\n\
         <link rel=\"stylesheet\" href=\"/api/style.css\">\n</head>\n<body>\n<main>\n\
         <h1>Sudokit API reference</h1>\n",
    );
    html += &introduction(port);
    let (mut contents, mut sections) = (String::new(), String::new());
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for method in METHODS {
            if let Some(operation) = item.get(method) {
                let _ = writeln!(
                    contents,
                    "<li><a href=\"#{}\"><code>{}</code></a> {}</li>",
                    anchor(path),
                    escape(path),
                    with_code(operation["summary"].as_str().unwrap_or_default())
                );
                sections += &operation_part(document, method, path, operation);
                sections += &sample_part(service, path, port);
                sections += "</section>\n";
            }
        }
    }
    let _ = writeln!(html, "<nav aria-label=\"Contents\">\n<ul>\n{contents}");
    html += "<li><a href=\"#objects\">Objects</a></li>\n</ul>\n</nav>\n";
    html += &sections;
    html += "<h2 id=\"objects\">Objects</h2>\n";
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

fn introduction(port: u16) -> String {
    format!(
        "<p>The features of Sudokit as a JSON API. A request is a JSON object that contains the \
puzzle as text in any form. The body may also be the plain text, with the other fields in the \
query:</p>
<pre>curl --data-binary @board.txt 'http://localhost:{port}/api/v1/convert?to=boxed'
curl --data-binary @board.txt -o board.png 'http://localhost:{port}/api/v1/render?to=png'</pre>
<p>Cells are numbered from 0, row by row; values start at 1. An error response has a status and \
<code>{{\"problem\": {{\"code\", \"message\", \"line\", \"column\", \"help\"}}}}</code>.
See also the <a href=\"/api/v1/openapi.json\">OpenAPI document</a>.</p>\n"
    )
}

/// The identifier of a route on the page.
fn anchor(path: &str) -> String {
    path.trim_start_matches("/api/v1/")
        .replace(['/', '{', '}'], "-")
}

fn operation_part(document: &Value, method: &str, path: &str, operation: &Value) -> String {
    let mut html = format!(
        "<section>\n<h2 id=\"{}\"><code>{} {}</code></h2>\n",
        anchor(path),
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
    html + &titled("Response", &schema::fields(document, response))
}

/// Shows a request and its answer.
fn sample_part(service: &Service, path: &str, port: u16) -> String {
    let Some(sample) = openapi::samples().find(|sample| sample.path == path) else {
        return String::new();
    };
    let answer = service.call(&sample.request());
    let text = match answer.content_type {
        JSON => serde_json::from_slice(&answer.body)
            .map(|answer: Value| format!("{answer:#}"))
            .unwrap_or_default(),
        _ => String::from_utf8_lossy(&answer.body).into_owned(),
    };
    let mut lines: Vec<&str> = text.lines().take(SAMPLE_LINES).collect();
    if text.lines().count() > lines.len() {
        lines.push("…");
    }
    let text: String = lines.join("\n").chars().take(2_000).collect();
    format!(
        "<h3>Example</h3>\n<pre>curl --json '{}' http://localhost:{port}{}</pre>\n<pre>{}</pre>\n",
        escape(sample.body),
        escape(path),
        escape(&text)
    )
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
