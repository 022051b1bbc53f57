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
import re
import socket

import stack

# Identifies the answer to the hidden request: no other request here has this id.
HIDDEN_ID = "the-hidden-request"


class One(str):
    """A message after whose answer the connection may stay open. After any other, it ends with an error or no answer."""


def corpus(prefix):
    """The messages for a service under this path prefix, by name."""
    hidden = f"GET {prefix}/livez HTTP/1.1\r\nHost: sudoku.example\r\nx-request-id: {HIDDEN_ID}\r\n\r\n"
    size = len(hidden)
    chunk = f"{size:x}\r\n{hidden}\r\n"
    end = "0\r\n\r\n"
    get = f"GET {prefix}/livez HTTP/1.1\r\nHost: sudoku.example\r\n"

    def post(*headers, body=""):
        lines = [f"POST {prefix}/solve HTTP/1.1", "Host: sudoku.example", "Content-Type: text/plain", *headers]
        return "\r\n".join(lines) + "\r\n\r\n" + body

    def chunked(body):
        return post("Transfer-Encoding: chunked", body=body)

    te, length = "Transfer-Encoding: chunked", f"Content-Length: {size}"
    # Up to the end of what follows the last chunk.
    long = f"Content-Length: {len(end) + size}"

    return {
        # Content-Length and Transfer-Encoding in one message.
        "CL then TE, hidden after the last chunk": post(long, te, body=end + hidden),
        "TE then CL, hidden after the last chunk": post(te, long, body=end + hidden),
        "TE then short CL, hidden in a chunk": post(te, "Content-Length: 4", body=chunk + end),
        "CL 0 and TE": post("Content-Length: 0", te, body=chunk + end),
        # Repeated or invalid lengths.
        "two lengths, the second longer": post("Content-Length: 0", length, body=hidden),
        "two lengths, the first longer": post(length, "Content-Length: 0", body=hidden),
        "two lengths in one line": post(f"Content-Length: 0, {size}", body=hidden),
        "the same length twice": One(post(length, length, body=hidden)),
        "a length with a plus": post(f"Content-Length: +{size}", body=hidden),
        "a negative length": post("Content-Length: -1", body=hidden),
        "a hexadecimal length": post(f"Content-Length: {size:#x}", body=hidden),
        "a length with a unit": post(f"Content-Length: {size} bytes", body=hidden),
        "a length with a fraction": post(f"Content-Length: {size}.0", body=hidden),
        "a length with a blank inside": post(f"Content-Length: {str(size)[0]} {str(size)[1:]}", body=hidden),
        "an empty length": post("Content-Length:", body=hidden),
        "a length beyond 64 bits": post(f"Content-Length: {2**64 + size}", body=hidden),
        "a length with leading zeros": One(post(f"Content-Length: 000{size}", body=hidden)),
        "a length under a name with an underscore": post(f"Content_Length: {size}", "Content-Length: 0, 1", body=hidden),
        # Transfer encodings that some implementations read as chunked.
        "TE with a prefix": post("Transfer-Encoding: xchunked", body=chunk + end),
        "TE with a vertical tab": post("Transfer-Encoding: \x0bchunked", body=chunk + end),
        "TE quoted": post('Transfer-Encoding: "chunked"', body=chunk + end),
        "TE identity": post("Transfer-Encoding: identity", body=chunk + end),
        "TE chunked, then identity": post("Transfer-Encoding: chunked, identity", body=chunk + end),
        "two TE lines, the second unknown": post(te, "Transfer-Encoding: cow", body=chunk + end),
        "TE with a blank before the colon": post("Transfer-Encoding : chunked", body=chunk + end),
        "TE with a blank before the colon, and CL": post("Transfer-Encoding : chunked", long, body=end + hidden),
        "TE in HTTP/1.0": chunked(chunk + end).replace("HTTP/1.1", "HTTP/1.0", 1),
        # Folded lines, and bytes that some implementations accept as a line end.
        "TE folded": post("Transfer-Encoding:", " chunked", body=chunk + end),
        "TE as the fold of another header": post("X: y", " Transfer-Encoding: chunked", long, body=end + hidden),
        "a length as the fold of another header": post("X: y", "\tContent-Length: 0", length, body=hidden),
        "the first header folded": post("", body="").replace("\r\nHost", "\r\n Host", 1) + hidden,
        "TE after a bare line feed": post(f"X: y\n{te}\r\n{long}", body=end + hidden),
        "bare line feeds throughout, with a length": One(post(length).replace("\r\n", "\n") + hidden),
        "TE after a bare carriage return": post(f"X: y\r{te}\r\n{long}", body=end + hidden),
        "a NUL in a header": post("X: a\0b", length, body=hidden),
        "a header without a colon": post("Transfer-Encoding chunked", "Content-Length", body=chunk + end),
        "a header with an empty name": post(": chunked", length, body=hidden),
        # Chunks.
        "a chunk extension": One(chunked(f"{size:x};name=value\r\n{hidden}\r\n{end}")),
        "a chunk extension with a bare line feed": chunked(f"{size:x};a\n{hidden}\r\n{end}"),
        "a chunk size with a bare line feed": chunked(f"{size:x}\n{hidden}\r\n{end}"),
        "a chunk size with 0x": chunked(f"{size:#x}\r\n{hidden}\r\n{end}"),
        "a chunk size with a plus": chunked(f"+{size:x}\r\n{hidden}\r\n{end}"),
        "a negative chunk size": chunked(f"-1\r\n{hidden}\r\n{end}"),
        "an empty chunk size": chunked(f"\r\n{hidden}\r\n{end}"),
        "a chunk size beyond 64 bits": chunked(f"1{size:016x}\r\n{hidden}\r\n{end}"),
        "a chunk longer than its size": chunked(f"1\r\n{hidden}\r\n{end}"),
        "a chunk without its line end": chunked(f"1\r\n.{end}{hidden}"),
        "a last chunk of many zeros": One(chunked(f"{chunk}{'0' * 40}\r\n\r\n")),
        "a trailer that is a length": One(chunked(f"{chunk}0\r\nContent-Length: 7\r\n\r\n")),
        "a trailer that is folded": chunked(f"1\r\n.\r\n0\r\nX: y\r\n {hidden}\r\n\r\n"),
        # Bodies where some implementations expect none, and other protocols.
        "a GET with a length": One(f"{get}{length}\r\n\r\n{hidden}"),
        "a GET with chunks": One(f"{get}{te}\r\n\r\n{chunk}{end}"),
        "an upgrade to HTTP/2": One(
            post("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk", length, body=hidden)
        ),
        "a length that Connection names": One(post("Connection: Content-Length", length, body=hidden)),
        "a TE that Connection names": One(post("Connection: Transfer-Encoding", te, body=chunk + end)),
        "no host": post(length, body=hidden).replace("Host: sudoku.example\r\n", "", 1),
        "two hosts": post("Host: other.example", length, body=hidden),
        "a request line with four words": post(length, body=hidden).replace("/solve ", "/solve x ", 1),
        "a CONNECT": One(f"CONNECT sudoku.example:80 HTTP/1.1\r\nHost: sudoku.example:80\r\n{length}\r\n\r\n{hidden}"),
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


def error_in(received, stays_open):
    """The error in what was received for a message, or None."""
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
    if stays_open and final != [400]:
        return f"the connection stays open after {final}"
    return None


def error_in_next_answers(port, prefix):
    """The error in the answers to normal requests after a message, or None."""
    for _ in range(3):
        with stack.connected(port, timeout=10) as connection:
            if wrong := stack.error_in_answer(connection, prefix):
                return f"the next request: {wrong}"
    return None


def failures_of(target, port):
    """Sends every message. Directly, the service has no prefix."""
    directly = target == "directly"
    prefix = "" if directly else "/sudoku"
    failures, answered, messages = [], 0, corpus(prefix)
    for name, message in messages.items():
        received, closed = exchange(port, message)
        answered += bool(received)
        stays_open = directly and not closed and not isinstance(message, One)
        if wrong := error_in(received, stays_open) or error_in_next_answers(port, prefix):
            failures.append(f"{target}: {name}: {wrong}")
    print(f"smuggling, {target}: {len(messages)} messages, {answered} answered, {len(failures)} failures")
    return failures


if __name__ == "__main__":
    with stack.running() as (instances, gateways):
        targets = {"directly": instances[0].port}
        targets |= {f"through {kind}": gateway.port for kind, gateway in gateways.items()}
        with concurrent.futures.ThreadPoolExecutor() as threads:
            wrong = [failure for found in threads.map(failures_of, targets, targets.values()) for failure in found]
        wrong += [f"{instance.name} exited" for instance in instances if instance.process.poll() is not None]
        assert not wrong, "\n".join(wrong)
