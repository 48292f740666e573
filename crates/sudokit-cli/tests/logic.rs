//! `hint`, `explain` and `rate`.

mod common;
use common::*;

use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// One puzzle of every kind, one per line.
fn all_kinds() -> Scratch {
    let kinds = [
        KNOWN,
        EMPTY_FOUR,
        IMPOSSIBLE,
        BROKEN,
        "12345",
        KNOWN_SOLUTION,
    ];
    Scratch::with("all.txt", kinds.join("\n") + "\n")
}

#[test]
fn status_words_are_those_of_the_other_verbs() {
    let scratch = all_kinds();
    let expected = [
        "unique",
        "several",
        "no-solution",
        "rule-broken",
        "unreadable",
        "complete",
    ];
    for verb in ["hint", "explain", "rate"] {
        let ran = scratch.run(&[verb, "--json", "all.txt"]).ends(2);
        let ran = ran.says("5 appears twice in row 1").says("--> all.txt:5:");
        let found: Vec<String> = lines(&ran.stdout)
            .iter()
            .map(|line| line["status"].as_str().unwrap().to_string())
            .collect();
        assert_eq!(found, expected, "{verb}");
    }
}

#[test]
fn the_status_comes_from_the_search_if_logic_gets_stuck() {
    let scratch = Scratch::with("hard.txt", HARD);
    for verb in ["hint", "explain", "rate"] {
        let asked = [verb, "--json", "--techniques", "naked-pair", "hard.txt"];
        let line = &lines(&scratch.run(&asked).ends(3).stdout)[0];
        assert_eq!(
            (&line["status"], &line["standing"]),
            (&"unique".into(), &"stuck".into()),
            "{verb}"
        );
    }
}

#[test]
fn exit_codes_reflect_the_results() {
    let scratch = Scratch::with("known.txt", KNOWN);
    scratch.write("none.txt", IMPOSSIBLE);
    scratch.write("broken.txt", BROKEN);
    scratch.write("several.txt", EMPTY_FOUR);
    scratch.write("hard.txt", HARD);
    scratch.write("short.txt", "12345\n");
    for verb in ["hint", "explain", "rate"] {
        scratch.run(&[verb, "known.txt"]).ends(0).says_nothing();
        scratch.run(&[verb, "none.txt"]).ends(1);
        scratch.run(&[verb, "broken.txt"]).ends(1).says("r1c2");
        scratch.run(&[verb, "short.txt"]).ends(2);
        scratch.run(&[verb, "missing.txt"]).ends(2);
        let singles = [verb, "--techniques", "singles", "hard.txt"];
        scratch.run(&singles).ends(3);
    }
    for verb in ["hint", "explain", "rate"] {
        scratch.run(&[verb, "several.txt"]).ends(1);
    }
}

#[test]
fn files_of_every_form_are_read() {
    let scratch = Scratch::with("board.sdm", format!("{KNOWN}\n"));
    let expected = scratch.run(&["rate", "--format", "%l %s", "board.sdm"]);
    let expected = expected.ends(0).stdout;
    for form in ["boxed", "csv", "sdk", "hodoku", "xml", "json", "table"] {
        let written = scratch.run(&["convert", "--to", form, "board.sdm"]).ends(0);
        scratch
            .run_with_input(&["rate", "--format", "%l %s"], &written.stdout)
            .ends(0)
            .gives(&expected);
    }
}

#[test]
fn ratings_keep_the_order_of_the_file_on_any_number_of_threads() {
    let puzzles = own_puzzles();
    let scratch = Scratch::with("own.txt", &puzzles);
    let format = ["rate", "-q", "--techniques", "singles", "--format", "%g"];
    for threads in ["1", "4"] {
        let ran = scratch.run(&[&format[..], &["--threads", threads, "own.txt"]].concat());
        assert!(ran.stdout == puzzles, "{threads} threads change the order");
    }
}

#[test]
fn only_puzzles_that_require_a_technique_are_shown() {
    let scratch = Scratch::with("two.txt", format!("{KNOWN}\n{HARD}\n"));
    let singles = ["rate", "-q", "--techniques", "singles", "--format", "%L"];
    let shown = |technique: &str| {
        let arguments = [&singles[..], &["--technique", technique, "two.txt"]].concat();
        scratch.run(&arguments).stdout
    };
    assert_eq!(shown("naked-single"), "1\n");
    assert_eq!(shown("swordfish"), "");
}

#[test]
fn a_technique_that_is_not_in_use_gets_a_note() {
    let scratch = Scratch::with("two.txt", format!("{KNOWN}\n{KNOWN}\n"));
    let ran = scratch.run(&["rate", "--csv", "--technique", "bug-type-2", "two.txt"]);
    assert!(
        ran.ends(0)
            .says("`--techniques +bug-type-2`")
            .stdout
            .starts_with("file,line")
    );
    scratch
        .run(&["rate", "--technique", "naked-single", "two.txt"])
        .ends(0)
        .says("2 of 2 puzzles need Naked single: 2 easy");
    scratch
        .run(&["rate", "--technique", "x-wing", "two.txt"])
        .ends(0)
        .says("None of 2 puzzles needs X-wing");
    let none_left = ["--no-uniqueness", "--techniques", "unique-rectangle-1"];
    scratch
        .run(&[&["hint"], &none_left[..], &["two.txt"]].concat())
        .ends(2)
        .says("no technique left");
}

#[test]
fn an_explanation_ends_with_level_and_score() {
    let scratch = Scratch::with("known.txt", KNOWN);
    let ran = scratch.run(&["explain", "known.txt"]).ends(0);
    assert!(
        ran.stdout.contains("\nLevel: Easy, score 204"),
        "{}",
        ran.stdout
    );
    let ran = scratch.run(&["explain", "--markdown", "known.txt"]).ends(0);
    assert!(ran.stdout.contains("```text\n      c1"), "{}", ran.stdout);
    let refused = scratch.run(&["explain", "--json", "--grid", "known.txt"]);
    refused.ends(2).says("remove --grid");
}

#[test]
fn techniques_are_tried_in_the_given_order() {
    let scratch = Scratch::with("known.txt", KNOWN);
    let first = |techniques: &str| {
        let ran = scratch.run(&[
            "hint",
            "--stage",
            "2",
            "--techniques",
            techniques,
            "known.txt",
        ]);
        ran.ends(0).stdout
    };
    assert!(first("hidden-single,naked-single").starts_with("Hidden single."));
    assert!(first("naked-single,hidden-single").starts_with("Naked single."));
    assert!(first("-naked-single").starts_with("Hidden single."));
    for verb in ["hint", "explain", "rate"] {
        let list = scratch.run(&[verb, "--techniques"]).ends(0).stdout;
        assert!(list.contains("\nx-wing "), "{list}");
        scratch
            .run(&[verb, "--techniques", "x-wnig", "known.txt"])
            .ends(2)
            .says("the nearest is `x-wing`");
    }
}

#[test]
fn a_json_hint_reveals_no_more_than_requested() {
    let scratch = Scratch::with("known.txt", KNOWN);
    for (stage, keys) in [("1", 1), ("2", 4), ("3", 8)] {
        let asked = ["hint", "--json", "--stage", stage, "known.txt"];
        let line = &lines(&scratch.run(&asked).ends(0).stdout)[0];
        let told = line["steps"][0].as_object().unwrap();
        assert_eq!(told.len(), keys, "{told:?}");
        assert!(told.contains_key("whereabouts"));
    }
}

#[test]
fn the_steps_of_a_json_explanation_lead_to_the_solution() {
    let scratch = Scratch::with("known.txt", KNOWN);
    let json = scratch.run(&["explain", "--json", "known.txt"]).ends(0);
    let line = &lines(&json.stdout)[0];
    assert_eq!(line["result"], KNOWN_SOLUTION);
    let mut values: Vec<char> = KNOWN.chars().collect();
    for told in line["steps"].as_array().unwrap() {
        for key in ["title", "sentence", "level", "whereabouts", "effect"] {
            assert!(told[key].is_string(), "{key} in {told}");
        }
        assert!(told["paragraphs"].is_array() && told["score"].is_u64());
        let step = &told["step"];
        assert!(step["technique"].is_string() && step["pattern"].is_object());
        for placed in step["placements"].as_array().into_iter().flatten() {
            let cell = placed["cell"].as_u64().unwrap() as usize;
            let value = placed["value"].as_u64().unwrap() as u32;
            values[cell] = char::from_digit(value, 10).unwrap();
        }
    }
    assert_eq!(values.into_iter().collect::<String>(), KNOWN_SOLUTION);
}

#[test]
#[cfg(feature = "render")]
fn a_page_is_well_formed_and_self_contained() {
    let scratch = Scratch::with("two & <more>.txt", format!("{KNOWN}\n{HARD}\n{BROKEN}\n"));
    let arguments = ["explain", "--html", "--techniques", "singles"];
    let page = scratch.run(&[&arguments[..], &["two & <more>.txt"]].concat());
    let page = page.ends(3).stdout;
    assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</html>\n"));
    assert!(
        page.contains("two &amp; &lt;more&gt;.txt:2"),
        "names are escaped"
    );
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("width=device-width"));
    for foreign in ["<script", "src=", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert_eq!(
        count_tags(&page, "section"),
        page.matches("<figcaption>").count()
    );
    assert_balanced(&page);
    assert_links_have_targets(&page);
}

#[cfg(feature = "render")]
fn count_tags(page: &str, name: &str) -> usize {
    page.matches(&format!("<{name} ")).count()
}

/// Every tag is closed, in the right order.
#[cfg(feature = "render")]
fn assert_balanced(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag has an end");
        let name = tag.split([' ', '\n']).next().unwrap();
        match name.strip_prefix('/') {
            _ if name == "!DOCTYPE" || name == "meta" || tag.ends_with('/') => {}
            Some(closed) => assert_eq!(open.pop(), Some(closed)),
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Ids are unique, and every link has a target.
#[cfg(feature = "render")]
fn assert_links_have_targets(page: &str) {
    let quoted = |key: &str| -> Vec<String> {
        let found = page.split(key).skip(1);
        found
            .map(|rest| rest.split('"').next().unwrap().to_string())
            .collect()
    };
    let mut places = quoted(" id=\"");
    let links = quoted("href=\"#");
    assert!(!links.is_empty() && links.iter().all(|link| places.contains(link)));
    let count = places.len();
    places.sort();
    places.dedup();
    assert_eq!(places.len(), count);
}

#[test]
#[cfg(feature = "render")]
fn a_page_is_created_whole_or_not_at_all() {
    let scratch = Scratch::with("known.txt", KNOWN);
    scratch
        .run(&["explain", "--html", "-o", "known.html", "known.txt"])
        .ends(0)
        .gives("")
        .says("Saved known.html\n");
    assert!(scratch.read("known.html").ends_with("</html>\n"));
    scratch
        .run(&["explain", "--html", "-o", "known.txt", "known.txt"])
        .ends(2)
        .says("inputs are never overwritten");
    scratch
        .run(&["explain", "--html", "-o", "none.html", "missing.txt"])
        .ends(2);
    assert!(!scratch.names().contains(&"none.html".to_string()));
}

#[test]
fn claims_are_tested() {
    let scratch = Scratch::with("known.txt", KNOWN);
    let verdict = |claim: &str, code: i32| {
        let ran = scratch.run(&["hint", "--json", "--why", claim, "known.txt"]);
        lines(&ran.ends(code).stdout)[0]["verdict"].clone()
    };
    for right in ["r5c5=5", "E5 == 5", "r5c5≠7", "r1c1=5", "r1c3!=1", "C1<>2"] {
        assert_eq!(verdict(right, 0), "right", "{right}");
    }
    for wrong in ["r5c5=7", "r5c5!=5", "r1c1≠5", "A3=1"] {
        assert_eq!(verdict(wrong, 1), "wrong", "{wrong}");
    }
    assert_eq!(verdict("r15c5!=7", 1), "wrong");
    assert_eq!(verdict("r5c35=5", 1), "wrong");
    let ran = scratch
        .run(&["hint", "--why", "r1c3=2", "known.txt"])
        .ends(1);
    ran.gives("r1c3 = 2 is wrong.\n");
    for nonsense in ["r5c5", "x", "r0c1=3", "r1c1>3"] {
        scratch
            .run(&["hint", "--why", nonsense, "known.txt"])
            .ends(2);
    }
    scratch
        .run(&["hint", "--why", "r1c10=3", "known.txt"])
        .ends(2)
        .says("r1c10 is not on this 9×9 board");
    scratch
        .run(&["hint", "--why", "r1c3=x", "known.txt"])
        .ends(2)
        .says("`x` is not a value of this board");
}

#[test]
fn colours_do_not_change_the_text() {
    let scratch = Scratch::with("known.txt", KNOWN);
    let plain = scratch.run(&["hint", "--grid", "known.txt"]).ends(0).stdout;
    let arguments = ["hint", "--grid", "--color", "always", "known.txt"];
    let coloured = scratch.run(&arguments).ends(0).stdout;
    assert!(coloured.contains("\u{1b}["), "{coloured}");
    let mut stripped = String::new();
    for (index, part) in coloured.split("\u{1b}[").enumerate() {
        let code = part.find('m').filter(|_| index > 0).map_or(0, |at| at + 1);
        stripped += &part[code..];
    }
    assert_eq!(stripped, plain);
}

#[test]
#[cfg(feature = "render")]
fn large_boards_have_hints_too() {
    let scratch = Scratch::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/hexadoku.txt");
    scratch.write("large.txt", std::fs::read(path).unwrap());
    let singles = ["--techniques", "singles", "large.txt"];
    let hint = scratch.run(&[&["hint", "--grid"], &singles[..]].concat());
    assert!(hint.ends(0).stdout.contains('┼'));
    let page = scratch.run(&[&["explain", "--html"], &singles[..]].concat());
    assert!(page.stdout.contains(">16</text>"));
    assert_balanced(&page.stdout);
}

/// Puzzles of our own with ER, EP and ED by serate 1.2.1.3, the easier ones.
fn rated_by_serate() -> (String, String) {
    let text = workspace_file("testdata/ratings/explainer_ratings.txt");
    let lines = text.lines().skip(1).take(260).step_by(20);
    let expected: String = lines.map(|line| format!("{line}\n")).collect();
    let puzzles = expected.lines().map(|line| format!("{}\n", &line[..81]));
    (puzzles.collect(), expected)
}

#[test]
fn er_keeps_the_order_of_the_file_on_any_number_of_threads() {
    let (puzzles, expected) = rated_by_serate();
    let scratch = Scratch::with("puzzles.txt", puzzles);
    for threads in ["1", "3"] {
        let format = ["rate", "--format", "%g %r %p %d", "--threads", threads];
        let ran = scratch.run(&[&format[..], &["puzzles.txt"]].concat());
        ran.ends(0).gives(&expected);
    }
}

#[test]
fn er_filters_puzzles() {
    let (puzzles, expected) = rated_by_serate();
    let scratch = Scratch::with("puzzles.txt", puzzles);
    let er = |line: &&str| line.split(' ').nth(1).unwrap().parse::<f64>().unwrap();
    let hard = expected.lines().filter(|line| er(line) >= 2.6);
    let hard: String = hard.map(|line| format!("{line}\n")).collect();
    assert!(!hard.is_empty() && hard != expected);
    let format = ["rate", "-q", "--format", "%g %r %p %d"];
    let ran = scratch.run(&[&format[..], &["--er", "2.6..", "puzzles.txt"]].concat());
    ran.ends(0).gives(&hard);
}

#[test]
fn er_that_takes_too_long_is_reported() {
    let hard = "1...5.7.......9.3..8...7....4..1.....7..6...29....51....4.....87..5..6...3.....2.";
    let scratch = Scratch::with("hard.txt", format!("{hard}\n"));
    let ran = scratch.run(&[
        "rate",
        "--format",
        "%g %r",
        "--er",
        "9.0..",
        "--time-limit",
        "1ms",
        "hard.txt",
    ]);
    ran.ends(3)
        .gives(&format!("{hard} \n"))
        .says("hard.txt: no ER: stopped at the time limit");
}
