"""Heavy batches against the real service: a million lines, two hundred cuts, single requests meanwhile.

    tests/batch/load.py [--lines N] [--cuts N] [BINARY]

Each figure is printed; a limit that does not hold ends the run with status 1. It is bounded and stops by itself after
about a minute. BINARY is the release build of this checkout unless it is named.
"""

import argparse
import http.client
import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# A line that is bad in some way, and the problem that it is answered with.
BAD = (
    (b"123", "invalid-grid"),
    (PUZZLE.replace("5", "?", 1).encode(), "invalid-grid"),
    (b"55" + b"." * 79, "conflicting-givens"),
    (b"12345678." + b"." * 8 + b"9" + b"." * 63, "no-solution"),
    (b"\xff" * 81, "invalid-grid"),
    (b"1" * 5000, "payload-too-large"),
    ((PUZZLE * 2).encode(), "invalid-grid"),
)


class Service:
    """A running service on a free port."""

    def __init__(self, binary):
        settings = {name: value for name, value in os.environ.items() if not name.startswith("SUDOKU_")}
        self.process = subprocess.Popen(
            [binary, "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE, env=settings, text=True
        )
        host, _, port = json.loads(self.process.stderr.readline())["address"].rpartition(":")
        self.address = (host, int(port))
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def memory(self):
        """Resident memory in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1000

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def solve(self):
        """The time of one request on a connection of its own, in seconds."""
        began = time.monotonic()
        connection = http.client.HTTPConnection(*self.address, timeout=10)
        connection.request("POST", "/solve", PUZZLE, {"content-type": "text/plain"})
        answer = connection.getresponse()
        assert (answer.status, answer.read().decode().strip()) == (200, SOLUTION)
        connection.close()
        return time.monotonic() - began


def head(length=None, chunked=False):
    framing = "transfer-encoding: chunked" if chunked else f"content-length: {length}"
    return f"POST /solve/batch HTTP/1.1\r\nhost: test\r\ncontent-type: text/plain\r\n{framing}\r\n\r\n".encode()


def million(service, count, report):
    """Every hundredth line bad in some way; single requests all the while."""
    good = (PUZZLE + "\n").encode()
    lines = [BAD[i // 100 % len(BAD)][0] + b"\n" if i % 100 == 99 else good for i in range(count)]
    body = b"".join(lines)
    stream = socket.create_connection(service.address, timeout=60)
    sender = threading.Thread(target=lambda: stream.sendall(head(len(body)) + body))
    latencies, done = [], threading.Event()

    def single_requests():
        while not done.is_set():
            latencies.append(service.solve())
            time.sleep(0.002)

    singles = threading.Thread(target=single_requests)
    began = time.monotonic()
    sender.start()
    singles.start()
    answer = http.client.HTTPResponse(stream)
    answer.begin()
    first_memory = most_memory = None
    problems = 0
    for index in range(count):
        line = answer.readline().decode()
        if index % 100 == 99:
            expected = f"error {BAD[index // 100 % len(BAD)][1]} line {index + 1}: "
            assert line.startswith(expected), (line, expected)
            problems += 1
        else:
            assert line == SOLUTION + "\n", (index, line)
        if index % 10_000 == 0:
            memory = service.memory()
            first_memory = first_memory or memory
            most_memory = max(most_memory or 0, memory)
    assert answer.readline() == b"" and answer.isclosed(), "the answer ends behind its last line"
    seconds = time.monotonic() - began
    done.set()
    sender.join()
    singles.join()
    latencies.sort()
    p99 = latencies[int(len(latencies) * 0.99)] * 1e3
    print(f"{count} lines, {problems} of them problems, in order: {seconds:.1f} s, {count / seconds:.0f} lines/s")
    report("memory from the first to the last line, MB", most_memory - first_memory, 16)
    # The client of this script takes most of a processor for itself.
    report(f"p99 of {len(latencies)} single requests meanwhile, ms (this client's own time included)", p99, 50)


def cuts(service, count, report):
    """The connection cut at a random byte; the next request must be fine, and nothing stay behind."""
    chance = random.Random(1)
    body = (PUZZLE + "\n").encode() * 20_000
    service.solve()
    before = (service.descriptors(), service.threads())
    for number in range(count):
        stream = socket.create_connection(service.address, timeout=10)
        if number % 2:
            request = head(len(body)) + body
        else:
            request = head(chunked=True) + b"%x\r\n%s\r\n" % (len(body), body)
        end = chance.randrange(1, chance.choice((200, 10_000, len(request))))
        stream.settimeout(0.2)
        try:
            stream.sendall(request[:end])
        except TimeoutError:
            # It is not read meanwhile, so that the service does not take all of it.
            pass
        if chance.random() < 0.5:
            # A reset instead of an orderly end.
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        stream.close()
        service.solve()
    deadline = time.monotonic() + 15
    while (service.descriptors(), service.threads()) > before and time.monotonic() < deadline:
        time.sleep(0.05)
    after = (service.descriptors(), service.threads())
    print(f"{count} cuts: descriptors and threads {before} before, {after} after")
    report("descriptors left behind", after[0] - before[0], 0)
    report("threads left behind", after[1] - before[1], 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--cuts", type=int, default=200)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    parser.add_argument("binary", nargs="?", default=target / "release/sudoku-service")
    arguments = parser.parse_args()
    service = Service(arguments.binary)
    failed = []

    def report(what, figure, limit):
        verdict = "ok" if figure <= limit else "TOO MUCH"
        print(f"  {what}: {figure:.1f} (limit {limit}) {verdict}")
        if figure > limit:
            failed.append(what)

    try:
        idle = service.memory()
        cuts(service, arguments.cuts, report)
        million(service, arguments.lines, report)
        time.sleep(1)
        report("memory above what the idle service held, MB", service.memory() - idle, 24)
        assert service.process.poll() is None, "the service still runs"
    finally:
        service.process.terminate()
        status = service.process.wait(20)
    print(f"the service ended with status {status}")
    sys.exit(1 if failed or status else 0)


if __name__ == "__main__":
    main()
