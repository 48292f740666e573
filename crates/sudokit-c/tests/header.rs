//! Checks that `include/sudokit.h` is up to date.
//!
//! `SUDOKIT_WRITE_HEADER=1 cargo test -p sudokit-c --test header` regenerates it.

use std::path::Path;

#[test]
fn the_header_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut made = Vec::new();
    cbindgen::Builder::new()
        .with_config(config)
        .with_src(root.join("src/lib.rs"))
        .generate()
        .unwrap()
        .write(&mut made);
    let made = String::from_utf8(made).unwrap();

    let path = root.join("include/sudokit.h");
    if std::env::var_os("SUDOKIT_WRITE_HEADER").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        // A checkout may convert line ends.
        kept.replace("\r\n", "\n") == made,
        "include/sudokit.h is out of date; regenerate it with\n\
         SUDOKIT_WRITE_HEADER=1 cargo test -p sudokit-c --test header"
    );
}
