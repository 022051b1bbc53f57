"""Solves 200,000 rows on a real Spark cluster of two worker processes, and kills an executor, a Python worker and one of our
processes while it runs. Every row must be in the output exactly once, with the binary's own answer.

To kill a process in the middle of its work without relying on timing, the job runs the binary through a script: its first
three calls report the processes above them, and stop until one of those is killed.
"""

import collections
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import pyarrow as pa
import pyarrow.parquet

ROOT = pathlib.Path(__file__).resolve().parents[3]
SPARK = ROOT / "deploy" / "spark"
sys.path.insert(0, str(SPARK))
import sudoku_arrow  # noqa: E402

ROWS = 200_000
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BAD = ("", "123", "\\N", "5\t5", "x" * 5000, "55" + "." * 79, "12345678." + "." * 8 + "9" + "." * 63, "5\\", '"', "é" * 81)
# In this order: our own process, the Python worker, the executor's JVM.
GENERATIONS = {"ours": 0, "python": 1, "executor": 3}


def puzzles(count):
    """Distinct puzzles: one puzzle with its digits permuted at random, an invalid text, or null."""
    chance = random.Random(17)
    for _ in range(count):
        kind = chance.random()
        if kind < 0.01:
            yield None
        elif kind < 0.03:
            yield chance.choice(BAD)
        else:
            digits = list("123456789")
            chance.shuffle(digits)
            yield PUZZLE.translate(str.maketrans("123456789", "".join(digits)))


def parent(process):
    return int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def ancestor(process, generations):
    for _ in range(generations):
        process = parent(process)
    return process


def wait_for(condition, what, seconds=180):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.02)


class Spark(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="sudoku-spark-"))
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)

    def submit(self, binary, job, arguments):
        """Starts a job as an operator would."""
        command = [
            shutil.which("spark-submit", path=f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"),
            *("--master", "local-cluster[2,1,1024]", "--conf", "spark.executor.memory=1g"),
            *("--conf", "spark.ui.enabled=false", "--conf", "spark.sql.execution.arrow.maxRecordsPerBatch=5000"),
            # A task that the three killed processes were all working for fails three times, and the default allows no more.
            *("--conf", "spark.task.maxFailures=10", "--conf", f"spark.executorEnv.MARKS={self.directory}/marks"),
            *("--py-files", SPARK / "sudoku_arrow.py", "--files", binary, SPARK / job),
            *(*arguments, "--binary", pathlib.Path(binary).name),
        ]
        home = {"PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        with open(self.directory / "log", "ab") as log:
            return subprocess.Popen(
                list(map(str, command)), env=os.environ | home, stdout=subprocess.PIPE, stderr=log, text=True
            )

    def errors(self):
        """What Spark's log says about failures; its last lines are only about its shutdown."""
        lines = (self.directory / "log").read_text().splitlines()
        return "\n".join([line for line in lines if any(sign in line for sign in ("WARN", "ERROR", "Error", "Exception", "exited"))][:60])

    def test_every_row_has_its_answer_although_processes_are_killed(self):
        rows = pa.table({"id": [str(number) for number in range(ROWS)], "puzzle": pa.array(puzzles(ROWS), pa.string())})
        pa.parquet.write_table(rows, self.directory / "in.parquet", row_group_size=20_000)
        marks = self.directory / "marks"
        marks.mkdir()
        # `mkdir` succeeds once for each mark; the process waits for its end, or for a signal to go on.
        script = self.directory / "sudoku-service-with-marks"
        script.write_text(
            "#!/bin/sh\n"
            'for mark in ours python executor; do mkdir "$MARKS/$mark" 2>/dev/null || continue\n'
            'echo $$ >"$MARKS/$mark/new" && mv "$MARKS/$mark/new" "$MARKS/$mark/process"; kill -STOP $$; break; done\n'
            f'exec {binary} "$@"\n'
        )
        script.chmod(0o755)
        job = self.submit(script, "solve.py", [self.directory / "in.parquet", self.directory / "out.parquet", "--partitions", "40"])
        self.addCleanup(job.kill)
        for mark, generations in GENERATIONS.items():
            path = marks / mark / "process"
            wait_for(lambda: path.exists() or job.poll() is not None, f"the job starts the process to be marked {mark}")
            self.assertIsNone(job.poll(), self.errors())
            process = int(path.read_text())
            victim = ancestor(process, generations)
            name = pathlib.Path(f"/proc/{victim}/cmdline").read_text().replace("\0", " ")
            expected = {"ours": script.name, "python": "pyspark", "executor": "CoarseGrainedExecutorBackend"}[mark]
            self.assertIn(expected, name)
            os.kill(victim, signal.SIGKILL)
            if victim != process:
                os.kill(process, signal.SIGKILL)
            print(f"spark: killed {mark} ({victim})")
        summary, _ = job.communicate(timeout=400)
        self.assertEqual(job.returncode, 0, self.errors())

        solved = pa.parquet.read_table(self.directory / "out.parquet").to_pydict()
        self.assertEqual(collections.Counter(solved["id"]), collections.Counter(map(str, range(ROWS))))
        text = sudoku_arrow.lines(rows["puzzle"])
        command = [binary, "solve", "--format", "tsv", "--problems-ok"]
        answers = subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
        expected = [[None if column == "\\N" else column for column in line.split("\t")[-3:]] for line in answers]
        found = dict(zip(solved["id"], zip(solved["puzzle"], solved["verdict"], solved["solution"], solved["problem"])))
        counts = collections.Counter()
        for number, (puzzle, answer) in enumerate(zip(rows["puzzle"].to_pylist(), expected)):
            self.assertEqual(found[str(number)], (puzzle, *answer), f"row {number}")
            self.assertEqual(answer == [None] * 3, puzzle is None)
            counts[answer[0] or (answer[2] or "null").split(":")[0]] += 1
        # Spark's own processes print to the same output.
        summary = dict(line.split("\t") for line in summary.splitlines() if line.count("\t") == 1)
        self.assertEqual(summary, {outcome: str(count) for outcome, count in counts.items()})
        print(f"spark: {ROWS} rows, each exactly once with the binary's answer: {dict(counts)}")


class Arrow(unittest.TestCase):
    def check(self, solved):
        self.assertEqual(solved["verdict"].to_pylist(), ["unique", None, None])
        self.assertEqual(solved["problem"].to_pylist()[0::2], [None, None])
        self.assertTrue(solved["problem"].to_pylist()[1].startswith("invalid-grid: "))

    table = pa.table({"id": [1, 2, 3], "puzzle": [PUZZLE, "5", None]})

    def test_pyarrow(self):
        self.check(sudoku_arrow.solve_table(self.table, binary=binary))
        empty = sudoku_arrow.solve_table(self.table.slice(0, 0), binary=binary)
        self.assertEqual((empty.num_rows, empty.num_columns), (0, 5))

    def test_a_batch_that_fills_both_pipes(self):
        table = pa.table({"puzzle": [PUZZLE] * 100_000})
        self.assertEqual(sudoku_arrow.solve_table(table, binary=binary)["verdict"].value_counts().to_pylist(),
                         [{"values": "unique", "counts": 100_000}])

    def test_a_process_that_fails_is_an_error(self):
        for failing in ("false", "true"):
            with self.assertRaises(RuntimeError):
                sudoku_arrow.solve_table(self.table, binary=failing)

    def examples(self, name):
        """The Python blocks of the README that import this engine."""
        blocks = (SPARK / "README.md").read_text().split("\n```python\n")[1:]
        return [text for block in blocks if f"import {name}" in (text := block.split("\n```")[0])]

    def engine(self, name):
        try:
            __import__(name)
        except ImportError:
            self.skipTest(f"{name} is not installed")
        [example] = self.examples(name)
        with tempfile.TemporaryDirectory() as directory:
            pa.parquet.write_table(self.table, f"{directory}/puzzles.parquet")
            run = subprocess.run(
                [sys.executable, "-c", example],
                cwd=directory,
                env=os.environ | {"PYTHONPATH": str(SPARK), "PATH": f"{pathlib.Path(binary).parent}:{os.environ['PATH']}"},
                capture_output=True,
                text=True,
            )
            self.assertEqual(run.returncode, 0, run.stderr)
            [*files] = pathlib.Path(directory, "solved").rglob("*.parquet") if pathlib.Path(directory, "solved").is_dir() else [
                pathlib.Path(directory, "solved.parquet")
            ]
            self.check(pa.concat_tables(pa.parquet.read_table(file) for file in files).sort_by("id"))

    def test_polars(self):
        self.engine("polars")

    def test_ray(self):
        self.engine("ray")


if __name__ == "__main__":
    binary = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
