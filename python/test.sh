#!/usr/bin/env bash
# Tests the Python package as users get it: built as a wheel, installed in a clean environment.
#
#   python/test.sh             all tests; the Spark job runs in one process
#   python/test.sh --cluster   the Spark job runs on two executors of their own
#   python/test.sh --million   the Spark job has a million rows
#   python/test.sh --no-spark  without PySpark, which is 400 MB
#   python/test.sh --wheel W   tests this wheel, such as one of dist/python.sh, instead of building one
set -euo pipefail
cd "$(dirname "$0")/.."

spark=1
wheel=
while [ $# -gt 0 ]; do
    case "$1" in
    --cluster) export SUDOKIT_SPARK=cluster ;;
    --million) export SUDOKIT_SPARK_ROWS=1000000 ;;
    --no-spark) spark= ;;
    --wheel) wheel=$(realpath "${2:?--wheel needs a file}") && shift ;;
    -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0" && exit ;;
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

pip install maturin pytest hypothesis mypy nbclient ipykernel pyarrow polars duckdb 'pandas<3'
if [ -n "$spark" ]; then
    pip install 'pyspark>=4,<5'
fi
if [ -z "$wheel" ]; then
    "$environment/bin/maturin" build --quiet --release --out "$work/wheels"
    wheel=$(echo "$work"/wheels/*.whl)
fi
pip install "$wheel"

# Away from the sources, so that the installed package is what is imported.
cd "$work"
"$environment/bin/python" -m mypy --config-file ../../pyproject.toml -p sudokit
"$environment/bin/python" -m mypy.stubtest --mypy-config-file ../../pyproject.toml sudokit._sudokit
"$environment/bin/python" -m mypy --config-file ../../pyproject.toml ../../python/tests
"$environment/bin/python" -m pytest --quiet --config-file ../../pyproject.toml ../../python/tests
