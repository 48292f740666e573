"""Sudoku: read, solve, explain, rate, generate and draw puzzles, one at a time or millions.

>>> import sudokit
>>> puzzle = sudokit.Puzzle.parse(
...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
... )
>>> print(puzzle.solve())
534678912672195348198342567859761423426853791713924856961537284287419635345286179
>>> puzzle.check().status
<Status.UNIQUE: 0>
>>> puzzle.hint().title
'Naked single'

Functions such as `solve` take a `Puzzle` or its text. The `…_batch` functions take lists, NumPy
arrays and Arrow data, and use all cores. Whatever takes long lets other threads run meanwhile, and
Ctrl-C ends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, overload

from . import dataset
from ._batch import (
    RatedBatch,
    SolvedBatch,
    canonical_batch,
    check_batch,
    count_batch,
    rate_batch,
    solve_batch,
)
from ._enums import Level, Status
from ._errors import (
    ArgumentError,
    GenerateError,
    LimitError,
    NoSolutionError,
    ParseError,
    RuleError,
    SeveralSolutionsError,
    StuckError,
    SudokitError,
    UnsupportedError,
)
from ._generate import GeneratedBatch, generate, generate_batch, generate_many
from ._sudokit import (
    Check,
    Explanation,
    GeneratedPuzzles,
    Grid,
    Puzzle,
    PuzzleReader,
    Rating,
    Solutions,
    Step,
    __version__,
    parse_many,
    read,
)
from .dataset import AugmentedBatch, augment
from ._sudokit import FORMS as _FORMS
from ._sudokit import TECHNIQUES as _TECHNIQUES

TECHNIQUES: tuple[str, ...] = tuple(_TECHNIQUES)
"""The names of all techniques, in the order in which they are tried."""

FORMS: tuple[str, ...] = tuple(_FORMS)
"""The names of the forms that `Puzzle.to_text` writes."""


def _puzzle(puzzle: Puzzle | str) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else Puzzle.parse(puzzle)


def solve(
    puzzle: Puzzle | str,
    *,
    unique: bool = False,
    time_limit: float | None = None,
    node_limit: int | None = None,
    threads: int = 0,
) -> Grid:
    """Returns a solution of a puzzle; see `Puzzle.solve`.

    >>> import sudokit
    >>> print(sudokit.solve("1... ..2. .3.. ...4"))
    1243342143122134
    >>> sudokit.solve("1... .... .... ....", unique=True)
    Traceback (most recent call last):
        ...
    sudokit.SeveralSolutionsError: the puzzle has several solutions; expected one
    """
    return _puzzle(puzzle).solve(
        unique=unique, time_limit=time_limit, node_limit=node_limit, threads=threads
    )


def solutions(
    puzzle: Puzzle | str,
    limit: int | None = None,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    threads: int = 1,
) -> Solutions:
    """Returns a lazy iterator over the solutions of a puzzle; see `Puzzle.solutions`."""
    return _puzzle(puzzle).solutions(
        limit, time_limit=time_limit, node_limit=node_limit, threads=threads
    )


def count(
    puzzle: Puzzle | str,
    limit: int | None = None,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    threads: int = 0,
) -> int:
    """Returns the number of solutions of a puzzle, or `limit` if there are at least as many.

    >>> import sudokit
    >>> sudokit.count("................")
    288
    """
    return _puzzle(puzzle).count(
        limit, time_limit=time_limit, node_limit=node_limit, threads=threads
    )


def check(
    puzzle: Puzzle | str,
    *,
    minimal: bool = False,
    time_limit: float | None = None,
    node_limit: int | None = None,
    threads: int = 0,
) -> Check:
    """Checks a puzzle; see `Puzzle.check`.

    >>> import sudokit
    >>> check = sudokit.check("1... ..1. .3.. ..14", minimal=True)
    >>> print(check.status, check.problem)
    rule-broken 1 appears twice in column 3, at r2c3 and r4c3 (change or clear one of the two cells)
    """
    return _puzzle(puzzle).check(
        minimal=minimal, time_limit=time_limit, node_limit=node_limit, threads=threads
    )


def hint(puzzle: Puzzle | str, *, techniques: Sequence[str] | None = None) -> Step | None:
    """Returns the next logical step of a puzzle, or None if it is solved; see `Puzzle.hint`."""
    return _puzzle(puzzle).hint(techniques=techniques)


def hints(puzzle: Puzzle | str, *, techniques: Sequence[str] | None = None) -> list[Step]:
    """Returns every logical step that is possible now."""
    return _puzzle(puzzle).hints(techniques=techniques)


def explain(puzzle: Puzzle | str, *, techniques: Sequence[str] | None = None) -> Explanation:
    """Explains how to solve a puzzle, step by step, as far as logic gets."""
    return _puzzle(puzzle).explain(techniques=techniques)


def rate(puzzle: Puzzle | str, *, er: bool = False) -> Rating:
    """Rates a puzzle: level, score and techniques, by HoDoKu's rules; see `Puzzle.rate`."""
    return _puzzle(puzzle).rate(er=er)


def canonical(puzzle: Puzzle | str) -> Puzzle:
    """Returns the canonical form of a puzzle: the isomorphic one whose line comes first."""
    return _puzzle(puzzle).canonical()


def automorphisms(puzzle: Puzzle | str) -> int:
    """Returns the number of transformations that leave a puzzle as it is; at least 1."""
    return _puzzle(puzzle).automorphisms()


def isomorphism(puzzle: Puzzle | str, other: Puzzle | str) -> str | None:
    """Returns a transformation that turns a puzzle into another, or None.

    >>> import sudokit
    >>> notation = sudokit.isomorphism("1... ..2. .3.. ...4", "4... ..3. .2.. ...1")
    >>> str(sudokit.transform("1... ..2. .3.. ...4", notation))
    '4.....3..2.....1'
    """
    return _puzzle(puzzle).isomorphism(_puzzle(other))


def transform(
    puzzle: Puzzle | str,
    notation: str | None = None,
    *,
    rotate: int = 0,
    mirror: bool = False,
    flip: bool = False,
    seed: int | None = None,
) -> Puzzle:
    """Returns a transformed puzzle; see `Puzzle.transform`."""
    return _puzzle(puzzle).transform(
        notation, rotate=rotate, mirror=mirror, flip=flip, seed=seed
    )


def to_text(puzzle: Puzzle | str, form: str = "line") -> str:
    """Writes a puzzle in one of `FORMS`.

    >>> import sudokit
    >>> print(sudokit.to_text("1... ..2. .3.. ...4", "rows"))
    1...
    ..2.
    .3..
    ...4
    """
    return _puzzle(puzzle).to_text(form)


@overload
def render(
    puzzle: Puzzle | str,
    format: Literal["svg"] = "svg",
    *,
    candidates: bool | None = None,
    title: str = "",
    theme: str = "light",
    width: int | None = None,
) -> str: ...
@overload
def render(
    puzzle: Puzzle | str,
    format: Literal["png", "pdf"],
    *,
    candidates: bool | None = None,
    title: str = "",
    theme: str = "light",
    width: int | None = None,
) -> bytes: ...
def render(puzzle: Puzzle | str, format: Any = "svg", **options: Any) -> Any:
    """Draws a board: a string for "svg", bytes for "png" and "pdf"; see `Puzzle.render`.

    >>> import sudokit
    >>> sudokit.render("1... ..2. .3.. ...4")[:4]
    '<svg'
    """
    return _puzzle(puzzle).render(format, **options)


__all__ = [
    "FORMS",
    "TECHNIQUES",
    "ArgumentError",
    "AugmentedBatch",
    "Check",
    "Explanation",
    "GenerateError",
    "GeneratedBatch",
    "GeneratedPuzzles",
    "Grid",
    "Level",
    "LimitError",
    "NoSolutionError",
    "ParseError",
    "Puzzle",
    "PuzzleReader",
    "RatedBatch",
    "Rating",
    "RuleError",
    "SeveralSolutionsError",
    "Solutions",
    "SolvedBatch",
    "Status",
    "Step",
    "StuckError",
    "SudokitError",
    "UnsupportedError",
    "__version__",
    "augment",
    "automorphisms",
    "canonical",
    "canonical_batch",
    "check",
    "check_batch",
    "count",
    "count_batch",
    "dataset",
    "explain",
    "generate",
    "generate_batch",
    "generate_many",
    "hint",
    "hints",
    "isomorphism",
    "parse_many",
    "rate",
    "rate_batch",
    "read",
    "render",
    "solutions",
    "solve",
    "solve_batch",
    "to_text",
    "transform",
]
