"""What `mypy --strict` rejects, as the service does. It fails if one of these comments has nothing to ignore."""

from sudoku_service_client.models import SolveRequest


def rejected() -> None:
    SolveRequest(grid="", max_solution=2)  # type: ignore[call-arg]
    SolveRequest(max_solutions=2)  # type: ignore[call-arg]
    SolveRequest(grid="", max_solutions=None)  # type: ignore[arg-type]
    SolveRequest(grid=5)  # type: ignore[arg-type]
