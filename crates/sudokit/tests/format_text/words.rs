//! A word in place of an unreadable puzzle leaves the text around it unchanged.

use super::*;

/// Writes a text with `Invalid` in place of what cannot be read.
fn invalid(text: &str) -> String {
    let mut out = Vec::new();
    for piece in pieces(text) {
        match &piece.content {
            Content::Unreadable(_) => piece.write_word("Invalid", &mut out),
            _ => out.extend(&piece.text),
        }
    }
    String::from_utf8(out).unwrap()
}

/// A line that lacks a cell, so that it is not part of the complete one.
fn too_short() -> String {
    format!("1{}", &LINE[2..])
}

/// Checks that the word replaces `bad`.
fn assert_replaces(text: &str, bad: &str) {
    assert_eq!(invalid(text), text.replace(bad, "Invalid"), "{text}");
}

#[test]
fn lines_keep_their_columns() {
    let short = too_short();
    assert_replaces(&format!("{LINE}\n12 {short},7.2\r\n{LINE}\n"), &short);
    assert_replaces(&format!("id {short} # easy\n{LINE}\n"), &short);
    let strange = LINE.replacen('.', "Q", 1);
    assert_replaces(&format!("{LINE} 1\n{strange} 2\n"), &strange);
    assert_replaces(&format!("{LINE}\n  No Solution \n"), "No Solution");
    let spread = "9 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1";
    assert_replaces(&format!("a 4 2 2 {spread}\n"), spread);
    let hodoku = format!(":0401:3:{short}:249::\n");
    assert_replaces(&hodoku, &short);
}

#[test]
fn rows_of_a_table_keep_their_columns() {
    let short = too_short();
    let rows = format!("id,puzzle,solution,clues\n1,{LINE},,30\n2,{short},x,29\n");
    assert_replaces(&rows, "x");
    let rows = format!("id;puzzle\n1;\"{short}\"\n");
    assert_replaces(&rows, &short);
    assert_eq!(
        invalid(&format!("id,puzzle,solution\n1,{LINE},\n2,{LINE}\n")),
        format!("id,puzzle,solution\n1,{LINE},\n2,Invalid\n")
    );
    assert_eq!(
        invalid(&format!("id,puzzle\n1,{LINE}\n2\r\n")),
        format!("id,puzzle\n1,{LINE}\nInvalid\r\n")
    );
}

#[test]
fn documents_stay_well_formed() {
    assert_replaces(
        &format!(
            "<opensudoku>\n <game id=\"1\" data=\"12\"/>\n <game data='{LINE}'/></opensudoku>"
        ),
        "12",
    );
    let text = "<opensudoku><game/></opensudoku>";
    assert_eq!(invalid(text), text.replace("<game/>", "<game/>Invalid"));
    assert_replaces("[{\"name\": \"a\", \"puzzle\": \"12\", \"n\": 3}]\n", "12");
    let text = "[{\"name\": \"a\", \"puzzle\": [[1, 2], [3]], \"n\": 3}]\n";
    assert_eq!(invalid(text), text.replace("[[1, 2], [3]]", "\"Invalid\""));
    let text = "[{\"name\": \"a\"}, 7]\n";
    assert_eq!(invalid(text), "[\"Invalid\", \"Invalid\"]\n");
    assert_replaces("#A me\n[Puzzle]\n12\n3\n[Colours]\n00\n", "12\n3");
}

#[test]
fn grids_are_replaced_as_a_whole() {
    let text = "Grid 1\n1...\n..2.\n.3.\n...4\n\nGrid 2\n1...\n..2.\n.3..\n...4\n";
    assert_replaces(text, "1...\n..2.\n.3.\n...4");
}
