"""Measures the CPU time per request of the service, and of each gateway in front of it.

Run: cargo build --release && python3 benches/gateways.py [SECONDS]

Needs wrk. 64 connections send POST /solve as fast as they are answered. The CPU time is the user and system time of all
processes of the service or the gateway, divided by the number of requests.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "tests/external/gateway"))
import stack

LUA = """
wrk.method = "POST"
wrk.body = "%s"
wrk.headers["content-type"] = "text/plain"
"""


def family(process):
    """A process and its descendants."""
    found = [process]
    for parent in found:
        for task in pathlib.Path(f"/proc/{parent}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


def processor_time(processes):
    """User and system time in seconds."""
    ticks = 0
    for process in processes:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def load(url, script, seconds):
    """Sends requests for a while. Returns their number."""
    command = ["wrk", "-t1", "-c64", f"-d{seconds}s", "-s", script, url]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Non-2xx" not in output, output
    return int(re.search(r"(\d+) requests in", output)[1])


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script, stack.running() as (instances, gateways):
        script.write(LUA % stack.EASY_PUZZLE)
        script.flush()
        services = [instance.process.pid for instance in instances]
        print("| method | requests per second | service | gateway |\n| --- | --- | --- | --- |")
        for kind in (None, *gateways):
            if kind:
                url, gateway = f"http://127.0.0.1:{gateways[kind].port}/sudoku/solve", family(gateways[kind].process.pid)
            else:
                url, gateway = f"http://127.0.0.1:{instances[0].port}/solve", []
            load(url, script.name, 1)
            before = processor_time(services), processor_time(gateway)
            count = load(url, script.name, seconds)
            after = processor_time(services), processor_time(gateway)
            service, in_front = ((late - early) / count * 1e6 for early, late in zip(before, after))
            print(f"| {kind or 'directly'} | {count / seconds:,.0f} | {service:.1f} µs | {f'{in_front:.1f} µs' if kind else ''} |")


if __name__ == "__main__":
    main()
