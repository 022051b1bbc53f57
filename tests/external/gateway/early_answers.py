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
    """Status and body of the answer."""
    host, _, path = url.removeprefix("http://").partition("/")
    headers = {"content-type": "text/plain", "accept": "application/json"}
    headers |= {"transfer-encoding": "chunked"} if chunked else {"content-length": str(size)}
    with contextlib.closing(http.client.HTTPConnection(host, timeout=60)) as connection:
        connection.request("POST", "/" + path, pieces(size, stall), headers, encode_chunked=chunked)
        answer = connection.getresponse()
        return answer.status, answer.read()


def by_curl(url, size, chunked, stall):
    """Status and body of the answer."""
    command = ["curl", "-sS", "-m", "60", "-X", "POST", "-T", "-", "-w", "\n%{http_code}", "-H", "content-type: text/plain"]
    # An empty `Expect:` stops curl from waiting for 100, and an empty `Transfer-Encoding:` from sending chunks.
    command += ["-H", "accept: application/json", "-H", "Expect:"]
    command += [] if chunked else ["-H", "Transfer-Encoding:", "-H", f"content-length: {size}"]
    with subprocess.Popen([*command, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as curl:
        # curl may have its answer, and exit, before it has read everything.
        with contextlib.suppress(BrokenPipeError), curl.stdin:
            for piece in pieces(size, stall):
                curl.stdin.write(piece)
                curl.stdin.flush()
        output, errors = curl.stdout.read(), curl.stderr.read()
    if curl.returncode:
        raise OSError(errors.decode().strip())
    text, _, status = output.rpartition(b"\n")
    return int(status), text


failures = []


def check(name, url, expected, sizes, framings=(False, True), stall=0):
    """Sends the request with each client."""
    requests = list(itertools.product((by_http_client, by_curl), sizes, framings))
    for ask, size, chunked in requests:
        try:
            status, text = ask(url, size, chunked, stall)
            answer = (status, None if status == 200 else json.loads(text)["code"])
        except (OSError, http.client.HTTPException, ValueError) as error:
            answer = repr(error)
        if answer != expected:
            framing = "in chunks" if chunked else "with a length"
            failures.append(f"{name}, {ask.__name__}, {size} bytes {framing}: {answer}, expected {expected}")
    print(f"early answers, {name}: {len(requests)} requests, {len(failures)} failures so far")


def addresses(instances, gateways, path):
    """The targets: {name: url}."""
    through = {f"through {kind}": f"http://127.0.0.1:{gateway.port}/sudoku{path}" for kind, gateway in gateways.items()}
    return {"directly": f"http://127.0.0.1:{instances[0].port}{path}"} | through


def too_large():
    """413, and the largest body that is accepted."""
    with stack.running(exchange=LARGE_THROUGH_NGINX) as running:
        for name, url in addresses(*running, "/solve").items():
            check(f"200 at the limit, {name}", url, (200, None), [LIMIT])
            check(f"413, {name}", url, (413, "payload-too-large"), [LIMIT + 1, LARGE])
    # With the example unchanged, nginx itself rejects bodies beyond its own limits.
    with stack.running(("nginx",)) as running:
        check("413 by nginx", addresses(*running, "/solve")["through nginx"], (413, "payload-too-large"), [LIMIT + 1, LARGE])


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
    with contextlib.ExitStack() as busy:
        running = busy.enter_context(stack.running(exchange=LARGE_THROUGH_NGINX, drain_delay="0s"))
        for instance in running[0] * BATCHES:
            busy.enter_context(batch_at_work(instance.port))
        for name, url in addresses(*running, "/solve/batch").items():
            check(f"503, {name}", url, (503, "overloaded"), [LIMIT, LIMIT + 1, LARGE])


def too_slow():
    """408. A gateway that buffers bodies shields the service from slow clients; haproxy does so except for batches."""
    with stack.running(("haproxy",)) as (instances, gateways):
        bodies = [(LIMIT, False), (LIMIT, True), (LIMIT + 1, True), (LARGE, True)]
        cases = [(url, [size], [chunked], STALL) for url in addresses(instances, {}, "/solve").values() for size, chunked in bodies]
        cases += [(url, [LIMIT], [False], BATCH_STALL) for url in addresses(instances, gateways, "/solve/batch").values()]
        # Each of these takes half a minute, so they run at the same time.
        with concurrent.futures.ThreadPoolExecutor(16) as threads:
            list(threads.map(lambda case: check(f"408, {case[0]}", case[0], (408, "request-timeout"), *case[1:]), cases))


if __name__ == "__main__":
    too_large()
    overloaded()
    too_slow()
    sys.exit("\n".join(failures) or 0)
