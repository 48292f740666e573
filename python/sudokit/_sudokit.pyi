from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any, Literal, final, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Unpack

from ._batch import Progress
from ._enums import Level, Status
from ._errors import ParseError, SudokitError
from ._generate import Request

__all__ = [
    "Check",
    "Explanation",
    "FORMS",
    "GeneratedPuzzles",
    "Grid",
    "LEVELS",
    "Puzzle",
    "PuzzleReader",
    "Rating",
    "STATUSES",
    "Solutions",
    "Step",
    "TECHNIQUES",
    "__version__",
    "augment",
    "augment_masks",
    "canonical_batch",
    "classes",
    "generate_batch",
    "generate_many",
    "guesses",
    "hrm_index_files",
    "parse_many",
    "rate_batch",
    "read",
    "solve_batch",
    "split",
    "to_lines",
    "to_values",
    "trajectories",
    "verify",
]

__version__: str
STATUSES: list[str]
LEVELS: list[str]
TECHNIQUES: list[str]
FORMS: list[str]

@final
class Grid:
    def __new__(cls, text: str, *, shape: str | None = None) -> Grid: ...
    @property
    def shape(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def values(self) -> list[int]: ...
    @property
    def rows(self) -> list[list[int]]: ...
    def solves(self, puzzle: Puzzle) -> bool: ...
    def __getitem__(self, place: tuple[int, int], /) -> int: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...
    @staticmethod
    def _restore(state: bytes) -> Grid: ...

@final
class Puzzle:
    def __new__(cls, text: str | bytes, *, shape: str | None = None) -> Puzzle: ...
    @staticmethod
    def parse(
        text: str | bytes,
        *,
        shape: str | None = None,
        blank: str | None = None,
        symbols: str | None = None,
        form: str | None = None,
    ) -> Puzzle: ...
    @staticmethod
    def from_values(
        values: Sequence[int] | Sequence[Sequence[int]] | npt.NDArray[np.integer[Any]],
        *,
        shape: str | None = None,
    ) -> Puzzle: ...
    @staticmethod
    def from_candidates(
        masks: Sequence[int] | Sequence[Sequence[int]] | npt.NDArray[np.integer[Any]],
        *,
        shape: str | None = None,
    ) -> Puzzle: ...
    @staticmethod
    def empty(shape: str = "3x3") -> Puzzle: ...
    @staticmethod
    def generate(**request: Unpack[Request]) -> Puzzle: ...
    @property
    def shape(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def values(self) -> list[int]: ...
    @property
    def rows(self) -> list[list[int]]: ...
    @property
    def clues(self) -> int: ...
    @property
    def is_full(self) -> bool: ...
    @property
    def candidates(self) -> list[int] | None: ...
    @property
    def name(self) -> str | None: ...
    @property
    def answer(self) -> Grid | None: ...
    def is_placed(self, row: int, column: int) -> bool: ...
    def place(self, row: int, column: int, value: int) -> Puzzle: ...
    def solve(
        self,
        *,
        unique: bool = False,
        time_limit: float | None = None,
        node_limit: int | None = None,
        threads: int = 0,
    ) -> Grid: ...
    def solutions(
        self,
        limit: int | None = None,
        *,
        time_limit: float | None = None,
        node_limit: int | None = None,
        threads: int = 1,
    ) -> Solutions: ...
    def count(
        self,
        limit: int | None = None,
        *,
        time_limit: float | None = None,
        node_limit: int | None = None,
        threads: int = 0,
    ) -> int: ...
    def check(
        self,
        *,
        minimal: bool = False,
        time_limit: float | None = None,
        node_limit: int | None = None,
        threads: int = 0,
    ) -> Check: ...
    def hint(self, *, techniques: Sequence[str] | None = None) -> Step | None: ...
    def hints(self, *, techniques: Sequence[str] | None = None) -> list[Step]: ...
    def explain(self, *, techniques: Sequence[str] | None = None) -> Explanation: ...
    def rate(self, *, er: bool = False) -> Rating: ...
    def canonical(self) -> Puzzle: ...
    def automorphisms(self) -> int: ...
    def isomorphism(self, other: Puzzle) -> str | None: ...
    def transform(
        self,
        notation: str | None = None,
        *,
        rotate: int = 0,
        mirror: bool = False,
        flip: bool = False,
        seed: int | None = None,
    ) -> Puzzle: ...
    def to_text(self, form: str = "line") -> str: ...
    @overload
    def render(
        self,
        format: Literal["svg"] = "svg",
        *,
        candidates: bool | None = None,
        title: str = "",
        theme: str = "light",
        width: int | None = None,
    ) -> str: ...
    @overload
    def render(
        self,
        format: Literal["png", "pdf"],
        *,
        candidates: bool | None = None,
        title: str = "",
        theme: str = "light",
        width: int | None = None,
    ) -> bytes: ...
    def __getitem__(self, place: tuple[int, int], /) -> int: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...
    @staticmethod
    def _restore(
        puzzle: bytes, name: str | None, answer: Grid | None, symbols: str
    ) -> Puzzle: ...

@final
class Check:
    @property
    def status(self) -> Status: ...
    @property
    def is_unique(self) -> bool: ...
    @property
    def solution(self) -> Grid | None: ...
    @property
    def problem(self) -> SudokitError | None: ...
    @property
    def redundant(self) -> list[tuple[int, int]] | None: ...
    @property
    def is_minimal(self) -> bool | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Solutions:
    def __iter__(self) -> Iterator[Grid]: ...
    def __next__(self) -> Grid: ...

@final
class Step:
    @property
    def technique(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def level(self) -> Level: ...
    @property
    def score(self) -> int: ...
    @property
    def placements(self) -> list[tuple[int, int, int]]: ...
    @property
    def eliminations(self) -> list[tuple[int, int, int]]: ...
    @property
    def whereabouts(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def paragraphs(self) -> list[str]: ...
    @property
    def before(self) -> Puzzle: ...
    @property
    def after(self) -> Puzzle: ...
    def to_dict(self) -> dict[str, Any]: ...
    @overload
    def render(
        self, format: Literal["svg"] = "svg", *, theme: str = "light", width: int | None = None
    ) -> str: ...
    @overload
    def render(
        self, format: Literal["png", "pdf"], *, theme: str = "light", width: int | None = None
    ) -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def _repr_svg_(self) -> str: ...

@final
class Explanation:
    @property
    def steps(self) -> list[Step]: ...
    @property
    def is_solved(self) -> bool: ...
    @property
    def status(self) -> Status: ...
    @property
    def position(self) -> Puzzle: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Step: ...
    def __iter__(self) -> Iterator[Step]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def _repr_markdown_(self) -> str: ...

@final
class Rating:
    @property
    def level(self) -> Level: ...
    @property
    def score(self) -> int: ...
    @property
    def hardest(self) -> str | None: ...
    @property
    def steps(self) -> int: ...
    @property
    def techniques(self) -> dict[str, int]: ...
    @property
    def er(self) -> float | None: ...
    @property
    def ep(self) -> float | None: ...
    @property
    def ed(self) -> float | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @staticmethod
    def _restore(
        level: str,
        score: int,
        hardest: str | None,
        uses: Sequence[tuple[str, int]],
        tenths: Sequence[int] | None,
    ) -> Rating: ...

@final
class PuzzleReader:
    def __iter__(self) -> Iterator[Puzzle]: ...
    def __next__(self) -> Puzzle: ...

@overload
def read(
    path: str | PathLike[str],
    *,
    errors: Literal["raise", "skip"] = "raise",
    shape: str | None = None,
    blank: str | None = None,
    symbols: str | None = None,
    form: str | None = None,
) -> Iterator[Puzzle]: ...
@overload
def read(
    path: str | PathLike[str],
    *,
    errors: Literal["yield"],
    shape: str | None = None,
    blank: str | None = None,
    symbols: str | None = None,
    form: str | None = None,
) -> Iterator[Puzzle | ParseError]: ...
@overload
def parse_many(
    text: str | bytes,
    *,
    errors: Literal["raise", "skip"] = "raise",
    shape: str | None = None,
    blank: str | None = None,
    symbols: str | None = None,
    form: str | None = None,
) -> Iterator[Puzzle]: ...
@overload
def parse_many(
    text: str | bytes,
    *,
    errors: Literal["yield"],
    shape: str | None = None,
    blank: str | None = None,
    symbols: str | None = None,
    form: str | None = None,
) -> Iterator[Puzzle | ParseError]: ...
@final
class GeneratedPuzzles:
    def __iter__(self) -> Iterator[Puzzle]: ...
    def __next__(self) -> Puzzle: ...

def generate_many(count: int, **request: Unpack[Request]) -> GeneratedPuzzles: ...
def generate_batch(
    count: int, progress: Progress | None = None, **request: Unpack[Request]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]: ...
def solve_batch(
    puzzles: Any,
    reading: dict[str, str | None],
    limits: tuple[int | None, float | None, int | None],
    threads: int,
    progress: Progress | None,
) -> list[Any]: ...
def rate_batch(
    puzzles: Any,
    reading: dict[str, str | None],
    er: bool,
    threads: int,
    progress: Progress | None,
) -> list[Any]: ...
def canonical_batch(
    puzzles: Any, reading: dict[str, str | None], threads: int, progress: Progress | None
) -> Any: ...
def to_values(
    puzzles: Any, reading: dict[str, str | None], threads: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]: ...
def to_lines(
    values: npt.NDArray[np.uint8], has_board: npt.NDArray[np.bool_]
) -> list[str | None]: ...
def augment(
    puzzles: npt.NDArray[np.uint8],
    solutions: npt.NDArray[np.uint8],
    copies: int,
    seed: int,
    threads: int,
    by_content: bool,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]: ...
def augment_masks(
    masks: npt.NDArray[np.uint16],
    solutions: npt.NDArray[np.uint8],
    copies: int,
    seed: int,
    threads: int,
    by_content: bool,
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]: ...
def guesses(puzzles: npt.NDArray[np.uint8], threads: int) -> npt.NDArray[np.int64]: ...
def classes(puzzles: npt.NDArray[np.uint8], threads: int) -> npt.NDArray[np.int64]: ...
def split(
    puzzles: npt.NDArray[np.uint8],
    strata: npt.NDArray[np.uint32],
    test: float,
    seed: int,
    threads: int,
) -> npt.NDArray[np.int8]: ...
def verify(
    puzzles: npt.NDArray[np.uint8], solutions: npt.NDArray[np.uint8], threads: int
) -> list[str]: ...
def trajectories(
    puzzles: npt.NDArray[np.uint8], threads: int
) -> tuple[
    npt.NDArray[np.int64],
    npt.NDArray[np.uint32],
    npt.NDArray[np.int16],
    npt.NDArray[np.uint16],
    npt.NDArray[np.uint8],
    npt.NDArray[np.bool_],
]: ...
def hrm_index_files(groups: int, group_size: int) -> list[tuple[str, bytes]]: ...
