"""Spark data frames in, Spark data frames out, on any number of machines.

Each function adds columns to a data frame with a column of puzzles (strings in any form). The work
is done by the batch functions of `sudokit` on the Arrow record batches that Spark passes to its
Python workers, so a worker holds one record batch at a time
(`spark.sql.execution.arrow.maxRecordsPerBatch` rows). A row that is missing or broken gets a status
and fails no job. Results are those of one machine.

The functions whose names end in `_record_batches` are what runs on the workers. They need PyArrow,
but no Spark.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from . import _batch, _generate, dataset

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from typing_extensions import Unpack

Batches = Iterable[pa.RecordBatch]

BLOCK = 1_000
"""Puzzles are generated in blocks of this size, each with a seed of its own, so that they do not
depend on how the work is divided."""


def _text(column: Any) -> pa.Array:
    """A column as plain strings, which Spark reads, rather than a dictionary."""
    return column.cast(pa.string())


def _added(batch: pa.RecordBatch, columns: dict[str, Any]) -> pa.RecordBatch:
    """The record batch with these columns, which replace those of the same name."""
    kept = {name: batch.column(name) for name in batch.schema.names if name not in columns}
    return pa.RecordBatch.from_pydict({**kept, **columns})


def solve_record_batches(
    batches: Batches, column: str = "puzzle", *, limit: int = 2, threads: int = 1
) -> Iterator[pa.RecordBatch]:
    """Adds `solution` and `status` to record batches.

    >>> import pyarrow as pa
    >>> from sudokit.spark import solve_record_batches
    >>> batch = pa.RecordBatch.from_pydict({"puzzle": ["1.....2..3.....4", None]})
    >>> next(solve_record_batches([batch])).to_pylist()[0]["solution"]
    '1243342143122134'
    """
    for batch in batches:
        solved = _batch.solve_batch(batch.column(column), limit=limit, threads=threads)
        status = _text(solved.status)
        yield _added(batch, {"solution": solved.solutions, "status": status})


def check_record_batches(
    batches: Batches, column: str = "puzzle", *, threads: int = 1
) -> Iterator[pa.RecordBatch]:
    """Adds `status` to record batches."""
    for batch in batches:
        status = _batch.check_batch(batch.column(column), threads=threads)
        yield _added(batch, {"status": _text(status)})


def rate_record_batches(
    batches: Batches, column: str = "puzzle", *, er: bool = False, threads: int = 1
) -> Iterator[pa.RecordBatch]:
    """Adds `status`, `level`, `score` and `hardest` to record batches; with `er` also `er`, `ep`
    and `ed`."""
    for batch in batches:
        rated = _batch.rate_batch(batch.column(column), er=er, threads=threads)
        columns = {
            "status": _text(rated.status),
            "level": _text(rated.level),
            "score": rated.score.cast(pa.int64()),
            "hardest": _text(rated.hardest),
        }
        if er:
            columns |= {"er": rated.er, "ep": rated.ep, "ed": rated.ed}
        yield _added(batch, columns)


def canonical_record_batches(
    batches: Batches, column: str = "puzzle", *, threads: int = 1
) -> Iterator[pa.RecordBatch]:
    """Adds `canonical` to record batches."""
    for batch in batches:
        forms = _batch.canonical_batch(batch.column(column), threads=threads)
        yield _added(batch, {"canonical": forms})


def augment_record_batches(
    batches: Batches,
    column: str = "puzzle",
    *,
    solution: str | None = None,
    copies: int = 1,
    seed: int = 0,
    threads: int = 1,
) -> Iterator[pa.RecordBatch]:
    """Replaces each row by `copies` rows with isomorphs of its puzzle and solution.

    The isomorphs of a puzzle depend on the seed and the puzzle, not on its place. Other columns are
    repeated.
    """
    for batch in batches:
        made = dataset.augment(
            batch.column(column),
            batch.column(solution) if solution else None,
            copies=copies,
            seed=seed,
            by_content=True,
            threads=threads,
        )
        rows = pa.array([row for row in range(batch.num_rows) for _ in range(copies)], pa.int64())
        columns = {column: made.puzzles, solution or "solution": made.solutions}
        yield _added(batch.take(rows), columns)


def generate_record_batches(
    blocks: Iterable[int], count: int, **request: Unpack[_generate.Request]
) -> Iterator[pa.RecordBatch]:
    """Generates the blocks with these numbers, of `count` puzzles in all blocks together."""
    seed = request.get("seed") or 0
    for block in blocks:
        length = min(BLOCK, count - block * BLOCK)
        request["seed"] = _number(f"{seed}/{block}")
        made = list(_generate.generate_many(length, **request))
        yield pa.RecordBatch.from_pydict(
            {
                "id": pa.array(range(block * BLOCK, block * BLOCK + length), pa.int64()),
                "puzzle": pa.array([str(puzzle) for puzzle in made], pa.string()),
                "solution": pa.array([str(puzzle.answer) for puzzle in made], pa.string()),
            }
        )


def _number(text: str) -> int:
    """A number of 64 bits that depends on the text alone."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def _mapped(
    frame: DataFrame, work: Callable[[Batches], Iterator[pa.RecordBatch]], added: dict[str, str]
) -> DataFrame:
    """The data frame with columns that the workers add."""
    from pyspark.sql import types

    fields = [field for field in frame.schema.fields if field.name not in added]
    columns = [(field.name, field.dataType) for field in fields]
    known = {"string": types.StringType(), "bigint": types.LongType(), "double": types.DoubleType()}
    columns += [(name, known[type]) for name, type in added.items()]
    # Text with these types cannot express all names that parts of a structure may have.
    schema = types.StructType([types.StructField(*column, nullable=True) for column in columns])
    return frame.mapInArrow(work, schema)


def solve(frame: DataFrame, column: str = "puzzle", *, limit: int = 2) -> DataFrame:
    """Adds `solution` (null if there is none) and `status`."""
    return _mapped(
        frame,
        lambda batches: solve_record_batches(batches, column, limit=limit),
        {"solution": "string", "status": "string"},
    )


def check(frame: DataFrame, column: str = "puzzle") -> DataFrame:
    """Adds `status`: unique, several, no-solution, rule-broken, and so on."""
    return _mapped(
        frame, lambda batches: check_record_batches(batches, column), {"status": "string"}
    )


def rate(frame: DataFrame, column: str = "puzzle", *, er: bool = False) -> DataFrame:
    """Adds `status`, `level`, `score` and `hardest`, by HoDoKu's rules; with `er` also `er`, `ep`
    and `ed`, as Sudoku Explainer has them."""
    added = {"status": "string", "level": "string", "score": "bigint", "hardest": "string"}
    if er:
        added |= {"er": "double", "ep": "double", "ed": "double"}
    return _mapped(frame, lambda batches: rate_record_batches(batches, column, er=er), added)


def canonical(frame: DataFrame, column: str = "puzzle") -> DataFrame:
    """Adds `canonical`: equal for isomorphic puzzles."""
    return _mapped(
        frame, lambda batches: canonical_record_batches(batches, column), {"canonical": "string"}
    )


def augment(
    frame: DataFrame,
    column: str = "puzzle",
    *,
    solution: str | None = None,
    copies: int = 1,
    seed: int = 0,
) -> DataFrame:
    """Replaces each row by `copies` rows with isomorphs of its puzzle and solution.

    Without a column for `solution`, the puzzles are solved and a column `solution` is added.
    """
    return _mapped(
        frame,
        lambda batches: augment_record_batches(
            batches, column, solution=solution, copies=copies, seed=seed
        ),
        {column: "string", solution or "solution": "string"},
    )


def generate(
    spark: SparkSession,
    count: int,
    *,
    partitions: int | None = None,
    **request: Unpack[_generate.Request],
) -> DataFrame:
    """Returns a data frame of `count` new puzzles: `id`, `puzzle` and `solution`.

    Takes the arguments of `sudokit.generate`; `seed` is 0 by default. The puzzles do not depend on
    the number of partitions.
    """
    blocks = -(-count // BLOCK)
    numbers = spark.range(0, blocks, 1, partitions)
    # Spark runs a task per core.
    request.setdefault("threads", 1)

    def work(batches: Batches) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from generate_record_batches(batch.column(0).to_pylist(), count, **request)

    return numbers.mapInArrow(work, "id bigint, puzzle string, solution string")
