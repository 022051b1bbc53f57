"""What mypy accepts and rejects of the client that openapi-python-client generates from openapi.yaml, and the examples of all
problems.
"""

from typing import assert_never

import sudoku_service_client.models as models
from check import check, service
from sudoku_service_client import Client
from sudoku_service_client.api.service import openapi_json, problem
from sudoku_service_client.models import (
    ConflictingGivensProblem,
    InvalidGridProblem,
    InvalidRequestProblem,
    NoSolutionProblem,
    ProblemDescription,
    SearchLimitProblem,
    SolveRequest,
)

client = Client(base_url=service("SUDOKU_URL"))

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


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


# mypy --strict fails if one of these comments has nothing to ignore.
def rejected() -> None:
    SolveRequest(grid=PUZZLE, max_solution=2)  # type: ignore[call-arg]
    SolveRequest(max_solutions=2)  # type: ignore[call-arg]
    SolveRequest(grid=PUZZLE, max_solutions=None)  # type: ignore[arg-type]
    SolveRequest(grid=5)  # type: ignore[arg-type]


@check("looks up every problem by its code and gets an example of its type")
def _() -> None:
    document = openapi_json.sync(client=client)
    assert document is not None
    schemas = document.to_dict()["components"]["schemas"]
    for reference in schemas["Problem"]["oneOf"]:
        name = reference["$ref"].rpartition("/")[2]
        code = schemas[name]["allOf"][1]["properties"]["code"]["const"]
        described = problem.sync(code, client=client)
        assert isinstance(described, ProblemDescription)
        assert isinstance(described.example, getattr(models, name)), described.example
        assert described.code == described.example.code == code
        assert described.status == described.example.status
        if isinstance(described.example, ConflictingGivensProblem | InvalidGridProblem | SearchLimitProblem):
            assert explain(described.example)
