"""Data sets."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from conftest import EASY, SOLVED

import sudokit
from sudokit import dataset

MADE = sudokit.generate_batch(200, seed=3)


def test_isomorphs_are_pairs() -> None:
    made = dataset.augment(MADE.puzzles, MADE.solutions, copies=5, seed=1)
    assert made.puzzles.shape == made.solutions.shape == (1000, 81)
    assert (sudokit.solve_batch(made.puzzles).solutions == made.solutions).all()
    canonical = sudokit.canonical_batch(made.puzzles).reshape(200, 5, 81)
    assert (canonical == sudokit.canonical_batch(MADE.puzzles)[:, None]).all()
    assert len(np.unique(made.puzzles, axis=0)) == 1000
    same = dataset.augment(MADE.puzzles, MADE.solutions, copies=5, seed=1, threads=1)
    assert (same.puzzles == made.puzzles).all()
    other = dataset.augment(MADE.puzzles, MADE.solutions, copies=5, seed=2)
    assert (other.puzzles != made.puzzles).any()
    unsolved = dataset.augment(MADE.puzzles, copies=5, seed=1)
    assert (unsolved.solutions == made.solutions).all()


def test_isomorphs_by_content_do_not_depend_on_the_row() -> None:
    whole = dataset.augment(MADE.puzzles, MADE.solutions, copies=2, seed=1, by_content=True)
    part = dataset.augment(
        MADE.puzzles[50:60], MADE.solutions[50:60], copies=2, seed=1, by_content=True
    )
    assert (whole.puzzles[100:120] == part.puzzles).all()


def test_other_types_and_broken_rows() -> None:
    lines = dataset.augment([EASY, None, "nonsense"], copies=2, seed=1)
    assert [line is None for line in lines.puzzles] == [False] * 2 + [True] * 4
    assert sudokit.solve_batch(lines.puzzles[:2]).solutions == lines.solutions[:2]
    assert dataset.augment(iter([EASY, None, "nonsense"]), copies=2, seed=1) == lines
    strings = dataset.augment(np.array([EASY]), copies=2, seed=1)
    assert isinstance(strings.puzzles, np.ndarray)
    assert strings.puzzles.tolist() == lines.puzzles[:2]
    broken = np.array([sudokit.Puzzle(EASY).values, [99] * 81], dtype=np.uint8)
    assert not dataset.augment(broken, copies=1).puzzles[1].any()
    # Without a solution there is no pair.
    unsolvable = ["55" + EASY[2:], "1" + EASY[1:], EASY]
    made = dataset.augment(unsolvable, copies=1, seed=1)
    assert made.puzzles[:2] == made.solutions[:2] == [None, None]
    assert sudokit.solve_batch(made.puzzles[2:]).solutions == made.solutions[2:]
    pa = pytest.importorskip("pyarrow")
    arrow = dataset.augment(pa.array([EASY, None]), pa.array([SOLVED, None]), copies=2, seed=1)
    assert isinstance(arrow.puzzles, pa.Array)
    assert arrow.puzzles.to_pylist() == lines.puzzles[:4]
    assert arrow.solutions.to_pylist() == lines.solutions[:4]
    with pytest.raises(sudokit.ArgumentError):
        dataset.augment([EASY], [SOLVED, SOLVED])
    with pytest.raises(sudokit.ArgumentError):
        dataset.augment([EASY], copies=-1)


def test_isomorphs_of_masks() -> None:
    values = MADE.puzzles[:20]
    masks = np.where(values > 0, 1 << (values.astype(np.int64) - 1).clip(0), 0x1FF)
    masks = masks.astype(np.uint16)
    # Candidates that a puzzle can do without.
    masks[1, values[1] == 0] &= ~(1 << (MADE.solutions[1, values[1] == 0] % 9).astype(np.uint16))
    made = dataset.augment(masks, copies=3, seed=1)
    assert made.puzzles.dtype == np.uint16 and made.solutions.dtype == np.uint8
    assert made == dataset.augment(masks, MADE.solutions[:20], copies=3, seed=1, threads=1)
    found = sudokit.solve_batch(made.puzzles)
    assert (found.solutions == made.solutions).all()
    assert (found.status == sudokit.Status.UNIQUE).all()
    # The same isomorphs as those of the values.
    plain = dataset.augment(values, MADE.solutions[:20], copies=3, seed=1)
    assert (plain.solutions == made.solutions).all()
    of_values = np.where(plain.puzzles > 0, 1 << (plain.puzzles.astype(np.int64) - 1).clip(0), 0x1FF)
    is_plain = np.arange(60) // 3 != 1
    assert (made.puzzles[is_plain] == of_values[is_plain]).all()
    sizes = np.bitwise_count(made.puzzles[3:6]) if hasattr(np, "bitwise_count") else None
    assert sizes is None or (np.sort(sizes) == np.sort(np.bitwise_count(masks[1]))).all()
    square = dataset.augment(masks.reshape(20, 9, 9), copies=3, seed=1)
    assert (square.puzzles.reshape(60, 81) == made.puzzles).all()
    shuffled = dataset.augment(masks[::-1], copies=1, seed=1, by_content=True)
    again = dataset.augment(masks, copies=1, seed=1, by_content=True)
    assert (shuffled.puzzles[::-1] == again.puzzles).all()
    masks[2, 0] = 1 << 9
    broken = dataset.augment(masks, copies=3, seed=1)
    assert not broken.puzzles[6:9].any() and not broken.solutions[6:9].any()
    assert (broken.puzzles[9:] == made.puzzles[9:]).all()
    for work in (dataset.guesses, dataset.classes, dataset.split, dataset.trajectories):
        with pytest.raises(sudokit.ArgumentError, match="masks"):
            work(masks)


def test_arrays_of_other_shapes() -> None:
    square = MADE.puzzles[:5].reshape(5, 9, 9)
    assert (dataset.guesses(square) == dataset.guesses(MADE.puzzles[:5])).all()
    made = dataset.augment(square, copies=2, seed=1)
    assert made.puzzles.shape == made.solutions.shape == (10, 9, 9)
    empty = dataset.augment(square[:0], copies=2)
    assert empty.puzzles.shape == (0, 9, 9)
    assert dataset.augment(square, copies=0).puzzles.shape == (0, 9, 9)
    for shape in ((2, 80), (2, 4, 4), (2, 16), (81,), (2, 3, 27)):
        for work in (dataset.guesses, dataset.augment, dataset.split):
            with pytest.raises(sudokit.ArgumentError, match="expected n × 81"):
                work(np.zeros(shape, np.uint8))


def test_what_does_not_fit_into_memory() -> None:
    for copies in (10**13, 2**62):
        with pytest.raises(MemoryError, match="isomorphs"):
            dataset.augment(MADE.puzzles, MADE.solutions, copies=copies)


def test_columns_keep_apart() -> None:
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    made = dataset.augment(polars.Series("quiz", [EASY]), copies=2)
    assert polars.DataFrame([made.puzzles, made.solutions]).columns == ["puzzle", "solution"]
    series = dataset.augment(pandas.Series([EASY]), copies=2)
    assert (series.puzzles.name, series.solutions.name) == ("puzzle", "solution")


def test_classes_and_splits() -> None:
    twice = dataset.augment(MADE.puzzles, MADE.solutions, copies=2, seed=1).puzzles
    assert dataset.dedupe(twice).tolist() == list(range(0, 400, 2))
    assert len(set(dataset.classes(twice).tolist())) == 200
    parts = dataset.split(twice, test=0.25, seed=1)
    assert len(parts.train) == 300 and len(parts.test) == 100
    forms = sudokit.canonical_batch(twice)
    train = {bytes(form) for form in forms[parts.train]}
    test = {bytes(form) for form in forms[parts.test]}
    assert not train & test
    assert len(dataset.split(twice, test=7).test) == 14
    assert dataset.classes([EASY, "55" + EASY[2:], None]).tolist() == [0, -1, -1]
    with pytest.raises(sudokit.ArgumentError):
        dataset.split(twice, test=-1)
    with pytest.raises(sudokit.ArgumentError):
        dataset.split(twice, strata=[1, 2])
    for strata in ([1.5] * 400, [-1] * 400, [1 << 32] * 400, ["easy"] * 400):
        with pytest.raises(sudokit.ArgumentError, match="whole numbers"):
            dataset.split(twice, strata=strata)
    by_stratum = dataset.split(twice, strata=[row // 200 for row in range(400)], test=0.5)
    assert (by_stratum.test < 200).sum() == 100


def test_guesses_and_verdicts() -> None:
    assert dataset.guesses([EASY, "." * 81, None]).tolist() == [0, -1, -1]
    assert dataset.guesses(MADE.puzzles).max() > 0
    wrong = MADE.solutions.copy()
    wrong[0, :2] = wrong[0, 1::-1]
    wrong[1] = 0
    verdicts = dataset.verify(MADE.puzzles, wrong)
    assert verdicts[:2] == ["wrong", "missing"] and set(verdicts[2:]) == {"right"}
    assert dataset.verify(["nonsense", "." * 81], [SOLVED, SOLVED]) == ["invalid", "several"]


def test_ratings_as_columns() -> None:
    puzzles = np.vstack([MADE.puzzles[:20], np.zeros((1, 81), np.uint8)])
    rated = dataset.rate(puzzles, level=True, er=True)
    assert (rated.guesses == dataset.guesses(puzzles)).all()
    batch = sudokit.rate_batch(puzzles, er=True)
    assert (rated.level == batch.level).all() and rated.level[20] == -1
    assert (rated.score == batch.score).all() and (rated.hardest == batch.hardest).all()
    assert (rated.er[:20] == batch.er[:20]).all() and np.isnan(rated.er[20])
    few = dataset.rate(puzzles)
    assert few.level is few.er is None
    assert dataset.rate(["nonsense", EASY], er=True).ed.tolist()[1:] == [1.2]


def test_trajectories() -> None:
    table = dataset.trajectories([EASY, "nonsense", EASY])
    assert set(table.puzzle.tolist()) == {0, 2} and len(table) == 102
    values = np.array(sudokit.Puzzle(EASY).values)
    first = table.puzzle == 0
    values[table.cell[first & table.placed]] = table.value[first & table.placed]
    assert values.tolist() == sudokit.Puzzle(SOLVED).values
    assert sudokit.TECHNIQUES[table.technique[0]] == sudokit.hint(EASY).technique  # type: ignore[union-attr]


def test_export(tmp_path: Path) -> None:
    made = dataset.augment(MADE.puzzles, MADE.solutions, copies=3, seed=1)
    dataset.export(tmp_path / "train", made.puzzles, made.solutions, group_size=3)
    inputs = np.load(tmp_path / "train/all__inputs.npy")
    assert (inputs == made.puzzles + 1).all()
    assert (np.load(tmp_path / "train/all__labels.npy") == made.solutions + 1).all()
    assert np.load(tmp_path / "train/all__puzzle_indices.npy").tolist() == list(range(601))
    groups = np.load(tmp_path / "train/all__group_indices.npy")
    assert groups.tolist() == list(range(0, 601, 3))
    assert not np.load(tmp_path / "train/all__puzzle_identifiers.npy").any()
    described = json.loads((tmp_path / "train/dataset.json").read_text())
    assert described["vocab_size"] == 11 and described["total_groups"] == 200
    assert json.loads((tmp_path / "identifiers.json").read_text()) == ["<blank>"]
    with pytest.raises(sudokit.ArgumentError):
        dataset.export(tmp_path / "x", made.puzzles, made.solutions[:5])
    with pytest.raises(sudokit.ArgumentError, match="row 1"):
        dataset.export(tmp_path / "x", [EASY, None], [SOLVED, SOLVED])


def test_export_as_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = 70_000
    puzzles = np.resize(MADE.puzzles, (rows, 81))
    solutions = np.resize(MADE.solutions, (rows, 81))
    dataset.export(tmp_path / "new/train.parquet", puzzles, solutions, group_size=5)
    table = parquet.read_table(tmp_path / "new/train.parquet")
    assert table.column_names == ["puzzle", "solution", "number"]
    assert table["number"].to_numpy().tolist() == [row // 5 for row in range(rows)]
    assert set(dataset.verify(table["puzzle"], table["solution"])) == {"right"}
    lines = [sudokit.Puzzle.from_values(values) for values in MADE.puzzles[:3]]
    assert table["puzzle"].to_pylist()[:3] == [str(line) for line in lines]
    empty = np.zeros((0, 81), np.uint8)
    dataset.export(tmp_path / "empty.parquet", empty, empty)
    assert parquet.read_table(tmp_path / "empty.parquet").num_rows == 0
