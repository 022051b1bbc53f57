"""Ten calls with the client that openapi-generator makes."""

import os

from openapi_client import (
    ApiClient, ApiException, Configuration, ExplainRequest, Grid, HintRequest, InsightApi, SolveRequest, SudokuApi, ValidateRequest,
)

client = ApiClient(Configuration(host=os.environ["SUDOKU_URL"]))
sudoku, insight = SudokuApi(client), InsightApi(client)
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
puzzle, progress = Grid(PUZZLE), Grid(PUZZLE.replace("53.", "531"))
rows = [[None if cell == "." else int(cell) for cell in PUZZLE[row : row + 9]] for row in range(0, 81, 9)]

print(sudoku.solve(SolveRequest(grid=puzzle)).verdict.value)
print(len(sudoku.solve(SolveRequest(grid=Grid(rows))).solution.actual_instance), "rows")
try:
    sudoku.solve(SolveRequest(grid=Grid("5")))
except ApiException as error:
    print(error.status)
print(len(sudoku.validate(ValidateRequest(grid=progress, puzzle=puzzle)).mistakes), "mistake")
print(insight.rate_get(PUZZLE).rating.er)
print(insight.hint(HintRequest(grid=puzzle)).verdict.value)
print(insight.explain(ExplainRequest(grid=progress)).actual_instance.verdict.value)
print(insight.generate(level="easy", seed="a").actual_instance.level.value)
print(insight.generate(rating="6.6-7.2", seed="a", count=2).actual_instance.puzzles[1].level.value)
print(str(any(technique.id == "x-wing" for technique in insight.techniques())).lower())
