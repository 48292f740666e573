//! The transcripts in `tests/cmd` are documentation that is run.

#[test]
fn transcripts_are_true() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.md")
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100");
}
