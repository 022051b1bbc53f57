"""Extracts the TypeScript example of README.md: `python3 readme.py README.md DIRECTORY`.

The `ts` block becomes DIRECTORY/readme.ts, and the `text` block that follows it DIRECTORY/readme.expected, the output of the
example. SUDOKU_URL replaces the address http://127.0.0.1:8080.
"""

import os
import pathlib
import re
import sys

EXAMPLE = re.compile(r"^```ts\n(.*?)^```\n+```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main(readme: pathlib.Path, directory: pathlib.Path) -> None:
    [(source, expected)] = EXAMPLE.findall(readme.read_text(encoding="utf-8"))
    source = source.replace("http://127.0.0.1:8080", os.environ["SUDOKU_URL"])
    (directory / "readme.ts").write_text(source + "\nexport {};\n", encoding="utf-8")
    (directory / "readme.expected").write_text(expected, encoding="utf-8")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
