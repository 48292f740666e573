"""Many puzzles at once: lists, NumPy arrays, Arrow data, and what is built on Arrow."""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

import numpy as np

from . import _sudokit

Progress = Callable[[int, int], object]
"""Called with the number of puzzles done and the number of all, a few times per second."""

T = TypeVar("T")


class _Columns:
    """Columns that are compared as wholes, and shown with a few of their items: a notebook would
    show a million."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        names = (field.name for field in fields(self))  # type: ignore[arg-type]
        return all(_is_same(getattr(self, name), getattr(other, name)) for name in names)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        columns = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        shown = (
            f"{name}={reprlib.repr(column) if isinstance(column, list) else repr(column)}"
            for name, column in columns.items()
            if column is not None
        )
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass(frozen=True, repr=False, eq=False)
class SolvedBatch(_Columns, Generic[T]):
    """What `solve_batch` returns, row by row in the order of the input."""

    solutions: T
    """The solutions, in the type that came in. Of several, it is the one that `Puzzle.solve`
    returns. A row without one is `None` in a list, all 0 in an
    array, and null in Arrow data. For a table: the table with a column `solution` added."""
    status: Any
    """The status of each row: a list of `Status`, an array of its numbers, or an Arrow dictionary
    of its names."""
    counts: Any
    """The number of solutions found, up to the limit."""


@dataclass(frozen=True, repr=False, eq=False)
class RatedBatch(_Columns):
    """What `rate_batch` returns, row by row in the order of the input."""

    status: Any
    """The status of each row, as `solve_batch` has it."""
    level: Any
    """The level: a list of `Level`, an array of its numbers (-1 for none), or an Arrow
    dictionary."""
    score: Any
    """The score, 0 or null if there is none."""
    hardest: Any
    """The hardest technique: a list of names, an array of indices into `TECHNIQUES` (-1 for none),
    or an Arrow dictionary."""
    er: Any = None
    """ER of Sudoku Explainer, if it was asked for: 20.0 if its techniques do not solve the puzzle;
    `None`, not a number or null if the puzzle has no level or is not a plain 9×9."""
    ep: Any = None
    """EP, likewise."""
    ed: Any = None
    """ED, likewise."""


def _is_same(one: Any, other: Any) -> bool:
    """Whether two columns or tables are the same, with what is missing in the same places."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        has_nan = one.dtype.kind == "f"
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=has_nan)
    return bool(one.equals(other) if hasattr(one, "equals") else one == other)


def _package(data: object) -> str:
    """The package that a value's class comes from."""
    return type(data).__module__.partition(".")[0]


class _Input:
    """The caller's data, and how to return results of the same type."""

    def __init__(self, data: Any, column: str) -> None:
        self.data = data
        self.column = column
        self.rows = data
        self.package = _package(data)
        if self.package == "polars":
            self.rows = self._polars_column()
        elif _is_tensor(data):
            self.data = np.asarray(data)
        if isinstance(self.data, np.ndarray):
            self.rows = _array(self.data)
        elif self.package == "pandas":
            # Older versions have no Arrow interface for a column.
            self.rows = (data[column] if self._is_frame() else data).tolist()

    def _polars_column(self) -> Any:
        polars = sys.modules["polars"]
        if isinstance(self.data, polars.LazyFrame):
            raise TypeError("found a LazyFrame; expected a DataFrame (call `collect()` first)")
        column = self.data
        if isinstance(column, polars.DataFrame) and self.column in column.columns:
            column = column[self.column]
        # Nulls alone have a type of their own, whose Arrow form other libraries do not read.
        is_null = isinstance(column, polars.Series) and column.dtype == polars.Null
        return column.cast(polars.String) if is_null else self.data

    def _is_frame(self) -> bool:
        return hasattr(self.data, "columns")

    def column_of(self, made: Any) -> Any:
        """A column of a result, in the type that came in."""
        if self.package == "pandas":
            pandas = sys.modules["pandas"]
            # An index or a plain array of pandas has none.
            index = getattr(self.data, "index", None)
            return pandas.Series(made, index=index, dtype=object)
        if isinstance(self.data, np.ndarray) and isinstance(made, list):
            array = np.empty(len(made), dtype=object)
            array[:] = made
            return array
        if self.package == "pyarrow":
            pyarrow = sys.modules["pyarrow"]
            chunked = pyarrow.chunked_array(made)
            return _combined(chunked) if isinstance(self.data, pyarrow.Array) else chunked
        if self.package == "polars":
            return sys.modules["polars"].Series(made)
        return made

    def board_column(self, made: Any, name: str) -> Any:
        """Boards in the type that came in; for a table, the table with this column."""
        column = self.column_of(made)
        if self.package == "pandas" and self._is_frame():
            return self.data.assign(**{name: column})
        if self.package == "polars" and self._is_frame():
            return self.data.with_columns(column.alias(name))
        if self.package == "pyarrow" and hasattr(self.data, "column_names"):
            return _with_column(self.data, name, column)
        return column


def _combined(chunked: Any) -> Any:
    """A PyArrow column as one array, without a copy if it is one already."""
    return chunked.chunk(0) if chunked.num_chunks == 1 else chunked.combine_chunks()


def _with_column(table: Any, name: str, column: Any) -> Any:
    """A PyArrow table or record batch with another column."""
    if type(table).__name__ == "RecordBatch":
        column = _combined(column)
    if name in table.column_names:
        return table.set_column(table.column_names.index(name), name, column)
    return table.append_column(name, column)


def _is_tensor(data: Any) -> bool:
    """Whether data is an array of another library, such as a tensor, which NumPy can read."""
    is_known = isinstance(data, (np.ndarray, _sudokit.Puzzle, _sudokit.Grid))
    has_other = hasattr(data, "__arrow_c_array__") or hasattr(data, "__arrow_c_stream__")
    return hasattr(data, "__array__") and not is_known and not has_other and (
        _package(data) not in ("pandas", "polars", "pyarrow")
    )


def _array(array: np.ndarray[Any, Any]) -> Any:
    """An array that the compiled half reads in place, converted only if it must be."""
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError("found a masked array; expected an array (call `filled(0)` first)")
    if array.dtype.kind in "OUST":
        return array.tolist()
    if array.dtype.kind == "u" and array.dtype.itemsize <= 2:
        # In the machine's byte order, too.
        return np.ascontiguousarray(array, array.dtype.newbyteorder("="))
    if array.dtype.kind not in "iu":
        raise TypeError(f"found an array of {array.dtype}; expected integers or strings")
    # 255 is no value of any board, so that what does not fit is reported.
    fits = (array >= 0) & (array < 255)
    return np.ascontiguousarray(np.where(fits, array, 255).astype(np.uint8))


def _reading(
    column: str, shape: str | None, blank: str | None, symbols: str | None
) -> dict[str, str | None]:
    return {"column": column, "shape": shape, "blank": blank, "symbols": symbols}


def _search(
    puzzles: Any,
    limit: int | None,
    column: str,
    shape: str | None,
    blank: str | None,
    symbols: str | None,
    threads: int,
    progress: Progress | None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> tuple[_Input, Any, Any, Any]:
    data = _Input(puzzles, column)
    reading = _reading(column, shape, blank, symbols)
    limits = (limit, time_limit, node_limit)
    solutions, status, counts = _sudokit.solve_batch(
        data.rows, reading, limits, threads, progress
    )
    return data, solutions, status, counts


def solve_batch(
    puzzles: T,
    *,
    limit: int | None = 2,
    column: str = "puzzle",
    shape: str | None = None,
    blank: str | None = None,
    symbols: str | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> SolvedBatch[T]:
    """Solves many puzzles on all cores.

    `puzzles` is one of

    - a list of strings or bytes in any form, `Puzzle` objects, or what is missing: `None`, NaN, or
      pandas' `NA`;
    - a NumPy array of values, n × 81 or n × N × N, 0 for an open cell; uint8 arrays are read in
      place;
    - a NumPy array of candidate masks, n × 81 of uint16, bit `v - 1` for value `v`;
    - Arrow strings, or a table with a column of strings (named by `column`), from PyArrow, Polars,
      DuckDB, pandas or anything else with the Arrow PyCapsule interface.

    A row that is missing or broken never fails the batch: `status` says what is wrong with it.
    The search of a puzzle stops after `limit` solutions; 2 proves that there is only one.
    `threads=0` means one per core. `progress(done, all)` is called a few times per second.

    >>> import sudokit
    >>> batch = sudokit.solve_batch(["1.....2..3.....4", None, "11.............."])
    >>> batch.solutions
    ['1243342143122134', None, None]
    >>> [str(status) for status in batch.status]
    ['unique', 'None', 'rule-broken']

    >>> import numpy as np
    >>> batch = sudokit.solve_batch(np.zeros((2, 81), dtype=np.uint8))
    >>> batch.solutions.shape, batch.status == sudokit.Status.SEVERAL
    ((2, 81), array([ True,  True]))
    """
    data, solutions, status, counts = _search(
        puzzles, limit, column, shape, blank, symbols, threads, progress, time_limit, node_limit
    )
    return SolvedBatch(
        data.board_column(solutions, "solution"), data.column_of(status), data.column_of(counts)
    )


def count_batch(
    puzzles: Any,
    *,
    limit: int | None = None,
    column: str = "puzzle",
    shape: str | None = None,
    blank: str | None = None,
    symbols: str | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> Any:
    """Counts the solutions of many puzzles, each up to `limit` (all by default).

    Takes what `solve_batch` takes. Rows that cannot be read are `None`, 0 or null.

    >>> import sudokit
    >>> sudokit.count_batch(["1.....2..3.....4", "................", "nonsense"])
    [1, 288, None]
    """
    data, _, _, counts = _search(
        puzzles, limit, column, shape, blank, symbols, threads, progress
    )
    return data.column_of(counts)


def check_batch(
    puzzles: Any,
    *,
    column: str = "puzzle",
    shape: str | None = None,
    blank: str | None = None,
    symbols: str | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> Any:
    """Returns the status of many puzzles: unique, several, no solution, rule broken, and so on.

    Takes what `solve_batch` takes and returns its `status`.

    >>> import sudokit
    >>> [str(status) for status in sudokit.check_batch(["1.....2..3.....4", "................"])]
    ['unique', 'several']
    """
    data, _, status, _ = _search(puzzles, 2, column, shape, blank, symbols, threads, progress)
    return data.column_of(status)


def rate_batch(
    puzzles: Any,
    *,
    er: bool = False,
    column: str = "puzzle",
    shape: str | None = None,
    blank: str | None = None,
    symbols: str | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> RatedBatch:
    """Rates many puzzles: level, score and hardest technique, by HoDoKu's rules.

    Takes what `solve_batch` takes. With `er`, also rates as Sudoku Explainer 1.2.1 does, which
    takes milliseconds to seconds for each puzzle: `er`, `ep` and `ed`.

    >>> import sudokit
    >>> batch = sudokit.rate_batch(["1.....2..3.....4"])
    >>> batch.level, batch.score, batch.hardest
    ([<Level.EASY: 0>], [48], ['naked-single'])
    >>> line = ".......9.79.6.3.....6....45.2..3..1...3..5..61..7.8....8.9..2......6...9.4..8...."
    >>> sudokit.rate_batch([line, None], er=True).er
    [7.1, None]
    """
    data = _Input(puzzles, column)
    reading = _reading(column, shape, blank, symbols)
    columns = _sudokit.rate_batch(data.rows, reading, er, threads, progress)
    return RatedBatch(*map(data.column_of, columns))


def canonical_batch(
    puzzles: T,
    *,
    column: str = "puzzle",
    shape: str | None = None,
    blank: str | None = None,
    symbols: str | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> T:
    """Returns the canonical forms of many puzzles, in the type that came in.

    Takes what `solve_batch` takes. A row without a canonical form (it cannot be read, breaks a
    rule, or has a shape or candidates that allow none) is `None`, all 0, or null. For a table: the
    table with a column `canonical` added.

    >>> import sudokit
    >>> one, other = sudokit.canonical_batch(["1.....2..3.....4", "..3.4....2.....1"])
    >>> one == other
    True
    """
    data = _Input(puzzles, column)
    reading = _reading(column, shape, blank, symbols)
    forms = _sudokit.canonical_batch(data.rows, reading, threads, progress)
    made: T = data.board_column(forms, "canonical")
    return made

