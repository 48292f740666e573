#!/usr/bin/env bash
# Builds what is uploaded for Python users, who then need no Rust.
#
#   dist/python.sh             writes to dist/out/python: the sources, and one wheel for every Python
#                              from 3.10 on, which runs on every Linux with glibc 2.17 or later
#   FREE_THREADED=python3.14t dist/python.sh
#                              also a wheel for this free-threaded interpreter
set -euo pipefail
cd "$(dirname "$0")/.."

out=$PWD/dist/out/python
tools=$PWD/target/python/tools
rm -rf "$out"
"${PYTHON:-python3}" -m venv --clear "$tools"
# Zig links against an old glibc on a new system.
"$tools/bin/pip" install --quiet --disable-pip-version-check maturin ziglang
export PATH=$tools/bin:$PATH

maturin sdist --out "$out"
linux=
[ "$(uname -s)" = Linux ] && linux="--compatibility manylinux2014 --zig"
# shellcheck disable=SC2086
maturin build --profile dist --out "$out" $linux
if [ -n "${FREE_THREADED:-}" ]; then
    # Free-threaded interpreters have no stable ABI before 3.15, so this wheel is for one version.
    # shellcheck disable=SC2086
    maturin build --profile dist --out "$out" $linux --interpreter "$FREE_THREADED" \
        --no-default-features
fi
ls -l "$out"
