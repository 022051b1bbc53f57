"""Sends a batch with the generated client."""

import json
import os
from io import BytesIO

from sudoku_service_client import Client
from sudoku_service_client.api.batch import solve_batch
from sudoku_service_client.types import File

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

lines = [{"id": "first", "grid": PUZZLE}, {"id": 2, "grid": "5"}]
body = File(payload=BytesIO("\n".join(json.dumps(line) for line in lines).encode()))
answer = solve_batch.sync_detailed(client=Client(base_url=os.environ["SUDOKU_URL"]), body=body)
assert answer.status_code == 200, answer.content
first, second = (json.loads(line) for line in answer.content.splitlines())
assert (first["id"], first["solution"]) == ("first", SOLUTION)
assert (second["id"], second["problem"]["code"]) == (2, "invalid-grid")
