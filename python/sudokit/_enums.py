"""The names that results use: statuses and levels."""

from __future__ import annotations

from enum import IntEnum

from . import _sudokit


class _Named(IntEnum):
    """A number with a name in kebab case; arrays hold the number, text shows the name."""

    @property
    def label(self) -> str:
        """The name that the command and its JSON use, such as "no-solution"."""
        return self.name.lower().replace("_", "-")

    def __str__(self) -> str:
        return self.label


class Status(_Named):
    """The status of a puzzle.

    >>> import sudokit
    >>> sudokit.check("1... ..2. .3.. ...4").status
    <Status.UNIQUE: 0>
    >>> print(sudokit.Status.NO_SOLUTION)
    no-solution
    """

    UNIQUE = 0
    """It has exactly one solution."""
    SEVERAL = 1
    """It has several solutions."""
    SOLVED = 2
    """It has a solution; whether it has more was not asked or is not known."""
    NO_SOLUTION = 3
    """It has no solution."""
    RULE_BROKEN = 4
    """Its givens break a rule."""
    UNREADABLE = 5
    """It cannot be read."""
    COMPLETE = 6
    """Every cell has a value, and no rule is broken."""
    OPEN = 7
    """The search ended early without a solution."""
    WRONG_SOLUTION = 8
    """It can be solved, but the solution that came with it is wrong."""


class Level(_Named):
    """How hard a puzzle or a technique is for a person."""

    EASY = 0
    """Singles."""
    MEDIUM = 1
    """Intersections and small subsets."""
    HARD = 2
    """Fish, wings and uniqueness."""
    UNFAIR = 3
    """Chains and almost locked sets."""
    EXTREME = 4
    """Forcing chains and nets."""


# The numbers are those of the compiled half.
assert [status.label for status in Status] == list(_sudokit.STATUSES)
assert [level.label for level in Level] == list(_sudokit.LEVELS)
