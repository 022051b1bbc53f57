"""Extracts the TypeScript example of README.md: `python3 readme.py README.md DIRECTORY`.

The `ts` block becomes DIRECTORY/client.mts, the `sh` block before it DIRECTORY/commands, and the `text` block after it
DIRECTORY/expected, the output of the example. SUDOKU_URL replaces the address http://127.0.0.1:8080.
"""

import os
import pathlib
import re
import sys

EXAMPLE = re.compile(r"^```sh\n([^`]*?)^```\n+```ts\n(.*?)^```\n+```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main(readme: pathlib.Path, directory: pathlib.Path) -> None:
    [blocks] = EXAMPLE.findall(readme.read_text(encoding="utf-8"))
    for name, block in zip(("commands", "client.mts", "expected"), blocks, strict=True):
        text = block.replace("http://127.0.0.1:8080", os.environ["SUDOKU_URL"])
        (directory / name).write_text(text, encoding="utf-8")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
