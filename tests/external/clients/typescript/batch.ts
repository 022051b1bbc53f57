// Sends batches with the types that openapi-typescript generates.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./openapi";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

const client = createClient<paths>({ baseUrl: process.env["SUDOKU_URL"] ?? "http://127.0.0.1:8080" });

/** Sends a body of this type and returns the lines of the answer, or the code of a problem. */
async function batch(type: string, lines: string[]): Promise<string[]> {
    const { data, error } = await client.POST("/solve/batch", {
        body: lines.join("\n"),
        bodySerializer: (body) => body as string,
        headers: { "Content-Type": type },
        parseAs: "text",
    });
    if (error !== undefined) return [typeof error === "string" ? error : error.code];
    return data.trimEnd().split("\n");
}

const [solution, problem] = await batch("text/plain", [PUZZLE, "5"]);
assert.equal(solution, SOLUTION);
assert.match(problem ?? "", /^error invalid-grid line 2: /);

const documents = [{ id: "first", grid: PUZZLE }, { id: 2, grid: "5" }].map((line) => JSON.stringify(line));
const [first, second] = (await batch("application/x-ndjson", documents)).map((line) => JSON.parse(line));
assert.deepEqual([first.id, first.solution, second.id, second.problem.code], ["first", SOLUTION, 2, "invalid-grid"]);

assert.deepEqual(await batch("image/png", [PUZZLE]), ["unsupported-media-type"]);
