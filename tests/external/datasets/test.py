"""See run. Each test is a function; their names can be given as arguments."""

import hashlib
import itertools
import json
import multiprocessing
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

DATASETS = pathlib.Path(__file__).resolve().parents[3] / "deploy/datasets"
BINARY = sys.argv[1]
TEMPORARY = pathlib.Path(tempfile.mkdtemp(prefix="sudoku-datasets-"))
LINES = 2000
BANDS, OF_A_BAND = 8, 50

BOX = [3 * (cell // 27) + cell % 9 // 3 for cell in range(81)]
PEERS = [
    [other for other in range(81) if other != cell and (other // 9 == cell // 9 or other % 9 == cell % 9 or BOX[other] == BOX[cell])]
    for cell in range(81)
]


def run(*arguments, text=""):
    """The standard output of the service with these arguments."""
    return subprocess.run([BINARY, *map(str, arguments)], input=text, capture_output=True, text=True, check=True).stdout


def documents(text):
    return [json.loads(line) for line in text.splitlines()]


def start(name):
    """Starts to make a set in a directory of this name."""
    command = [DATASETS / "make.py", "--output", TEMPORARY / name, "--scale", str(OF_A_BAND / 2500)]
    return subprocess.Popen([sys.executable, *command], env=os.environ | {"SUDOKU_SERVICE": BINARY}, stderr=subprocess.PIPE)


def eight_bands():
    directory = TEMPORARY / "eight-bands"
    if not directory.exists():
        assert start(directory.name).wait() == 0
    return directory


def items_of(directory):
    return [item for file in sorted(directory.glob("items-*.ndjson")) for item in documents(file.read_text())]


def test_the_same_bytes():
    """Another run makes the same files, even if it is interrupted; it goes on with the bands that are whole."""
    directory, bands = eight_bands(), TEMPORARY / "another/bands"
    for signalled in (signal.SIGINT, signal.SIGKILL):
        whole = len(list(bands.glob("*.ndjson")))
        process = start("another")
        while len(list(bands.glob("*.ndjson"))) <= whole:
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.001)
        process.send_signal(signalled)
        process.wait()
    made = {band: band.stat().st_mtime_ns for band in bands.glob("*.ndjson")}
    assert 2 <= len(made) < BANDS, "it was not interrupted in time"
    assert start("another").wait() == 0
    assert all(band.stat().st_mtime_ns == time for band, time in made.items()), "a whole band was made again"
    files = sorted(file.relative_to(directory) for file in directory.rglob("*.ndjson"))
    assert len(files) == 2 * 3 + BANDS, files
    assert all((directory / file).read_bytes() == (TEMPORARY / "another" / file).read_bytes() for file in files)
    print(f"{len(files)} files are the same after two interruptions; {len(made)} bands were not made again")


def test_no_leak():
    items = items_of(eight_bands())
    assert len(items) == BANDS * OF_A_BAND == len({item["solution_canonical"] for item in items}), len(items)
    for item in items:
        part = int(hashlib.sha256(item["solution_canonical"].encode()).hexdigest()[:16], 16) / 2**64
        assert item["split"] == ("train" if part < 0.9 else "validation" if part < 0.95 else "test")
        low, high = map(float, item["band"].split("-"))
        assert low <= item["er"] <= high, item
    # The class of the file that a puzzle is in, found again.
    forms = run("canonical", text="".join(item["solution"] + "\n" for item in items)).split()
    assert forms == [item["solution_canonical"] for item in items]
    for split in ("train", "validation", "test"):
        ids = [item["id"] for item in items if item["split"] == split]
        steps = documents((eight_bands() / f"steps-{split}.ndjson").read_text())
        assert ids and [id for id, _ in itertools.groupby(steps, lambda step: step["id"])] == ids
    print(f"{len(items)} items in {BANDS} bands: no class twice, so none in two splits")


def replayed(steps):
    """Whether the steps of a puzzle lead to its solution, and each position is the one before the step."""
    board, marks = None, None

    def place(cell, digit):
        board[cell] = ord(digit)
        for other in "123456789":
            if other != digit:
                marks[9 * cell + int(other) - 1] = ord(".")
        for peer in PEERS[cell]:
            marks[9 * peer + int(digit) - 1] = ord(".")

    for number, step in enumerate(steps, 1):
        if board is None:
            board, marks = bytearray(b"." * 81), bytearray(b"123456789" * 81)
            for cell, digit in enumerate(step["board"]):
                if digit != ".":
                    place(cell, digit)
        if (step["number"], step["board"], step["candidates"]) != (number, board.decode(), marks.decode()):
            return False
        for removed in step["eliminate"]:
            marks[9 * removed["index"] + removed["digit"] - 1] = ord(".")
        for placed in step["place"]:
            place(placed["index"], str(placed["digit"]))
    digits = board.decode()
    return "." not in digits and all(digits[cell] != digits[peer] for cell in range(81) for peer in PEERS[cell])


def replay(text):
    """The number of steps of each puzzle, all of them replayed."""
    counts = []
    for id, steps in itertools.groupby(documents(text), lambda step: step["id"]):
        steps = list(steps)
        assert replayed(steps), f"the puzzle {id}: {steps[0]['board']}"
        counts.append(len(steps))
    return counts


def replay_lines(lines):
    return replay(run("annotate", "--threads", 1, "--fields", "trace", "--explode", "--format", "ndjson", text="\n".join(lines)))


def test_traces():
    grids = run("generate", "--count", LINES, "--seed", "traces").split()
    lines = [json.dumps({"id": id, "grid": grid}) for id, grid in enumerate(grids)]
    with multiprocessing.Pool(os.cpu_count()) as pool:
        counts = sum(pool.map(replay_lines, [lines[part::20] for part in range(20)]), [])
    assert len(counts) == LINES
    of_the_set = replay((eight_bands() / "steps-train.ndjson").read_text())
    print(f"{LINES} traces replayed, {sum(counts)} steps, and {len(of_the_set)} of the set")


def blocks(language):
    """The examples in the README."""
    return re.findall(rf"```{language}\n(.*?)```", (DATASETS / "README.md").read_text(), re.S)


def test_parquet():
    """The examples of Parquet, as they are in the README."""
    try:
        import duckdb
        import polars
    except ImportError as error:
        print(f"skipping the examples of Parquet: {error}")
        return
    eight_bands()
    os.chdir(TEMPORARY)
    exec(blocks("python")[0], {})
    duckdb.sql(blocks("sql")[0])
    for part in ("items", "steps"):
        lines = documents((eight_bands() / f"{part}-train.ndjson").read_text())
        for file in (eight_bands() / f"{part}-train.parquet", f"{part}-train.parquet"):
            table = polars.read_parquet(file)
            names = [name for name in lines[0] if isinstance(lines[0][name], (str, int, float))]
            assert table.columns == list(lines[0]) and table.select(names).rows() == [tuple(line[name] for name in names) for line in lines]
    rows = pathlib.Path("train.csv").read_text().splitlines()
    items = documents((eight_bands() / "items-train.ndjson").read_text())
    expected = [f"{item['band']},{item['puzzle']},{item['solution']},{item['er']}" for item in items]
    assert rows == ["source,question,answer,rating", *expected], rows[:2]
    print(f"{len(lines)} steps and {len(items)} items are the same as Parquet by Polars and by DuckDB, and as CSV")


def test_rewards():
    """The example of a reward, as it is in the README."""
    reward = blocks("python")[1]
    path = TEMPORARY / "bin"
    path.mkdir()
    shutil.copy(BINARY, path / "sudoku-service")
    os.environ["PATH"] = f"{path}:{os.environ['PATH']}"
    scope = {}
    exec(reward, scope)
    moves, expected = [], []
    for item in items_of(eight_bands()):
        puzzle, solution = item["puzzle"], item["solution"]
        for cell in [cell for cell in range(81) if puzzle[cell] == "."][:40]:
            digit = solution[cell] if cell % 3 else str(int(solution[cell]) % 9 + 1)
            legal = all(puzzle[peer] != digit for peer in PEERS[cell])
            # The claim is about the grid without the move.
            moves.append((puzzle, puzzle, [f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}"]))
            expected.append(sum(digit != "." for digit in puzzle) / 81 - (not legal))
    moves.append((moves[0][0], "no grid", []))
    expected.append(-1.0)
    start = time.perf_counter()
    assert scope["rewards"](moves) == expected
    seconds = time.perf_counter() - start
    print(f"{len(moves)} rewards as expected, {len(moves) / seconds:,.0f} moves a second")


def main():
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    # A script in the background ignores the signal, and so would the program that the test interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for name in sys.argv[2:] or tests:
            start = time.perf_counter()
            tests[name]()
            print(f"{name}: passed in {time.perf_counter() - start:.0f} s", flush=True)
    finally:
        shutil.rmtree(TEMPORARY, ignore_errors=True)


main()
