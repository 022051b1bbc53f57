"""Extracts the TypeScript examples of README.md: `python3 readme.py README.md DIRECTORY`.

Each `ts` block becomes DIRECTORY/readme-N.ts. If the next block is a `text` block, it becomes DIRECTORY/readme-N.expected,
the output of the example. SUDOKU_URL replaces the address http://127.0.0.1:8080.
"""

import os
import pathlib
import re
import sys

BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)


def main(readme: pathlib.Path, directory: pathlib.Path) -> None:
    blocks = [match.groups() for match in BLOCK.finditer(readme.read_text(encoding="utf-8"))]
    numbers = [number for number, (language, _) in enumerate(blocks) if language in ("ts", "typescript")]
    for count, number in enumerate(numbers, start=1):
        source = blocks[number][1].replace("http://127.0.0.1:8080", os.environ["SUDOKU_URL"])
        (directory / f"readme-{count}.ts").write_text(source + "\nexport {};\n", encoding="utf-8")
        if number + 1 < len(blocks) and blocks[number + 1][0] == "text":
            (directory / f"readme-{count}.expected").write_text(blocks[number + 1][1], encoding="utf-8")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
