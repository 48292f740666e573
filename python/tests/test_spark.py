"""Spark: the functions on record batches, and one small job on a local master.

`SUDOKIT_SPARK=cluster` starts executors of their own instead (`local-cluster`), and
`SUDOKIT_SPARK_ROWS` sets the number of rows.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import EASY, SMALL, SOLVED, python_blocks

import sudokit

pa = pytest.importorskip("pyarrow")
from sudokit import spark as sudokit_spark  # noqa: E402

PUZZLES = [EASY, None, "nonsense", SMALL, "." * 81, "55" + EASY[2:]]
STATUSES = ["unique", None, "unreadable", "unique", "several", "rule-broken"]


def batch() -> Any:
    return pa.RecordBatch.from_pydict({"id": list(range(len(PUZZLES))), "puzzle": PUZZLES})


def test_record_batches() -> None:
    (solved,) = sudokit_spark.solve_record_batches([batch()])
    assert solved.column("solution").to_pylist() == sudokit.solve_batch(PUZZLES).solutions
    assert solved.column("status").to_pylist() == STATUSES
    assert solved.column("id") == batch().column("id")
    (checked,) = sudokit_spark.check_record_batches([batch()])
    assert checked.column("status").to_pylist() == STATUSES
    (rated,) = sudokit_spark.rate_record_batches([batch()])
    assert rated.column("level").to_pylist()[:2] == ["easy", None]
    (explained,) = sudokit_spark.rate_record_batches([batch()], er=True)
    assert explained.column("er").to_pylist() == [1.2, None, None, None, None, None]
    (forms,) = sudokit_spark.canonical_record_batches([batch()])
    assert forms.column("canonical").to_pylist() == sudokit.canonical_batch(PUZZLES)
    assert list(sudokit_spark.solve_record_batches([])) == []


def test_augmented_record_batches() -> None:
    (made,) = sudokit_spark.augment_record_batches([batch()], copies=2, seed=1)
    assert made.column("id").to_pylist() == [row for row in range(6) for _ in range(2)]
    puzzles = made.column("puzzle").to_pylist()
    assert puzzles[2:6] == [None] * 4
    assert sudokit.solve_batch(puzzles[:2]).solutions == made.column("solution").to_pylist()[:2]
    # The same in another place.
    (other,) = sudokit_spark.augment_record_batches([batch().slice(0, 1)], copies=2, seed=1)
    assert other.column("puzzle").to_pylist() == puzzles[:2]


def test_generated_record_batches() -> None:
    parts = list(sudokit_spark.generate_record_batches([0, 1], 1200, seed=1))
    assert [part.num_rows for part in parts] == [1000, 200]
    (alone,) = sudokit_spark.generate_record_batches([1], 1200, seed=1)
    assert alone == parts[1]
    assert set(sudokit.check_batch(parts[1].column("puzzle")).to_pylist()) == {"unique"}


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    is_cluster = os.environ.get("SUDOKIT_SPARK") == "cluster"
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        sql.SparkSession.builder.master("local-cluster[2,1,1024]" if is_cluster else "local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    yield session
    session.stop()


def test_a_job(session: Any) -> None:
    rows = int(os.environ.get("SUDOKIT_SPARK_ROWS", "600"))
    puzzles = [PUZZLES[row % len(PUZZLES)] for row in range(rows)]
    frame = session.createDataFrame(list(enumerate(puzzles)), "id long, puzzle string")
    frame = frame.repartition(4)
    solved = sudokit_spark.solve(frame, "puzzle").orderBy("id").collect()
    expected = sudokit.solve_batch(puzzles).solutions
    assert [row.solution for row in solved] == expected
    assert [row.status for row in solved] == [STATUSES[row % len(PUZZLES)] for row in range(rows)]
    chain = sudokit_spark.canonical(sudokit_spark.check(frame.limit(100)))
    assert chain.columns == ["id", "puzzle", "status", "canonical"]
    isomorphs = sudokit_spark.augment(frame.filter("id = 0"), copies=3, seed=1).collect()
    answers = sudokit.solve_batch([row.puzzle for row in isomorphs]).solutions
    assert [row.solution for row in isomorphs] == answers and len(answers) == 3
    made = sudokit_spark.generate(session, 1500, partitions=2, seed=5).orderBy("id")
    local = list(sudokit_spark.generate_record_batches([0, 1], 1500, seed=5))
    expected = [line for part in local for line in part.column("puzzle").to_pylist()]
    assert [row.puzzle for row in made.collect()] == expected
    assert sudokit_spark.rate(frame.filter("id = 0")).collect()[0].level == "easy"


def test_other_columns_are_kept(session: Any) -> None:
    types = pytest.importorskip("pyspark.sql.types")
    part = types.StructType([types.StructField("a b", types.IntegerType(), False)])
    schema = types.StructType(
        [
            types.StructField("id", types.LongType(), False),
            types.StructField("puzzle", types.StringType()),
            types.StructField("x-y", part),
            types.StructField("list", types.ArrayType(part)),
            types.StructField("map", types.MapType(types.StringType(), types.DoubleType())),
        ]
    )
    row = (1, EASY, {"a b": 5}, [{"a b": 6}], {"k": 2.5})
    frame = session.createDataFrame([row], schema)
    for made in (sudokit_spark.solve(frame), sudokit_spark.augment(frame, seed=1)):
        (found,) = made.collect()
        assert (found["id"], found["x-y"]["a b"], found["list"][0]["a b"]) == (1, 5, 6)
        assert found["map"] == {"k": 2.5} and found["solution"]


def test_the_lines_that_the_tutorial_shows(root: Path, session: Any, tmp_path: Path) -> None:
    (block,) = (each for each in python_blocks(root / "docs/python.md") if "SparkSession" in each)
    columns = "puzzle string, solution string"
    session.createDataFrame([(EASY, SOLVED)], columns).write.parquet(str(tmp_path / "puzzles"))
    made: dict[str, Any] = {}
    exec(block.replace("s3://bucket", str(tmp_path)), made)
    (solved,) = session.read.parquet(str(tmp_path / "solved")).collect()
    assert solved.solution == SOLVED and solved.status == "unique"
    assert made["isomorphs"].count() == 10
    assert made["new"].columns == ["id", "puzzle", "solution"]
