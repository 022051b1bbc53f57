"""Prints a line for each check, `ok`, `not ok` or `skip`, which the script `run` counts."""

import os
import traceback
from collections.abc import Callable


def check(name: str) -> Callable[[Callable[[], None]], None]:
    """Runs the decorated function immediately and prints the result."""

    def run(body: Callable[[], None]) -> None:
        try:
            body()
            print(f"ok python: {name}", flush=True)
        except Exception:  # The next check runs in any case.
            print(f"not ok python: {name}")
            print("    " + traceback.format_exc().rstrip().replace("\n", "\n    "), flush=True)

    return run


def service(name: str) -> str:
    """The address of a service that `run` started."""
    return os.environ[name]
