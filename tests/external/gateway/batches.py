"""Complete batches through the gateways: 12,000 puzzles with a length and chunked, and a million through haproxy.

Run: python3 tests/external/gateway/batches.py [LINES]
"""

import contextlib
import http.client
import socket
import sys
import threading
import time

import stack

SMALL = 12_000


def send(port, count, chunked):
    """Sends a batch while reading its answer. Returns the elapsed seconds."""
    line = (stack.PUZZLE + "\n").encode()
    framing = "transfer-encoding: chunked" if chunked else f"content-length: {len(line) * count}"
    head = f"POST /sudoku/solve/batch HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n{framing}\r\n\r\n"
    stream = socket.create_connection(("127.0.0.1", port), timeout=60)

    def upload():
        stream.sendall(head.encode())
        for first in range(0, count, 1000):
            piece = line * min(1000, count - first)
            stream.sendall(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
        if chunked:
            stream.sendall(b"0\r\n\r\n")

    began = time.monotonic()
    sender = threading.Thread(target=upload)
    with contextlib.closing(stream):
        sender.start()
        answer = http.client.HTTPResponse(stream)
        answer.begin()
        assert answer.status == 200, f"{answer.status}: {answer.read(500)}"
        expected = (stack.SOLUTION + "\n").encode()
        lines = 0
        for lines, line in enumerate(answer, 1):
            assert line == expected, f"answer {lines} is {line}"
        sender.join()
    assert lines == count, f"{lines} answers to {count} puzzles"
    return time.monotonic() - began


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with stack.running() as (_, gateways):
        for kind, size in (*((kind, SMALL) for kind in gateways), ("haproxy", count)):
            for chunked in (False, True):
                seconds = send(gateways[kind].port, size, chunked)
                print(f"{kind}: {size} puzzles {'chunked' if chunked else 'with a length'}: complete, {seconds:.2f} s")


if __name__ == "__main__":
    main()
