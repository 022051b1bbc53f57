"""See run. Each test is a function; their names can be given as arguments."""

import csv
import hashlib
import itertools
import json
import multiprocessing
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
DATASETS = ROOT / "deploy/datasets"
RATINGS = ROOT.parent / "shared/puzzles/ratings/se-equal.tsv"
MULTIPLE = ROOT.parent / "shared/puzzles/serg-multiple-solutions.txt"
BINARY = sys.argv[1]
TEMPORARY = pathlib.Path(tempfile.mkdtemp(prefix="sudoku-datasets-"))
LINES = 20_000

# Sudoku Explainer's own rating where the file, made by another rater, is wrong.
CORRECTED = {"....1.6.2...7.5........214.5.....9.6..9.3.8..6.8.....7.469........8.1...7.1.4....": "7.2/1.2/1.2"}

BOX = [3 * (cell // 27) + cell % 9 // 3 for cell in range(81)]
PEERS = [
    [other for other in range(81) if other != cell and (other // 9 == cell // 9 or other % 9 == cell % 9 or BOX[other] == BOX[cell])]
    for cell in range(81)
]


def run(*arguments, text="", status=0):
    """The standard output of the service with these arguments."""
    done = subprocess.run([BINARY, *map(str, arguments)], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == status, f"{arguments}: {done.returncode}, {done.stderr}"
    return done.stdout


def documents(text):
    return [json.loads(line) for line in text.splitlines()]


# What a solution is equivalent to, without the service.


def invariant(solution):
    """The same for equivalent solutions: how the digits of a line of a band move to the next one, in cycles."""
    sides = []
    for lines in (
        [solution[9 * row : 9 * row + 9] for row in range(9)],
        [solution[column::9] for column in range(9)],
    ):
        types = []
        for one, other in itertools.combinations(range(9), 2):
            if one // 3 != other // 3:
                continue
            to, seen, cycles = dict(zip(lines[one], lines[other])), set(), []
            for digit in to:
                length = 0
                while digit not in seen:
                    seen.add(digit)
                    digit, length = to[digit], length + 1
                cycles += [length] if length else []
            types.append(tuple(sorted(cycles)))
        sides.append(tuple(sorted(types)))
    return tuple(sorted(sides))


ORDERS = [
    [3 * stack + column for stack, columns in zip(stacks, inner) for column in columns]
    for stacks in itertools.permutations(range(3))
    for inner in itertools.product(itertools.permutations(range(3)), repeat=3)
]


def canonical(solution):
    """The smallest equivalent solution, by trying every first row and every order of the columns."""
    second, starts = "9" * 9, []
    for grid in (solution, "".join(solution[column::9] for column in range(9))):
        rows = [grid[9 * row : 9 * row + 9] for row in range(9)]
        for first in range(9):
            others = [row for row in range(first // 3 * 3, first // 3 * 3 + 3) if row != first]
            for order in ORDERS:
                digits = {rows[first][column]: str(place + 1) for place, column in enumerate(order)}
                for row in others:
                    line = "".join(digits[rows[row][column]] for column in order)
                    if line <= second:
                        starts = starts if line == second else []
                        second = line
                        starts.append((rows, first, order, digits))
    best = None
    for rows, first, order, digits in starts:
        relabelled = ["".join(digits[row[column]] for column in order) for row in rows]
        bands = [sorted(relabelled[band : band + 3]) for band in (0, 3, 6)]
        form = "".join(itertools.chain.from_iterable(sorted(bands)))
        best = form if best is None else min(best, form)
    return best


def transformed(solution):
    """An equivalent solution."""
    draw = random.Random(7)
    order = lambda: [3 * band + line for band in draw.sample(range(3), 3) for line in draw.sample(range(3), 3)]
    rows, columns, digits = order(), order(), draw.sample("123456789", 9)
    return "".join(digits[int(solution[9 * row + column]) - 1] for column in columns for row in rows)


def solutions(puzzle, most):
    """Up to this many solutions, by trying digits in the cell with the fewest."""
    values = [0 if digit == "." else int(digit) for digit in puzzle]
    if any(values[cell] and values[cell] == values[peer] for cell in range(81) for peer in PEERS[cell]):
        return []
    found = []

    def search():
        best = None
        for cell in range(81):
            if values[cell] == 0:
                used = {values[peer] for peer in PEERS[cell]}
                left = [digit for digit in range(1, 10) if digit not in used]
                if best is None or len(left) < len(best[1]):
                    best = (cell, left)
        if best is None:
            found.append("".join(map(str, values)))
            return
        for digit in best[1]:
            values[best[0]] = digit
            search()
            values[best[0]] = 0
            if len(found) >= most:
                return

    search()
    return found


# The tests.


def made(recipe, name, *arguments, status=0):
    """A data set in a directory of this name."""
    directory = TEMPORARY / name
    run("dataset", "--recipe", recipe, "--output", directory, *arguments, status=status)
    return directory


def sums(directory):
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(directory.iterdir())}


def eight_bands():
    directory = TEMPORARY / "eight-bands"
    if not directory.exists():
        made(DATASETS / "eight-bands.json", directory.name, "--scale", 0.02)
    return directory


def items_of(directory):
    return [item for file in sorted(directory.glob("items-*.ndjson")) for item in documents(file.read_text())]


def test_no_leak():
    directory = eight_bands()
    items = items_of(directory)
    assert len(items) == 400, len(items)
    assert len({item["solution"] for item in items}) == len(items), "a solution occurs twice"
    groups = {}
    for item in items:
        groups.setdefault(invariant(item["solution"]), []).append(item)
    classes, compared = set(), 0
    for group in groups.values():
        if len(group) > 1:
            forms = {canonical(item["solution"]) for item in group}
            compared += len(group)
            assert len(forms) == len(group), "two solutions are of one class"
    for item in items[:: len(items) // 20]:
        assert item["solution_canonical"] == canonical(item["solution"]) == canonical(transformed(item["solution"]))
        assert invariant(item["solution"]) == invariant(transformed(item["solution"]))
        assert item["solution_canonical"] not in classes
        classes.add(item["solution_canonical"])
    for item in items:
        part = int(hashlib.sha256(item["solution_canonical"].encode()).hexdigest()[:16], 16) / 2**64
        assert item["split"] == ("train" if part < 0.9 else "validation" if part < 0.95 else "test")
        low, high = map(float, item["band"].split("-"))
        assert low <= item["er"] <= high, item
        assert solutions(item["puzzle"], 2) == [item["solution"]]
    manifest = json.loads((directory / "manifest.json").read_text())
    for name, file in manifest["files"].items():
        content = (directory / name).read_bytes()
        lines = 0 if name.endswith(".png") else content.count(b"\n")
        assert file == {"lines": lines, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    print(f"{len(items)} items in eight bands: no class twice ({compared} with a twin by the invariant were compared in full)")


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


def replay_lines(puzzles):
    command = [BINARY, "annotate", "--threads", "1", "--fields", "trace", "--explode", "--format", "ndjson"]
    lines = "".join(json.dumps({"id": id, "grid": puzzle}) + "\n" for id, puzzle in puzzles)
    with tempfile.NamedTemporaryFile("w+") as file:
        file.write(lines)
        file.flush()
        process = subprocess.Popen([*command, file.name], stdout=subprocess.PIPE)
        count, steps = 0, 0
        for id, group in itertools.groupby(map(json.loads, process.stdout), lambda step: step["id"]):
            group = list(group)
            assert replayed(group), f"the puzzle {dict(puzzles)[id]}"
            count, steps = count + 1, steps + len(group)
        assert process.wait() == 0
    return count, steps


def test_traces():
    puzzles = list(enumerate(run("generate", "--count", LINES, "--seed", "traces").split()))
    parts = [puzzles[part::20] for part in range(20)]
    with multiprocessing.Pool(os.cpu_count()) as pool:
        counts = pool.map(replay_lines, parts)
    assert sum(count for count, _ in counts) == LINES
    print(f"{LINES} traces replayed, {sum(steps for _, steps in counts)} steps")
    steps = (eight_bands() / "steps-test.ndjson").read_text()
    for id, group in itertools.groupby(documents(steps), lambda step: step["id"]):
        assert replayed(list(group)), id


def as_text(label):
    if isinstance(label, list):
        return ",".join(item if isinstance(item, str) else f"{item['id']}*{item['times']}" for item in label)
    return "" if label is None else str(label).lower() if isinstance(label, bool) else str(label)


def test_labels():
    rated = [line.split("\t")[:2] for line in RATINGS.read_text().split("\n") if line] if RATINGS.exists() else []
    several = MULTIPLE.read_text().split() if MULTIPLE.exists() else []
    grids = [puzzle for puzzle, _ in rated] + several
    grids += run("generate", "--count", LINES - len(grids), "--seed", "labels").split()
    text = "".join(f"{grid}\n" for grid in grids)
    ndjson = "".join(f'{{"puzzle": "{grid}", "n": {n}}}\n' for n, grid in enumerate(grids))
    ask = lambda *arguments: documents(run(*arguments, "--output-format", "ndjson", "--problems-ok", text=text))
    solved, rate, checked, forms = ask("solve"), ask("rate", "--path"), ask("validate"), ask("canonical")
    explained = ask("explain", "--ask", "symmetry")
    puzzles = [n for n, answer in enumerate(checked) if answer["verdict"] == "unique"]
    classes = run("canonical", text="".join(solved[n]["solution"] + "\n" for n in puzzles)).split()
    expected = []
    for n, grid in enumerate(grids):
        one = checked[n]["verdict"] == "unique"
        of = lambda value: value if one else None
        rating = rate[n].get("rating", {})
        expected.append({
            "solution": of(solved[n]["solution"]), "verdict": checked[n]["verdict"], "clues": 81 - grid.count("."),
            "er": rating.get("er"), "ep": rating.get("ep"), "ed": rating.get("ed"),
            "level": rate[n].get("level"), "hardest": rate[n].get("hardest"),
            "steps": of(len(rate[n].get("path", []))), "minimal": explained[n].get("minimal"),
            "symmetry": explained[n]["symmetry"]["pattern"] if one else None, "canonical": forms[n]["canonical"]["grid"],
            "path": rate[n].get("path"),
        })
    for n, form in zip(puzzles, classes):
        expected[n]["solution_canonical"] = form
    fields = [name for name in expected[puzzles[0]] if name != "path"]
    labels = documents(run("annotate", "--fields", ",".join([*fields, "techniques", "path", "guesses"]), text=ndjson))
    for n, (wanted, found) in enumerate(zip(expected, labels)):
        assert (found["puzzle"], found["n"]) == (grids[n], n)
        for name, value in wanted.items():
            assert found[name] == value or name == "symmetry" and value is None, (grids[n], name, found[name], value)
        ids = [step["technique"]["id"] for step in found["path"] or []]
        assert {item["id"]: item["times"] for item in found["techniques"] or []} == {id: ids.count(id) for id in ids}
    for (_, ratings), found in zip(rated, labels):
        assert CORRECTED.get(found["puzzle"], ratings) == f"{found['er']}/{found['ep']}/{found['ed']}", found["puzzle"]
    flags = ["annotate", "--fields", ",".join([*fields, "techniques", "guesses"])]
    order = [name for name in labels[0] if name not in ("puzzle", "n", "path")]
    texts = [[as_text(found[name]) for name in order] for found in labels]
    table = run(*flags, text="puzzle\n" + text)
    assert list(csv.reader(table.splitlines())) == [["puzzle", *order, "problem"]] + [
        [grid, *row, ""] for grid, row in zip(grids, texts)
    ]
    null = lambda row, null: [value or null for value in row]
    tabs = run(*flags, "--format", "tsv", text=text).splitlines()
    assert tabs == ["\t".join([grid, *null(row, "\\N"), "\\N"]) for grid, row in zip(grids, texts)]
    plain = run(*flags, text=text).splitlines()
    assert plain == [" ".join([grid, *null(row, "-")]) for grid, row in zip(grids, texts)]
    print(f"{len(grids)} lines: the labels are those of the separate commands in four formats; {len(rated)} ratings as known")


MIXED = {
    "name": "mixed", "title": "Of every kind", "splits": {"train": 3, "test": 1}, "labels": ["verdict", "er"], "steps": True,
    "bands": [
        {"name": "easy", "count": 40, "generate": {"rating": "1.5-2.6"}},
        {"name": "isomorph", "count": 21, "generate": {}, "variants": {"kind": "isomorph", "per": 2}},
        {"name": "ambiguous", "count": 20, "generate": {}, "variants": {"kind": "ambiguous"}},
        {"name": "two", "count": 5, "generate": {}, "variants": {"kind": "ambiguous", "solutions": 2}},
        {"name": "broken", "count": 20, "generate": {}, "variants": {"kind": "broken"}},
        {"name": "starving", "count": 40, "generate": {"rating": "9.9"}},
    ],
}


def test_the_same_bytes():
    recipe = TEMPORARY / "mixed.json"
    recipe.write_text(json.dumps(MIXED))
    one = made(recipe, "one", "--threads", 1, status=1)
    expected = sums(one)
    assert sums(made(recipe, "two", "--threads", 2, status=1)) == expected
    directory, interruptions = TEMPORARY / "interrupted", 0
    while not (directory / "manifest.json").exists():
        process = subprocess.Popen([BINARY, "dataset", "--recipe", recipe, "--output", directory], stderr=subprocess.DEVNULL)
        before, found = found_in(directory), directory / "found.ndjson"
        while process.poll() is None and (interruptions >= 4 or found_in(directory) < before + 20):
            time.sleep(0.002)
        if process.poll() is None:
            process.send_signal(signal.SIGINT if interruptions % 2 else signal.SIGKILL)
            interruptions += 1
        process.wait()
        if found.exists() and interruptions:
            # The last line may be torn.
            found.write_bytes(found.read_bytes()[: -interruptions % 3 or None])
    assert interruptions >= 2, "it was not interrupted"
    assert sums(directory) == expected
    for shard in range(4):
        made(recipe, "shards", "--shard", f"{shard}/4")
    assert sums(made(recipe, "shards", status=1)) == expected
    print(f"{len(expected)} files are the same with 1 and 2 threads, after {interruptions} interruptions, and from 4 shards")

    items = items_of(one)
    counts = {band["name"]: sum(item["band"] == band["name"] for item in items) for band in MIXED["bands"]}
    manifest = json.loads((one / "manifest.json").read_text())
    assert counts == {band["name"]: band["found"] for band in manifest["bands"]}
    wanted = {band["name"]: band["count"] for band in MIXED["bands"]}
    starving = counts.pop("starving")
    assert 0 < starving < wanted.pop("starving") and manifest["bands"][-1]["dry"], manifest["bands"]
    assert counts == wanted, counts
    sides = {}
    for item in items:
        sides.setdefault(item["solution_canonical"], set()).add(item["split"])
        found = solutions(item["puzzle"], 11)
        if item["kind"] in ("puzzle", "isomorph"):
            assert found == [item["solution"]] and item["verdict"] == "unique"
        elif item["kind"] == "ambiguous":
            assert sorted(found) == sorted(item["solutions"]) and item["verdict"] == "multiple" and item["solution"] is None
            assert len(found) == 2 if item["band"] == "two" else 2 <= len(found) <= 10
        else:
            cell, right = item["cell"]["index"], str(item["right"])
            mended = item["puzzle"][:cell] + right + item["puzzle"][cell + 1 :]
            assert found == [] and len(solutions(mended, 2)) == 1 and item["puzzle"][cell] == str(item["wrong"])
            conflicts = any(item["puzzle"][peer] == item["puzzle"][cell] for peer in PEERS[cell])
            assert item["verdict"] == ("conflict" if conflicts else "none")
    assert all(len(splits) == 1 for splits in sides.values()), "a class is on two sides"
    print(f"{len(items)} items of every kind are what they say; the starving band ended with {starving}")


def found_in(directory):
    found = directory / "found.ndjson"
    return found.read_bytes().count(b"\n") if found.exists() else 0


def test_a_recipe_with_columns():
    directory = made(DATASETS / "extreme.json", "extreme", "--scale", 0.004)
    with open(directory / "items-test.csv") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["source", "question", "answer", "rating"] and len(rows) == 20
    ratings = run("rate", text="".join(row["question"] + "\n" for row in rows)).splitlines()
    for row, rating in zip(rows, ratings):
        assert solutions(row["question"], 2) == [row["answer"]] and rating.split("/")[0] == row["rating"]
    print(f"{len(rows)} rows of extreme.json are rated exactly")


def blocks(language):
    """The examples in the README."""
    return re.findall(rf"```{language}\n(.*?)```", (DATASETS / "README.md").read_text(), re.S)


def test_the_examples():
    """The examples of Parquet and of a reward, as they are in the README."""
    eight_bands()
    parquet, frames, reward = blocks("python")
    for name, example in ("pyarrow", parquet), ("polars", frames):
        try:
            __import__(name)
        except ImportError:
            print(f"skipping the example of {name}, which is missing")
            continue
        subprocess.run([sys.executable, "-c", example], cwd=TEMPORARY, check=True)
        import pyarrow.parquet

        rows = sum(pyarrow.parquet.read_metadata(file).num_rows for file in eight_bands().glob("items-*.parquet"))
        assert rows == 400, rows
        for file in eight_bands().glob("*.parquet"):
            file.unlink()
    assert max(len(example.splitlines()) for example in (parquet, frames)) <= 10
    assert len(reward.strip().splitlines()) <= 20, "twenty lines"
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
            grid = puzzle[:cell] + digit + puzzle[cell + 1 :]
            legal = all(puzzle[peer] != digit for peer in PEERS[cell])
            right = sum(grid[other] == solution[other] for other in range(81))
            # The claim is about the grid without the move.
            moves.append((puzzle, puzzle, [f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}"]))
            expected.append(sum(digit != "." for digit in puzzle) / 81 - (not legal))
    moves.append((moves[0][0], "no grid", []))
    expected.append(-1.0)
    start = time.perf_counter()
    assert scope["rewards"](moves) == expected
    seconds = time.perf_counter() - start
    print(f"{len(moves)} rewards as expected, {len(moves) / seconds:,.0f} moves a second")


def processor_time(*arguments, text=""):
    before = os.times()
    run(*arguments, "--threads", 1, text=text)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def test_the_cost():
    """What is done once costs once. The machine may be busy, so the least of three measurements counts, and the limits are wide."""
    text = run("generate", "--count", 2000, "--seed", "cost")
    annotated = lambda fields: min(processor_time("annotate", "--fields", fields, text=text) for _ in range(3))
    fields = ["solution", "er", "canonical", "solution_canonical"]
    dearest, together = max(map(annotated, fields)), annotated(",".join(fields))
    print(f"annotate with {', '.join(fields)}: {together / dearest:.2f} times the dearest alone")
    assert together <= 1.3 * dearest, (together, dearest)
    recipe = json.loads((DATASETS / "eight-bands.json").read_text())
    seconds = lambda band: processor_time("generate", "--count", 125, "--seed", f"{recipe['name']}.{band['name']}",
        "--rating", band["generate"]["rating"], "--output-format", "ndjson")
    alone = sum(map(seconds, recipe["bands"]))
    made = processor_time("dataset", "--recipe", DATASETS / "eight-bands.json", "--output", TEMPORARY / "cost", "--scale", 0.05)
    print(f"the eight bands with traces: {made / alone:.2f} times the eight runs of generate")
    assert made <= 1.8 * alone, (made, alone)


def main():
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    try:
        for name in sys.argv[2:] or tests:
            start = time.perf_counter()
            tests[name]()
            print(f"{name}: passed in {time.perf_counter() - start:.0f} s", flush=True)
    finally:
        shutil.rmtree(TEMPORARY, ignore_errors=True)


main()
