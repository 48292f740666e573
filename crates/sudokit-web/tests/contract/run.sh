#!/usr/bin/env bash
# Tests a live server, with a library, against its own OpenAPI document.
#
#   SUDOKIT=path/to/sudokit   the program; built with cargo by default
set -euo pipefail
cd "$(dirname "$0")"
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
if [[ -z "${SUDOKIT:-}" ]]; then
    cargo build --quiet -p sudokit-cli
    SUDOKIT=$target/debug/sudokit
fi

version=4.32.5
tools=$target/schemathesis-$version
[ -x "$tools/bin/schemathesis" ] || {
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version"
}

scratch=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -r "$scratch"' EXIT
"$SUDOKIT" --quiet library add "$scratch/puzzles.db" ../../../../examples/collection.txt
"$SUDOKIT" serve --port 0 --time-limit 2s --library "$scratch/puzzles.db" >"$scratch/log" 2>&1 &
server=$!
for _ in $(seq 100); do
    address=$(grep -o 'http://[^ /]*' "$scratch/log" | head -n 1) && break
    sleep 0.1
done
# Hypothesis keeps its examples where it runs.
cd "$scratch"
"$tools/bin/schemathesis" --config-file "$OLDPWD/schemathesis.toml" run "$address/api/v1/openapi.json" \
    --checks all --phases examples,coverage,fuzzing,stateful
