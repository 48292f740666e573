//! The transcripts in `tests/cmd` are documentation that is tested.

#[test]
fn transcripts_match() {
    let cases = trycmd::TestCases::new();
    cases
        .case("tests/cmd/*.md")
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100");
    if cfg!(not(feature = "library")) {
        cases.skip("tests/cmd/library.md");
    }
    if cfg!(not(feature = "render")) {
        cases.skip("tests/cmd/render.md");
        cases.skip("tests/cmd/explain.md");
    }
}
