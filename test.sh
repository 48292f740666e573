#!/usr/bin/env bash
# Runs every check of the project, after installing what the checks need beyond Rust.
#
#   ./test.sh               everything that a change must pass (the first time about twenty minutes on two cores)
#   ./test.sh --verify      also thousands of puzzles against qqwing (some minutes: it makes them)
#   ./test.sh --million     also a million made puzzles through every width of the lanes
#   ./test.sh --corpora     also every puzzle of the collections in $SUDOKIT_DATA
#   ./test.sh --load        also 200 clients at once against the server, for ten seconds
#   ./test.sh --fuzz 60     also each fuzz target for 60 seconds (needs nightly Rust, cargo-fuzz)
set -euo pipefail
cd "$(dirname "$0")"

verify= million= corpora= load= fuzz=
while [ $# -gt 0 ]; do
    case "$1" in
    --verify) verify=1 ;;
    --million) million=1 ;;
    --corpora) corpora=1 ;;
    --load) load=1 ;;
    --fuzz) fuzz=${2:?"--fuzz takes a number of seconds"} && shift ;;
    -h | --help) sed -n '2,9s/^# \{0,1\}//p' "$0" && exit ;;
    *) echo "test.sh: unknown option $1 (see ./test.sh --help)" >&2 && exit 2 ;;
    esac
    shift
done

step() { printf '\n\033[1m== %s\033[0m\n' "$*"; }

# Installs a program that a test needs, unless it is there: its command, its package, what for.
install() {
    command -v "$1" >/dev/null && return
    local as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    if command -v apt-get >/dev/null; then
        $as_root apt-get update -q && $as_root apt-get install -y -q "$2"
    elif command -v brew >/dev/null; then
        brew install "$2"
    fi
    command -v "$1" >/dev/null || {
        echo "test.sh: please install $2, $3, and start again" >&2
        exit 1
    }
}

step "What the tests need"
install qqwing qqwing "the solver that answers are checked against"
install node nodejs "which runs the tests of the page"
install npm npm "which fetches what those need"
install chromium chromium "the browser that the page is tested in"
# From here on a missing qqwing is a failure, not a skipped test.
export SUDOKIT_QQWING=required

step "Format, lints, documentation"
cargo fmt --all --check
cargo clippy --workspace --all-targets --quiet -- -D warnings
document() { RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --document-private-items --quiet "$@"; }
# The command has the library's name: together they would write to the same place.
document --workspace --exclude sudokit-cli
document -p sudokit-cli

# Property tests take the same inputs on every machine here; `cargo test` by hand takes new ones.
export PROPTEST_RNG_SEED=20261115

step "Tests"
cargo test --workspace --quiet

step "The page in a real browser"
cargo build --quiet -p sudokit-cli
CHROMIUM=$(command -v chromium) SUDOKIT=$PWD/target/debug/sudokit crates/sudokit-web/browser/run.sh

step "README's first command"
cargo run --release --quiet -- solve examples/board.txt

if [ -n "$verify" ]; then
    step "Thousands of puzzles against qqwing"
    SUDOKIT_VERIFY=all cargo test --release -p sudokit-cli --test qqwing -- --nocapture
fi
if [ -n "$million" ]; then
    step "A million puzzles through every width"
    SUDOKIT_TEST_PUZZLES=1000000 cargo test --release -p sudokit --test solve every_width
fi
if [ -n "$corpora" ]; then
    step "Every puzzle of the collections"
    : "${SUDOKIT_DATA:?"--corpora reads the folder named by SUDOKIT_DATA"}"
    cargo test --release -p sudokit --test corpora --test rate --test logic -- --ignored --nocapture
fi
if [ -n "$load" ]; then
    step "200 clients at once"
    # It fails when a request is lost, refused, or slower than the server's time limit.
    cargo run --release --quiet -p sudokit-web --example load -- 200 10
fi
if [ -n "$fuzz" ]; then
    step "Fuzzing"
    for target in $(cargo +nightly fuzz list); do
        cargo +nightly fuzz run "$target" -- -max_total_time="$fuzz"
    done
fi
step "All passed"
