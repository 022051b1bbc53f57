#!/usr/bin/env python3
"""Makes a data set: puzzles in eight bands of exact difficulty, with labels, every step, and splits that share no solution.

    deploy/datasets/make.py --output DIRECTORY [--scale PART] [--seed NAME]

The variable SUDOKU_SERVICE names the program. The same version, scale and seed give the same bytes. After an interruption, run
it again: the bands that are whole are not made again.
"""

import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import subprocess
import sys

BANDS = ["1.0-1.2", "1.5-2.0", "2.3-2.6", "2.8-3.4", "3.6-4.5", "6.2-6.9", "7.0-7.6", "7.7-8.3"]
COUNT = 2500  # Puzzles of a band, at the scale 1.
SPLITS = {"train": 0.9, "validation": 0.95, "test": 1}  # Where each ends, as a part of all classes of solutions.
ADDED = "solution_canonical guesses er ep ed steps trace".split()  # By `annotate`; `generate` says the rest.
LABELS = "solution solution_canonical clues guesses er ep ed level steps techniques minimal canonical".split()
PROGRAM = os.environ.get("SUDOKU_SERVICE", "sudoku-service")
# The program rejects variables that look like settings but are none.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "SUDOKU_SERVICE"}


def make_band(rating, count, seed, path):
    """Writes the labelled puzzles of a band, which gets its name only once it is whole."""
    partial = path.with_suffix(".partial")
    # A process that outlived another run may still write to it.
    partial.unlink(missing_ok=True)
    generate = [PROGRAM, "generate", "--rating", rating, "--distinct", "--count", str(count), "--seed", f"{seed}.{rating}"]
    annotate = [PROGRAM, "annotate", "--format", "ndjson", "--fields", ",".join(ADDED)]
    with open(partial, "wb") as file:
        first = subprocess.Popen([*generate, "--format", "ndjson"], stdout=subprocess.PIPE, env=ENVIRONMENT)
        second = subprocess.Popen(annotate, stdin=first.stdout, stdout=file, env=ENVIRONMENT)
        first.stdout.close()
        try:
            if second.wait() or first.wait():
                sys.exit(f"the band {rating} is not whole: generate exited with {first.wait()}, annotate with {second.wait()}")
        finally:
            first.kill()
            second.kill()
    partial.rename(path)


def split_of(solution_canonical):
    """The split of a class of solutions, the same in every set: by the first 64 bits of its SHA-256."""
    part = int.from_bytes(hashlib.sha256(solution_canonical.encode()).digest()[:8], "big") / 2**64
    return next(split for split, end in SPLITS.items() if part < end)


def write_set(bands, directory):
    """Writes the items and the steps of each split; a puzzle whose solution is of a class before it is left out."""
    seen = set()
    with contextlib.ExitStack() as stack:
        create = lambda name: stack.enter_context(open(directory / name, "w"))
        items, steps = ({split: create(f"{part}-{split}.ndjson") for split in SPLITS} for part in ("items", "steps"))
        write = lambda file, document: file.write(json.dumps(document, separators=(",", ":")) + "\n")
        for band, path in bands.items():
            for puzzle in map(json.loads, open(path)):
                solution = puzzle["solution_canonical"]
                if solution in seen:
                    continue
                seen.add(solution)
                id, split = f"{band}-{puzzle['index']}", split_of(solution)
                item = {"id": id, "split": split, "band": band, "puzzle": puzzle["puzzle"], "hardest": puzzle["hardest"]["id"]}
                write(items[split], item | {label: puzzle[label] for label in LABELS})
                for step in puzzle["trace"]:
                    write(steps[split], {"id": id} | step)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, required=True, help="directory of the set")
    parser.add_argument("--scale", type=float, default=1, help="part of each band to make: 0.02 for one puzzle in fifty")
    parser.add_argument("--seed", default="eight-bands", help="name of the set, which every seed starts with")
    options = parser.parse_args()
    count = max(round(COUNT * options.scale), 1)
    bands = {band: options.output / "bands" / f"{options.seed}.{count}.{band}.ndjson" for band in BANDS}
    (options.output / "bands").mkdir(parents=True, exist_ok=True)
    for band, path in bands.items():
        if not path.exists():
            make_band(band, count, options.seed, path)
    write_set(bands, options.output)


main()
