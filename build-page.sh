#!/usr/bin/env bash
# Builds the page without a server: a folder that any static host can serve, under any path.
#
#   ./build-page.sh [FOLDER]     target/page by default; docs/publish.md says where to put it
#
# Needs Rust with the target wasm32-unknown-unknown, Node and npm.
set -euo pipefail
cd "$(dirname "$0")"
folder=${1:-target/page}
case $folder in -*) sed -n '2,6s/^# \{0,1\}//p' "$0" && exit ;; esac

locked=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
grep -q "wasm-bindgen-cli-support = \"=$locked\"" page/bindgen/Cargo.toml || {
    echo "build-page.sh: page/bindgen/Cargo.toml must name wasm-bindgen $locked, as Cargo.lock does" >&2
    exit 1
}
command -v rustup >/dev/null && rustup --quiet target add wasm32-unknown-unknown
[ page/package-lock.json -ot page/node_modules/.package-lock.json ] || (cd page && npm ci --no-audit --no-fund --silent)
target=${CARGO_TARGET_DIR:-$PWD/target}
cargo build --quiet --manifest-path page/bindgen/Cargo.toml --target-dir "$target/bindgen"

modules=$target/page-modules
mkdir -p "$modules"
# Builds a module: its name, and the features of the crate.
module() {
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Ctarget-feature=+simd128,+bulk-memory" \
        cargo build --quiet -p sudokit-wasm --profile wasm --target wasm32-unknown-unknown ${2:+--features "$2"}
    "$target/bindgen/debug/bindgen" "$target/wasm32-unknown-unknown/wasm/sudokit_wasm.wasm" "$modules" "$1"
    page/node_modules/.bin/wasm-opt -Oz --strip-debug --strip-producers --strip-target-features \
        "$modules/$1_bg.wasm" -o "$modules/$1_bg.wasm"
}
module engine
module whole whole
node page/build.mjs "$modules" "$folder"
