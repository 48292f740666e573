#!/usr/bin/env bash
# Renews fuzz/corpus/, from which `./test.sh --fuzz` starts: minimises what fuzzing has found until now,
# and keeps of each target a sample of at most 300 inputs and 100 kB, so that the project stays small.
#
#   fuzz/renew.sh [TARGET…]    all targets by default; needs nightly Rust and cargo-fuzz
set -euo pipefail
cd "$(dirname "$0")/.."

most_files=300 most_bytes=100000 most_length=2000
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(cargo +nightly fuzz list)
for target in "${targets[@]}"; do
    all=$(mktemp -d)
    mkdir -p "fuzz/found/$target" "fuzz/corpus/$target"
    cp "fuzz/found/$target"/* "fuzz/corpus/$target"/* "$all" 2>/dev/null || true
    cargo +nightly fuzz cmin "$target" "$all"
    rm -r "fuzz/corpus/$target" && mkdir "fuzz/corpus/$target"
    files=0 bytes=0
    # Names are hashes of the content, so their order is as good as random.
    for input in "$all"/*; do
        length=$(wc -c <"$input")
        [ "$length" -le "$most_length" ] && [ $((bytes + length)) -le "$most_bytes" ] || continue
        [ "$files" -lt "$most_files" ] || break
        cp "$input" "fuzz/corpus/$target"
        files=$((files + 1)) bytes=$((bytes + length))
    done
    rm -r "$all"
    echo "$target: $files inputs, $bytes bytes"
done
