"""Sends requests at the moment when an idle upstream connection is closed: none may get a 502.

Each gateway is tested twice, with idle times scaled down. First as in deploy/, where nginx closes all idle connections and
haproxy half of them before the service does. Then with a wrong setting: the service closes first, so requests do hit
closing connections, and only the gateway's retry saves them. The window is narrow: without the retry, one request in a
thousand fails. smoke.py tests the retry with an instance that closes every other connection without an answer.

Run: python3 tests/external/gateway/keep_alive_race.py
"""

import collections
import concurrent.futures
import random
import sys
import threading
import time

import stack

CONNECTIONS = 100
ROUNDS = 10
# When the first side closes, and how far requests are spread around that moment, in seconds.
EDGE = 1.0
SPREAD = 0.01

IDLE_TIMES = {
    "gateway first": ("1500ms", "1000ms"),
    "service first": ("1000ms", "60s"),
}


def exchange(gateway_idle):
    return {
        "haproxy": [("pool-purge-delay 60s", f"pool-purge-delay {gateway_idle}")],
        "nginx": [
            ("keepalive_timeout 60s", f"keepalive_timeout {gateway_idle}"),
            ("keepalive 64;", f"keepalive {CONNECTIONS};"),
        ],
    }


def ask_at_the_edge(port, start, seed):
    """One client connection: a request, then another each time its upstream connection is about to be closed."""
    chance = random.Random(seed)
    start.wait()
    with stack.connected(port, timeout=10) as connection:
        stack.error_in_answer(connection)
        for _ in range(ROUNDS):
            time.sleep(EDGE + chance.uniform(-SPREAD, SPREAD))
            yield stack.error_in_answer(connection) or "solved"


def check(kind, order):
    service_idle, gateway_idle = IDLE_TIMES[order]
    with stack.running((kind,), exchange(gateway_idle), keep_alive_timeout=service_idle) as (_, gateways):
        port, start = gateways[kind].port, threading.Barrier(CONNECTIONS)
        with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as threads:
            clients = threads.map(lambda seed: list(ask_at_the_edge(port, start, seed)), range(CONNECTIONS))
            counted = collections.Counter(outcome for outcomes in clients for outcome in outcomes)
        print(f"keep-alive race, {kind}, {order}: {counted.total()} requests at the idle timeout: {dict(counted)}")
        assert counted == {"solved": CONNECTIONS * ROUNDS}


if __name__ == "__main__":
    for gateway in sys.argv[1:] or stack.GATEWAYS:
        for first in IDLE_TIMES:
            check(gateway, first)
