#!/usr/bin/env bash
# Runs the tests of the project, after installing what they need beyond Rust.
#
#   ./test.sh                    everything that a change must pass (about forty minutes cold, two cores)
#   ./test.sh --quick            only format, lints, and the tests of the library and the command
#   ./test.sh --release-checks   only: packaging, oldest Rust, public API, other targets, features
#   ./test.sh --verify           also thousands of puzzles against qqwing, by all classic algorithms too (some minutes)
#   ./test.sh --million          also a million generated puzzles through every vector width
#   ./test.sh --corpora          also every puzzle of the collections in $SUDOKIT_DATA
#   ./test.sh --cluster          also the Spark job with a million rows on executors of their own
#   ./test.sh --load [600]       also 200 clients at once against the server, for 10 or that many seconds
#   ./test.sh --soak 8           also generated and changed puzzles through every engine for 8 hours
#   ./test.sh --fuzz 60          also each fuzz target for 60 seconds (needs nightly Rust, cargo-fuzz)
set -euo pipefail
cd "$(dirname "$0")"

quick= release_checks= verify= million= corpora= cluster= load= soak= fuzz=
while [ $# -gt 0 ]; do
    case "$1" in
    --quick) quick=1 ;;
    --release-checks) release_checks=1 ;;
    --verify) verify=1 ;;
    --million) million=1 ;;
    --corpora) corpora=1 ;;
    --cluster) cluster=1 ;;
    --load) load=10 && [[ ${2:-} =~ ^[0-9]+$ ]] && load=$2 && shift ;;
    --soak) soak=${2:?"--soak takes a number of hours"} && shift ;;
    --fuzz) fuzz=${2:?"--fuzz takes a number of seconds"} && shift ;;
    -h | --help) sed -n '2,14s/^# \{0,1\}//p' "$0" && exit ;;
    *) echo "test.sh: unknown option $1 (see ./test.sh --help)" >&2 && exit 2 ;;
    esac
    shift
done

# Names the next step, with the time since the start.
step() { printf '\n\033[1m== %s\033[0m (%d:%02d)\n' "$*" $((SECONDS / 60)) $((SECONDS % 60)); }

# Installs a package of the system.
install_package() {
    local as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    if command -v apt-get >/dev/null; then
        $as_root apt-get update -q && $as_root apt-get install -y -q "$1"
    elif command -v brew >/dev/null; then
        brew install "$1"
    fi
}

# Installs a program that a test needs, unless it exists: its command, its package, its purpose.
install() {
    command -v "$1" >/dev/null && return
    install_package "$2"
    command -v "$1" >/dev/null || {
        echo "test.sh: please install $2 ($3) and start again" >&2
        exit 1
    }
}

# Property tests take the same inputs on every machine here; `cargo test` by hand takes new ones.
export PROPTEST_RNG_SEED=20261115

if [ -n "$quick" ]; then
    step "Format and lints"
    cargo fmt --all --check
    cargo clippy --workspace --quiet -- -D warnings
    step "Tests of the library and the command"
    cargo test --quiet -p sudokit -p sudokit-cli
    step "Passed (the quick part; ./test.sh runs everything)"
    exit
fi

if [ -n "$release_checks" ]; then
    exec ./dist/check.sh
fi

step "What the tests need"
install qqwing qqwing "the solver that answers are checked against"
install jq jq "runs the examples of docs/scripting.md"
install node nodejs "runs the tests of the page"
install npm npm "fetches the packages of those tests"
install chromium chromium "the browser that the page is tested in"
install python3 python3 "runs the tests of the Python package and of the API"
# Debian has the part of Python that makes environments in a package of its own.
python3 -c 'import ensurepip' 2>/dev/null || install_package python3-venv
install java openjdk-17-jre-headless "runs Spark in those tests"
if [ "$(uname -sm)" = "Linux x86_64" ]; then
    install qemu-aarch64 qemu-user "runs the tests of the vector engines for ARM"
    install aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu "links those tests"
fi
command -v rustup >/dev/null && rustup target add wasm32-unknown-unknown aarch64-unknown-linux-gnu
# From here on a missing qqwing or jq is a failure, not a skipped test.
export SUDOKIT_QQWING=required SUDOKIT_JQ=required

step "Format, lints, documentation"
cargo fmt --all --check
cargo clippy --workspace --all-targets --quiet -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items --quiet

step "Tests"
cargo test --workspace --quiet
# Parquet is off by default, because its libraries take long to build.
cargo test --quiet -p sudokit-cli --no-default-features --features parquet --test columnar
cargo test --quiet -p sudokit-columnar --features parquet

if command -v qemu-aarch64 >/dev/null; then
    step "The vector engines on ARM"
    CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu" \
        cargo test --quiet -p sudokit --target aarch64-unknown-linux-gnu --lib solve::
fi

step "The library in WebAssembly"
node crates/sudokit/tests/wasm/run.mjs

step "The page in a real browser"
cargo build --quiet -p sudokit-cli
CHROMIUM=$(command -v chromium) SUDOKIT=$PWD/target/debug/sudokit crates/sudokit-web/browser/run.sh

step "The API as its document says"
SUDOKIT=$PWD/target/debug/sudokit crates/sudokit-web/tests/contract/run.sh

step "The page without a server"
./build-page.sh target/page
node page/test/compare.mjs target/debug/sudokit target/page-modules
CHROMIUM=$(command -v chromium) PAGE=target/page crates/sudokit-web/browser/run.sh

step "The Python package"
python/test.sh

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
    cargo test --release -p sudokit --lib --test corpora --test rate --test logic -- --ignored --nocapture
fi
if [ -n "$cluster" ]; then
    step "A million rows on a Spark cluster"
    python/test.sh --cluster --million
fi
if [ -n "$load" ]; then
    step "200 clients at once for $load seconds"
    # Fails when a request is lost, refused, or slower than the server's time limit, or memory grows.
    cargo run --release --quiet -p sudokit-web --example load -- 200 "$load"
fi
if [ -n "$soak" ]; then
    step "Puzzles through every engine for $soak hours"
    # Continues where the last run ended.
    cargo run --release --quiet -p sudokit --example soak -- "$soak" target/soak.log
fi
if [ -n "$fuzz" ]; then
    step "Fuzzing"
    # Every way in which the tests write a puzzle is a seed.
    seeds=$(mktemp -d)
    SUDOKIT_SEEDS=$seeds cargo test -p sudokit --test format_paste -- --ignored write_seeds
    for target in $(cargo +nightly fuzz list); do
        # New inputs go to fuzz/found/, which git ignores; fuzz/renew.sh picks from them for fuzz/corpus/.
        mkdir -p "fuzz/found/$target"
        case $target in
        reader | round_trip | decoder) inputs=("$seeds" -- -dict=fuzz/forms.dict) ;;
        *) inputs=("fuzz/seeds/$target" --) ;;
        esac
        cargo +nightly fuzz run "$target" "fuzz/found/$target" "fuzz/corpus/$target" "${inputs[@]}" \
            -max_total_time="$fuzz"
    done
    rm -r "$seeds"
fi
step "All passed"
