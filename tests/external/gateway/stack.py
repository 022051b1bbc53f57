"""Starts instances of the service and the gateways of deploy/ in front of them, on free local ports.

The configurations are the files of deploy/ with other addresses. Each replacement must find its text, so that a test cannot
silently test something else.
"""

import contextlib
import http.client
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[3]
PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
# Solved without a guess, for batches in which only the size matters.
EASY_PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
GATEWAYS = ("haproxy", "nginx")


def binary():
    """The service under test: SUDOKU_SERVICE_BINARY, or the release build of this checkout."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    path = pathlib.Path(os.environ.get("SUDOKU_SERVICE_BINARY", target / "release" / "sudoku-service"))
    if not path.exists():
        sys.exit(f"{path} is missing: run `cargo build --release`, or set SUDOKU_SERVICE_BINARY")
    return path


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, what, seconds=10.0):
    """Polls until `condition` is true. An OSError counts as false."""
    deadline = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError):
            if condition():
                return
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.01)


def answers_ok(url):
    with urllib.request.urlopen(url, timeout=2) as answer:
        return answer.status == 200


def connected(port, timeout=30):
    """A context with a connection to this port."""
    return contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=timeout))


def error_in_answer(connection, prefix="/sudoku"):
    """Asks for the solution of PUZZLE. Returns what is wrong with the answer, or None."""
    identity = str(uuid.uuid4())
    try:
        connection.request("POST", f"{prefix}/solve", PUZZLE, {"content-type": "text/plain", "x-request-id": identity})
        answer = connection.getresponse()
        text, named = answer.read().decode().strip(), answer.headers["x-request-id"]
        return None if (answer.status, text, named) == (200, SOLUTION, identity) else f"{answer.status} {named} {text[:200]}"
    except (OSError, http.client.HTTPException) as error:
        # The next request opens a new connection.
        connection.close()
        return repr(error)


def spawn(log, *command, **options):
    """Starts a program whose output is appended to this file."""
    with open(log, "ab") as output:
        return subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=output, stderr=output, **options)


class Instance:
    """A running service that can be restarted on the same ports."""

    def __init__(self, directory, name, settings):
        self.name, self.port, self.admin_port = name, free_port(), free_port()
        self._log = directory / f"{name}.log"
        self._settings = {key: value for key, value in os.environ.items() if not key.startswith("SUDOKU_")} | settings
        self.start()

    def start(self):
        ports = ["--listen", f"127.0.0.1:{self.port}", "--admin-listen", f"127.0.0.1:{self.admin_port}"]
        self.process = spawn(self._log, binary(), *ports, env=self._settings)
        wait_until(lambda: answers_ok(f"http://127.0.0.1:{self.admin_port}/readyz"), f"{self.name} is ready")

    def stop(self):
        """Sends SIGTERM and returns the exit status."""
        self.process.terminate()
        return self.process.wait(timeout=20)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Gateway:
    """haproxy or nginx with its configuration from deploy/, in front of two instances."""

    def __init__(self, directory, kind, instances, exchange):
        self.kind, self.port, self._control = kind, free_port(), str(directory / "haproxy.sock")
        program = shutil.which(kind, path=os.environ["PATH"] + ":/usr/sbin") or sys.exit(f"{kind} is not installed")
        first, second = instances
        exchanges = [
            ("127.0.0.1:8000", f"127.0.0.1:{self.port}"),
            ("127.0.0.1:8080", f"127.0.0.1:{first.port}"),
            ("127.0.0.1:8090", f"127.0.0.1:{second.port}"),
        ]
        if kind == "haproxy":
            source, arguments = "haproxy.cfg", ["-db", "-f"]
            exchanges += [
                ("\nglobal\n", f"\nglobal\n    stats socket {self._control} mode 600\n"),
                (" check port 8081", f" check port {first.admin_port}"),
                (" check port 8091", f" check port {second.admin_port}"),
                ("gt 200 }", "gt 1000000 }"),
                ("gt 20 }", "gt 100000 }"),
                ("gt 8 }", "gt 10000 }"),
            ]
        else:
            source, arguments = "nginx.conf", ["-g", "daemon off;", "-c"]
            exchanges += [
                ("rate=200r/s", "rate=1000000r/s"),
                ("rate=20r/s", "rate=100000r/s"),
                ("limit_conn heavy_at_once 8;", "limit_conn heavy_at_once 10000;"),
                ("pid /run/nginx.pid", f"pid {directory}/nginx.pid"),
            ]
        text = (ROOT / "deploy" / source).read_text()
        text = "\n" + "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("#"))
        for old, new in [*exchanges, *exchange.get(kind, [])]:
            if old not in text:
                raise AssertionError(f"deploy/{source} does not contain {old!r}")
            text = text.replace(old, new)
        (directory / source).write_text(text)
        self.process = spawn(directory / f"{kind}.log", program, *arguments, directory / source)
        wait_until(lambda: answers_ok(f"http://127.0.0.1:{self.port}/sudoku/livez"), f"{kind} answers")

    def wait_until_up(self, instance):
        """Waits until haproxy sends requests to this instance again. nginx has no health checks to wait for."""
        if self.kind == "haproxy":
            up = re.compile(rf",{instance.name},.*,UP,")
            wait_until(lambda: up.search(self._statistics()), f"{instance.name} is back up")

    def _statistics(self):
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(self._control)
            control.sendall(b"show stat\n")
            return control.makefile().read()

    def kill(self):
        self.process.terminate()
        self.process.wait()


@contextlib.contextmanager
def running(gateways=GATEWAYS, exchange=None, **settings):
    """Two instances with these settings (SUDOKU_… variables in lower case) and the gateways in front of them.

    `exchange` has more replacements for a gateway's configuration: {"nginx": [(old, new)]}. On failure, the end of each log
    is printed.
    """
    environment = {"SUDOKU_DRAIN_DELAY": "5s"}
    environment |= {f"SUDOKU_{name.upper()}": str(value) for name, value in settings.items()}
    directory = pathlib.Path(tempfile.mkdtemp(prefix="sudoku-gateway-"))
    directory.chmod(0o755)
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, directory)

        def started(process):
            stack.callback(process.kill)
            return process

        try:
            instances = [started(Instance(directory, name, environment)) for name in ("sudoku-1", "sudoku-2")]
            yield instances, {kind: started(Gateway(directory, kind, instances, exchange or {})) for kind in gateways}
        except BaseException:
            for log in sorted(directory.glob("*.log")):
                lines = log.read_text(errors="replace").splitlines()[-12:]
                print(f"--- the end of {log.name}", *lines, sep="\n", file=sys.stderr)
            raise
