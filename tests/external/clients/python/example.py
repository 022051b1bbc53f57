"""A client as a program would write it, with the classes that openapi-python-client generates. It needs no cast; `run` and
mypy check that.
"""

import json
from io import BytesIO

from check import service
from sudoku_service_client import Client
from sudoku_service_client.api.batch import solve_batch
from sudoku_service_client.api.insight import explain, generate, hint, rate, rate_get
from sudoku_service_client.api.sudoku import solve, validate
from sudoku_service_client.models import (
    ExplainRequest,
    FaultHint,
    GenerateLevel,
    GeneratedPuzzle,
    HintRequest,
    HintAnswer,
    InvalidGridProblem,
    Multiple,
    RateRequest,
    RateAnswer,
    Refuted,
    SolveRequest,
    SolveAnswer,
    Unique,
    ValidateRequest,
    ValidateAnswer,
)
from sudoku_service_client.types import UNSET, File, Unset

client = Client(base_url=service("SUDOKU_URL"))

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PROGRESS = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def solution(grid: str | list[int | list[int | None | str] | None | str]) -> str:
    answer = solve.sync(client=client, body=SolveRequest(grid=grid))
    if isinstance(answer, InvalidGridProblem):
        return answer.detail
    if not isinstance(answer, SolveAnswer):
        return "no solution"
    # A string for a text, otherwise an array.
    return answer.solution if isinstance(answer.solution, str) else f"{len(answer.solution)} rows"


def mistakes(grid: str, puzzle: str) -> str:
    answer = validate.sync(client=client, body=ValidateRequest(grid=grid, puzzle=puzzle))
    if not isinstance(answer, ValidateAnswer) or isinstance(answer.mistakes, Unset):
        return "unknown"
    return " ".join(f"r{cell.row}c{cell.column}" for cell in answer.mistakes)


def difficulty(grid: str) -> str:
    answer = rate.sync(client=client, body=RateRequest(grid=grid))
    cacheable = rate_get.sync(client=client, grid=grid)
    if not isinstance(answer, RateAnswer) or not isinstance(cacheable, RateAnswer):
        return "unknown"
    return f"{answer.level.value} {answer.rating.er} {cacheable.rating.er}"


def advice(grid: str, puzzle: str) -> str:
    answer = hint.sync(client=client, body=HintRequest(grid=grid, puzzle=puzzle))
    if not isinstance(answer, HintAnswer):
        return "none"
    return f"{answer.hint.kind.value}" if isinstance(answer.hint, FaultHint) else "a step"


def reason(grid: str) -> str:
    answer = explain.sync(client=client, body=ExplainRequest(grid=grid))
    match answer:
        case Refuted(repairs=repairs):
            return "no repairs" if isinstance(repairs, Unset) else f"{len(repairs.list_)} repairs"
        case Multiple(solutions=solutions):
            return f"{solutions.count} solutions"
        case Unique(redundant=redundant):
            return f"{len(redundant)} givens can be left out"
        case _:
            return "unknown"


def new(seed: str) -> str:
    answer = generate.sync(client=client, level=GenerateLevel.EASY, seed=seed)
    return f"{answer.level.value} {answer.clues}" if isinstance(answer, GeneratedPuzzle) else "no puzzle"


def many(grids: list[str]) -> str:
    body = File(payload=BytesIO("\n".join(json.dumps(grid) for grid in grids).encode()))
    answer = solve_batch.sync_detailed(client=client, body=body, max_solutions=UNSET)
    return " ".join(str(json.loads(line).get("verdict", "problem")) for line in answer.content.splitlines())


print(solution(PUZZLE))
print(solution([PUZZLE[row * 9 : row * 9 + 9] for row in range(9)]))
print(solution([[5, 3, 11]]))
print(mistakes(PROGRESS, PUZZLE))
print(difficulty(PUZZLE))
print(advice(PROGRESS, PUZZLE))
print(reason(PROGRESS))
print(reason(PUZZLE))
print(new("example"))
print(many([PUZZLE, "5"]))
