//! Every route, with valid requests.

use serde_json::{Value, json};

use crate::client::{PUZZLE, SOLUTION, TestServer};

#[test]
fn parse_returns_a_puzzle_as_data() {
    let server = TestServer::new();
    let boxed = server.post("convert", &json!({ "puzzle": PUZZLE, "to": "boxed" }));
    let boxed = boxed.ok()["text"].clone();
    let parsed = server.post("parse", &json!({ "puzzle": boxed })).ok();
    assert_eq!(parsed["form"], "boxed");
    assert_eq!(parsed["line"], PUZZLE);
    assert_eq!(parsed["board"]["shape"], "3x3");
    assert_eq!(parsed["board"]["symbols"][8], "9");
    assert_eq!(parsed["board"]["houses"][18]["name"], "box 1");
    assert_eq!(parsed["givens"].as_array().unwrap().len(), 30);
    assert_eq!(parsed["placed"], json!([]));
    assert!(parsed.get("candidates").is_none());
}

#[test]
fn parse_keeps_candidates_and_placed_values() {
    let server = TestServer::new();
    let mut values = [0; 16];
    (values[0], values[6]) = (1, 2);
    let mut candidates = vec![Value::Null; 16];
    candidates[1] = json!([3, 4]);
    let request = json!({ "values": values, "placed": [6], "candidates": candidates });
    let parsed = server.post("parse", &request).ok();
    assert_eq!(parsed["givens"], json!([0]));
    assert_eq!(parsed["placed"], json!([6]));
    assert_eq!(parsed["candidates"][1], json!([3, 4]));
    assert_eq!(parsed["candidates"][2], json!([1, 2, 3, 4]));
    assert_eq!(parsed["candidates"][0], json!([]));
}

#[test]
fn solve_returns_solutions_and_status() {
    let server = TestServer::new();
    let solve = |puzzle: &str| server.post("solve", &json!({ "puzzle": puzzle })).ok();
    let unique = solve(PUZZLE);
    assert_eq!(
        (&unique["status"], &unique["count"]),
        (&json!("unique"), &json!(1))
    );
    assert_eq!(unique["solution"], SOLUTION);
    assert_eq!(unique["values"][80], 9);
    assert!(unique.get("solutions").is_none());

    let several = solve("1234 3412 2... 4...");
    assert_eq!(several["status"], "several");
    let solutions = several["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 2);
    let (one, other) = (
        solutions[0].as_str().unwrap(),
        solutions[1].as_str().unwrap(),
    );
    let differing: Vec<usize> = (0..16).filter(|i| one[*i..=*i] != other[*i..=*i]).collect();
    assert_eq!(several["differing"], json!(differing));

    let none = solve("123. ...4 .... ....");
    assert_eq!(
        (&none["status"], &none["count"]),
        (&json!("no-solution"), &json!(0))
    );
    let invalid = solve("11.. .... .... ....");
    assert_eq!(invalid["status"], "rule-broken");
    assert_eq!(invalid["clashes"], json!([0, 1]));

    let empty = json!({ "puzzle": ".".repeat(16), "limit": 300 });
    let all = server.post("solve", &empty).ok();
    assert_eq!(all["count"], 288);
    assert_eq!(all["solutions"].as_array().unwrap().len(), 288);
}

#[test]
fn check_finds_rule_violations() {
    let server = TestServer::new();
    let check = |request: Value| server.post("check", &request).ok();
    let right = check(json!({ "puzzle": PUZZLE }));
    assert_eq!(right["valid"], true);
    assert_eq!(right["status"], "unique");
    assert_eq!(right["clashes"], json!([]));
    let wrong = check(json!({ "puzzle": "1.1. .1.. .... ...." }));
    assert_eq!(wrong["valid"], false);
    assert_eq!(wrong["clashes"], json!([0, 2, 5]));
    assert_eq!(wrong["twice"][0]["house"], "row 1");
    let mut candidates = vec![Value::Null; 16];
    candidates[3] = json!([]);
    let request = json!({ "puzzle": ".".repeat(16), "candidates": candidates });
    let empty = check(request);
    assert_eq!(
        (&empty["valid"], &empty["status"]),
        (&json!(false), &json!("rule-broken"))
    );
    assert_eq!(empty["without_candidates"], json!([3]));
}

#[test]
fn count_counts_solutions() {
    let server = TestServer::new();
    let empty = ".".repeat(16);
    let all = server.post("count", &json!({ "puzzle": empty })).ok();
    assert_eq!(
        all,
        json!({ "schema": 1, "count": 288, "exact": true, "ended": "exhausted" })
    );
    let some = server
        .post("count", &json!({ "puzzle": empty, "limit": 10 }))
        .ok();
    assert_eq!(
        some,
        json!({ "schema": 1, "count": 10, "exact": false, "ended": "limit" })
    );
}

#[test]
fn check_finds_redundant_givens_and_backdoors() {
    let server = TestServer::new();
    let request = json!({ "puzzle": PUZZLE, "minimal": true, "backdoors": "singles" });
    let found = server.post("check", &request).ok();
    assert_eq!(found["minimal"], false);
    let (redundant, removable) = (&found["redundant"], &found["removable"]);
    assert!(redundant.as_array().unwrap().len() > removable.as_array().unwrap().len());
    assert_eq!(
        found["backdoors"],
        json!({ "smallest": 0, "cells": [], "pairs": [] })
    );
    let small = server
        .post_text("check?minimal=true", "1... ..2. .3.. ...4")
        .ok();
    assert_eq!(small["minimal"], true);
    let several = json!({ "puzzle": ".".repeat(16), "minimal": true });
    assert!(server.post("check", &several).ok().get("minimal").is_none());
    let wrong = json!({ "puzzle": PUZZLE, "backdoors": "nets" });
    server
        .post("check", &wrong)
        .expect_error(422, "wrong-field");
}

#[test]
fn check_finds_the_likely_slip() {
    let server = TestServer::new();
    let request = json!({ "puzzle": "1... ..3. .3.. ...4", "repair": true });
    let found = server.post("check", &request).ok();
    assert_eq!(found["status"], "no-solution");
    assert_eq!(found["repairs_complete"], true);
    let repairs = found["repairs"].as_array().unwrap();
    let meant = json!([{ "cell": 6, "from": 3, "to": 2 }]);
    let repair = repairs.iter().find(|repair| repair["changes"] == meant);
    assert_eq!(repair.unwrap()["solution"].as_array().unwrap().len(), 16);
    let unique = json!({ "puzzle": PUZZLE, "repair": true });
    assert!(server.post("check", &unique).ok().get("repairs").is_none());
}

#[test]
fn count_counts_by_cell() {
    let server = TestServer::new();
    let request = json!({ "puzzle": ".".repeat(16), "by_cell": true });
    let found = server.post("count", &request).ok();
    assert_eq!(found["count"], 288);
    assert_eq!(
        found["by_cell"][7],
        json!({ "1": 72, "2": 72, "3": 72, "4": 72 })
    );
    let limited = json!({ "puzzle": ".".repeat(81), "by_cell": true, "limit": 10 });
    let found = server.post("count", &limited).ok();
    assert_eq!(
        (&found["exact"], &found["by_cell_complete"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(found["by_cell"][0].as_object().unwrap().len(), 9);
}

#[test]
fn hints_come_in_stages() {
    let server = TestServer::new();
    let hint = |stage: u8| {
        let request = json!({ "puzzle": PUZZLE, "stage": stage });
        server.post("hint", &request).ok()
    };
    let where_to_look = json!({ "schema": 1, "status": "unique", "whereabouts": "Look at r5c5." });
    assert_eq!(hint(1), where_to_look);
    assert_eq!(hint(2)["title"], "Naked single");
    assert!(hint(2).get("step").is_none());
    let whole = hint(3);
    assert_eq!(
        whole["sentence"],
        "Naked single: r5c5 can only be 5, so r5c5 = 5"
    );
    assert_eq!(
        whole["step"]["placements"],
        json!([{ "cell": 40, "value": 5 }])
    );
    assert_eq!(whole["paragraphs"].as_array().unwrap().len(), 2);

    let request = json!({
        "puzzle": PUZZLE, "all": true, "techniques": ["hidden-single"], "coordinates": "a1",
        "uniqueness": false
    });
    let all = server.post("hint", &request).ok();
    let steps = all["steps"].as_array().unwrap();
    assert!(steps.len() > 5);
    assert!(
        steps
            .iter()
            .all(|step| step["step"]["technique"] == "hidden-single")
    );
}

#[test]
fn claims_are_tested_and_proven() {
    let server = TestServer::new();
    let why = |claim: serde_json::Value| {
        let request = json!({ "puzzle": PUZZLE, "why": claim, "drawing": true });
        server.post("hint", &request).ok()
    };
    let seen = why(json!({ "cell": 40, "value": 3 }));
    assert_eq!(seen["verdict"], "right");
    assert_eq!(
        seen["message"],
        "r5c5 ≠ 3 is right: r5c6 is 3, and sees r5c5."
    );
    assert_eq!(seen["steps"], json!([]));
    let placed = why(json!({ "cell": 40, "value": 5, "is_placement": true }));
    assert_eq!(placed["verdict"], "right");
    assert_eq!(placed["steps"][0]["title"], "Naked single");
    assert!(placed["steps"][0]["drawing"].is_object());
    assert_eq!(why(json!({ "cell": 40, "value": 5 }))["verdict"], "wrong");
    for outside in [
        json!({ "cell": 81, "value": 5 }),
        json!({ "cell": 0, "value": 10 }),
    ] {
        let request = json!({ "puzzle": PUZZLE, "why": outside });
        let answer = server.post("hint", &request);
        answer.expect_error(422, "wrong-claim");
    }
}

#[test]
fn steps_have_drawings_if_requested() {
    let server = TestServer::new();
    let hint = |fields: serde_json::Value| {
        let mut request = json!({ "puzzle": PUZZLE, "drawing": true });
        let fields = fields.as_object().unwrap().clone();
        request.as_object_mut().unwrap().extend(fields);
        server.post("hint", &request).ok()
    };
    assert!(hint(json!({ "drawing": false })).get("drawing").is_none());
    let first = hint(json!({ "stage": 1 }));
    let drawing = first["drawing"].as_object().unwrap();
    assert_eq!(drawing.keys().collect::<Vec<_>>(), ["focus"]);
    assert_eq!(drawing["focus"]["class"], "focus");
    let cells = drawing["focus"]["cells"].as_array().unwrap();
    assert!(cells.contains(&json!(40)), "{cells:?}");
    let whole = hint(json!({}));
    assert_eq!(whole["drawing"]["candidates"][0]["class"], "placed");
    assert_eq!(whole["drawing"]["legend"][0]["name"], "placed");
    let all = hint(json!({ "all": true }));
    let steps = all["steps"].as_array().unwrap();
    assert!(steps.iter().all(|step| step["drawing"].is_object()));
}

#[test]
fn hint_reports_mistakes_first() {
    let server = TestServer::new();
    let mut values: Vec<u8> = PUZZLE
        .bytes()
        .map(|b| if b == b'.' { 0 } else { b - b'0' })
        .collect();
    values[2] = 1;
    let request = json!({ "values": values, "placed": [2] });
    let hint = server.post("hint", &request).ok();
    assert_eq!(
        (&hint["status"], &hint["standing"]),
        (&json!("no-solution"), &json!("broken"))
    );
    assert_eq!(
        hint["mistakes"],
        json!([{ "cell": 2, "placed": 1, "right": 4 }])
    );
    let done = server.post("hint", &json!({ "puzzle": SOLUTION })).ok();
    assert_eq!(
        done,
        json!({ "schema": 1, "status": "complete", "standing": "solved" })
    );
}

#[test]
fn explain_returns_all_steps_and_a_rating() {
    let server = TestServer::new();
    let explained = server.post("explain", &json!({ "puzzle": PUZZLE })).ok();
    assert_eq!(
        (&explained["status"], &explained["standing"]),
        (&json!("unique"), &json!("solved"))
    );
    assert_eq!(explained["steps"].as_array().unwrap().len(), 51);
    assert_eq!(explained["result"], SOLUTION);
    assert_eq!(explained["rating"]["level"], "easy");

    let rated = server.post("rate", &json!({ "puzzle": PUZZLE })).ok();
    assert_eq!(
        (&rated["level"], &rated["score"]),
        (&json!("easy"), &json!(204))
    );
    assert_eq!(rated["hardest"], "naked-single");
    assert_eq!(rated["techniques"][1]["name"], "Naked single");
    let several = server
        .post("rate", &json!({ "puzzle": ".".repeat(16) }))
        .ok();
    assert_eq!(several, json!({ "schema": 1, "status": "several" }));

    assert_eq!(rated["er"], json!(null), "only if it is asked for");
    let request = json!({ "puzzle": PUZZLE, "er": true });
    let explained = server.post("rate", &request).ok();
    let ratings = [&explained["er"], &explained["ep"], &explained["ed"]];
    assert_eq!(ratings, [&json!(1.2); 3]);
    assert_eq!(explained["model"], "Sudoku Explainer 1.2.1.3");
    assert_eq!(explained["level"], "easy");
    let small = json!({ "puzzle": "1... ..2. .3.. ...4", "er": true });
    server
        .post("rate", &small)
        .expect_error(422, "unsupported-shape");
}

#[test]
fn convert_notes_what_a_form_cannot_hold() {
    let server = TestServer::new();
    let mut values = vec![0; 81];
    values[0] = 5;
    let request = json!({ "values": values, "placed": [0], "to": "line", "to_blank": "0" });
    let written = server.post("convert", &request).ok();
    assert_eq!(written["text"], format!("5{}\n", "0".repeat(80)));
    assert_eq!(written["notes"].as_array().unwrap().len(), 1);
    let large = json!({ "puzzle": ".".repeat(16), "to": "opensudoku" });
    server
        .post("convert", &large)
        .expect_error(422, "cannot-hold");
}

#[test]
fn plain_text_is_accepted() {
    let server = TestServer::new();
    let solved = server.post_text("solve", PUZZLE).ok();
    assert_eq!(solved["solution"], SOLUTION);
    let counted = server
        .post_text("count?limit=5&shape=4", &".".repeat(16))
        .ok();
    assert_eq!(counted["count"], 5);
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let path = "/api/v1/convert?to=line&to_blank=0";
    let response = server.request("POST", path, &form, PUZZLE.as_bytes());
    assert_eq!(response.ok()["text"], PUZZLE.replace('.', "0") + "\n");
}

#[test]
fn batch_returns_one_line_per_puzzle() {
    let server = TestServer::new();
    let file = format!("# three\n{PUZZLE}\nnonsense\n{}\n", ".".repeat(81));
    let solved = server.post_text("batch/solve", &file).lines();
    assert_eq!(solved.len(), 3);
    assert_eq!(solved[0]["line"], 2);
    assert_eq!(solved[0]["solution"], SOLUTION);
    assert_eq!(solved[1]["problem"]["code"], "board-size");
    assert_eq!(solved[2]["status"], "several");
    let counted = server.post_text("batch/count?limit=7", &file).lines();
    assert_eq!(counted[2]["count"], 7);
    let rated = server.post_text("batch/rate", &file).lines();
    assert_eq!(rated[0]["score"], 204);

    let many = format!("{PUZZLE}\n").repeat(3_000);
    let lines = server.post_text("batch/solve", &many).lines();
    assert_eq!(lines.len(), 3_000);
    assert!(
        lines
            .iter()
            .enumerate()
            .all(|(i, line)| line["line"] == i + 1)
    );
}

#[test]
fn parse_rejects_several_puzzles_and_batch_lists_them() {
    let server = TestServer::new();
    let file = format!("# two\n{PUZZLE}\nnonsense\n{SOLUTION}\n");
    let two = format!("{PUZZLE}\n{SOLUTION}\n");
    let refused = server.post("parse", &json!({ "puzzle": two }));
    refused.expect_error(422, "several-puzzles");
    let listed = server.post_text("batch/parse", &file).lines();
    assert_eq!(listed.len(), 3);
    assert_eq!(
        (&listed[0]["line"], &listed[0]["shape"]),
        (&json!(2), &json!("3x3"))
    );
    assert_eq!(listed[0]["values"][1], 3);
    assert!(
        ["placed", "candidates", "symbols"]
            .iter()
            .all(|part| listed[0].get(part).is_none())
    );
    assert_eq!(listed[1]["problem"]["code"], "board-size");
    assert_eq!(
        (&listed[2]["line"], &listed[2]["values"][80]),
        (&json!(4), &json!(9))
    );
}

#[test]
fn batch_parse_keeps_candidates_placed_values_and_symbols() {
    let server = TestServer::new();
    let convert = |request: Value| server.post("convert", &request).ok()["text"].clone();
    let mut candidates = vec![Value::Null; 81];
    candidates[2] = json!([1, 2]);
    let marked = json!({ "puzzle": PUZZLE, "candidates": candidates, "to": "pencilmarks" });
    let marked = convert(marked).as_str().unwrap().to_string();
    let listed = server.post_text("batch/parse", &marked).lines();
    assert_eq!(listed[0]["candidates"][2], json!([1, 2]));
    let letters = convert(json!({ "puzzle": PUZZLE, "to": "line", "to_symbols": "A-I" }));
    let listed = server
        .post_text("batch/parse", letters.as_str().unwrap())
        .lines();
    assert_eq!(
        (&listed[0]["symbols"], &listed[0]["values"][0]),
        (&json!("A-I"), &json!(5))
    );
    let played = json!({ "puzzle": PUZZLE, "placed": [0], "to": "hodoku" });
    let played = convert(played).as_str().unwrap().to_string();
    let listed = server.post_text("batch/parse", &played).lines();
    assert_eq!(listed[0]["placed"], json!([0]));
}

#[test]
fn links_and_other_forms_are_parsed() {
    let server = TestServer::new();
    for form in [
        "sudokuwiki",
        "sudoku-exchange",
        "f-puzzles",
        "sudokupad",
        "link",
        "susser",
        "sdx",
        "ksudoku",
    ] {
        let request = json!({ "puzzle": PUZZLE, "to": form });
        let text = server.post("convert", &request).ok()["text"].clone();
        let parsed = server.post("parse", &json!({ "puzzle": text })).ok();
        assert_eq!(parsed["values"][1], 3, "{form}");
        let text = format!("See this:\n{}", text.as_str().unwrap());
        if form != "ksudoku" {
            let listed = server.post_text("batch/parse", &text).lines();
            assert_eq!(listed[0]["values"][1], 3, "{form}");
        }
    }
    let refused = json!({ "puzzle": "https://sudokupad.app/abc123" });
    let problem = server.post("parse", &refused);
    problem.expect_error(422, "no-puzzle");
}

/// Checks a value against its schema: every field and every enumeration value must be described.
fn is_described(schemas: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next())
    {
        return is_described(schemas, &schemas[name], value);
    }
    let parts = ["allOf", "oneOf", "anyOf"].map(|key| schema[key].as_array());
    let parts: Vec<&Value> = parts.into_iter().flatten().flatten().collect();
    match value {
        Value::Object(fields) => fields.iter().try_for_each(|(name, field)| {
            let own = schema["properties"].get(name);
            let described = own.is_some_and(|own| is_described(schemas, own, field).is_ok());
            let one = json!({ name: field });
            let among = parts
                .iter()
                .any(|part| is_described(schemas, part, &one).is_ok());
            (described || among)
                .then_some(())
                .ok_or(format!("{name}: {field}"))
        }),
        Value::Array(items) => items
            .iter()
            .try_for_each(|item| is_described(schemas, &schema["items"], item)),
        Value::String(word) => {
            let lists = std::iter::once(schema).chain(parts.iter().copied());
            let mut words = lists
                .filter_map(|list| list["enum"].as_array())
                .flatten()
                .peekable();
            let fits = words.peek().is_none() || words.any(|each| each == word);
            fits.then_some(())
                .ok_or(format!("undescribed value {word}"))
        }
        _ => Ok(()),
    }
}

#[test]
fn every_part_of_a_step_has_a_schema() {
    let server = TestServer::new();
    let document = server.get("/api/v1/openapi.json").ok();
    let schemas = &document["components"]["schemas"];
    let step = json!({ "$ref": "#/components/schemas/Step" });
    let drawing = json!({ "$ref": "#/components/schemas/Drawing" });
    let chains =
        "........9..6.8...19.8..5.4.3....69.....4..65.8........2...1........94.1..716.....";
    let explained = server
        .post("explain", &json!({ "puzzle": chains, "drawing": true }))
        .ok();
    let steps = explained["steps"].as_array().unwrap();
    let has = |part: &str| {
        steps
            .iter()
            .any(|told| told["step"]["pattern"].get(part).is_some())
    };
    assert!(
        ["values", "cells", "houses", "marks", "chains"]
            .iter()
            .all(|part| has(part))
    );
    for report in steps {
        assert_eq!(is_described(schemas, &step, &report["step"]), Ok(()));
        assert_eq!(is_described(schemas, &drawing, &report["drawing"]), Ok(()));
    }
    assert!(is_described(schemas, &step, &json!({ "pattern": { "magic": 1 } })).is_err());
    assert!(
        is_described(
            schemas,
            &step,
            &json!({ "pattern": { "marks": [{ "role": "magic" }] } })
        )
        .is_err()
    );
    let page = server.get("/api").text();
    assert!(page.contains("The level; by default any."));
    assert!(page.contains("<a href=\"#Step\">Step</a>") && page.contains("id=\"Pattern\""));
}

#[test]
fn metadata_lists_techniques_and_forms() {
    let server = TestServer::new();
    assert_eq!(server.get("/api/v1/health").ok()["status"], "ok");
    let techniques = server.get("/api/v1/techniques").ok();
    assert_eq!(techniques[0]["technique"], "full-house");
    let forms = server.get("/api/v1/forms").ok();
    assert_eq!(forms[0]["form"], "line");
}

#[test]
fn the_api_is_documented() {
    let server = TestServer::new();
    let document = server.get("/api/v1/openapi.json").ok();
    let paths = document["paths"].as_object().unwrap();
    let page = server.get("/api");
    assert!(page.headers["content-type"].starts_with("text/html"));
    let page = page.text();
    for verb in [
        "parse",
        "check",
        "solve",
        "count",
        "hint",
        "explain",
        "rate",
        "convert",
        "generate",
        "render",
        "qr",
        "batch/{verb}",
        "techniques",
        "forms",
        "health",
    ] {
        let path = format!("/api/v1/{verb}");
        assert!(paths.contains_key(&path), "{path}");
        assert!(page.contains(&path), "{path}");
    }
    assert!(
        page.contains("solve, count, rate, parse"),
        "the operations of a batch"
    );
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let written = document.to_string();
    for reference in written.split("#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(schemas.contains_key(name), "undefined schema {name}");
    }
    assert!(schemas.contains_key("SolveResponse") && schemas.contains_key("ParsedPuzzleLine"));
    assert!(
        ["time_limit_ms", "placed", "differing", "mistakes"]
            .iter()
            .all(|f| written.contains(f))
    );
    assert!(page.contains("<a href=\"#solve\"><code>/api/v1/solve</code></a>"));
    let port = server.address.port();
    assert!(page.contains(&format!("http://localhost:{port}/api/v1/solve")));
    assert!(page.contains(SOLUTION), "a sample answer");
    assert!(
        !page.contains("<script") && !page.contains("style="),
        "nothing inline"
    );
    assert_eq!(
        server.get("/api/style.css").headers["content-type"],
        "text/css; charset=utf-8"
    );
}

#[test]
fn the_document_allows_what_the_server_answers() {
    let server = TestServer::new();
    let document = server.get("/api/v1/openapi.json").ok();
    assert!(!document.to_string().contains("\"allOf\""), "flat objects");
    let operations = document["paths"].as_object().unwrap();
    for (path, item) in operations {
        let (method, operation) = item.as_object().unwrap().iter().next().unwrap();
        let statuses = operation["responses"].as_object().unwrap();
        assert!(statuses.contains_key("421"), "{path}");
        assert_eq!(statuses.contains_key("413"), method == "post", "{path}");
        let content = operation["requestBody"]["content"].as_object();
        let Some(json) = content.and_then(|content| content.get("application/json")) else {
            continue;
        };
        let schema = json["schema"]["$ref"].as_str().unwrap();
        let schema = &document["components"]["schemas"][schema.rsplit('/').next().unwrap()];
        assert_eq!(schema["additionalProperties"], false, "{path}");
        let example = json["example"].as_object().unwrap();
        let known = schema["properties"].as_object().unwrap();
        assert!(
            example.keys().all(|name| known.contains_key(name)),
            "{path}"
        );
        let route = path.trim_start_matches("/api/v1/");
        let response = server.post(route, &json["example"]);
        assert_eq!(response.status, 200, "{path}");
    }
}

#[test]
fn an_unusual_shape_is_noted() {
    let server = TestServer::new();
    let header = "6 3 2\n1....6\n..2...\n....3.\n.4....\n...5..\n6....1\n";
    let parsed = server.post("parse", &json!({ "puzzle": header })).ok();
    assert_eq!(parsed["note"], "read as 6×6 with 3×2 boxes");
    let usual = server
        .post("parse", &json!({ "puzzle": &header[6..] }))
        .ok();
    assert!(usual.get("note").is_none(), "{usual}");
}
