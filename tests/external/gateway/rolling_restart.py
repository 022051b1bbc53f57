"""Restarts two instances one after the other under load, behind each gateway, while connections end at an age of two
seconds: no request may fail.

Run: python3 tests/external/gateway/rolling_restart.py
"""

import concurrent.futures
import sys
import threading

import stack

CLIENTS = 16
ROUNDS = 2


def ask(port, done):
    """Sends one request after another on one connection. Returns what was wrong with each answer, or None."""
    answers = []
    with stack.connected(port, timeout=20) as connection:
        while not done.is_set():
            answers.append(stack.error_in_answer(connection))
    return answers


def check(kind):
    with stack.running(gateways=(kind,), max_connection_age="2s") as (instances, gateways):
        done = threading.Event()
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as threads:
            clients = [threads.submit(ask, gateways[kind].port, done) for _ in range(CLIENTS)]
            try:
                for instance in instances * ROUNDS:
                    status = instance.stop()
                    assert status == 0, f"{instance.name} exited with {status}"
                    instance.start()
                    gateways[kind].wait_until_up(instance)
            finally:
                done.set()
        answers = [answer for client in clients for answer in client.result()]
        failures = [answer for answer in answers if answer]
        restarts, answered = ROUNDS * len(instances), len(answers) - len(failures)
        print(f"rolling restart behind {kind}: {restarts} restarts, {answered} requests, {len(failures)} failed")
        assert not failures, f"failed through {kind}: {failures[:5]}"
        assert answered > 1000, f"only {answered} requests were sent, too few for a conclusion"


if __name__ == "__main__":
    for gateway in sys.argv[1:] or stack.GATEWAYS:
        check(gateway)
