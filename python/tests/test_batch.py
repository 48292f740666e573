"""Many puzzles at once."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import EASY, SMALL, SOLVED
from hypothesis import given, settings
from hypothesis import strategies as st

import sudokit
from sudokit import Level, Puzzle, Status

MIXED: list[Any] = [
    EASY,
    None,
    "nonsense",
    "55" + EASY[2:],
    "." * 81,
    SOLVED,
    SMALL,
    EASY.replace(".", "0"),
    Puzzle(EASY),
    "0" * 81,
    "1234341221434321",
]
STATUSES = [
    Status.UNIQUE,
    None,
    Status.UNREADABLE,
    Status.RULE_BROKEN,
    Status.SEVERAL,
    Status.COMPLETE,
    Status.UNIQUE,
    Status.UNIQUE,
    Status.UNIQUE,
    Status.SEVERAL,
    Status.COMPLETE,
]


def values(lines: list[Any]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.array([Puzzle(line).values for line in lines], dtype=np.uint8)


def test_neutral_cases_as_one_batch(cases: list[dict[str, Any]]) -> None:
    puzzles = [Puzzle.parse(case["puzzle"], shape=case.get("shape")) for case in cases]
    batch = sudokit.solve_batch(puzzles)
    rows = zip(cases, batch.solutions, batch.counts, strict=True)
    for case, solution, count in rows:
        if case.get("limit", 2) == 2:
            assert count == case["count"], case["name"]
        if case["count"] == 1 and "solution" in case:
            assert solution == case["solution"], case["name"]


def test_lists() -> None:
    batch = sudokit.solve_batch(MIXED)
    assert batch.status == STATUSES
    assert batch.solutions[0] == batch.solutions[7] == batch.solutions[8] == SOLVED
    assert [solution is None for solution in batch.solutions[1:4]] == [True] * 3
    assert batch.solutions[6] == str(sudokit.solve(SMALL))
    assert batch.counts == [1, None, None, 0, 2, 1, 1, 1, 1, 2, 1]
    assert sudokit.check_batch(tuple(MIXED)) == STATUSES
    assert sudokit.count_batch(["................", SMALL]) == [288, 1]
    assert sudokit.solve_batch([]).solutions == []
    assert sudokit.solve_batch([EASY, "." * 81], limit=1).status == [Status.SOLVED] * 2


def test_the_solution_does_not_depend_on_the_batch(own_puzzles: list[str]) -> None:
    several = [line[:40] + "." * 41 for line in own_puzzles[:30]]
    batch = sudokit.solve_batch(several)
    assert Status.SEVERAL in batch.status
    assert batch.solutions == [str(sudokit.solve(line)) for line in several]
    assert batch.solutions[7:9] == sudokit.solve_batch(several[7:9], limit=5).solutions
    array = sudokit.solve_batch(values(several)).solutions
    assert (array == values([solution for solution in batch.solutions if solution])).all()
    masks = np.full((3, 81), 0x1FF, dtype=np.uint16)
    assert (sudokit.solve_batch(masks).solutions[2] == sudokit.solve_batch(masks[:1]).solutions).all()


def test_arrays() -> None:
    puzzles = values([EASY, "55" + EASY[2:], "." * 81, SOLVED])
    puzzles[3, 0] = 77
    batch = sudokit.solve_batch(puzzles)
    assert batch.solutions.dtype == np.uint8 and batch.solutions.shape == (4, 81)
    assert batch.solutions[0].tolist() == Puzzle(SOLVED).values
    assert not batch.solutions[1].any() and not batch.solutions[3].any()
    expected = [Status.UNIQUE, Status.RULE_BROKEN, Status.SEVERAL, Status.UNREADABLE]
    assert batch.status.tolist() == expected
    assert batch.counts.tolist() == [1, 0, 2, 0]
    square = sudokit.solve_batch(puzzles.reshape(4, 9, 9))
    assert square.solutions.shape == (4, 9, 9)
    assert (square.solutions.reshape(4, 81) == batch.solutions).all()
    for other in (puzzles.astype(np.int64), puzzles[::-1], np.asfortranarray(puzzles)):
        assert len(sudokit.solve_batch(other).status) == 4
    signed = puzzles.astype(np.int64)
    signed[0, 0] = -1
    signed[1, 0] = 1000
    assert sudokit.check_batch(signed).tolist()[:2] == [Status.UNREADABLE] * 2
    assert sudokit.solve_batch(np.zeros((0, 81), np.uint8)).solutions.shape == (0, 81)
    assert len(sudokit.check_batch(np.zeros((5000, 81), np.uint8))) == 5000


def test_arrays_of_other_shapes() -> None:
    small = np.array([Puzzle(SMALL).values, [0] * 16], dtype=np.uint8)
    batch = sudokit.solve_batch(small)
    assert batch.status.tolist() == [Status.UNIQUE, Status.SEVERAL]
    assert batch.solutions[0].tolist() == sudokit.solve(SMALL).values
    assert sudokit.count_batch(small.reshape(2, 4, 4)).tolist() == [1, 288]
    diagonal = sudokit.solve_batch(np.zeros((1, 81), np.uint8), shape="3x3+diagonals")
    grid = diagonal.solutions[0].reshape(9, 9)
    assert len(set(grid.diagonal())) == 9
    with pytest.raises(sudokit.ArgumentError, match="shape"):
        sudokit.solve_batch(np.zeros(81, np.uint8))
    with pytest.raises(sudokit.ArgumentError):
        sudokit.solve_batch(np.zeros((2, 80), np.uint8))
    with pytest.raises(TypeError):
        sudokit.solve_batch(np.zeros((2, 81), np.float64))


def test_candidate_masks() -> None:
    masks = np.full((2, 81), 0x1FF, dtype=np.uint16)
    masks[0] = [1 << (value - 1) if value else 0x1FF for value in Puzzle(EASY).values]
    masks[1, :72] = 0x1FE
    batch = sudokit.solve_batch(masks)
    assert batch.solutions[0].tolist() == Puzzle(SOLVED).values
    assert batch.status.tolist() == [Status.UNIQUE, Status.NO_SOLUTION]
    with pytest.raises(sudokit.ArgumentError, match="candidates"):
        sudokit.solve_batch(np.zeros((2, 16), np.uint16))


def test_byte_orders_and_masked_arrays() -> None:
    puzzles = values([EASY, SOLVED])
    for other in (puzzles.astype(">i4"), puzzles.astype("<i4"), puzzles.astype(">u8")):
        assert sudokit.solve_batch(other) == sudokit.solve_batch(puzzles)
    masks = np.array([1 << (value - 1) if value else 0x1FF for value in Puzzle(EASY).values])
    for order in "<>":
        swapped = masks.reshape(1, 81).astype(f"{order}u2")
        assert sudokit.solve_batch(swapped).solutions[0].tolist() == Puzzle(SOLVED).values
    with pytest.raises(TypeError, match="filled"):
        sudokit.solve_batch(np.ma.masked_equal(puzzles, 0))
    for wrong in (puzzles.astype(bool), puzzles.astype(complex), np.array(5.0)):
        with pytest.raises(TypeError, match="expected integers or strings"):
            sudokit.solve_batch(wrong)
    for shape in ((0,), (0, 0), (3, 0), (3, 0, 0), (3, 3, 27)):
        with pytest.raises(sudokit.ArgumentError):
            sudokit.solve_batch(np.zeros(shape, np.uint8))


def test_strings_in_arrays() -> None:
    batch = sudokit.solve_batch(np.array([EASY, SMALL]))
    assert isinstance(batch.solutions, np.ndarray)
    assert batch.solutions.tolist() == [SOLVED, str(sudokit.solve(SMALL))]


def test_missing_strings_in_arrays() -> None:
    column = np.array([EASY, float("nan"), None], dtype=object)
    assert sudokit.solve_batch(column).solutions.tolist() == [SOLVED, None, None]
    if hasattr(np.dtypes, "StringDType"):
        column = np.array([EASY, SMALL], dtype=np.dtypes.StringDType())
        assert sudokit.solve_batch(column).solutions.tolist()[0] == SOLVED


def test_whatever_columns_hold_never_fails_a_batch() -> None:
    pandas = pytest.importorskip("pandas")
    missing = [None, float("nan"), np.float32("nan"), pandas.NA, pandas.NaT]
    broken = [b"\xff\xfe", 5, 2.5, "\ud800", True, "", np.int64(3)]
    texts = [EASY, EASY.encode(), bytearray(EASY, "ascii"), np.str_(EASY)]
    column = [*missing, *broken, *texts]
    statuses = [None] * 5 + [Status.UNREADABLE] * 7 + [Status.UNIQUE] * 4
    assert sudokit.check_batch(column) == statuses
    assert sudokit.solve_batch(column).solutions == [None] * 12 + [SOLVED] * 4
    assert sudokit.rate_batch(column).level == [None] * 12 + [Level.EASY] * 4
    assert sudokit.canonical_batch(column)[:12] == [None] * 12
    made = sudokit.augment(column, copies=2, seed=1)
    assert made.puzzles[:24] == [None] * 24 and None not in made.puzzles[24:]
    assert sudokit.dataset.guesses(column).tolist() == [-1] * 12 + [0] * 4
    array = np.empty(len(column), dtype=object)
    array[:] = column
    assert sudokit.check_batch(array).tolist() == statuses
    assert sudokit.check_batch(pandas.Series(column, dtype=object)).tolist() == statuses
    assert sudokit.check_batch(np.array([EASY.encode(), b"\xff"])).tolist() == [
        Status.UNIQUE,
        Status.UNREADABLE,
    ]


def test_results_can_be_compared_and_pickled() -> None:
    pa = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    lines = [EASY, None, "nonsense"]
    for data in (lines, values([EASY, SOLVED]), pa.array(lines), polars.Series(lines)):
        for work in (sudokit.solve_batch, sudokit.rate_batch, sudokit.augment):
            result = work(data)
            assert pickle.loads(pickle.dumps(result)) == result == work(data)
            assert result != work(data[:1]) and result != 5
    rated = sudokit.rate_batch(values([EASY, "." * 81]), er=True)
    assert np.isnan(rated.er[1]) and pickle.loads(pickle.dumps(rated)) == rated
    frame = pandas.DataFrame({"puzzle": lines})
    assert sudokit.solve_batch(frame) == sudokit.solve_batch(frame)
    made = sudokit.generate_batch(20, seed=1)
    assert made == sudokit.generate_batch(20, seed=1) != sudokit.generate_batch(20, seed=2)
    for report in (sudokit.dataset.split, sudokit.dataset.rate, sudokit.dataset.trajectories):
        columns: object = report(made.puzzles)
        assert pickle.loads(pickle.dumps(columns)) == columns == report(made.puzzles)


def test_arrays_of_other_libraries() -> None:
    class Tensor:
        def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
            return values([EASY]).astype(np.int64)

    solved = sudokit.solve_batch(Tensor()).solutions
    assert isinstance(solved, np.ndarray) and (solved == values([SOLVED])).all()
    made = sudokit.augment(Tensor(), copies=2)
    assert isinstance(made.puzzles, np.ndarray) and made.puzzles.shape == (2, 81)


def test_rating_and_canonical_forms(own_puzzles: list[str]) -> None:
    lines = own_puzzles[:20]
    batch = sudokit.rate_batch([*lines, None, "." * 81, SOLVED])
    for at, line in enumerate(lines):
        rating = sudokit.rate(line)
        assert (batch.level[at], batch.score[at]) == (rating.level, rating.score)
        assert batch.hardest[at] == rating.hardest
    assert batch.level[20:22] == batch.score[20:22] == batch.hardest[20:22] == [None, None]
    assert batch.status[20:] == [None, Status.SEVERAL, Status.COMPLETE]
    array = sudokit.rate_batch(values(lines))
    assert array.level.tolist() == [int(level) for level in batch.level[:20]]
    names = [sudokit.TECHNIQUES[code] for code in array.hardest]
    assert names == batch.hardest[:20]
    explained = sudokit.rate_batch([*lines[:5], None, SMALL, SOLVED], er=True)
    assert batch.er is None and explained.level[:5] == batch.level[:5]
    for at, line in enumerate(lines[:5]):
        rating = sudokit.rate(line, er=True)
        found = (explained.er[at], explained.ep[at], explained.ed[at])
        assert found == (rating.er, rating.ep, rating.ed)
    assert explained.er[5:] == explained.ep[5:] == explained.ed[5:] == [None] * 3
    assert explained.level[6] is not None
    array = sudokit.rate_batch(values([EASY, "." * 81]), er=True)
    assert array.er[0] == 1.2 and np.isnan(array.er[1])
    forms = sudokit.canonical_batch([*lines, None, "nonsense", "11" + "." * 79, SMALL])
    assert forms[:20] == [str(sudokit.canonical(line)) for line in lines]
    assert forms[20:23] == [None] * 3 and forms[23] == str(sudokit.canonical(SMALL))
    shuffled = [str(Puzzle(line).transform(seed=1)) for line in lines]
    assert sudokit.canonical_batch(shuffled) == forms[:20]
    assert (sudokit.canonical_batch(values(shuffled)) == values(forms[:20])).all()


def test_long_batches_are_shown_in_short() -> None:
    many = [EASY] * 50_000
    shown = repr(sudokit.solve_batch(many))
    assert shown.startswith("SolvedBatch(solutions=['534678") and "counts=[1, 1" in shown
    assert len(shown) < 1000
    assert len(repr(sudokit.augment(many))) < 1000
    rated = repr(sudokit.rate_batch([EASY, None]))
    assert rated.startswith("RatedBatch(status=[<Status.UNIQUE: 0>, None], level=[")
    assert "er=" not in rated


def test_progress_and_its_errors() -> None:
    calls: list[tuple[int, int]] = []
    sudokit.solve_batch([EASY] * 3000, progress=lambda done, all: calls.append((done, all)))
    assert calls[-1] == (3000, 3000)

    def stop(done: int, all: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        sudokit.solve_batch(np.zeros((100_000, 81), np.uint8), limit=10_000, progress=stop)


def test_threads_do_not_matter(own_puzzles: list[str]) -> None:
    lines = (own_puzzles * 100)[:6000]
    one = sudokit.solve_batch(lines, threads=1)
    for threads in (2, 3):
        assert sudokit.solve_batch(lines, threads=threads) == one


def test_wrong_types() -> None:
    texts = (EASY, EASY.encode(), bytearray(EASY, "ascii"), Puzzle(EASY))
    for wrong in (*texts, 5, [[5, 3]], [EASY, {}], np.full((2, 81), "5")):
        with pytest.raises(TypeError):
            sudokit.solve_batch(wrong)


def test_pyarrow() -> None:
    pa = pytest.importorskip("pyarrow")
    texts = [item for item in MIXED if not isinstance(item, Puzzle)]
    expected = sudokit.solve_batch(texts)
    statuses = [None if status is None else str(status) for status in expected.status]
    for type in (pa.string(), pa.large_string(), pa.string_view()):
        array = pa.array(texts, type)
        batch = sudokit.solve_batch(array)
        assert isinstance(batch.solutions, pa.Array) and batch.solutions.type == type
        assert batch.solutions.to_pylist() == expected.solutions
        assert batch.status.to_pylist() == statuses
        assert batch.counts.to_pylist() == expected.counts
        sliced = sudokit.solve_batch(array[4:7])
        assert sliced.solutions.to_pylist() == expected.solutions[4:7]
    # A dictionary is read in place; the answers are plain strings.
    repeated = pa.array(texts * 2).dictionary_encode()
    for array in (repeated, repeated.cast(pa.dictionary(pa.int16(), pa.large_string()))):
        batch = sudokit.solve_batch(array)
        assert batch.solutions.type == array.type.value_type
        assert batch.solutions.to_pylist() == expected.solutions * 2
        assert batch.status.to_pylist() == statuses * 2
        assert sudokit.solve_batch(array[4:7]).solutions.to_pylist() == expected.solutions[4:7]
    assert sudokit.check_batch(pa.nulls(3).dictionary_encode()).null_count == 3
    chunked = pa.chunked_array([texts[:3], [], texts[3:]])
    batch = sudokit.solve_batch(chunked)
    assert isinstance(batch.solutions, pa.ChunkedArray)
    assert batch.solutions.to_pylist() == expected.solutions
    assert sudokit.solve_batch(pa.nulls(3)).status.null_count == 3
    assert sudokit.solve_batch(pa.array([], pa.string())).solutions.to_pylist() == []
    rated = sudokit.rate_batch(pa.array([EASY, None]))
    assert rated.level.to_pylist() == ["easy", None] and rated.score.to_pylist()[1] is None
    rated = sudokit.rate_batch(pa.array([EASY, None]), er=True)
    assert rated.er.to_pylist() == rated.ep.to_pylist() == rated.ed.to_pylist() == [1.2, None]
    for numbers in (pa.array([1, 2]), pa.array([1, 2]).dictionary_encode()):
        with pytest.raises(TypeError, match="strings"):
            sudokit.solve_batch(numbers)


def test_tables() -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"id": [1, 2, 3], "puzzle": [EASY, None, SMALL]})
    for frame in (table, table.to_batches()[0]):
        solved = sudokit.solve_batch(frame).solutions
        assert type(solved) is type(frame)
        assert solved.column_names == ["id", "puzzle", "solution"]
        assert solved.column("solution").to_pylist() == [SOLVED, None, str(sudokit.solve(SMALL))]
        again = sudokit.solve_batch(solved).solutions
        assert again.column_names == solved.column_names
    assert sudokit.canonical_batch(table).column_names[-1] == "canonical"
    # A part of a structure is null where the structure is.
    mask = pa.array([False, True, False])
    masked = pa.StructArray.from_arrays([pa.array([EASY, EASY, None])], ["puzzle"], mask=mask)
    assert sudokit.solve_batch(masked).solutions.to_pylist() == [SOLVED, None, None]
    with pytest.raises(KeyError, match="quiz"):
        sudokit.solve_batch(table, column="quiz")


def test_polars_duckdb_and_pandas() -> None:
    polars = pytest.importorskip("polars")
    series = polars.Series("puzzle", [EASY, None])
    batch = sudokit.solve_batch(series)
    assert isinstance(batch.solutions, polars.Series) and batch.solutions.to_list() == [SOLVED, None]
    frame = sudokit.solve_batch(series.to_frame()).solutions
    assert isinstance(frame, polars.DataFrame) and frame.columns == ["puzzle", "solution"]
    categories = sudokit.solve_batch(series.cast(polars.Categorical)).solutions
    assert categories.dtype == polars.String and categories.to_list() == [SOLVED, None]
    nulls = polars.Series("puzzle", [None, None])
    assert sudokit.check_batch(nulls).to_list() == [None, None]
    assert sudokit.solve_batch(nulls.to_frame()).solutions.columns == ["puzzle", "solution"]
    with pytest.raises(TypeError, match="collect"):
        sudokit.solve_batch(series.to_frame().lazy())
    pandas = pytest.importorskip("pandas")
    assert sudokit.solve_batch(pandas.Index([EASY])).solutions.tolist() == [SOLVED]
    assert sudokit.solve_batch(pandas.array([EASY, None])).solutions.tolist() == [SOLVED, None]
    column = pandas.Series([EASY, None], index=[7, 8])
    solved = sudokit.solve_batch(column).solutions
    assert isinstance(solved, pandas.Series) and solved.to_dict() == {7: SOLVED, 8: None}
    frame = sudokit.solve_batch(pandas.DataFrame({"puzzle": column})).solutions
    assert frame.solution.tolist() == [SOLVED, None]
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql(f"select '{EASY}' as puzzle")
    pa = pytest.importorskip("pyarrow")
    assert pa.chunked_array(sudokit.solve_batch(relation).solutions).to_pylist() == [SOLVED]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=81, max_size=81), st.sampled_from(".0"))
def test_lines_mean_the_same_alone_and_in_a_batch(cells: list[int], blank: str) -> None:
    line = "".join(str(cell) if cell else blank for cell in cells)
    (status,) = sudokit.check_batch([line])
    try:
        puzzle = Puzzle.parse(line)
    except sudokit.ParseError:
        assert status is Status.UNREADABLE
        return
    assert status is puzzle.check().status
    if status is not Status.RULE_BROKEN:
        assert sudokit.canonical_batch([line]) == [str(puzzle.canonical())]


@settings(max_examples=30, deadline=None)
@given(st.text(alphabet="0123456789.-x \n|", max_size=200))
def test_no_text_fails_a_batch(text: str) -> None:
    (status,) = sudokit.check_batch([text])
    assert isinstance(status, Status)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**64 - 1), st.sampled_from(["2x2", "2x3", "3x3", "3x3+diagonals"]))
def test_round_trips(seed: int, shape: str) -> None:
    puzzle = sudokit.generate(seed=seed, shape=shape)
    assert puzzle.answer is not None and puzzle.solve(unique=True) == puzzle.answer
    assert Puzzle.from_values(np.asarray(puzzle), shape=shape) == puzzle
    assert Puzzle.parse(str(puzzle), shape=shape) == puzzle
    (line,) = sudokit.solve_batch([str(puzzle)], shape=shape).solutions
    assert line == str(puzzle.answer)
    assert Level.EASY <= puzzle.rate().level


def test_files_and_batches_agree(root: Path) -> None:
    puzzles = list(sudokit.read(root / "examples/collection.txt"))
    batch = sudokit.solve_batch(puzzles)
    assert batch.solutions == [str(puzzle.solve()) for puzzle in puzzles]


PROCESSES = """
import multiprocessing

import sudokit
from sudokit import dataset


def work(line):
    puzzle = sudokit.Puzzle(line)
    batch = [line] * 100
    one_by_one = [puzzle.hint(), puzzle.solve(), puzzle.rate(), sudokit.check(puzzle)]
    return [*one_by_one, sudokit.solve_batch(batch), dataset.augment(batch), dataset.guesses(batch)[0]]


if __name__ == "__main__":
    lines = [str(puzzle) for puzzle in sudokit.generate_many(4, seed=1)]
    here = [work(line) for line in lines]
    # A forked process has none of the threads that its parent had.
    for method in multiprocessing.get_all_start_methods():
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map(work, lines) == here, method
"""


def test_work_in_other_processes(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(PROCESSES)
    subprocess.run([sys.executable, script], check=True, timeout=300)
