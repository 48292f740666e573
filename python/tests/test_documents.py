"""Everything that documents show is run: docstrings, READMEs, docs/python.md, and the notebooks.

What docs/python.md says of Spark is run by test_spark.py."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conftest import python_blocks

import sudokit
from sudokit import _batch, _errors, _generate, _sudokit, dataset

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def documented() -> Iterator[tuple[str, str]]:
    """The docstrings of the package, those of compiled classes included."""
    modules: list[ModuleType] = [sudokit, _batch, _errors, _generate, _sudokit, dataset]
    try:
        from sudokit import spark

        modules.append(spark)
    except ImportError:
        pass
    for module in modules:
        yield module.__name__, module.__doc__ or ""
        for name, value in vars(module).items():
            if inspect.ismodule(value) or not getattr(value, "__doc__", None):
                continue
            if not getattr(value, "__module__", "sudokit").startswith("sudokit"):
                continue
            yield f"{module.__name__}.{name}", value.__doc__
            if inspect.isclass(value):
                for part, member in vars(value).items():
                    text = getattr(member, "__doc__", None)
                    if text:
                        yield f"{module.__name__}.{name}.{part}", text


EXAMPLES = {name: text for name, text in documented() if isinstance(text, str) and ">>>" in text}


def run(name: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert test.examples
    report: list[str] = []
    failed = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert failed.failed == 0, "".join(report)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 25


@pytest.mark.parametrize("name", EXAMPLES)
def test_docstring(name: str) -> None:
    run(name, EXAMPLES[name])


def test_everything_public_is_documented() -> None:
    for name in sudokit.__all__:
        value: Any = getattr(sudokit, name)
        if callable(value):
            assert value.__doc__, name
            for part, member in vars(value).items() if inspect.isclass(value) else ():
                is_own = callable(member) or inspect.isdatadescriptor(member)
                if is_own and not part.startswith("_") and value.__module__ == "sudokit":
                    assert member.__doc__, f"{name}.{part}"


def test_the_tutorial(root: Path) -> None:
    blocks = python_blocks(root / "docs/python.md")
    examples = "\n".join(block for block in blocks if block.startswith(">>>"))
    run("docs/python.md", examples)


@pytest.mark.parametrize("name", ["README.md", "crates/sudokit-py/README.md"])
def test_readme(root: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = python_blocks(root / name)
    assert blocks
    exec("\n".join(blocks), {})
    assert "True" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["notebook.ipynb", "datasets.ipynb"])
def test_notebook(root: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(root / "examples" / name, as_version=4)
    # Small enough for a test; readers run it as it is.
    monkeypatch.setenv("SUDOKIT_NOTEBOOK_PUZZLES", "300")
    client = nbclient.NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert outputs and not [output for output in outputs if output.output_type == "error"]
