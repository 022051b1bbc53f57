"""Sends messages with ambiguous framing, directly to the service and through both gateways.

Each message hides a second request where one interpretation of the framing sees the body and another a new request. There
must be at most one answer, and it must not be the hidden request's. The service answers a malformed message with 400 or
closes the connection. A gateway may normalize a message (unfold a header, accept a bare line feed) and forward it, but must
agree with the service: after each message, normal requests through the same gateway get their own answers, so nothing was
left on a shared connection.

The cases follow RFC 9112 (sections 2.2, 5.2, 6 and 7.1) and the published work on request smuggling: CL.TE,
TE.CL, TE.TE, CL.CL, obs-fold, bare line feeds, chunk extensions and sizes.

Run: python3 tests/external/gateway/smuggling.py
"""

import concurrent.futures
import http.client
import re
import socket
import uuid

import stack

# Identifies the answer to the hidden request: no other request here has this id.
HIDDEN_ID = "the-hidden-request"

# The expected result of a message.
REFUSED = (
    "refused"  # an error, or no answer; at most one answer, after which the connection is closed
)
ONE = "one"  # at most one answer; the connection may stay open


def corpus(prefix):
    """The messages for a service under this path prefix: {name: (expected result, text)}."""
    hidden = f"GET {prefix}/livez HTTP/1.1\r\nHost: sudoku.example\r\nx-request-id: {HIDDEN_ID}\r\n\r\n"
    size = len(hidden)
    chunk = f"{size:x}\r\n{hidden}\r\n"
    end = "0\r\n\r\n"
    get = f"GET {prefix}/livez HTTP/1.1\r\nHost: sudoku.example\r\n"

    def post(*headers, body=""):
        lines = [f"POST {prefix}/solve HTTP/1.1", "Host: sudoku.example", "Content-Type: text/plain", *headers]
        return "\r\n".join(lines) + "\r\n\r\n" + body

    def chunked(body, *headers):
        return post("Transfer-Encoding: chunked", *headers, body=body)

    return {
        # Content-Length and Transfer-Encoding in one message.
        "CL then TE, hidden after the last chunk": (
            REFUSED,
            post(f"Content-Length: {5 + size}", "Transfer-Encoding: chunked", body=end + hidden),
        ),
        "TE then CL, hidden after the last chunk": (
            REFUSED,
            post("Transfer-Encoding: chunked", f"Content-Length: {5 + size}", body=end + hidden),
        ),
        "TE then short CL, hidden in a chunk": (
            REFUSED,
            post("Transfer-Encoding: chunked", "Content-Length: 4", body=chunk + end),
        ),
        "CL 0 and TE": (REFUSED, post("Content-Length: 0", "Transfer-Encoding: chunked", body=chunk + end)),
        # Repeated or invalid lengths.
        "two lengths, the second longer": (REFUSED, post("Content-Length: 0", f"Content-Length: {size}", body=hidden)),
        "two lengths, the first longer": (REFUSED, post(f"Content-Length: {size}", "Content-Length: 0", body=hidden)),
        "two lengths in one line": (REFUSED, post(f"Content-Length: 0, {size}", body=hidden)),
        "the same length twice": (ONE, post(f"Content-Length: {size}", f"Content-Length: {size}", body=hidden)),
        "a length with a plus": (REFUSED, post(f"Content-Length: +{size}", body=hidden)),
        "a negative length": (REFUSED, post("Content-Length: -1", body=hidden)),
        "a hexadecimal length": (REFUSED, post(f"Content-Length: {size:#x}", body=hidden)),
        "a length with a unit": (REFUSED, post(f"Content-Length: {size} bytes", body=hidden)),
        "a length with a fraction": (REFUSED, post(f"Content-Length: {size}.0", body=hidden)),
        "a length with a blank inside": (REFUSED, post(f"Content-Length: {str(size)[0]} {str(size)[1:]}", body=hidden)),
        "an empty length": (REFUSED, post("Content-Length:", body=hidden)),
        "a length beyond 64 bits": (REFUSED, post(f"Content-Length: {2**64 + size}", body=hidden)),
        "a length with leading zeros": (ONE, post(f"Content-Length: 000{size}", body=hidden)),
        "a length under a name with an underscore": (
            REFUSED,
            post(f"Content_Length: {size}", "Content-Length: 0, 1", body=hidden),
        ),
        # Transfer encodings that some implementations read as chunked.
        "TE with a prefix": (REFUSED, post("Transfer-Encoding: xchunked", body=chunk + end)),
        "TE with a vertical tab": (REFUSED, post("Transfer-Encoding: \x0bchunked", body=chunk + end)),
        "TE quoted": (REFUSED, post('Transfer-Encoding: "chunked"', body=chunk + end)),
        "TE identity": (REFUSED, post("Transfer-Encoding: identity", body=chunk + end)),
        "TE chunked, then identity": (REFUSED, post("Transfer-Encoding: chunked, identity", body=chunk + end)),
        "two TE lines, the second unknown": (
            REFUSED,
            post("Transfer-Encoding: chunked", "Transfer-Encoding: cow", body=chunk + end),
        ),
        "TE with a blank before the colon": (REFUSED, post("Transfer-Encoding : chunked", body=chunk + end)),
        "TE with a blank before the colon, and CL": (
            REFUSED,
            post("Transfer-Encoding : chunked", f"Content-Length: {5 + size}", body=end + hidden),
        ),
        "TE in HTTP/1.0": (REFUSED, chunked(chunk + end).replace("HTTP/1.1", "HTTP/1.0", 1)),
        # Folded lines, and bytes that some implementations accept as a line end.
        "TE folded": (REFUSED, post("Transfer-Encoding:", " chunked", body=chunk + end)),
        "TE as the fold of another header": (
            REFUSED,
            post("X: y", " Transfer-Encoding: chunked", f"Content-Length: {5 + size}", body=end + hidden),
        ),
        "a length as the fold of another header": (
            REFUSED,
            post("X: y", "\tContent-Length: 0", f"Content-Length: {size}", body=hidden),
        ),
        "the first header folded": (REFUSED, post("", body="").replace("\r\nHost", "\r\n Host", 1) + hidden),
        "TE after a bare line feed": (
            REFUSED,
            post(f"X: y\nTransfer-Encoding: chunked\r\nContent-Length: {5 + size}", body=end + hidden),
        ),
        "bare line feeds throughout, with a length": (
            ONE,
            post(f"Content-Length: {size}").replace("\r\n", "\n") + hidden,
        ),
        "TE after a bare carriage return": (
            REFUSED,
            post(f"X: y\rTransfer-Encoding: chunked\r\nContent-Length: {5 + size}", body=end + hidden),
        ),
        "a NUL in a header": (REFUSED, post("X: a\0b", f"Content-Length: {size}", body=hidden)),
        "a header without a colon": (REFUSED, post("Transfer-Encoding chunked", "Content-Length", body=chunk + end)),
        "a header with an empty name": (REFUSED, post(": chunked", f"Content-Length: {size}", body=hidden)),
        # Chunks.
        "a chunk extension": (ONE, chunked(f"{size:x};name=value\r\n{hidden}\r\n{end}")),
        "a chunk extension with a bare line feed": (REFUSED, chunked(f"{size:x};a\n{hidden}\r\n{end}")),
        "a chunk size with a bare line feed": (REFUSED, chunked(f"{size:x}\n{hidden}\r\n{end}")),
        "a chunk size with 0x": (REFUSED, chunked(f"{size:#x}\r\n{hidden}\r\n{end}")),
        "a chunk size with a plus": (REFUSED, chunked(f"+{size:x}\r\n{hidden}\r\n{end}")),
        "a negative chunk size": (REFUSED, chunked(f"-1\r\n{hidden}\r\n{end}")),
        "an empty chunk size": (REFUSED, chunked(f"\r\n{hidden}\r\n{end}")),
        "a chunk size beyond 64 bits": (REFUSED, chunked(f"1{size:016x}\r\n{hidden}\r\n{end}")),
        "a chunk longer than its size": (REFUSED, chunked(f"1\r\n{hidden}\r\n{end}")),
        "a chunk without its line end": (REFUSED, chunked(f"1\r\n.{end}{hidden}")),
        "a last chunk of many zeros": (ONE, chunked(f"{chunk}{'0' * 40}\r\n\r\n")),
        "a trailer that is a length": (ONE, chunked(f"{chunk}0\r\nContent-Length: 7\r\n\r\n")),
        "a trailer that is folded": (REFUSED, chunked(f"1\r\n.\r\n0\r\nX: y\r\n {hidden}\r\n\r\n")),
        # Bodies where some implementations expect none, and other protocols.
        "a GET with a length": (ONE, f"{get}Content-Length: {size}\r\n\r\n{hidden}"),
        "a GET with chunks": (ONE, f"{get}Transfer-Encoding: chunked\r\n\r\n{chunk}{end}"),
        "an upgrade to HTTP/2": (
            ONE,
            post(
                "Connection: Upgrade, HTTP2-Settings",
                "Upgrade: h2c",
                "HTTP2-Settings: AAMAAABkAAQAAP__",
                f"Content-Length: {size}",
                body=hidden,
            ),
        ),
        "a length that Connection names": (
            ONE,
            post("Connection: Content-Length", f"Content-Length: {size}", body=hidden),
        ),
        "a TE that Connection names": (
            ONE,
            post("Connection: Transfer-Encoding", "Transfer-Encoding: chunked", body=chunk + end),
        ),
        "no host": (REFUSED, post(f"Content-Length: {size}", body=hidden).replace("Host: sudoku.example\r\n", "", 1)),
        "two hosts": (REFUSED, post("Host: other.example", f"Content-Length: {size}", body=hidden)),
        "a request line with four words": (
            REFUSED,
            post(f"Content-Length: {size}", body=hidden).replace("/solve ", "/solve x ", 1),
        ),
        "a CONNECT": (
            ONE,
            f"CONNECT sudoku.example:80 HTTP/1.1\r\nHost: sudoku.example:80\r\nContent-Length: {size}\r\n\r\n{hidden}",
        ),
    }


def exchange(port, message):
    """Sends the bytes and reads until the peer closes or is silent. Returns (received bytes, whether it closed)."""
    received, closed = b"", False
    with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
        try:
            connection.sendall(message.encode("latin-1"))
            while part := connection.recv(65536):
                received += part
            closed = True
        except TimeoutError:
            pass
        except ConnectionError:
            closed = True
    return received, closed


def judge(expected, received, closed):
    """The error in this answer, or None."""
    answers = re.findall(rb"HTTP/1\.[01] (\d{3})[^\r]*\r\n", received)
    final = [int(status) for status in answers if not status.startswith(b"1")]
    if HIDDEN_ID.encode() in received:
        return f"the hidden request was answered: {final}"
    if b"101" in answers:
        return "the protocol was switched"
    if len(final) > 1:
        return f"{len(final)} answers: {final}"
    if any(status >= 500 and status != 501 for status in final):
        return f"a server error: {final}"
    if expected == REFUSED and final != [400] and not closed:
        return f"the connection stays open after {final}"
    return None


def check_ordinary_requests(port, prefix):
    """The error in the answers to normal requests after a message, or None."""
    for _ in range(3):
        identity = str(uuid.uuid4())
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request(
                "POST", f"{prefix}/solve", stack.PUZZLE, {"content-type": "text/plain", "x-request-id": identity}
            )
            answer = connection.getresponse()
            text = answer.read().decode().strip()
            if (answer.status, text, answer.headers["x-request-id"]) != (200, stack.SOLUTION, identity):
                return f"the next request got {answer.status} {answer.headers['x-request-id']} {text[:80]}"
        except (OSError, http.client.HTTPException) as error:
            return f"the next request failed: {error!r}"
        finally:
            connection.close()
    return None


def failures_of(target, port):
    """Sends every message. Directly, the service has no prefix."""
    directly = target == "directly"
    failures, answered = [], 0
    messages = corpus("" if directly else "/sudoku")
    for name, (expected, message) in messages.items():
        received, closed = exchange(port, message)
        answered += bool(received)
        wrong = judge(expected if directly else ONE, received, closed) or check_ordinary_requests(
            port, "" if directly else "/sudoku"
        )
        if wrong:
            failures.append(f"{target}: {name}: {wrong}")
    print(f"smuggling, {target}: {len(messages)} messages, {answered} answered, {len(failures)} failures")
    return failures


if __name__ == "__main__":
    with stack.running() as (instances, gateways):
        targets = {"directly": instances[0].port} | {
            f"through {kind}": gateway.port for kind, gateway in gateways.items()
        }
        with concurrent.futures.ThreadPoolExecutor() as threads:
            wrong = [failure for found in threads.map(failures_of, targets, targets.values()) for failure in found]
        wrong += [f"{instance.name} exited" for instance in instances if instance.process.poll() is not None]
        assert not wrong, "\n".join(wrong)
