"""Restarts two instances one after the other under load, behind each gateway, while connections end at an age of two
seconds: no request may fail.

Run: python3 tests/external/gateway/rolling_restart.py
"""

import http.client
import sys
import threading

import stack

CLIENTS = 16
ROUNDS = 2


class Load:
    """Clients that send one request after another through a gateway, each on one connection, until stopped."""

    def __init__(self, port):
        self.answered, self.failures = 0, []
        self._port = port
        self._done = threading.Event()
        self._lock = threading.Lock()
        self._clients = [threading.Thread(target=self._ask, daemon=True) for _ in range(CLIENTS)]
        for client in self._clients:
            client.start()

    def _ask(self):
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        answered, failures = 0, []
        while not self._done.is_set():
            try:
                connection.request("POST", "/sudoku/solve", stack.PUZZLE, {"content-type": "text/plain"})
                answer = connection.getresponse()
                text = answer.read().decode().strip()
                if (answer.status, text) == (200, stack.SOLUTION):
                    answered += 1
                else:
                    failures.append(f"{answer.status} {text[:200]}")
            except (OSError, http.client.HTTPException) as error:
                failures.append(repr(error))
                connection.close()
        connection.close()
        with self._lock:
            self.answered += answered
            self.failures += failures

    def finish(self):
        self._done.set()
        for client in self._clients:
            client.join()


def check(kind):
    with stack.running(gateways=(kind,), max_connection_age="2s") as (instances, gateways):
        load = Load(gateways[kind].port)
        for _ in range(ROUNDS):
            for instance in instances:
                status = instance.stop()
                assert status == 0, f"{instance.name} exited with {status}"
                instance.start()
                gateways[kind].wait_until_up(instance)
        load.finish()
        restarts = ROUNDS * len(instances)
        print(
            f"rolling restart behind {kind}: {restarts} restarts, {load.answered} requests, {len(load.failures)} failed"
        )
        assert not load.failures, f"failed through {kind}: {load.failures[:5]}"
        assert load.answered > 1000, f"only {load.answered} requests were sent, too few for a conclusion"


if __name__ == "__main__":
    for gateway in sys.argv[1:] or stack.GATEWAYS:
        check(gateway)
