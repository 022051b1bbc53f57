"""Solves a column of sudoku puzzles with `sudoku-service solve`: for Spark's mapInArrow, Ray Data, Polars, or plain pyarrow.

Each Arrow batch is piped through its own process, so a crash affects only one batch, which the engine retries. Needs pyarrow
and the static binary, but no network.
"""

import io
import os
import shutil
import subprocess
import tempfile
import threading

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

ANSWER = ("verdict", "solution", "problem")
SCHEMA = "id string, puzzle string, verdict string, solution string, problem string"


def in_arrow(binary="sudoku-service"):
    """Returns the function for Spark: `rows.select("id", "puzzle").mapInArrow(in_arrow(), SCHEMA)`."""

    def solve_all(batches):
        for batch in batches:
            solved = solve_table(pa.Table.from_batches([batch]), binary=binary)
            yield from solved.to_batches()

    return solve_all


def solve_table(table, column="puzzle", binary="sudoku-service"):
    """Adds three columns of text to a table: verdict (`unique`, `multiple`), solution, problem (`CODE: detail`).

    Those that do not apply are null. For a null puzzle, all three are null.
    """
    answers = solve(table[column], binary)
    for name in ANSWER:
        table = table.append_column(name, answers[name])
    return table


def solve(puzzles, binary="sudoku-service"):
    """Returns a table with a row for each puzzle and the columns verdict, solution and problem."""
    text = lines(puzzles)
    # Spark and Ray run one task for each core, so a process uses one thread.
    command = [find(binary), "solve", "--format", "tsv", "--problems-ok", "--threads", "1"]
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors) as process:
            # Answers arrive while puzzles are still being written. Without a thread, both pipes would fill and deadlock.
            writer = threading.Thread(target=write, args=(process.stdin, text))
            writer.start()
            answers = process.stdout.read()
            writer.join()
        if process.returncode:
            errors.seek(0)
            reason = errors.read().decode(errors="replace").strip()
            raise RuntimeError(f"{command[0]} exited with {process.returncode}: {reason}")
    count = answers.count(b"\n")
    if count != len(puzzles):
        raise RuntimeError(f"expected {len(puzzles)} answers, got {count}")
    return parse(answers)


def lines(puzzles):
    """The puzzles as text, one per line; null is `\\N`."""
    if not len(puzzles):
        return b""
    puzzles = puzzles.combine_chunks() if isinstance(puzzles, pa.ChunkedArray) else puzzles
    puzzles = pc.replace_substring_regex(puzzles.cast(pa.large_string()), r"[\t\r\n]", " ")
    # A string that looks like a null must not become one.
    puzzles = pc.replace_substring_regex(puzzles, r"^\\N$", r"\\N?").fill_null("\\N")
    whole = pa.ListArray.from_arrays([0, len(puzzles)], puzzles)
    return pc.binary_join(whole, pa.scalar("\n", puzzles.type))[0].as_buffer().to_pybytes() + b"\n"


def parse(answers):
    """Parses the appended columns of tab-separated answers."""
    if not answers:
        return pa.table({name: pa.array([], pa.string()) for name in ANSWER})
    return pa.csv.read_csv(
        io.BytesIO(answers),
        read_options=pa.csv.ReadOptions(column_names=["puzzle", *ANSWER], use_threads=False),
        parse_options=pa.csv.ParseOptions(delimiter="\t", quote_char=False, ignore_empty_lines=False),
        convert_options=pa.csv.ConvertOptions(
            include_columns=ANSWER,
            column_types={name: pa.string() for name in ANSWER},
            null_values=["\\N"],
            strings_can_be_null=True,
        ),
    )


def write(pipe, text):
    try:
        with pipe:
            pipe.write(text)
    except BrokenPipeError:
        pass  # The process has exited; its status says why.


def find(binary):
    """Finds the binary: as a path, on the PATH, or among the files that Spark shipped (`--files`)."""
    found = shutil.which(binary)
    if found:
        return found
    try:
        from pyspark import SparkFiles

        path = SparkFiles.get(binary)
    except (ImportError, AssertionError, AttributeError, TypeError):  # there is no Spark
        path = os.path.abspath(binary)
    if not os.path.exists(path):
        raise FileNotFoundError(f"{binary} is neither on the PATH nor among the files shipped with the job")
    if not os.access(path, os.X_OK):
        os.chmod(path, 0o755)
    return path
