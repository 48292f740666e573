"""New puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from . import _sudokit
from ._batch import Progress, _Columns
from ._sudokit import GeneratedPuzzles, Puzzle

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._enums import Level


class Request(TypedDict, total=False):
    """What a puzzle is asked to be. Everything may be left out or None."""

    seed: int | None
    """The same request with the same seed gives the same puzzles on every machine."""
    shape: str | None
    """The shape, such as "2x3" or "3x3+diagonals"; "3x3" by default."""
    difficulty: str | Level | tuple[str | Level, str | Level] | None
    """A level, "medium..hard", or (lowest, highest)."""
    score: int | str | tuple[int, int] | None
    """A score, or a range."""
    er: float | str | tuple[float, float] | None
    """ER of Sudoku Explainer, or a range; for plain 9×9 boards."""
    givens: int | str | tuple[int, int] | None
    """The number of givens, or a range."""
    symmetry: str | None
    """The symmetry of the givens, such as "half-turn"."""
    pattern: str | None
    """The cells of the givens, as a board with any symbol in them and `.` elsewhere."""
    extend: Puzzle | None
    """Givens that the puzzle must have."""
    minimal: bool | None
    """Whether every given must be necessary."""
    techniques: str | Sequence[str] | None
    """Techniques that the solution must use."""
    hardest: str | Sequence[str] | None
    """The hardest technique, or several of which one will do."""
    without: str | Sequence[str] | None
    """Techniques that the solution must not use."""
    attempt_limit: int | None
    """Puzzles in a row that may fail before it gives up."""
    threads: int | None
    """The number of threads; 0 means one per core."""


@dataclass(frozen=True, repr=False, eq=False)
class GeneratedBatch(_Columns):
    """Puzzles and their solutions, a row of cells for each."""

    puzzles: npt.NDArray[np.uint8]
    solutions: npt.NDArray[np.uint8]


def generate(**request: Unpack[Request]) -> Puzzle:
    """Returns a new puzzle with exactly one solution, which is its `answer`.

    Arguments narrow down the request: `seed`, `shape`, `difficulty`, `score`, `er`, `givens`,
    `symmetry`, `pattern`, `extend`, `minimal`, `techniques`, `hardest`, `without`, `attempt_limit`, `threads`.
    Raises `GenerateError` if no puzzle can match, or none was found.

    >>> import sudokit
    >>> puzzle = sudokit.generate(seed=1, difficulty="hard", symmetry="half-turn")
    >>> str(puzzle.rate().level)
    'hard'
    >>> puzzle == sudokit.generate(seed=1, difficulty="hard", symmetry="half-turn")
    True
    """
    return next(generate_many(1, **request))


def generate_many(count: int, **request: Unpack[Request]) -> GeneratedPuzzles:
    """Returns a lazy iterator over `count` new puzzles; takes the arguments of `generate`.

    >>> import sudokit
    >>> [puzzle.clues for puzzle in sudokit.generate_many(3, shape="2x2", givens=5, seed=7)]
    [5, 5, 5]
    """
    return _sudokit.generate_many(count, **request)


def generate_batch(
    count: int, *, progress: Progress | None = None, **request: Unpack[Request]
) -> GeneratedBatch:
    """Generates `count` puzzles into arrays; takes the arguments of `generate`.

    >>> import sudokit
    >>> batch = sudokit.generate_batch(10, seed=1)
    >>> batch.puzzles.shape, int(batch.solutions.min())
    ((10, 81), 1)
    """
    return GeneratedBatch(*_sudokit.generate_batch(count, progress, **request))
