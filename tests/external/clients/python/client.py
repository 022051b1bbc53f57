"""Calls every endpoint with the client that openapi-python-client generates from openapi.yaml, until every problem has
occurred. mypy checks this file against the generated types.
"""

import asyncio
import http.client
import json
import socket
import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, TypeAlias, TypeVar, assert_never

import httpx
from check import check, service
from sudoku_service_client import Client
from sudoku_service_client.api.insight import explain as explain_grid
from sudoku_service_client.api.insight import hint
from sudoku_service_client.api.service import livez, openapi_json, playground, problem, readyz
from sudoku_service_client.api.sudoku import solve, validate
from sudoku_service_client.models import (
    Cell,
    CellCounts,
    Conflict,
    ConflictingGivensProblem,
    DeadlineExceededProblem,
    DoneHint,
    ExplainRequest,
    FaultHint,
    HeaderTooLargeProblem,
    HintRequest,
    HintResponse,
    House,
    HouseKind,
    IncompleteBodyProblem,
    InternalProblem,
    InvalidGridProblem,
    InvalidHostProblem,
    InvalidRequestProblem,
    MalformedJsonProblem,
    MethodNotAllowedProblem,
    Multiple,
    NoSolutionProblem,
    NotFoundProblem,
    NotUniqueProblem,
    OverloadedProblem,
    PayloadTooLargeProblem,
    ProblemDescription,
    Refuted,
    RequestTimeoutProblem,
    SearchLimitProblem,
    ShuttingDownProblem,
    SolveRequest,
    SolveResponse,
    SolveVerdict,
    StepHint,
    Unique,
    UnsupportedMediaTypeProblem,
    UriTooLongProblem,
    ValidateRequest,
    ValidateResponse,
    Verdict,
)
from sudoku_service_client.types import UNSET, Response, Unset

client = Client(base_url=service("SUDOKU_URL"))
tight = Client(base_url=service("SUDOKU_TIGHT_URL"))

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EMPTY = "." * 81
# A grid with two fives in the first row, and one whose first cell has no candidate.
CONFLICTING = "5...5" + "." * 76
UNSOLVABLE = ".12345678" + "9" + "." * 71

# The generated types of the request's grid and of the answer's.
GRID: TypeAlias = list[int | list[int | None | str] | None | str] | str
ANSWER: TypeAlias = list[int | list[int | str] | str] | str

P = TypeVar("P")
seen: set[str] = set()


def rows(text: str) -> list[str]:
    return [text[row * 9 : row * 9 + 9] for row in range(9)]


def solution_of(grid: GRID) -> ANSWER:
    parsed = solve.sync(client=client, body=SolveRequest(grid=grid))
    assert isinstance(parsed, SolveResponse) and not isinstance(parsed.solution, Unset), parsed
    return parsed.solution


def expect(kind: type[P], answer: Response[Any]) -> P:
    """Returns the problem of a failed answer, which must be of this type."""
    parsed: Any = answer.parsed
    assert isinstance(parsed, kind), f"expected {kind.__name__}, got {answer.status_code}: {answer.content!r}"
    found: P = parsed
    members: Any = parsed
    document = members.to_dict()
    assert not members.additional_properties, "the contract names every member"
    assert answer.status_code == document["status"]
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-request-id"] == document["request_id"]
    assert ("retry-after" in answer.headers) == (answer.status_code == 503)
    assert document["type"].endswith(f"/problems/{document['code']}")
    seen.add(document["code"])
    return found


class Replacing(httpx.HTTPTransport):
    """Sends a body or content type that the generated client cannot produce."""

    def __init__(self, content: bytes | Iterator[bytes] | None = None, content_type: str = "application/json") -> None:
        super().__init__()
        self.content = content
        self.content_type = content_type

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        content = request.read() if self.content is None else self.content
        headers = {"host": request.headers["host"], "content-type": self.content_type}
        return super().handle_request(httpx.Request(request.method, request.url, headers=headers, content=content))


def solve_with(transport: Replacing, name: str = "SUDOKU_URL") -> Response[Any]:
    base_url = service(name)
    replacing = Client(base_url=base_url).set_httpx_client(httpx.Client(base_url=base_url, transport=transport))
    return solve.sync_detailed(client=replacing, body=SolveRequest(grid=PUZZLE))


def provoke(name: str, kind: type[P]) -> None:
    """Sends many concurrent requests until one gets the problem that only a busy service returns."""

    async def at_once() -> list[Response[Any]]:
        async with Client(base_url=service(name)) as busy:
            body = SolveRequest(grid=EMPTY, max_solutions=1000)
            return await asyncio.gather(*(solve.asyncio_detailed(client=busy, body=body) for _ in range(32)))

    for _ in range(20):
        for answer in asyncio.run(at_once()):
            if isinstance(answer.parsed, kind):
                expect(kind, answer)
                return
    raise AssertionError(f"no request got {kind.__name__}")


# The notations.


@check("solves nine arrays of numbers and nulls into numbers")
def _() -> None:
    grid: GRID = [[None if cell == "." else int(cell) for cell in row] for row in rows(PUZZLE)]
    assert solution_of(grid) == [[int(cell) for cell in row] for row in rows(SOLUTION)]


@check("solves nine arrays of mixed cells into the type of the first given")
def _() -> None:
    mixed: list[list[int | None | str]] = [[None if cell == "." else cell for cell in row] for row in rows(PUZZLE)]
    mixed[1][0] = 6
    mixed[0][3] = "."
    assert solution_of([*mixed]) == [list(row) for row in rows(SOLUTION)]


@check("solves nine strings")
def _() -> None:
    assert solution_of([*rows(PUZZLE)]) == rows(SOLUTION)


@check("solves a flat array of 81 cells")
def _() -> None:
    assert solution_of([0 if cell == "." else int(cell) for cell in PUZZLE]) == [int(cell) for cell in SOLUTION]


@check("solves a string and returns statistics")
def _() -> None:
    answer = solve.sync_detailed(client=client, body=SolveRequest(grid=PUZZLE))
    assert isinstance(answer.parsed, SolveResponse)
    assert answer.parsed.solution == SOLUTION
    assert answer.parsed.verdict is SolveVerdict.UNIQUE
    assert answer.parsed.clues == 30
    assert not isinstance(answer.parsed.stats, Unset)
    assert answer.parsed.stats.guesses >= 0 and answer.parsed.stats.elapsed_us >= 0
    assert answer.parsed.solutions is UNSET and answer.parsed.more is UNSET
    assert not answer.parsed.additional_properties, "the contract names every member"
    assert answer.headers["sudoku-verdict"] == "unique"


@check("returns the requested number of solutions")
def _() -> None:
    parsed = solve.sync(client=client, body=SolveRequest(grid=EMPTY, max_solutions=3))
    assert isinstance(parsed, SolveResponse) and isinstance(parsed.solutions, list)
    assert len({str(solution) for solution in parsed.solutions}) == 3
    assert parsed.solution == parsed.solutions[0]
    assert parsed.more is True
    assert parsed.verdict is SolveVerdict.MULTIPLE


# The other endpoints.


@check("validates a grid with a conflict")
def _() -> None:
    parsed = validate.sync(client=client, body=ValidateRequest(grid=CONFLICTING))
    cells = [Cell(row=1, column=1, index=0), Cell(row=1, column=5, index=4)]
    conflict = Conflict(digit=5, house=House(kind=HouseKind.ROW, number=1), cells=cells)
    assert parsed == ValidateResponse(
        valid=False, complete=False, verdict=Verdict.CONFLICT, grid=CONFLICTING, counts=CellCounts(filled=2), conflicts=[conflict]
    )


@check("compares a player's progress with the puzzle")
def _() -> None:
    progress: GRID = [PUZZLE[:2] + "1" + PUZZLE[3:9], *rows(PUZZLE)[1:]]
    parsed = validate.sync(client=client, body=ValidateRequest(grid=progress, puzzle=PUZZLE))
    assert isinstance(parsed, ValidateResponse)
    assert parsed.mistakes == [Cell(row=1, column=3, index=2)]
    assert parsed.valid and parsed.verdict is Verdict.NONE


@check("tells the three explanations and the kinds of hints apart by type")
def _() -> None:
    refuted = explain_grid.sync(client=client, body=ExplainRequest(grid=UNSOLVABLE))
    assert isinstance(refuted, Refuted) and refuted.verdict == "none" and not isinstance(refuted.core, Unset)
    multiple = explain_grid.sync(client=client, body=ExplainRequest(grid=EMPTY))
    assert isinstance(multiple, Multiple) and multiple.verdict == "multiple" and multiple.solutions.count == 1000
    unique = explain_grid.sync(client=client, body=ExplainRequest(grid=PUZZLE))
    assert isinstance(unique, Unique) and unique.verdict == "unique" and len(unique.redundant) == 22
    for grid, kind in [(PUZZLE, StepHint), (SOLUTION, DoneHint), (CONFLICTING, FaultHint)]:
        answer = hint.sync(client=client, body=HintRequest(grid=grid))
        assert isinstance(answer, HintResponse) and isinstance(answer.hint, kind), answer


@check("calls the probes")
def _() -> None:
    assert livez.sync(client=client) == "ok\n"
    assert readyz.sync(client=client) == "ok\n"


@check("reads the contract in both notations")
def _() -> None:
    document = openapi_json.sync(client=client)
    assert document is not None
    assert document.to_dict()["openapi"] == "3.1.0"
    assert client.get_httpx_client().get("/openapi.yaml").content.startswith(b"openapi: 3.1.0\n")


@check("reads the page")
def _() -> None:
    page = playground.sync(client=client)
    assert isinstance(page, str) and "<!doctype html>" in page.lower()


KINDS = [
    MalformedJsonProblem, InvalidHostProblem, InvalidRequestProblem, InvalidGridProblem, ConflictingGivensProblem,
    NoSolutionProblem, NotUniqueProblem, SearchLimitProblem, NotFoundProblem, MethodNotAllowedProblem,
    RequestTimeoutProblem, IncompleteBodyProblem, PayloadTooLargeProblem, UriTooLongProblem, HeaderTooLargeProblem,
    UnsupportedMediaTypeProblem, OverloadedProblem, DeadlineExceededProblem, ShuttingDownProblem, InternalProblem,
]  # fmt: skip


@check("looks up every problem by its code and gets an example of its type")
def _() -> None:
    document = openapi_json.sync(client=client)
    assert document is not None
    schemas = document.to_dict()["components"]["schemas"]
    names = [reference["$ref"].rpartition("/")[2] for reference in schemas["Problem"]["oneOf"]]
    codes = {name: schemas[name]["allOf"][1]["properties"]["code"]["const"] for name in names}
    assert set(codes) == {kind.__name__ for kind in KINDS}
    for kind in KINDS:
        described = problem.sync(codes[kind.__name__], client=client)
        assert isinstance(described, ProblemDescription)
        assert isinstance(described.example, kind), described.example
        assert described.code == described.example.code
        assert described.status == described.example.status


# The problems.


def explain(
    found: ConflictingGivensProblem | InvalidGridProblem | InvalidRequestProblem | NoSolutionProblem | SearchLimitProblem,
) -> str:
    """Describes the problem. mypy infers its members from the code, and checks that no code is missing."""
    if found.code == "conflicting-givens":
        return f"{found.conflicts[0].digit} in {found.conflicts[0].house.kind.value}"
    if found.code == "invalid-grid":
        return f"{found.errors[0].row}, {found.errors[0].column}"
    if found.code == "invalid-request":
        return f"{found.errors[0].pointer}"
    if found.code == "no-solution" or found.code == "search-limit":
        return found.detail
    assert_never(found)


@check("gets malformed-json with its location")
def _() -> None:
    found = expect(MalformedJsonProblem, solve_with(Replacing(b'{"grid": }')))
    assert (found.line, found.column) == (1, 10)


@check("gets invalid-request with the member")
def _() -> None:
    answer = solve.sync_detailed(client=client, body=SolveRequest(grid=PUZZLE, max_solutions=1001))
    assert expect(InvalidRequestProblem, answer).errors[0].pointer == "/max_solutions"


@check("gets invalid-grid with the cell")
def _() -> None:
    cells: list[list[int | None | str]] = [[*row] for row in rows(PUZZLE)]
    cells[3][4] = 10
    found = expect(InvalidGridProblem, solve.sync_detailed(client=client, body=SolveRequest(grid=[*cells])))
    [error] = found.errors
    assert (error.pointer, error.row, error.column, error.found) == ("/grid/3/4", 4, 5, "10")
    assert found.more_errors is UNSET


@check("gets conflicting-givens with the house")
def _() -> None:
    answer = solve.sync_detailed(client=client, body=SolveRequest(grid=CONFLICTING))
    found = expect(ConflictingGivensProblem, answer)
    assert explain(found) == "5 in row"
    [conflict] = found.conflicts
    assert (conflict.digit, conflict.house.kind, conflict.house.number) == (5, HouseKind.ROW, 1)


@check("gets no-solution")
def _() -> None:
    answer = solve.sync_detailed(client=client, body=SolveRequest(grid=UNSOLVABLE))
    assert expect(NoSolutionProblem, answer).pointer is UNSET


@check("gets not-unique for a puzzle")
def _() -> None:
    answer = validate.sync_detailed(client=client, body=ValidateRequest(grid=PUZZLE, puzzle=EMPTY))
    assert expect(NotUniqueProblem, answer).pointer == "/puzzle"


@check("gets search-limit from a service that allows no guesses")
def _() -> None:
    expect(SearchLimitProblem, solve.sync_detailed(client=tight, body=SolveRequest(grid=EMPTY)))


@check("gets invalid-host for a request without Host")
def _() -> None:
    # httpx always sends the header.
    connection = http.client.HTTPConnection(service("SUDOKU_URL").removeprefix("http://"))
    connection.putrequest("GET", "/livez", skip_host=True)
    connection.endheaders()
    response = connection.getresponse()
    content = response.read()
    parsed = InvalidHostProblem.from_dict(json.loads(content))
    headers = dict(response.headers.items())
    expect(InvalidHostProblem, Response(HTTPStatus(response.status), content, headers, parsed))


@check("gets not-found")
def _() -> None:
    expect(NotFoundProblem, problem.sync_detailed("no-such-code", client=client))


@check("gets method-not-allowed, which has a type although no operation declares it")
def _() -> None:
    response = client.get_httpx_client().get("/solve/batch")
    assert "POST" in response.headers["allow"]
    parsed = MethodNotAllowedProblem.from_dict(response.json())
    status = HTTPStatus(response.status_code)
    expect(MethodNotAllowedProblem, Response(status, response.content, response.headers, parsed))


@check("gets request-timeout for a slow body")
def _() -> None:
    def slow() -> Iterator[bytes]:
        yield b'{"grid": "'
        time.sleep(1)

    expect(RequestTimeoutProblem, solve_with(Replacing(slow()), "SUDOKU_TIGHT_URL"))


@check("gets incomplete-body for a truncated body")
def _() -> None:
    # httpx cannot truncate a body and still read the answer.
    connection = http.client.HTTPConnection(service("SUDOKU_URL").removeprefix("http://"))
    connection.putrequest("POST", "/solve")
    connection.putheader("content-type", "application/json")
    connection.putheader("content-length", "100")
    connection.endheaders(b'{"grid": "')
    connection.sock.shutdown(socket.SHUT_WR)
    response = connection.getresponse()
    content = response.read()
    parsed = IncompleteBodyProblem.from_dict(json.loads(content))
    headers = dict(response.headers.items())
    expect(IncompleteBodyProblem, Response(HTTPStatus(response.status), content, headers, parsed))


@check("gets payload-too-large")
def _() -> None:
    answer = solve.sync_detailed(client=tight, body=SolveRequest(grid=PUZZLE.ljust(600)))
    expect(PayloadTooLargeProblem, answer)


@check("gets uri-too-long")
def _() -> None:
    body = ValidateRequest(grid=PUZZLE)
    expect(UriTooLongProblem, validate.sync_detailed(client=tight, body=body, puzzle=PUZZLE * 120))


@check("gets header-too-large")
def _() -> None:
    crumbly = Client(base_url=service("SUDOKU_TIGHT_URL"), cookies={"crumbs": "crumbs" * 200})
    expect(HeaderTooLargeProblem, solve.sync_detailed(client=crumbly, body=SolveRequest(grid=PUZZLE)))


@check("gets unsupported-media-type")
def _() -> None:
    expect(UnsupportedMediaTypeProblem, solve_with(Replacing(content_type="image/png")))


@check("gets overloaded from a service with a full queue")
def _() -> None:
    provoke("SUDOKU_BUSY_URL", OverloadedProblem)


@check("gets deadline-exceeded from a service with a short deadline")
def _() -> None:
    provoke("SUDOKU_HASTY_URL", DeadlineExceededProblem)


@check("gets shutting-down from a draining service")
def _() -> None:
    expect(ShuttingDownProblem, readyz.sync_detailed(client=Client(base_url=service("SUDOKU_DRAINING_URL"))))


@check("gets internal from a service with fault injection")
def _() -> None:
    failing = Client(base_url=service("SUDOKU_FAULTY_URL"), headers={"x-fault": "panic"})
    expect(InternalProblem, solve.sync_detailed(client=failing, body=SolveRequest(grid=PUZZLE)))


@check("got every problem")
def _() -> None:
    assert len(seen) == len(KINDS), f"only {sorted(seen)}"
