"""Checks the alerts with promtool, and runs every query of the dashboard and the alerts against a Prometheus that scrapes a
running service. Run by tests/external/deploy/run, with the service's binary as argument.
"""

import contextlib
import json
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROMETHEUS = ROOT / "deploy" / "prometheus"
PUZZLE = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(url, body=None):
    with urllib.request.urlopen(url, data=body, timeout=5) as answer:
        return answer.read()


def selectors(expression):
    """The selectors of an expression, one for each value that a label may have in it."""
    for name, labels in re.findall(r"((?:sudoku|process|http_server)_\w+)(?:{([^}]*)})?", expression):
        matchers = re.findall(r'(\w+)(?:=~|!~|!=|=)"([^"]*)"', labels)
        yield from (f'{name}{{{label}="{value}"}}' for label, values in matchers for value in values.split("|"))
        if not matchers:
            yield name


def wait_for(condition, what, seconds=60):
    deadline = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError):
            if condition():
                return
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.1)


class Rules(unittest.TestCase):
    def test_every_alert_fires_only_in_trouble(self):
        with tempfile.TemporaryDirectory() as directory:
            for file in (PROMETHEUS / "alerts.yaml", pathlib.Path(__file__).with_name("alerts.test.yaml")):
                shutil.copy(file, directory)
            for command in (["check", "rules", "alerts.yaml"], ["test", "rules", "alerts.test.yaml"]):
                run = subprocess.run(["promtool", *command], cwd=directory, capture_output=True, text=True)
                self.assertEqual(run.returncode, 0, run.stdout + run.stderr)


class Unit(unittest.TestCase):
    def test_the_metrics_are_well_formed_with_the_part_of_proc_that_the_systemd_unit_allows(self):
        unit = (ROOT / "deploy" / "systemd" / "sudoku-service.service").read_text()
        subset = re.search(r"^ProcSubset=(\w+)$", unit, re.MULTILINE)[1]
        unshare = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child"]
        mount = f'mount -t proc -o subset={subset} proc /proc && exec "$0" "$@"'
        if subprocess.run([*unshare, "sh", "-c", mount, "true"], stderr=subprocess.DEVNULL).returncode:
            self.skipTest("this process may not mount /proc")
        port, admin = free_port(), free_port()
        options = ["--listen", f"127.0.0.1:{port}", "--admin-listen", f"127.0.0.1:{admin}"]
        service = subprocess.Popen([*unshare, "sh", "-c", mount, binary, *options], stderr=subprocess.DEVNULL)
        self.addCleanup(service.wait)
        self.addCleanup(service.kill)
        wait_for(lambda: get(f"http://127.0.0.1:{port}/readyz"), "the service is ready")
        get(f"http://127.0.0.1:{port}/solve", PUZZLE)
        metrics = get(f"http://127.0.0.1:{admin}/metrics").decode()
        check = subprocess.run(["promtool", "check", "metrics"], input=metrics, capture_output=True, text=True)
        self.assertEqual((check.returncode, check.stdout + check.stderr), (0, ""))
        started = float(re.search(r"^process_start_time_seconds (\S+)$", metrics, re.MULTILINE)[1])
        self.assertLess(abs(time.time() - started), 60)


class Queries(unittest.TestCase):
    def test_every_query_finds_the_series_of_a_running_service(self):
        port, admin, own = free_port(), free_port(), free_port()
        with tempfile.TemporaryDirectory() as directory, contextlib.ExitStack() as processes:

            def start(*command):
                process = subprocess.Popen(list(map(str, command)), stderr=subprocess.DEVNULL)
                processes.callback(process.wait)
                processes.callback(process.terminate)

            start(binary, "--listen", f"127.0.0.1:{port}", "--admin-listen", f"127.0.0.1:{admin}")
            configuration = pathlib.Path(directory) / "prometheus.yml"
            scrape = {"job_name": "sudoku", "static_configs": [{"targets": [f"127.0.0.1:{admin}"]}]}
            rules = [str(PROMETHEUS / "alerts.yaml")]
            text = {"global": {"scrape_interval": "1s"}, "rule_files": rules, "scrape_configs": [scrape]}
            configuration.write_text(yaml.safe_dump(text))
            start(
                *("prometheus", f"--config.file={configuration}", f"--storage.tsdb.path={directory}/data"),
                f"--web.listen-address=127.0.0.1:{own}",
            )
            wait_for(lambda: get(f"http://127.0.0.1:{port}/readyz"), "the service is ready")

            def query(expression):
                # Cause a problem and some successes between any two scrapes.
                for path, body in (("solve", PUZZLE), ("validate", PUZZLE), ("livez", None), ("readyz", None)):
                    get(f"http://127.0.0.1:{port}/{path}", body)
                with contextlib.suppress(urllib.error.HTTPError):
                    get(f"http://127.0.0.1:{port}/solve", b"5")
                parameters = urllib.parse.urlencode({"query": expression})
                return json.loads(get(f"http://127.0.0.1:{own}/api/v1/query?{parameters}"))["data"]["result"]

            dashboard = json.loads((PROMETHEUS / "dashboard.json").read_text())
            expressions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
            for expression in expressions:
                expression = expression.replace("$__rate_interval", "30s")
                wait_for(lambda: query(expression), f"an answer to {expression}")
            alerts = [rule["expr"] for group in yaml.safe_load((PROMETHEUS / "alerts.yaml").read_text())["groups"] for rule in group["rules"]]
            for selector in sorted(set(selectors(" ".join(expressions + alerts)))):
                wait_for(lambda: query(selector), f"a series {selector}")
            print(f"monitoring: {len(expressions)} queries of the dashboard and {len(alerts)} alerts have their series")


if __name__ == "__main__":
    binary = sys.argv.pop(1)
    unittest.main()
