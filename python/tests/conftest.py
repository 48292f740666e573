"""Fixtures of all tests. They use the installed package, never the source tree."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import sudokit

ROOT = Path(__file__).resolve().parents[2]

assert ROOT / "python" not in Path(sudokit.__file__).resolve().parents, (
    "the tests must see the installed package"
)

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL = "1.....2..3.....4"


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def cases() -> list[dict[str, Any]]:
    """The cases that every engine and front end must pass."""
    with (ROOT / "testdata/solve.toml").open("rb") as file:
        cases: list[dict[str, Any]] = tomllib.load(file)["case"]
    return cases


@pytest.fixture(scope="session")
def own_puzzles() -> list[str]:
    lines = (ROOT / "testdata/own_puzzles.txt").read_text().splitlines()
    return [line.split()[0] for line in lines if line and not line.startswith("#")]


def python_blocks(document: Path) -> list[str]:
    """The Python examples of a document."""
    parts = document.read_text().split("```python\n")[1:]
    return [part.split("```", 1)[0] for part in parts]
