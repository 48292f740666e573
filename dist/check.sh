#!/usr/bin/env bash
# Release checks whose results change too rarely to run with every test: packaging, the oldest
# supported Rust, the recorded public API, other targets, and every feature on its own.
#
#   dist/check.sh                 run all checks
#   dist/check.sh --record-api    record the current public API of the crate `sudokit`
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n\033[1m== %s\033[0m\n' "$*"; }
published=(sudokit sudokit-columnar sudokit-render sudokit-library sudokit-service sudokit-web sudokit-cli)
recorded=crates/sudokit/public-api.txt

# rustdoc's JSON output is unstable, so the tool that reads it and the compiler belong together.
public_api() {
    cargo public-api --version 2>/dev/null | grep -q "$API_TOOL" ||
        cargo install --quiet --locked "cargo-public-api@$API_TOOL"
    RUSTC_BOOTSTRAP=1 cargo public-api -p sudokit -sss --color never
}
API_TOOL=0.52.0

if [ "${1:-}" = --record-api ]; then
    public_api >"$recorded"
    exit
fi

step "Every feature on its own"
for features in "" dataset serde threads formats logic generate; do
    cargo clippy --quiet -p sudokit --no-default-features --features "$features" -- -D warnings
done
for features in "" parquet web render library; do
    cargo clippy --quiet -p sudokit-cli --no-default-features --features "$features" -- -D warnings
done

step "Other targets"
for target in wasm32-unknown-unknown aarch64-unknown-linux-gnu x86_64-pc-windows-gnu; do
    rustup target add "$target"
    cargo check --quiet -p sudokit --target "$target"
done

step "Every journey through the page without a server"
./build-page.sh target/page
PAGE=target/page JOURNEYS=all crates/sudokit-web/browser/run.sh
PAGE=target/page crates/sudokit-web/browser/firefox/run.sh
node page/test/measure.mjs target/page

step "The oldest supported Rust"
oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
rustup toolchain install "$oldest" --profile minimal
cargo "+$oldest" check --quiet --workspace --exclude bench

step "Public API of the library"
public_api >target/public-api.txt
diff -u "$recorded" target/public-api.txt || {
    echo "the public API differs from $recorded: if that is intended, run dist/check.sh --record-api" >&2
    exit 1
}

step "Licences and sources of all dependencies"
command -v cargo-deny >/dev/null || cargo install --quiet --locked cargo-deny
cargo deny check --hide-inclusion-graph licenses bans sources

step "Packages"
packages=$(printf ' -p %s' "${published[@]}")
# shellcheck disable=SC2086
cargo package --quiet --allow-dirty $packages

step "Tests of the packages compile outside of the workspace"
# All features: some tests of the library look inside, with `unstable-internals`.
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
patches=()
for crate in "${published[@]}"; do
    tar -xzf "target/package/$crate-$version.crate" -C "$unpacked"
    patches+=(--config "patch.crates-io.$crate.path=\"$unpacked/$crate-$version\"")
done
for crate in "${published[@]}"; do
    CARGO_TARGET_DIR=$PWD/target/packaged cargo test --quiet --no-run --all-features "${patches[@]}" \
        --manifest-path "$unpacked/$crate-$version/Cargo.toml"
done
step "The Python package from its packed sources"
python/test.sh --sdist --no-spark

step "All passed"
