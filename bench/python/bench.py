"""Measures the Python package side by side with what Python users have today.

    python bench/python/bench.py puzzles.txt [--repeat 20] [--rounds 5] [--threads 1]

Contenders take turns, so that other load affects them alike; the best turn of each counts, in
elapsed time and in processor time, which a busy machine distorts less. Slow ones get a sample.
Every answer is verified. `--rust` names a program that prints the rate of the Rust library on the
same puzzles (`target/release/batch`, built by `cargo build --release -p bench`), and takes its
turns, too. Two Python threads gain something only on a free-threaded Python.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa

import sudokit
from sudokit import dataset


@dataclass
class Contender:
    """Work that returns how many items it did; the clock runs only while it works."""

    name: str
    work: Callable[[], int]
    best: float = field(default=float("inf"))
    best_cpu: float = field(default=float("inf"))

    def turn(self) -> None:
        start, start_cpu = time.perf_counter(), time.process_time()
        items = self.work()
        self.best = min(self.best, (time.perf_counter() - start) / items)
        self.best_cpu = min(self.best_cpu, (time.process_time() - start_cpu) / items)


def py_sudoku(lines: list[str]) -> int:
    from sudoku import Sudoku

    for line in lines:
        board = [[int(digit) or None for digit in line[at : at + 9]] for at in range(0, 81, 9)]
        solved = Sudoku(3, 3, board=board).solve().board
        check(line, [value for row in solved for value in row])
    return len(lines)


def cp_sat(lines: list[str]) -> int:
    """One solution of each puzzle: variables for cells, and that all of a house differ."""
    from ortools.sat.python import cp_model

    houses = [
        *([9 * row + column for column in range(9)] for row in range(9)),
        *([9 * row + column for row in range(9)] for column in range(9)),
        *(
            [9 * (row + r) + column + c for r in range(3) for c in range(3)]
            for row in (0, 3, 6)
            for column in (0, 3, 6)
        ),
    ]
    for line in lines:
        model = cp_model.CpModel()
        cells = [
            model.new_constant(int(digit)) if digit != "0" else model.new_int_var(1, 9, "")
            for digit in line
        ]
        for house in houses:
            model.add_all_different([cells[cell] for cell in house])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        check(line, [solver.value(cell) for cell in cells])
    return len(lines)


def check(line: str, values: list[int]) -> None:
    puzzle = sudokit.Puzzle(line)
    grid = sudokit.Grid("".join(map(str, values)))
    if not grid.solves(puzzle):
        raise SystemExit(f"wrong answer for {line}")


def shuffle_as_described(
    board: np.ndarray, solution: np.ndarray, random: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """An isomorph of a pair as the paper on HRM describes its augmentation: digits are relabelled,
    bands, stacks and the lines in them permuted, and the board is transposed half of the time."""
    labels = np.concatenate(([0], random.permutation(np.arange(1, 10))))
    is_transposed = random.random() < 0.5
    rows = np.concatenate([band * 3 + random.permutation(3) for band in random.permutation(3)])
    columns = np.concatenate([stack * 3 + random.permutation(3) for stack in random.permutation(3)])
    cells = rows[:, None] * 9 + columns

    def moved(values: np.ndarray) -> np.ndarray:
        square = values.reshape(9, 9)
        square = square.T if is_transposed else square
        return labels[square.reshape(81)[cells]].reshape(81)

    return moved(board), moved(solution)


def described_augmentation(puzzles: np.ndarray, solutions: np.ndarray, copies: int) -> int:
    random = np.random.default_rng(1)
    made = [
        shuffle_as_described(puzzle, solution, random)
        for puzzle, solution in zip(puzzles, solutions, strict=True)
        for _ in range(copies)
    ]
    sample = np.array([puzzle for puzzle, _ in made[:50]], dtype=np.uint8)
    answers = np.array([solution for _, solution in made[:50]])
    assert (sudokit.solve_batch(sample).solutions == answers).all()
    return len(made)


def rust(program: Path, file: Path, repeat: int, threads: int) -> float:
    """Seconds per puzzle, as the program reports them."""
    command = [program, file, str(repeat), str(threads)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return 1 / float(printed)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--sample", type=int, default=20, help="puzzles for slow contenders")
    parser.add_argument("--rust", type=Path)
    parser.add_argument("--no-rivals", action="store_true")
    options = parser.parse_args()

    lines = [str(puzzle) for puzzle in sudokit.read(options.file)]
    zeros = [line.replace(".", "0") for line in lines]
    repeated = lines * options.repeat
    array = np.array([list(map(int, line)) for line in zeros], dtype=np.uint8)
    array = np.tile(array, (options.repeat, 1))
    arrow = pa.array(repeated)
    threads = options.threads
    step = max(1, len(lines) // options.sample)
    few = zeros[::step][: options.sample]
    solved = sudokit.solve_batch(array[: len(lines)], threads=0)
    assert (solved.status == sudokit.Status.UNIQUE).all()
    pairs = array[: len(lines)], solved.solutions

    def batch(puzzles: object) -> Callable[[], int]:
        return lambda: len(sudokit.solve_batch(puzzles, threads=threads).status)

    parts = lines[:40_000:2], lines[1:40_000:2]

    def one_by_one(some: list[str] = parts[0]) -> int:
        for line in some:
            sudokit.Puzzle(line).solve(unique=True)
        return len(some)

    def side_by_side() -> int:
        with ThreadPoolExecutor(2) as pool:
            return sum(pool.map(one_by_one, parts))

    def augment() -> int:
        return len(dataset.augment(*pairs, copies=20, threads=threads).puzzles)

    contenders = [
        Contender("solve_batch, NumPy", batch(array)),
        Contender("solve_batch, Arrow", batch(arrow)),
        Contender("solve_batch, list of str", batch(repeated)),
        Contender("Puzzle.solve, one by one", one_by_one),
        Contender("the same in two Python threads", side_by_side),
        Contender("augment, a pair", augment),
    ]
    if not options.no_rivals:
        contenders += [
            Contender("py-sudoku", lambda: py_sudoku(few)),
            Contender("CP-SAT", lambda: cp_sat(few)),
            Contender(
                "augmentation as HRM describes it, a pair",
                lambda: described_augmentation(pairs[0][:500], pairs[1][:500], 2),
            ),
        ]
    rust_best = float("inf")
    for _ in range(options.rounds):
        if options.rust:
            seconds = rust(options.rust, options.file, options.repeat, threads)
            rust_best = min(rust_best, seconds)
        for contender in contenders:
            contender.turn()

    print(f"{options.file.name}: {len(lines):,} puzzles × {options.repeat}, {threads} thread(s)")
    print(f"{machine()}, Python {platform.python_version()}")
    if options.rust:
        print(f"{'Rust library, one batch':42} {rust_best * 1e6:14.3f} µs")
    for contender in contenders:
        elapsed, cpu = contender.best * 1e6, contender.best_cpu * 1e6
        is_compared = options.rust and "batch" in contender.name
        share = f"{rust_best / contender.best:8.0%} of Rust" if is_compared else ""
        print(f"{contender.name:42} {elapsed:14.3f} µs {cpu:14.3f} µs CPU {share}")


def machine() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text()
        model = next(line for line in text.splitlines() if line.startswith("model name"))
        return f"{model.partition(':')[2].strip()}, {os.cpu_count()} cores"
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
