"""Data sets of classic 9×9 puzzles for machine learning and statistics.

Every function takes puzzles as a list of strings, a NumPy array (n × 81 of uint8), or Arrow
strings. Results depend on the input and the seed alone, not on the number of threads.

>>> import sudokit
>>> from sudokit import dataset
>>> made = sudokit.generate_batch(100, seed=1)
>>> kept = dataset.dedupe(made.puzzles)
>>> parts = dataset.split(made.puzzles[kept], test=0.1, seed=1)
>>> len(parts.train), len(parts.test)
(90, 10)
>>> train = dataset.augment(
...     made.puzzles[kept][parts.train], made.solutions[kept][parts.train], copies=10, seed=1
... )
>>> train.puzzles.shape
(900, 81)
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from . import _sudokit
from ._batch import _Columns, _Input, _reading, rate_batch, solve_batch
from ._errors import ArgumentError

T = TypeVar("T")

Values = npt.NDArray[np.uint8]


@dataclass(frozen=True, repr=False, eq=False)
class AugmentedBatch(_Columns, Generic[T]):
    """Isomorphs and their solutions: all copies of the first puzzle, then of the second, …"""

    puzzles: T
    """The isomorphs, in the type that came in. Copies of a row that is missing, broken or without a
    solution are `None`, all 0, or null."""
    solutions: T
    """Their solutions, transformed along."""


@dataclass(frozen=True, repr=False, eq=False)
class SplitParts(_Columns):
    """Row numbers of a train set and a test set."""

    train: npt.NDArray[np.int64]
    test: npt.NDArray[np.int64]


@dataclass(frozen=True, repr=False, eq=False)
class DatasetRatings(_Columns):
    """What `rate` returns, an array for each column; `None` for one that was not asked for."""

    guesses: npt.NDArray[np.int64]
    """The number of guesses, -1 for none; see `guesses`."""
    level: Any = None
    """The level, a number of `sudokit.Level`, -1 for none."""
    score: Any = None
    """The score, 0 for none."""
    hardest: Any = None
    """The hardest technique, an index into `sudokit.TECHNIQUES`, -1 for none."""
    er: Any = None
    """ER of Sudoku Explainer, not a number if there is none."""
    ep: Any = None
    """EP, likewise."""
    ed: Any = None
    """ED, likewise."""


@dataclass(frozen=True, repr=False, eq=False)
class Trajectories(_Columns):
    """The steps of logical solves as columns, one row for each effect of a step."""

    puzzle: npt.NDArray[np.int64]
    """The row of the puzzle."""
    step: npt.NDArray[np.uint32]
    """The number of the step, from 0."""
    technique: npt.NDArray[np.int16]
    """The technique, an index into `sudokit.TECHNIQUES`."""
    cell: npt.NDArray[np.uint16]
    """The cell, 9 × row + column."""
    value: npt.NDArray[np.uint8]
    """The value."""
    placed: npt.NDArray[np.bool_]
    """Whether the value is placed, rather than removed from the cell's candidates."""

    def __len__(self) -> int:
        return len(self.puzzle)


def _values(
    puzzles: Any, column: str = "puzzle", *, threads: int = 0
) -> tuple[_Input, Values, npt.NDArray[np.bool_]]:
    """Puzzles of any type as an array, and which rows are classic puzzles."""
    data = _Input(puzzles, column)
    return (data, *_values_of(data, threads))


def _values_of(data: _Input, threads: int) -> tuple[Values, npt.NDArray[np.bool_]]:
    rows = data.rows
    if isinstance(rows, np.ndarray):
        if rows.dtype != np.uint8:
            raise ArgumentError("found masks of candidates (uint16); expected values (uint8)")
        rows = _rows_of_cells(rows)
        is_valid: npt.NDArray[np.bool_] = np.all(rows <= 9, axis=1)
        if not is_valid.all():
            rows = np.where(is_valid[:, None], rows, 0).astype(np.uint8)
        return rows, is_valid
    return _sudokit.to_values(rows, _reading(data.column, None, None, None), threads)


def _rows_of_cells(boards: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Classic boards, a row of cells for each."""
    if boards.shape[1:] not in ((81,), (9, 9)):
        raise ArgumentError(
            f"found an array of shape {boards.shape}; expected n × 81 or n × 9 × 9 (data sets are of "
            "classic puzzles)"
        )
    return boards.reshape(-1, 81)


def _like(
    data: _Input, values: npt.NDArray[Any], has_board: npt.NDArray[np.bool_], name: str
) -> Any:
    """An array of boards in the type that came in; `name` is that of a column with a name."""
    if isinstance(data.rows, np.ndarray):
        return values.reshape(-1, *data.rows.shape[1:])
    lines = _sudokit.to_lines(values, has_board)
    if isinstance(data.data, np.ndarray):
        return data.column_of(lines)
    if data.package == "polars":
        import polars

        return polars.Series(name, lines, dtype=polars.String)
    if data.package == "pandas":
        import pandas

        return pandas.Series(lines, dtype=object, name=name)
    has_arrow = hasattr(data.rows, "__arrow_c_array__") or hasattr(data.rows, "__arrow_c_stream__")
    if not has_arrow:
        return lines
    import pyarrow

    return pyarrow.array(lines, pyarrow.string())


def augment(
    puzzles: T,
    solutions: Any = None,
    *,
    copies: int = 1,
    seed: int = 0,
    by_content: bool = False,
    column: str = "puzzle",
    threads: int = 0,
) -> AugmentedBatch[T]:
    """Returns `copies` random isomorphs of each puzzle, with its solution transformed along.

    Digits are renamed, rows, columns, bands and stacks permuted, and the board transposed, each
    with the same probability. Without `solutions`, the puzzles are solved first. Isomorphs depend on
    the seed and the row of a puzzle or, with `by_content=True`, on the puzzle itself, wherever it
    is. For a table, the result is a column. Masks of candidates (n × 81 of uint16) give masks.

    >>> from sudokit import dataset
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> made = dataset.augment([line], copies=3, seed=7)
    >>> len(made.puzzles), len(set(made.puzzles))
    (3, 3)
    >>> import sudokit
    >>> sudokit.solve_batch(made.puzzles).solutions == made.solutions
    True
    """
    if copies < 0:
        raise ArgumentError(f"copies: found {copies}; expected a number from 0 up")
    data = _Input(puzzles, column)
    is_masks = isinstance(data.rows, np.ndarray) and data.rows.dtype == np.uint16
    values: npt.NDArray[Any]
    if is_masks:
        values = _rows_of_cells(data.rows)
        has_board = np.all(values < 1 << 9, axis=1)
    else:
        values, has_board = _values_of(data, threads)
    if solutions is None:
        solved = solve_batch(values, limit=1, threads=threads)
        answers, has_answer = solved.solutions, solved.counts > 0
    else:
        _, answers, has_answer = _values(solutions, "solution", threads=threads)
        if len(answers) != len(values):
            raise ArgumentError(f"found {len(answers)} solutions for {len(values)} puzzles")
        answers = np.ascontiguousarray(answers)
    make = _sudokit.augment_masks if is_masks else _sudokit.augment
    inputs, labels = make(
        np.ascontiguousarray(values), answers, copies, seed, threads, by_content
    )
    has_copy = np.repeat(has_board & has_answer, copies)
    if not has_copy.all():
        inputs[~has_copy] = labels[~has_copy] = 0
    return AugmentedBatch(
        _like(data, inputs, has_copy, "puzzle"), _like(data, labels, has_copy, "solution")
    )


def guesses(puzzles: Any, *, threads: int = 0) -> npt.NDArray[np.int64]:
    """Returns the number of guesses that a precisely defined search needs for each puzzle.

    It is a cheap measure of difficulty: some ten microseconds per puzzle. 0 means that singles
    solve the puzzle, -1 that it does not have exactly one solution. docs/datasets.md has the
    definition.

    >>> from sudokit import dataset
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> dataset.guesses([line, "." * 81]).tolist()
    [0, -1]
    """
    _, values, has_board = _values(puzzles, threads=threads)
    return np.where(has_board, _sudokit.guesses(values, threads), -1)


def rate(
    puzzles: Any, *, level: bool = False, er: bool = False, threads: int = 0
) -> DatasetRatings:
    """Rates puzzles, as columns: guesses, and what else is asked for.

    `level` adds level, score and hardest technique by HoDoKu's rules, which takes a hundred times
    longer than guesses. `er` adds ER, EP and ED of Sudoku Explainer 1.2.1, which takes milliseconds
    to seconds for each puzzle.

    >>> from sudokit import dataset
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> rated = dataset.rate([line, None], level=True)
    >>> rated.guesses.tolist(), rated.level.tolist(), rated.score.tolist()
    ([0, -1], [0, -1], [204, 0])
    >>> dataset.rate([line], er=True).er.tolist()
    [1.2]
    """
    _, values, has_board = _values(puzzles, threads=threads)
    found = np.where(has_board, _sudokit.guesses(values, threads), -1)
    if not level and not er:
        return DatasetRatings(found)
    rated = rate_batch(values, er=er, threads=threads)
    return DatasetRatings(
        found,
        level=rated.level if level else None,
        score=rated.score if level else None,
        hardest=rated.hardest if level else None,
        er=rated.er,
        ep=rated.ep,
        ed=rated.ed,
    )


def classes(puzzles: Any, *, threads: int = 0) -> npt.NDArray[np.int64]:
    """Returns the class of each puzzle: equal numbers for isomorphic puzzles, -1 for none."""
    _, values, has_board = _values(puzzles, threads=threads)
    return np.where(has_board, _sudokit.classes(values, threads), -1)


def dedupe(puzzles: Any, *, threads: int = 0) -> npt.NDArray[np.int64]:
    """Returns the row of the first puzzle of each class of isomorphic puzzles.

    >>> from sudokit import Puzzle, dataset
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> puzzle = Puzzle(line)
    >>> dataset.dedupe([puzzle, puzzle.transform(seed=1), str(puzzle.solve())]).tolist()
    [0, 2]
    """
    numbers = classes(puzzles, threads=threads)
    rows = np.flatnonzero(numbers >= 0)
    _, firsts = np.unique(numbers[rows], return_index=True)
    return np.sort(rows[firsts])


def split(
    puzzles: Any,
    *,
    test: float = 0.1,
    strata: npt.ArrayLike | None = None,
    seed: int = 0,
    threads: int = 0,
) -> SplitParts:
    """Splits a set so that no puzzle of one part is isomorphic to a puzzle of the other.

    `test` is the share of classes for testing (below 1), or their number. From each stratum the
    same share is taken; `strata` has a number for each puzzle, by default the binary digits of its
    `guesses`. Puzzles without a class are in neither part.
    """
    _, values, has_board = _values(puzzles, threads=threads)
    if strata is None:
        found = np.maximum(_sudokit.guesses(values, threads), 0)
        strata = np.ceil(np.log2(found + 1)).astype(np.uint32)
    found = np.asarray(strata)
    if found.size and (found.dtype.kind not in "iub" or found.min() < 0 or found.max() >= 1 << 32):
        raise ArgumentError("strata: expected whole numbers from 0 up")
    levels = np.ascontiguousarray(found, dtype=np.uint32)
    parts = _sudokit.split(values, levels, test, seed, threads)
    parts = np.where(has_board, parts, -1)
    return SplitParts(np.flatnonzero(parts == 0), np.flatnonzero(parts == 1))


def verify(puzzles: Any, solutions: Any, *, threads: int = 0) -> list[str]:
    """Returns what is found about each solution.

    "right" if it is right and the only one; otherwise "wrong", "missing", "several",
    "no-solution", "invalid" or "open".

    >>> from sudokit import dataset
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> dataset.verify([line, line, "11" + line[2:]], [line, None, line])
    ['missing', 'missing', 'invalid']
    """
    _, values, has_board = _values(puzzles, threads=threads)
    _, answers, _ = _values(solutions, "solution", threads=threads)
    verdicts = _sudokit.verify(values, np.ascontiguousarray(answers), threads)
    pairs = zip(verdicts, has_board.tolist(), strict=True)
    return [verdict if has_board else "invalid" for verdict, has_board in pairs]


def trajectories(puzzles: Any, *, threads: int = 0) -> Trajectories:
    """Returns the steps of logical solves as columns, for training on reasoning.

    >>> from sudokit import dataset
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> table = dataset.trajectories([line])
    >>> len(table), bool(table.placed.all())
    (51, True)
    """
    _, values, _ = _values(puzzles, threads=threads)
    return Trajectories(*_sudokit.trajectories(values, threads))


def export(
    folder: str | os.PathLike[str],
    puzzles: Any,
    solutions: Any,
    *,
    group_size: int = 1,
) -> None:
    """Writes one part of a set in the layout that HRM and TRM read, or as a Parquet file.

    The folder is made. `group_size` puzzles in a row are isomorphs of each other. Write the parts to
    `train` and `test` of one folder; beside them, `identifiers.json` is written.

    If the name of the folder ends with `.parquet`, it is a file with the columns `puzzle`, `solution`
    and `number` instead, which counts the groups from 0. This needs PyArrow.
    """
    _, values, is_valid = _values(puzzles)
    _, answers, has_answer = _values(solutions, "solution")
    if len(values) != len(answers) or group_size < 1 or len(values) % group_size:
        raise ArgumentError(
            f"found {len(values)} puzzles and {len(answers)} solutions; expected as many of both, in "
            f"groups of {group_size}"
        )
    broken = np.flatnonzero(~(is_valid & has_answer))
    if len(broken):
        raise ArgumentError(f"row {broken[0]} has no puzzle or no solution")
    folder = Path(folder)
    if folder.suffix == ".parquet":
        return _export_parquet(folder, values, answers, group_size)
    folder.mkdir(parents=True, exist_ok=True)
    for name, boards in (("all__inputs.npy", values), ("all__labels.npy", answers)):
        np.save(folder / name, boards + np.uint8(1))
    for name, contents in _sudokit.hrm_index_files(len(values) // group_size, group_size):
        (folder / name).write_bytes(contents)
    (folder.parent / "identifiers.json").write_text('["<blank>"]')


def _export_parquet(file: Path, values: Values, answers: Values, group_size: int) -> None:
    import pyarrow
    import pyarrow.parquet

    file.parent.mkdir(parents=True, exist_ok=True)
    names = ("puzzle", "solution", "number")
    types = (pyarrow.string(), pyarrow.string(), pyarrow.int64())
    schema = pyarrow.schema(zip(names, types, strict=True))
    with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        # Some rows at a time, because lines take more memory than arrays.
        for start in range(0, len(values), 1 << 16):
            part = slice(start, start + (1 << 16))
            has_board = np.ones(len(values[part]), dtype=np.bool_)
            lines = (_sudokit.to_lines(boards[part], has_board) for boards in (values, answers))
            numbers = np.arange(start, start + len(has_board)) // group_size
            columns = (*lines, numbers)
            arrays = [pyarrow.array(*pair) for pair in zip(columns, types, strict=True)]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
