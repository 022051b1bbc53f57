"""Tests the service as seen through the gateways, under the path prefix /sudoku/.

Run: python3 tests/external/gateway/smoke.py
"""

import contextlib
import functools
import html
import http.client
import http.server
import json
import os
import pathlib
import re
import socket
import threading
import time
import unittest
import urllib.parse

import stack

PUBLIC_URL = "https://example.org/sudoku"
BATCH_LIMIT = 1024 * 1024


def through_each_gateway(check):
    """Runs a check for each gateway, with the gateway as its argument."""

    @functools.wraps(check)
    def checks(self):
        for kind, gateway in self.gateways.items():
            with self.subTest(gateway=kind):
                check(self, gateway)

    return checks


class Behind(unittest.TestCase):
    """Two instances behind both gateways. Each check runs through each gateway."""

    settings = {"public_url": PUBLIC_URL}
    exchange = {}

    @classmethod
    def setUpClass(cls):
        cls.instances, cls.gateways = cls.enterClassContext(stack.running(exchange=cls.exchange, **cls.settings))

    def ask(self, gateway, method, path, body=None, **headers):
        """Sends one request on a new connection. Returns (status, headers, body)."""
        with stack.connected(gateway.port) as connection:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            in_chunks = body is not None and not isinstance(body, (str, bytes))
            connection.request(method, path, body, named, encode_chunked=in_chunks)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode(errors="replace")

    def assert_problem(self, answer, status, code):
        self.assertEqual((answer[0], answer[1]["content-type"]), (status, "application/problem+json"), answer[2])
        self.assertEqual((json.loads(answer[2])["code"], json.loads(answer[2])["status"]), (code, status))
        self.assertEqual(answer[1].get_all("access-control-allow-origin"), ["*"])


class Requests(Behind):
    @through_each_gateway
    def test_the_prefix_without_slash_redirects_to_the_page(self, gateway):
        status, headers, _ = self.ask(gateway, "GET", "/sudoku")
        self.assertEqual((status, headers["location"]), (308, "/sudoku/"))

    @through_each_gateway
    def test_every_resource_of_every_page_loads_from_under_the_prefix(self, gateway):
        origin = f"http://127.0.0.1:{gateway.port}"
        for page in ("/sudoku/", "/sudoku/docs/", "/sudoku/techniques", "/sudoku/problems/no-solution"):
            status, _, text = self.ask(gateway, "GET", page, accept="text/html")
            self.assertEqual(status, 200, page)
            links = map(html.unescape, re.findall(r"""(?:href|src)=["']([^"'#][^"']*)["']""", text))
            # One of each path: a gateway limits the rate of heavy requests, and the course has a picture for each technique.
            for link in {link.split("?")[0]: link for link in links}.values():
                address = urllib.parse.urldefrag(urllib.parse.urljoin(origin + page, link)).url
                if address.startswith(origin):
                    target = address.removeprefix(origin)
                    self.assertTrue(target.startswith("/sudoku/"), f"{page} links to {link}")
                    self.assertEqual(self.ask(gateway, "GET", target)[0], 200, f"{page} links to {link}")

    @through_each_gateway
    def test_a_redirect_of_the_service_stays_under_the_prefix(self, gateway):
        status, headers, _ = self.ask(gateway, "GET", "/sudoku/docs")
        self.assertIn(status, (301, 302, 307, 308))
        address = urllib.parse.urljoin(f"http://127.0.0.1:{gateway.port}/sudoku/docs", headers["location"])
        self.assertEqual(address, f"http://127.0.0.1:{gateway.port}/sudoku/docs/")

    @through_each_gateway
    def test_a_problem_has_its_public_address_and_its_page_exists(self, gateway):
        answer = self.ask(gateway, "POST", "/sudoku/solve", '{"grid": "55"}', content_type="application/json")
        self.assert_problem(answer, 422, "invalid-grid")
        self.assertEqual(json.loads(answer[2])["type"], f"{PUBLIC_URL}/problems/invalid-grid")
        self.assertEqual(self.ask(gateway, "GET", "/sudoku/problems/invalid-grid")[0], 200)

    @through_each_gateway
    def test_other_paths_and_the_metrics_are_not_public(self, gateway):
        for path in ("/", "/solve", "/sudokus/", "/metrics", "/sudoku/metrics"):
            self.assertEqual(self.ask(gateway, "GET", path)[0], 404, path)

    @through_each_gateway
    def test_a_sudoku_is_solved(self, gateway):
        status, headers, text = self.ask(gateway, "POST", "/sudoku/solve", stack.PUZZLE, content_type="text/plain")
        self.assertEqual((status, text), (200, stack.SOLUTION + "\n"))
        self.assertTrue(headers["x-request-id"])

    @through_each_gateway
    def test_a_request_id_is_forwarded_and_returned(self, gateway):
        _, headers, _ = self.ask(gateway, "POST", "/sudoku/solve", stack.PUZZLE, x_request_id="an-id-of-the-caller")
        self.assertEqual(headers.get_all("x-request-id"), ["an-id-of-the-caller"])

    @through_each_gateway
    def test_a_query_is_forwarded(self, gateway):
        target, body = "/sudoku/solve?max_solutions=0", f'"{stack.PUZZLE}"'
        answer = self.ask(gateway, "POST", target, body, content_type="application/json")
        self.assert_problem(answer, 422, "invalid-request")

    @through_each_gateway
    def test_a_head_beyond_the_limits_gets_a_problem(self, gateway):
        self.assert_problem(self.ask(gateway, "GET", "/sudoku/" + "a" * 9_000), 414, "uri-too-long")
        self.assert_problem(self.ask(gateway, "GET", "/sudoku/livez", x_long="a" * 17_000), 431, "header-too-large")


    @through_each_gateway
    def test_a_language_model_calls_a_tool_under_the_public_name(self, gateway):
        meta = {"protocolVersion": "2026-07-28", "clientCapabilities": {}}
        parameters = {"name": "solve", "arguments": {"grid": stack.EASY_PUZZLE}}
        parameters["_meta"] = {f"io.modelcontextprotocol/{name}": value for name, value in meta.items()}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters})
        headers = {"content_type": "application/json", "mcp_protocol_version": "2026-07-28"}
        headers |= {"mcp_method": "tools/call", "mcp_name": "solve"}
        for host, expected in (("example.org", 200), ("127.0.0.1", 200), ("evil.example", 403)):
            status, _, text = self.ask(gateway, "POST", "/sudoku/mcp", body, host=host, **headers)
            self.assertEqual(status, expected, text)
            if expected == 200:
                self.assertEqual(json.loads(text)["result"]["structuredContent"]["solution"], stack.EASY_SOLUTION)


class Stalls(Behind):
    exchange = {"haproxy": [("wait-for-body time 20s", "wait-for-body time 500ms")]}

    def test_haproxy_answers_a_sender_that_stalls(self):
        with stack.connected(self.gateways["haproxy"].port) as connection:
            connection.putrequest("POST", "/sudoku/solve")
            connection.putheader("content-length", "81")
            connection.endheaders(b"8....")
            answer = connection.getresponse()
            self.assert_problem((answer.status, answer.headers, answer.read().decode()), 408, "request-timeout")


class Leaving(Behind):
    def processor_seconds(self):
        """Processor time of both instances since their start."""
        stats = [pathlib.Path(f"/proc/{instance.process.pid}/stat").read_text() for instance in self.instances]
        return sum(sum(map(int, stat.rpartition(")")[2].split()[11:13])) for stat in stats) / os.sysconf("SC_CLK_TCK")

    def used_in(self, seconds):
        began = self.processor_seconds()
        time.sleep(seconds)
        return self.processor_seconds() - began

    @through_each_gateway
    def test_a_client_that_leaves_cancels_its_search_within_100_ms(self, gateway):
        with stack.connected(gateway.port) as connection:
            # Takes five seconds of a processor.
            connection.request("GET", "/sudoku/generate?rating=9.5-12.0&count=100")
            stack.wait_until(lambda: self.used_in(0.1) > 0.05, "the search runs")
        time.sleep(0.1)
        self.assertLess(self.used_in(1.0), 0.1)


class Batches(Behind):
    line = (stack.EASY_PUZZLE + "\n").encode()

    def assert_solutions(self, text, count):
        self.assertEqual((len(text.splitlines()), set(text.splitlines())), (count, {stack.EASY_SOLUTION}))

    @contextlib.contextmanager
    def begun(self, header, value, begin):
        """A connection through haproxy with a batch whose first bytes are sent."""
        with stack.connected(self.gateways["haproxy"].port) as connection:
            connection.putrequest("POST", "/sudoku/solve/batch")
            connection.putheader("content-type", "text/plain")
            connection.putheader(header, value)
            connection.endheaders(begin)
            yield connection

    @through_each_gateway
    def test_a_batch_of_the_buffered_size_gets_all_answers(self, gateway):
        count = BATCH_LIMIT // len(self.line)
        body = (self.line * count).ljust(BATCH_LIMIT, b"\n")
        status, _, text = self.ask(gateway, "POST", "/sudoku/solve/batch", body, content_type="text/plain")
        self.assertEqual(status, 200)
        self.assert_solutions(text, count)

    def test_haproxy_streams_in_both_directions(self):
        chunk = b"%x\r\n%s\r\n" % (len(self.line), self.line)
        with self.begun("transfer-encoding", "chunked", chunk) as connection:
            answer = connection.getresponse()
            self.assertEqual((answer.status, answer.readline().decode().strip()), (200, stack.EASY_SOLUTION))
            connection.send(chunk + b"0\r\n\r\n")
            self.assert_solutions(answer.read().decode(), 1)

    def test_haproxy_forwards_a_batch_beyond_the_buffered_size(self):
        count = 50_000
        with self.begun("content-length", str(count * len(self.line)), self.line) as connection:
            # The answer must be read during the upload.
            sender = threading.Thread(target=connection.send, args=(self.line * (count - 1),), daemon=True)
            sender.start()
            self.assert_solutions(connection.getresponse().read().decode(), count)
            sender.join()

    def test_nginx_rejects_a_larger_batch_with_a_problem(self):
        for body in (b"\n" * (BATCH_LIMIT + 1), iter([b"\n" * (BATCH_LIMIT + 1)])):
            answer = self.ask(self.gateways["nginx"], "POST", "/sudoku/solve/batch", body, content_type="text/plain")
            self.assert_problem(answer, 413, "payload-too-large")


class Rates(Behind):
    exchange = {
        "haproxy": [("gt 1000000 }", "gt 3 }")],
        "nginx": [("rate=1000000r/s", "rate=1r/s"), ("burst=400", "burst=3")],
    }

    @through_each_gateway
    def test_an_address_that_sends_too_fast_gets_a_problem(self, gateway):
        answers = [self.ask(gateway, "GET", "/sudoku/livez") for _ in range(12)]
        refused = [answer for answer in answers if answer[0] != 200]
        self.assertTrue(refused)
        for answer in refused:
            self.assert_problem(answer, 429, "too-many-requests")
            self.assertEqual(answer[1]["retry-after"], "1")


class HeavyRates(Behind):
    exchange = {
        "haproxy": [("gt 100000 }", "gt 3 }")],
        "nginx": [("rate=100000r/s", "rate=1r/s"), ("burst=40 ", "burst=3 ")],
    }

    @through_each_gateway
    def test_heavy_work_and_batches_have_a_lower_rate(self, gateway):
        self.assertEqual([self.ask(gateway, "GET", "/sudoku/livez")[0] for _ in range(12)], [200] * 12)
        for method, path in (
            ("POST", "/sudoku/hint"),
            ("POST", "/sudoku/solve/batch"),
            ("POST", "/sudoku/solve?x=1&format=png"),
            ("GET", "/sudoku/daily/2026-11-26"),
        ):
            body = stack.EASY_PUZZLE if method == "POST" else None
            answers = [self.ask(gateway, method, path, body, content_type="text/plain") for _ in range(12)]
            refused = [answer for answer in answers if answer[0] == 429]
            self.assertTrue(refused, path)
            self.assert_problem(refused[0], 429, "too-many-requests")


class HeavyAtOnce(Behind):
    exchange = {
        "haproxy": [("gt 10000 }", "gt 8 }")],
        "nginx": [("heavy_at_once 10000;", "heavy_at_once 8;")],
    }

    @through_each_gateway
    def test_an_address_may_have_only_a_few_heavy_requests_at_once(self, gateway):
        with contextlib.ExitStack() as held:

            def refused():
                return self.ask(gateway, "POST", "/sudoku/hint", stack.EASY_PUZZLE)

            def full():
                # One more batch whose body has not ended.
                connection = held.enter_context(contextlib.closing(socket.create_connection(("127.0.0.1", gateway.port))))
                connection.sendall(b"POST /sudoku/rate/batch HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n")
                return refused()[0] == 429

            stack.wait_until(full, "one more is refused")
            self.assert_problem(refused(), 429, "too-many-requests")
            self.assertEqual(self.ask(gateway, "POST", "/sudoku/solve", stack.EASY_PUZZLE)[0], 200)
        stack.wait_until(lambda: refused()[0] == 200, "the others have ended")


class Refusing(http.server.BaseHTTPRequestHandler):
    """An instance that is ready but rejects every request, with a 503 or by closing the connection."""

    protocol_version = "HTTP/1.1"

    def do_GET(self, status=200):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        Refusing.refused += 1
        if Refusing.refused % 2:
            self.close_connection = True
        else:
            self.do_GET(503)

    def log_message(self, *_):
        pass


class RefusingServer(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """Prints nothing, because haproxy ends its health checks with a reset, which is not an error."""


class Retries(Behind):
    def ask_40_times(self, gateway, path):
        Refusing.refused = 0
        return [self.ask(gateway, "POST", path, stack.PUZZLE)[0] for _ in range(40)]

    def test_a_request_that_one_instance_rejects_is_answered_by_the_other(self):
        refusing = self.instances[0]
        refusing.stop()
        for port in (refusing.port, refusing.admin_port):
            server = self.enterContext(RefusingServer(("127.0.0.1", port), Refusing))
            self.addCleanup(server.shutdown)
            threading.Thread(target=server.serve_forever, daemon=True).start()
        for kind, gateway in self.gateways.items():
            with self.subTest(gateway=kind):
                gateway.wait_until_up(refusing)
                statuses = self.ask_40_times(gateway, "/sudoku/solve")
                self.assertGreaterEqual(Refusing.refused, 2, "nothing was rejected, so this test shows nothing")
                # nginx would count a 503 that it retries as a failure of the instance, so it returns the 503.
                passed_on = Refusing.refused // 2 if kind == "nginx" else 0
                self.assertEqual((statuses.count(503), statuses.count(200)), (passed_on, 40 - passed_on))
                # Heavy work is not carried to the other instance.
                statuses = self.ask_40_times(gateway, "/sudoku/hint")
                self.assertEqual(statuses.count(503), Refusing.refused // 2)


class Failures(Behind):
    @through_each_gateway
    def test_b_without_any_instance_the_answer_is_a_problem(self, gateway):
        for instance in self.instances:
            instance.kill()
        answer = self.ask(gateway, "POST", "/sudoku/solve", stack.PUZZLE)
        self.assertIn(answer[0], (502, 503))
        self.assert_problem(answer, answer[0], {502: "bad-gateway", 503: "unavailable"}[answer[0]])

    @through_each_gateway
    def test_a_crash_of_one_instance_loses_no_request(self, gateway):
        self.instances[0].kill()
        for _ in range(100):
            self.assertEqual(self.ask(gateway, "POST", "/sudoku/solve", stack.PUZZLE)[0], 200)


if __name__ == "__main__":
    unittest.main(verbosity=2)
