"""One puzzle at a time."""

from __future__ import annotations

import copy
import gzip
import pickle
import signal
import subprocess
import sys
import threading
import time
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import EASY, SMALL, SOLVED

import sudokit
from sudokit import Grid, Level, Puzzle, Status


def test_every_neutral_case(cases: list[dict[str, Any]]) -> None:
    assert len(cases) > 30
    for case in cases:
        puzzle = Puzzle.parse(case["puzzle"], shape=case.get("shape"))
        limit = case.get("limit", 2)
        assert puzzle.count(limit) == case["count"], case["name"]
        if "solution" in case:
            assert puzzle.solve(unique=True) == Grid(case["solution"], shape=puzzle.shape)
        if case["count"] == 0:
            with pytest.raises((sudokit.NoSolutionError, sudokit.RuleError)):
                puzzle.solve()
        found = list(puzzle.solutions(limit))
        assert len(found) == case["count"] == len(set(found))
        assert all(grid.solves(puzzle) for grid in found)


@pytest.mark.parametrize("file", ["board.txt", "hexadoku.txt", "sections.sdk", "puzzles.json"])
def test_examples_are_read(root: Path, file: str) -> None:
    puzzles = list(sudokit.read(root / "examples" / file))
    assert puzzles
    assert all(puzzle.check().is_unique for puzzle in puzzles)


def test_every_example_is_read(root: Path) -> None:
    files = [path for path in (root / "examples").iterdir() if path.suffix != ".ipynb"]
    assert len(files) > 10
    for path in files:
        assert list(sudokit.read(str(path))), path


@pytest.mark.parametrize("type", ["string", "large_string", "list_"])
def test_parquet_and_arrow_files(tmp_path: Path, type: str) -> None:
    pa = pytest.importorskip("pyarrow")
    feather = pytest.importorskip("pyarrow.feather")
    parquet = pytest.importorskip("pyarrow.parquet")
    boards: list[Any] = [EASY, None, SOLVED]
    if type == "list_":
        boards = [None if board is None else Puzzle(board).values for board in boards]
    column = pa.array(boards, pa.list_(pa.uint8()) if type == "list_" else getattr(pa, type)())
    instants = pa.array([0, None, 1], pa.timestamp("us", "UTC"))
    table = pa.table({"id": [1, 2, 3], "made": instants, "puzzle": column})
    parquet.write_table(table, tmp_path / "puzzles.parquet", row_group_size=1)
    feather.write_feather(table, tmp_path / "puzzles.arrow", compression="zstd")
    # What pandas writes.
    feather.write_feather(table, tmp_path / "puzzles.feather", compression="lz4")
    parquet.write_table(table, tmp_path / "lz4.parquet", compression="lz4")
    # What the library `datasets` keeps in its cache.
    with pa.ipc.new_stream(str(tmp_path / "puzzles.arrows"), table.schema) as stream:
        stream.write_table(table)
    # A name says nothing: files are found by their first bytes.
    (tmp_path / "puzzles.parquet").rename(tmp_path / "puzzles.data")
    names = ("data", "arrow", "feather", "arrows")
    for name in ("lz4.parquet", *(f"puzzles.{name}" for name in names)):
        puzzles = list(sudokit.read(tmp_path / name, errors="skip"))
        assert [str(puzzle) for puzzle in puzzles] == [EASY, SOLVED], name
    (tmp_path / "cut.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(OSError, match="cut.parquet"):
        sudokit.read(tmp_path / "cut.parquet")


def test_columns_alone_in_their_file(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("puzzle", "board"):
        table = pa.table({name: [None, "broken", EASY, "", SOLVED]})
        parquet.write_table(table, tmp_path / "one.parquet")
        items = list(sudokit.read(tmp_path / "one.parquet", errors="yield"))
        assert [isinstance(item, sudokit.ParseError) for item in items] == [1, 1, 0, 1, 0]
        assert [str(items[2]), str(items[4])] == [EASY, SOLVED]


def test_compressed_files_and_text(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.gz"
    path.write_bytes(gzip.compress(f"{EASY}\n{EASY}\n".encode()))
    assert list(sudokit.read(path)) == [Puzzle(EASY)] * 2
    assert list(sudokit.parse_many(f"{SMALL}\n{SMALL}\n")) == [Puzzle(SMALL)] * 2


def test_reading_is_lazy(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{EASY}\n" * 200_000)
    start = time.perf_counter()
    assert len(list(islice(sudokit.read(path), 3))) == 3
    assert time.perf_counter() - start < 5


def test_unreadable_puzzles() -> None:
    text = f"{SMALL}\n{'1...!...........'}\n{SMALL}\n"
    with pytest.raises(sudokit.ParseError) as caught:
        list(sudokit.parse_many(text))
    assert (caught.value.line, caught.value.column) == (2, 5)
    assert caught.value.code == "unknown-symbol"
    assert caught.value.help
    assert isinstance(caught.value, ValueError)
    assert len(list(sudokit.parse_many(text, errors="skip"))) == 2
    one, error, three = sudokit.parse_many(text, errors="yield")
    assert isinstance(error, sudokit.ParseError)
    assert one == three
    with pytest.raises(sudokit.ArgumentError):
        sudokit.parse_many(text, errors="ignore")  # type: ignore[call-overload]
    with pytest.raises(FileNotFoundError):
        sudokit.read("/no/such/file")


def test_errors_survive_pickling() -> None:
    with pytest.raises(sudokit.ParseError) as caught:
        Puzzle.parse("1...\n..2.\n.3.\n...4")
    error = pickle.loads(pickle.dumps(caught.value))
    assert type(error) is sudokit.ParseError
    assert str(error) == str(caught.value)
    assert (error.line, error.column, error.code, error.help) == (
        caught.value.line,
        caught.value.column,
        caught.value.code,
        caught.value.help,
    )
    assert str(error).startswith("line 3, column")
    assert error == caught.value and hash(error) == hash(caught.value)
    assert error != sudokit.ParseError("another")


def test_wrong_arguments() -> None:
    for call in (
        lambda: Puzzle.from_values([1, 2, 3]),
        lambda: Puzzle.from_values("123"),  # type: ignore[arg-type]
        lambda: Puzzle.from_values([10] + [0] * 80),
        lambda: Puzzle.from_values([-1] + [0] * 80),
        lambda: Puzzle.empty("5"),
        lambda: Puzzle(EASY).to_text("nonsense"),
        lambda: Puzzle(EASY).render("gif"),  # type: ignore[call-overload]
        lambda: Puzzle(EASY).render(theme="pink"),
        lambda: Puzzle(EASY).hint(techniques=["nonsense"]),
        lambda: Puzzle(EASY).transform("rows=1,2"),
        lambda: Puzzle(EASY).solve(time_limit=-1),
        lambda: Puzzle(EASY).place(0, 0, 10),
        lambda: sudokit.generate(difficulty="nonsense"),
    ):
        with pytest.raises(sudokit.ArgumentError) as caught:
            call()
        assert caught.value.message
    with pytest.raises(TypeError):
        Puzzle.parse(5)  # type: ignore[arg-type]
    with pytest.raises(IndexError):
        Puzzle(EASY)[9, 0]


def test_attributes() -> None:
    puzzle = Puzzle.parse(EASY)
    assert (puzzle.shape, puzzle.size, puzzle.clues, puzzle.is_full) == ("3x3", 9, 30, False)
    assert puzzle[0, 0] == 5 and puzzle[-1, -1] == 9
    assert puzzle.rows[0] == [5, 3, 0, 0, 7, 0, 0, 0, 0]
    assert puzzle.values == [value for row in puzzle.rows for value in row]
    assert puzzle.candidates is None and puzzle.name is None and puzzle.answer is None
    assert np.asarray(puzzle).shape == (9, 9)
    assert np.asarray(puzzle, dtype=np.int64).sum() == sum(puzzle.values)
    assert Puzzle.from_values(np.asarray(puzzle)) == puzzle
    assert eval(repr(puzzle)) == puzzle
    placed = puzzle.place(0, 2, 4)
    assert placed != puzzle and placed.is_placed(0, 2) and not placed.is_placed(0, 0)


def test_identity() -> None:
    one, other = Puzzle.parse(EASY), Puzzle.parse(EASY.replace(".", "0"))
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != Puzzle.empty() and one != EASY
    for shape in ("3x3", "2x2", "3x3+diagonals", "2x5", "8x8"):
        puzzle = Puzzle.empty(shape).place(1, 2, 3)
        for again in (pickle.loads(pickle.dumps(puzzle)), copy.deepcopy(puzzle)):
            assert again == puzzle and again.is_placed(1, 2) and again.shape == shape
    sukaku = Puzzle.from_candidates([0b111] * 81)
    assert pickle.loads(pickle.dumps(sukaku)) == sukaku
    grid = one.solve()
    assert pickle.loads(pickle.dumps(grid)) == grid and eval(repr(grid)) == grid
    rating = one.rate()
    assert pickle.loads(pickle.dumps(rating)) == rating
    for text in (EASY, "." * 81, "11" + "." * 79):
        check = sudokit.check(text, minimal=True)
        assert pickle.loads(pickle.dumps(check)) == check == sudokit.check(text, minimal=True)
        assert check != sudokit.check(SOLVED) and check != 5
    assert repr(sudokit.check(EASY)) == "<Check unique>"
    assert repr(sudokit.check(EASY, minimal=True)) == "<Check unique, 22 redundant givens>"
    assert repr(sudokit.check("11" + "." * 79)).startswith("<Check rule-broken: 1 appears twice")
    generated = sudokit.generate(seed=1)
    assert pickle.loads(pickle.dumps(generated)).answer == generated.answer is not None


def test_solving() -> None:
    assert str(sudokit.solve(EASY)) == SOLVED
    assert sudokit.count(EASY) == 1
    assert sudokit.count("................") == 288
    assert sudokit.count("................", 100) == 100
    with pytest.raises(sudokit.NoSolutionError):
        sudokit.solve("123. ...4 .... ....")
    with pytest.raises(sudokit.RuleError) as caught:
        sudokit.solve("11.. .... .... ....")
    assert caught.value.code == "duplicate-value"
    with pytest.raises(sudokit.SeveralSolutionsError):
        sudokit.solve("................", unique=True)
    everything: list[dict[str, Any]] = [{"node_limit": 1000}, {"time_limit": 0.05}]
    for limits in everything:
        with pytest.raises(sudokit.LimitError):
            Puzzle.empty().count(**limits)
        with pytest.raises(sudokit.LimitError):
            list(Puzzle.empty().solutions(**limits))


def test_checking() -> None:
    check = sudokit.check(EASY, minimal=True)
    assert check.status is Status.UNIQUE and check.is_unique and check.problem is None
    assert str(check.solution) == SOLVED
    assert check.is_minimal is False and check.redundant
    row, column = check.redundant[0]
    assert Puzzle(EASY).place(row, column, 0).check().is_unique
    assert sudokit.check(SOLVED).status is Status.COMPLETE
    assert sudokit.check("................").status is Status.SEVERAL
    assert sudokit.check("11..............").status is Status.RULE_BROKEN
    wrong = f"puzzle,solution\n{EASY},{SOLVED[::-1]}\n"
    (puzzle,) = sudokit.parse_many(wrong)
    check = puzzle.check()
    assert check.status is Status.WRONG_SOLUTION
    assert check.problem is not None and check.problem.code == "wrong-solution"


def test_logic() -> None:
    puzzle = Puzzle(EASY)
    position, steps = puzzle, 0
    while (step := position.hint()) is not None:
        assert all(puzzle.solve()[row, column] == value for row, column, value in step.placements)
        assert all(puzzle.solve()[row, column] != value for row, column, value in step.eliminations)
        assert step.sentence == str(step) and step.whereabouts and step.paragraphs
        assert step.before.values == position.values
        position, steps = step.after, steps + 1
    assert str(position.solve()) == SOLVED
    explanation = puzzle.explain()
    assert explanation.is_solved and explanation.status is Status.UNIQUE
    assert len(explanation) == len(explanation.steps) == len(str(explanation).splitlines())
    assert explanation[-1] == explanation.steps[-1] == list(explanation)[-1]
    assert explanation.position.values == puzzle.solve().values
    with pytest.raises(IndexError):
        explanation[len(explanation)]
    assert {step.technique for step in puzzle.hints()} <= set(sudokit.TECHNIQUES)
    with pytest.raises(sudokit.StuckError):
        puzzle.hint(techniques=[])
    assert puzzle.solve().rows and sudokit.hint(SOLVED) is None


def test_steps_and_explanations_survive_pickling(own_puzzles: list[str]) -> None:
    letters = Puzzle.parse(EASY.translate(str.maketrans("123456789", "ABCDEFGHI")))
    hard = sudokit.generate(seed=3, difficulty="extreme")
    for puzzle in (letters, hard, *map(Puzzle, own_puzzles[:20])):
        explanation = puzzle.explain()
        again = pickle.loads(pickle.dumps(explanation))
        assert again == explanation == puzzle.explain() and copy.deepcopy(again) == again
        assert repr(again) == repr(explanation) and str(again) == str(explanation)
        assert again.position == explanation.position and again.status is explanation.status
        for one, other in zip(again, explanation, strict=True):
            assert one == other and one.to_dict() == other.to_dict()
            assert one.paragraphs == other.paragraphs and one.after == other.after
        assert again[0].render() == explanation[0].render()
        hints = puzzle.hints()
        assert pickle.loads(pickle.dumps(hints)) == hints
    assert explanation != hard.explain() and explanation != 5
    # Positions write values as the puzzle does.
    step = letters.hint()
    following = step.after.hint() if step else None
    assert str(step).endswith(" = E") and str(following)[-1].isalpha()


def test_mistakes_are_named() -> None:
    wrong = Puzzle(EASY).place(0, 2, 1)
    with pytest.raises(sudokit.SudokitError) as caught:
        wrong.hint()
    assert caught.value.help and "r1c3" in caught.value.help


def test_rating(own_puzzles: list[str]) -> None:
    rating = sudokit.rate(EASY)
    assert rating.level is Level.EASY and rating.score > 0 and rating.steps == 51
    assert sum(rating.techniques.values()) == rating.steps
    assert rating.hardest in rating.techniques
    assert len({sudokit.rate(puzzle).level for puzzle in own_puzzles[:40]}) > 1
    assert rating.er is rating.ep is rating.ed is None
    explained = sudokit.rate(EASY, er=True)
    assert (explained.er, explained.ep, explained.ed) == (1.2, 1.2, 1.2)
    assert explained != rating and explained.score == rating.score
    assert pickle.loads(pickle.dumps(explained)) == explained
    assert sudokit.rate(SOLVED, er=True).er is None
    with pytest.raises(sudokit.UnsupportedError, match="9×9"):
        sudokit.rate(SMALL, er=True)
    with pytest.raises(sudokit.SeveralSolutionsError):
        sudokit.rate("................")
    with pytest.raises(sudokit.RuleError):
        sudokit.rate("11..............")


def test_symmetry() -> None:
    puzzle = Puzzle(EASY)
    shuffled = puzzle.transform(seed=3)
    assert shuffled != puzzle and shuffled.canonical() == puzzle.canonical()
    found = puzzle.isomorphism(shuffled)
    assert found is not None and puzzle.transform(found) == shuffled
    assert puzzle.isomorphism(Puzzle.empty()) is None
    assert sudokit.isomorphism(EASY, str(shuffled)) == found
    assert sudokit.automorphisms(EASY) == 1 and sudokit.to_text(EASY) == f"{EASY}\n"
    assert puzzle.transform(rotate=4) == puzzle != puzzle.transform(rotate=1)
    assert puzzle.transform(rotate=-1) == puzzle.transform(rotate=3)
    assert puzzle.transform(mirror=True).transform(mirror=True) == puzzle
    assert puzzle.transform(rotate=2) == puzzle.transform(mirror=True, flip=True)
    assert puzzle.automorphisms() == 1 and Puzzle.empty("2x2").automorphisms() > 1
    with pytest.raises(sudokit.UnsupportedError):
        Puzzle.empty("3x3+diagonals").canonical()
    generated = sudokit.generate(seed=5).transform(seed=1)
    assert generated.answer is not None and generated.answer == generated.solve()


def test_generating() -> None:
    one = sudokit.generate(seed=9, difficulty=("medium", "hard"), symmetry="half-turn")
    assert one.check().is_unique and one.answer == one.solve()
    assert one.rate().level in (Level.MEDIUM, Level.HARD)
    assert one == sudokit.generate(seed=9, difficulty="medium-hard", symmetry="half-turn")
    assert [puzzle.clues for puzzle in sudokit.generate_many(3, givens=(24, 26), seed=1)] != []
    batch = sudokit.generate_batch(50, seed=4, minimal=True)
    assert batch.puzzles.shape == batch.solutions.shape == (50, 81)
    again = list(sudokit.generate_many(50, seed=4, minimal=True, threads=1))
    assert [puzzle.values for puzzle in again] == batch.puzzles.tolist()
    assert all(puzzle.check(minimal=True).is_minimal for puzzle in again)
    small = sudokit.generate(shape="2x3", seed=1)
    assert small.size == 6 and small.check().is_unique
    extended = sudokit.generate(extend=Puzzle.empty().place(0, 0, 9), seed=1)
    assert extended[0, 0] == 9
    with pytest.raises(TypeError, match="'dificulty'.*difficulty"):
        sudokit.generate(dificulty="hard")  # type: ignore[call-arg]
    assert Puzzle.generate(seed=9, difficulty=Level.HARD).rate().level is Level.HARD
    rated = Puzzle.generate(seed=1, er=(1.5, 2.0)).rate(er=True)
    assert rated.er is not None and 1.5 <= rated.er <= 2.0
    calls: list[tuple[int, int]] = []
    sudokit.generate_batch(3, seed=1, progress=lambda done, all: calls.append((done, all)))
    assert calls[-1] == (3, 3)
    with pytest.raises(sudokit.GenerateError) as caught:
        sudokit.generate(givens=5)
    assert caught.value.code == "impossible"


def test_pictures() -> None:
    puzzle = Puzzle(EASY)
    step = puzzle.hint()
    assert step is not None
    for drawn in (puzzle, puzzle.solve(), step):
        assert drawn._repr_svg_().startswith("<svg")
    assert puzzle.render(title="Monday").count("<svg") == 1
    assert puzzle.render("png", width=64).startswith(b"\x89PNG")
    assert puzzle.render("pdf").startswith(b"%PDF")
    assert step.render("png", theme="dark").startswith(b"\x89PNG")
    assert len(puzzle.render(candidates=True)) > len(puzzle.render())


@pytest.mark.parametrize("form", sudokit.FORMS)
def test_written_forms_are_read_back(form: str) -> None:
    puzzle = Puzzle(EASY)
    again = Puzzle.parse(puzzle.to_text(form))
    # Some forms list candidates, which does not change the values.
    assert again.values == puzzle.values or again.solve() == puzzle.solve()


def test_other_threads_run_while_solving() -> None:
    ticks: list[float] = []
    running = threading.Event()

    def tick() -> None:
        while not running.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(sudokit.LimitError):
        Puzzle.empty().count(time_limit=0.5, threads=1)
    running.set()
    thread.join()
    assert len(ticks) > 5


PREPARED = """
import numpy as np, sudokit
from sudokit import dataset
puzzles = np.tile(sudokit.generate_batch(20, seed=1).puzzles, (200_000, 1))
"""


@pytest.mark.parametrize(
    "work",
    [
        "sudokit.Puzzle.empty().count()",
        "list(sudokit.Puzzle.empty().solutions(10**12))",
        "sudokit.solve_batch(np.zeros((10, 81), np.uint8), limit=10**9)",
        "sudokit.generate_batch(10**9)",
        "[puzzle for puzzle in sudokit.generate_many(10**9)]",
        "sudokit.rate_batch([str(sudokit.generate(seed=1, difficulty='extreme'))] * 10**6)",
        "sudokit.rate_batch(puzzles, er=True)",
        "sudokit.count_batch(np.zeros((10, 81), np.uint8))",
        "sudokit.canonical_batch(puzzles)",
        "dataset.guesses(puzzles)",
        "dataset.trajectories(puzzles)",
        "dataset.augment(puzzles[:1], copies=30_000_000, threads=1)",
    ],
)
def test_ctrl_c_ends_long_work(work: str) -> None:
    code = f"{PREPARED}print('ready', flush=True)\n{work}\n"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(0.7)
    process.send_signal(signal.SIGINT)
    _, messages = process.communicate(timeout=60)
    assert process.returncode != 0 and "KeyboardInterrupt" in messages
