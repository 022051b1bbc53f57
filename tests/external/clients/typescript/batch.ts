// Sends batches with the generated types.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import { check, service } from "./check.js";
import type { paths } from "./openapi";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

const client = createClient<paths>({ baseUrl: service("SUDOKU_URL") });

/** Sends a body of this type and returns the lines of the answer. */
async function batch(type: "text/plain" | "application/x-ndjson", lines: string[]): Promise<string[]> {
    const { data, error } = await client.POST("/solve/batch", {
        body: lines.join("\n"),
        bodySerializer: (body) => body as string,
        headers: { "Content-Type": type },
        parseAs: "text",
    });
    assert.equal(error, undefined);
    const text: string | undefined = data;
    assert.ok(text?.endsWith("\n"), "the last line of the answer is complete");
    return text.slice(0, -1).split("\n");
}

await check("solves a batch of lines", async () => {
    const answers = await batch("text/plain", [PUZZLE, "# a comment", "5", PUZZLE]);
    assert.equal(answers.length, 3);
    assert.deepEqual([answers[0], answers[2]], [SOLUTION, SOLUTION]);
    assert.match(answers[1] ?? "", /^error invalid-grid line 3: /);
});

await check("solves a batch of documents", async () => {
    const answers = await batch("application/x-ndjson", [
        JSON.stringify({ id: "first", grid: PUZZLE }),
        JSON.stringify({ id: 2, grid: "5" }),
    ]);
    const [first, second] = answers.map((line) => JSON.parse(line));
    assert.equal(answers.length, 2);
    assert.deepEqual([first.line, first.id, first.verdict, first.solution], [1, "first", "unique", SOLUTION]);
    assert.deepEqual([second.line, second.id, second.problem.code], [2, 2, "invalid-grid"]);
});

await check("gets a problem for a batch that is rejected as a whole", async () => {
    const { error, response } = await client.POST("/solve/batch", {
        body: PUZZLE,
        bodySerializer: (body) => body as string,
        headers: { "Content-Type": "image/png" },
    });
    assert.equal(response.status, 415);
    assert.ok(typeof error === "object" && error.code === "unsupported-media-type");
});
