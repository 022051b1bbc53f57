"""Checks the alerts with promtool, and runs every query of the dashboard and the alerts against a Prometheus that scrapes a
running service. Run by tests/external/deploy/run, with the service's binary as argument.
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

import yaml

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "gateway"))
from stack import EASY_PUZZLE, ROOT, Instance, free_port, spawn, wait_until  # noqa: E402

PROMETHEUS = ROOT / "deploy" / "prometheus"
PUZZLE = EASY_PUZZLE.encode()


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
        wait_until(lambda: get(f"http://127.0.0.1:{port}/readyz"), "the service is ready", seconds=60)
        get(f"http://127.0.0.1:{port}/solve", PUZZLE)
        metrics = get(f"http://127.0.0.1:{admin}/metrics").decode()
        check = subprocess.run(["promtool", "check", "metrics"], input=metrics, capture_output=True, text=True)
        self.assertEqual((check.returncode, check.stdout + check.stderr), (0, ""))
        started = float(re.search(r"^process_start_time_seconds (\S+)$", metrics, re.MULTILINE)[1])
        self.assertLess(abs(time.time() - started), 60)


class Queries(unittest.TestCase):
    def test_every_query_finds_the_series_of_a_running_service(self):
        own = free_port()
        with tempfile.TemporaryDirectory() as directory, contextlib.ExitStack() as processes:
            directory = pathlib.Path(directory)
            service = Instance(directory, "sudoku-service", {})
            processes.callback(service.kill)
            scrape = {"job_name": "sudoku", "static_configs": [{"targets": [f"127.0.0.1:{service.admin_port}"]}]}
            rules = [str(PROMETHEUS / "alerts.yaml")]
            text = {"global": {"scrape_interval": "1s"}, "rule_files": rules, "scrape_configs": [scrape]}
            (directory / "prometheus.yml").write_text(yaml.safe_dump(text))
            options = [f"--config.file={directory}/prometheus.yml", f"--storage.tsdb.path={directory}/data"]
            prometheus = spawn(directory / "log", "prometheus", *options, f"--web.listen-address=127.0.0.1:{own}")
            processes.callback(prometheus.wait)
            processes.callback(prometheus.terminate)

            def query(expression):
                # Cause a problem and some successes between any two scrapes.
                for path, body in (("solve", PUZZLE), ("validate", PUZZLE), ("livez", None), ("readyz", None)):
                    get(f"http://127.0.0.1:{service.port}/{path}", body)
                with contextlib.suppress(urllib.error.HTTPError):
                    get(f"http://127.0.0.1:{service.port}/solve", b"5")
                parameters = urllib.parse.urlencode({"query": expression})
                return json.loads(get(f"http://127.0.0.1:{own}/api/v1/query?{parameters}"))["data"]["result"]

            dashboard = json.loads((PROMETHEUS / "dashboard.json").read_text())
            expressions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
            for expression in expressions:
                expression = expression.replace("$__rate_interval", "30s")
                wait_until(lambda: query(expression), f"an answer to {expression}", seconds=60)
            alerts = [rule["expr"] for group in yaml.safe_load((PROMETHEUS / "alerts.yaml").read_text())["groups"] for rule in group["rules"]]
            for selector in sorted(set(selectors(" ".join(expressions + alerts)))):
                wait_until(lambda: query(selector), f"a series {selector}", seconds=60)
            print(f"monitoring: {len(expressions)} queries of the dashboard and {len(alerts)} alerts have their series")


if __name__ == "__main__":
    binary = os.environ["SUDOKU_SERVICE_BINARY"] = sys.argv.pop(1)
    unittest.main()
