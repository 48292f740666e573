#!/usr/bin/env bash
# Tests the Python package as users get it: built as a wheel, installed in a clean environment.
#
#   python/test.sh             all tests; the Spark job runs in one process
#   python/test.sh --cluster   the Spark job runs on two executors of their own
#   python/test.sh --million   the Spark job has a million rows
#   python/test.sh --no-spark  without PySpark, which is 400 MB
#   python/test.sh --sdist     builds the wheel from the packed sources, outside of the tree
#   python/test.sh --wheel W   tests this wheel or these packed sources, such as those of dist/python.sh
set -euo pipefail
cd "$(dirname "$0")/.."

spark=1
sdist=
wheel=
while [ $# -gt 0 ]; do
    case "$1" in
    --cluster) export SUDOKIT_SPARK=cluster ;;
    --million) export SUDOKIT_SPARK_ROWS=1000000 ;;
    --no-spark) spark= ;;
    --sdist) sdist=1 ;;
    --wheel) wheel=$(realpath "${2:?--wheel needs a file}") && shift ;;
    -h | --help) sed -n '2,9s/^# \{0,1\}//p' "$0" && exit ;;
    *) echo "python/test.sh: unknown option $1 (see python/test.sh --help)" >&2 && exit 2 ;;
    esac
    shift
done

work=$PWD/target/python
environment=$work/environment
rm -rf "$environment" "$work/wheels"
mkdir -p "$work"
"${PYTHON:-python3}" -m venv "$environment"
pip() { "$environment/bin/python" -m pip --quiet --disable-pip-version-check "$@"; }

# Packed sources have what a build and its licences need, and nothing that only tests need.
check_sources() {
    local files unexpected file
    files=$(tar -tzf "$1" | sed 's|^[^/]*/||')
    for file in LICENSE-MIT LICENSE-APACHE crates/sudokit-render/fonts/OFL.txt \
        crates/sudokit-py/README.md Cargo.lock PKG-INFO; do
        grep -qxF "$file" <<<"$files" || {
            echo "python/test.sh: $1 lacks $file" >&2
            exit 1
        }
    done
    unexpected=$(grep -vxE "$SOURCES" <<<"$files") || return 0
    echo "python/test.sh: $1 has files that no build needs:" $unexpected >&2
    exit 1
}
SOURCES='PKG-INFO|pyproject\.toml|Cargo\.(lock|toml)|LICENSE-(APACHE|MIT)|python/sudokit/[^/]*\.(pyi?|typed)'
SOURCES="$SOURCES|crates/[^/]*/(Cargo\.toml|README\.md|LICENSE-(APACHE|MIT)|(src|fonts)/.*)"

pip install maturin pytest hypothesis mypy nbclient ipykernel pyarrow polars duckdb 'pandas<3'
if [ -n "$spark" ]; then
    pip install 'pyspark>=4,<5'
fi
if [ -n "$sdist" ]; then
    "$environment/bin/maturin" sdist --out "$work/wheels"
    wheel=$(echo "$work"/wheels/*.tar.gz)
elif [ -z "$wheel" ]; then
    "$environment/bin/maturin" build --quiet --release --out "$work/wheels"
    wheel=$(echo "$work"/wheels/*.whl)
fi
case "$wheel" in
*.tar.gz) check_sources "$wheel" ;;
esac

# Away from the sources, so that packed sources find only what is in them, and the installed package
# is what is imported.
cd "$work"
pip install "$wheel"
"$environment/bin/python" -m mypy --config-file ../../pyproject.toml -p sudokit
"$environment/bin/python" -m mypy.stubtest --mypy-config-file ../../pyproject.toml sudokit._sudokit
"$environment/bin/python" -m mypy --config-file ../../pyproject.toml ../../python/tests
"$environment/bin/python" -m pytest --quiet --config-file ../../pyproject.toml ../../python/tests
