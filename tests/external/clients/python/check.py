"""One line for each thing that was tried: `ok`, `not ok` or `skip`, which the script `run` counts."""

import os
import traceback
from collections.abc import Callable


def check(name: str) -> Callable[[Callable[[], None]], None]:
    """Tries the function below it at once, and says how that went."""

    def run(body: Callable[[], None]) -> None:
        try:
            body()
            print(f"ok python: {name}", flush=True)
        except Exception:  # The next check runs whatever this one met.
            print(f"not ok python: {name}")
            print("    " + traceback.format_exc().rstrip().replace("\n", "\n    "), flush=True)

    return run


def service(name: str) -> str:
    """The address of one of the services that `run` started."""
    return os.environ[name]
