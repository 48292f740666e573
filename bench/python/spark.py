"""Measures a Spark job: a Parquet file of puzzles in, the same with solutions out.

    python bench/python/spark.py puzzles.txt [--repeat 100] [--rounds 3]
        [--master 'local-cluster[2,1,1024]']

Prints the best round in elapsed time and in processor time, which a busy machine distorts less, and
how long 10⁹ and 10¹⁰ puzzles take at that rate if a core does nothing else. It includes everything
that Spark does: reading, passing rows to its Python workers and back, writing. Every answer of the
first round is verified. Runs on Linux, where the processor time of Spark's processes can be read.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

import sudokit
from sudokit import dataset
from sudokit import spark as sudokit_spark

PARTS = 8
"""The input has this many files, so that the executors have the same amount of work."""


def processor_time() -> float:
    """Seconds of processor time that this process and all that it started have taken."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name of the program may contain anything.
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        process = int(path.parent.name)
        parents[process] = int(fields[1])
        # In user and system mode, and the same for children that have ended.
        ticks[process] = sum(map(int, fields[11:15]))

    def is_ours(process: int) -> bool:
        return process == os.getpid() or (process in parents and is_ours(parents[process]))

    return sum(ticks[process] for process in ticks if is_ours(process)) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--repeat", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--master", default="local-cluster[2,1,1024]")
    options = parser.parse_args()

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master(options.master)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    lines = [str(puzzle) for puzzle in sudokit.read(options.file)]
    rows = len(lines) * options.repeat
    best = best_cpu = float("inf")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "puzzles")
        source.mkdir()
        for part in range(PARTS):
            copies = options.repeat * (part + 1) // PARTS - options.repeat * part // PARTS
            pq.write_table(pa.table({"puzzle": lines * copies}), source / f"{part}.parquet")
        for number in range(options.rounds):
            target = str(Path(folder, f"solved-{number}"))
            start, start_cpu = time.perf_counter(), processor_time()
            sudokit_spark.solve(session.read.parquet(str(source))).write.parquet(target)
            best = min(best, time.perf_counter() - start)
            best_cpu = min(best_cpu, processor_time() - start_cpu)
            if number == 0:
                solved = pq.read_table(target)
                assert solved.num_rows == rows
                verdicts = dataset.verify(solved["puzzle"], solved["solution"])
                assert set(verdicts) == {"right"}, set(verdicts)
    session.stop()

    per_core = best_cpu / rows
    print(f"{options.file.name}: {rows:,} puzzles, {options.master}")
    print(f"{best:.1f} s elapsed, {best_cpu:.1f} s of processor time, load {os.getloadavg()[0]:.1f}")
    print(f"{per_core * 1e6:.2f} µs of processor time per puzzle")
    for count in (10**9, 10**10):
        for cores in (1, 256):
            minutes = count * per_core / cores / 60
            print(f"{count:.0e} puzzles on {cores} core(s): {minutes:,.1f} minutes")


if __name__ == "__main__":
    main()
