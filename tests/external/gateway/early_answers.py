"""Tests that a client gets an answer that the service sends before the request body is complete.

A client that is still sending may see a connection reset instead, and a gateway may turn it into a 502. Each early answer is
tested with small and large bodies, with a length and chunked, with curl and with Python's http.client (which sends
everything before it reads anything), directly and through the gateways.

Run: python3 tests/external/gateway/early_answers.py
"""

import concurrent.futures
import contextlib
import http.client
import itertools
import json
import socket
import subprocess
import sys
import threading
import time

import stack

LIMIT = 16 * 1024
LARGE = 10_000_000
# The number of batches that the service answers at once.
BATCHES = 32
# How long a client stalls, in seconds: longer than the service's time limits of 20 s for a body, and of 30 s for a batch.
STALL = 22
BATCH_STALL = 32

# nginx buffers a body before it forwards it, up to a limit.
LARGE_THROUGH_NGINX = {
    "nginx": [("client_max_body_size 64k", "client_max_body_size 16m"), ("client_max_body_size 1m", "client_max_body_size 16m")]
}


def pieces(size, stall):
    """A body of this many bytes, with a pause of this many seconds after the first 1,000."""
    body = stack.PUZZLE.encode().ljust(size, b"\n")
    yield body[:1000]
    time.sleep(stall)
    for begin in range(1000, size, 65536):
        yield body[begin : begin + 65536]


def by_http_client(url, size, chunked, stall):
    """Status and code of the answer."""
    host, _, path = url.removeprefix("http://").partition("/")
    headers = {"content-type": "text/plain", "accept": "application/json"}
    headers |= {"transfer-encoding": "chunked"} if chunked else {"content-length": str(size)}
    with contextlib.closing(http.client.HTTPConnection(host, timeout=60)) as connection:
        connection.request("POST", "/" + path, pieces(size, stall), headers, encode_chunked=chunked)
        answer = connection.getresponse()
        return answer.status, code_of(answer.status, answer.read())


def by_curl(url, size, chunked, stall):
    """Status and code of the answer."""
    command = ["curl", "-sS", "-m", "60", "-X", "POST", "-T", "-", "-w", "\n%{http_code}", "-H", "content-type: text/plain"]
    # An empty `Expect:` stops curl from waiting for 100, and an empty `Transfer-Encoding:` from sending chunks.
    command += ["-H", "accept: application/json", "-H", "Expect:"]
    command += [] if chunked else ["-H", "Transfer-Encoding:", "-H", f"content-length: {size}"]
    with subprocess.Popen([*command, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as curl:
        # curl may have its answer, and exit, before it has read everything.
        with contextlib.suppress(BrokenPipeError):
            for piece in pieces(size, stall):
                curl.stdin.write(piece)
                curl.stdin.flush()
        with contextlib.suppress(BrokenPipeError):
            curl.stdin.close()
        output, errors = curl.stdout.read(), curl.stderr.read()
    if curl.returncode:
        raise OSError(errors.decode().strip())
    text, _, status = output.rpartition(b"\n")
    return int(status), code_of(int(status), text)


def code_of(status, text):
    return None if status == 200 else json.loads(text)["code"]


def check(name, url, expected, sizes, framings=(False, True), stall=0):
    """Sends the request with each client. Returns the failures."""
    wrong, asked = [], 0
    for ask, size, chunked in itertools.product((by_http_client, by_curl), sizes, framings):
        try:
            answer = ask(url, size, chunked, stall)
        except (OSError, http.client.HTTPException, ValueError) as error:
            answer = repr(error)
        asked += 1
        if answer != expected:
            framing = "in chunks" if chunked else "with a length"
            wrong.append(f"{name}, {ask.__name__}, {size} bytes {framing}: {answer}, expected {expected}")
    print(f"early answers, {name}: {asked} requests, {len(wrong)} failed")
    return wrong


def addresses(instances, gateways, path):
    """The targets: {name: url}."""
    through = {f"through {kind}": f"http://127.0.0.1:{gateway.port}/sudoku{path}" for kind, gateway in gateways.items()}
    return {"directly": f"http://127.0.0.1:{instances[0].port}{path}"} | through


def too_large():
    """413, and the largest body that is accepted."""
    wrong = []
    with stack.running(exchange=LARGE_THROUGH_NGINX) as running:
        for name, url in addresses(*running, "/solve").items():
            wrong += check(f"200 at the limit, {name}", url, (200, None), [LIMIT])
            wrong += check(f"413, {name}", url, (413, "payload-too-large"), [LIMIT + 1, LARGE])
    # With the example unchanged, nginx itself rejects bodies beyond its own limits.
    with stack.running(("nginx",)) as (_, gateways):
        url = f"http://127.0.0.1:{gateways['nginx'].port}/sudoku/solve"
        wrong += check("413 by nginx", url, (413, "payload-too-large"), [LIMIT + 1, LARGE])
    return wrong


@contextlib.contextmanager
def batch_at_work(port):
    """A running batch, which occupies a place and is not so slow that it ends while all are taken."""
    done = threading.Event()
    lines = (stack.EASY_PUZZLE + "\n").encode() * 10

    def send():
        stream.sendall(b"POST /solve/batch HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n")
        while not done.wait(0.1):
            stream.sendall(b"%x\r\n%s\r\n" % (len(lines), lines))
        stream.sendall(b"0\r\n\r\n")

    with socket.create_connection(("127.0.0.1", port), timeout=60) as stream:
        sender = threading.Thread(target=send)
        sender.start()
        answer = http.client.HTTPResponse(stream)
        answer.begin()
        yield
        done.set()
        sender.join()
        assert answer.status == 200, f"the running batch got {answer.status}"
        answer.read()


def overloaded():
    """503."""
    wrong = []
    with contextlib.ExitStack() as busy:
        running = busy.enter_context(stack.running(exchange=LARGE_THROUGH_NGINX, drain_delay="0s"))
        for instance in running[0] * BATCHES:
            busy.enter_context(batch_at_work(instance.port))
        for name, url in addresses(*running, "/solve/batch").items():
            wrong += check(f"503, {name}", url, (503, "overloaded"), [LIMIT, LIMIT + 1, LARGE])
    return wrong


def too_slow():
    """408. A gateway that buffers bodies shields the service from slow clients; haproxy does so except for batches."""
    wrong, expected = [], (408, "request-timeout")
    with stack.running(("haproxy",)) as (instances, gateways):
        directly = addresses(instances, {}, "/solve")
        bodies = [(LIMIT, False), (LIMIT, True), (LIMIT + 1, True), (LARGE, True)]
        cases = [(directly, [size], [chunked], STALL) for size, chunked in bodies]
        cases.append((addresses(instances, gateways, "/solve/batch"), [LIMIT], [False], BATCH_STALL))
        # Each of these takes half a minute, so they run at the same time.
        with concurrent.futures.ThreadPoolExecutor(16) as threads:
            asked = [
                threads.submit(check, f"408, {name}: {url}", url, expected, sizes, framings, stall)
                for urls, sizes, framings, stall in cases
                for name, url in urls.items()
            ]
        wrong += itertools.chain.from_iterable(check.result() for check in asked)
    return wrong


if __name__ == "__main__":
    failures = too_large() + overloaded() + too_slow()
    sys.exit("\n".join(failures) or 0)
