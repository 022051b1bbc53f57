"""A client as a program would write it, with the classes that openapi-python-client generates. It needs no cast; `run` and
mypy check that.
"""

import os
from typing import assert_never

import sudoku_service_client.models as models
from sudoku_service_client import Client
from sudoku_service_client.api.insight import explain, generate, hint, rate, rate_get
from sudoku_service_client.api.service import problem, problems
from sudoku_service_client.api.sudoku import solve, validate
from sudoku_service_client.types import Unset

client = Client(base_url=os.environ["SUDOKU_URL"])

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PROGRESS = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

Rejection = (
    models.ConflictingGivensProblem
    | models.InvalidGridProblem
    | models.InvalidRequestProblem
    | models.NoSolutionProblem
    | models.SearchLimitProblem
)


def tell(found: Rejection) -> str:
    """Describes the problem. mypy infers its members from the code, and checks that no code is missing."""
    if found.code == "conflicting-givens":
        return f"{found.conflicts[0].digit} twice in {found.conflicts[0].house.kind.value}"
    if found.code == "invalid-grid":
        return f"{found.errors[0].row}, {found.errors[0].column}: {found.errors[0].detail}"
    if found.code == "invalid-request":
        return f"{found.errors[0].pointer}: {found.errors[0].detail}"
    if found.code == "no-solution" or found.code == "search-limit":
        return found.detail
    assert_never(found)


def solution(grid: str | list[int | list[int | None | str] | None | str]) -> str:
    answer = solve.sync(client=client, body=models.SolveRequest(grid=grid))
    if isinstance(answer, models.SolveAnswer):
        # A string for a text, otherwise an array.
        return answer.solution if isinstance(answer.solution, str) else f"{len(answer.solution)} rows"
    return tell(answer) if isinstance(answer, Rejection) else "no solution"


def mistakes(grid: str, puzzle: str) -> str:
    answer = validate.sync(client=client, body=models.ValidateRequest(grid=grid, puzzle=puzzle))
    if not isinstance(answer, models.ValidateAnswer) or isinstance(answer.mistakes, Unset):
        return "unknown"
    return " ".join(f"r{cell.row}c{cell.column}" for cell in answer.mistakes)


def difficulty(grid: str) -> str:
    answer = rate.sync(client=client, body=models.RateRequest(grid=grid))
    cacheable = rate_get.sync(client=client, grid=grid)
    if not isinstance(answer, models.RateAnswer) or not isinstance(cacheable, models.RateAnswer):
        return "unknown"
    return f"{answer.level.value} {answer.rating.er} {cacheable.rating.er}"


def advice(grid: str, puzzle: str) -> str:
    answer = hint.sync(client=client, body=models.HintRequest(grid=grid, puzzle=puzzle))
    if not isinstance(answer, models.HintAnswer):
        return "none"
    return f"{answer.hint.kind.value}" if isinstance(answer.hint, models.FaultHint) else "a step"


def reason(grid: str) -> str:
    answer = explain.sync(client=client, body=models.ExplainRequest(grid=grid))
    match answer:
        case models.Refuted(repairs=repairs):
            return "no repairs" if isinstance(repairs, Unset) else f"{len(repairs.list_)} repairs"
        case models.Multiple(solutions=solutions):
            return f"{solutions.count} solutions"
        case models.Unique(redundant=redundant):
            return f"{len(redundant)} givens can be left out"
        case _:
            return "unknown"


def new(seed: str) -> str:
    answer = generate.sync(client=client, level=models.GenerateLevel.EASY, seed=seed)
    return f"{answer.level.value} {answer.clues}" if isinstance(answer, models.GeneratedPuzzle) else "no puzzle"


def classes() -> str:
    """Whether the example of every problem has the class of that problem."""
    listed = problems.sync(client=client)
    described = [problem.sync(row.code, client=client) for row in listed] if isinstance(listed, list) else []
    found = {type(each.example) for each in described if isinstance(each, models.ProblemDescription)}
    return f"{len(found)} problems" if len(found) == len(described) > 0 else "unknown"


print(solution(PUZZLE))
print(solution([PUZZLE[row * 9 : row * 9 + 9] for row in range(9)]))
print(solution([[5, 3, 11]]))
print(mistakes(PROGRESS, PUZZLE))
print(difficulty(PUZZLE))
print(advice(PROGRESS, PUZZLE))
print(reason(PROGRESS))
print(reason(PUZZLE))
print(new("example"))
print(classes())
