"""The exceptions of the package."""

from __future__ import annotations

from typing import Any


class SudokitError(Exception):
    """The base of all exceptions of this package.

    >>> import sudokit
    >>> try:
    ...     sudokit.Puzzle.parse("1...\\n..2.\\n.3.\\n...4")
    ... except sudokit.SudokitError as error:
    ...     print(error.code, error.line, error.column)
    row-length 3 1
    """

    message: str
    """What was found and what was expected."""
    code: str
    """The kind of problem, in kebab case."""
    line: int | None
    """The line of the text, from 1, if there is one."""
    column: int | None
    """The column of the text, from 1, if there is one."""
    help: str | None
    """How to fix it, if there is something to suggest."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "error",
        line: int | None = None,
        column: int | None = None,
        help: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.line = line
        self.column = column
        self.help = help

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}, column {self.column}: "
        help = "" if self.help is None else f" ({self.help})"
        return f"{place}{self.message}{help}"

    def _parts(self) -> tuple[object, ...]:
        return type(self), self.message, self.code, self.line, self.column, self.help

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SudokitError) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __reduce__(self) -> tuple[Any, ...]:
        # Keyword arguments are not in `args`, which exceptions are usually pickled by.
        return type(self), (self.message,), self.__dict__


class ParseError(SudokitError, ValueError):
    """A text cannot be read as a puzzle."""


class RuleError(SudokitError, ValueError):
    """A puzzle breaks a rule: a value appears twice in a house, or a cell has no candidates."""


class NoSolutionError(SudokitError):
    """A puzzle has no solution."""


class SeveralSolutionsError(SudokitError):
    """A puzzle has several solutions where one was expected."""


class LimitError(SudokitError):
    """A time limit or a node limit was reached."""


class StuckError(SudokitError):
    """The techniques in use find no step."""


class GenerateError(SudokitError):
    """No puzzle can match a request, or none was found within the attempt limit."""


class UnsupportedError(SudokitError, ValueError):
    """A form, a transformation or a picture does not exist for this puzzle."""


class ArgumentError(SudokitError, ValueError):
    """An argument is not understood."""


for _class in list(globals().values()):
    if isinstance(_class, type) and issubclass(_class, SudokitError):
        _class.__module__ = "sudokit"
