#!/usr/bin/env bash
# Builds the tarball that is handed out: the command, its manual pages and shell completions, licences,
# and a list of all that is in it (an SBOM in CycloneDX's form).
#
#   dist/build.sh              writes dist/out/sudokit-VERSION-TARGET.tar.gz
#   TARGET=… dist/build.sh     for another Rust target (with its linker set up)
set -euo pipefail
cd "$(dirname "$0")/.."

# Before the build, which takes long.
command -v jq >/dev/null || {
    echo "dist/build.sh: please install jq (it edits the list of dependencies) and start again" >&2
    exit 1
}
command -v cargo-cyclonedx >/dev/null || cargo install --quiet --locked cargo-cyclonedx

target=${TARGET:-$(rustc -vV | sed -n 's/^host: //p')}
version=$(cargo metadata --no-deps --format-version 1 | sed -n 's/.*"name":"sudokit-cli","version":"\([^"]*\)".*/\1/p')
name=sudokit-$version-$target
out=dist/out/$name

cargo build --profile dist -p sudokit-cli --features parquet,xlsx --target "$target"
rm -rf "$out" && mkdir -p "$out/man" "$out/completions"
cp "target/$target/dist/sudokit" LICENSE-MIT LICENSE-APACHE README.md CHANGELOG.md "$out"

# Completions and manual pages come from the command itself, so it must run on this machine.
"$out/sudokit" man --quiet --dir "$out/man"
"$out/sudokit" completions bash >"$out/completions/sudokit.bash"
"$out/sudokit" completions zsh >"$out/completions/_sudokit"
"$out/sudokit" completions fish >"$out/completions/sudokit.fish"

# The SBOM leaves out what differs between two builds of the same sources: its serial number, the time
# and the folder.
cargo cyclonedx --quiet --manifest-path crates/sudokit-cli/Cargo.toml --format json --spec-version 1.5 \
    --features parquet,xlsx --target "$target" --override-filename sbom
jq 'del(.serialNumber, .metadata.timestamp)' crates/sudokit-cli/sbom.json |
    sed "s|file://$PWD/|file://|g" >"$out/sbom.json"
# The tool writes one for each crate.
find bench crates -name sbom.json -delete

# Sorted names, no owner and a fixed time: the same sources give the same archive.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" \
    -C dist/out -cf - "$name" | gzip -n >"$out.tar.gz"
rm -r "$out"
ls -l "$out.tar.gz"
