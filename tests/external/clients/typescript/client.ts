// What `tsc --strict` accepts and rejects of the types that openapi-typescript generates from openapi.yaml, and the examples of
// all problems.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import { check, service } from "./check.js";
import type { components, paths } from "./openapi";

type Schemas = components["schemas"];
type Problem = Schemas["Problem"];
type Code = Problem["code"];

// Accepting both JSON types excludes plain-text answers from the union.
const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: service("SUDOKU_URL") });

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Describes the problem. Compiles only if every code has a case. */
function explain(problem: Problem): string {
    switch (problem.code) {
        case "malformed-json":
            return `line ${problem.line.toFixed()}, column ${problem.column.toFixed()}`;
        case "invalid-request":
            return problem.errors.map((error) => error.pointer ?? error.parameter ?? "").join();
        case "invalid-grid":
            return problem.errors.map((error) => `r${error.row ?? "?"}c${error.column ?? "?"}`).join();
        case "conflicting-givens":
            return problem.conflicts.map(({ digit, house }) => `${digit} in ${house.kind} ${house.number}`).join();
        case "no-solution":
        case "not-unique":
        case "search-limit":
            return problem.pointer === "/puzzle" ? "the puzzle" : "the grid";
        case "invalid-host":
        case "not-found":
        case "method-not-allowed":
        case "not-implemented":
        case "request-timeout":
        case "incomplete-body":
        case "payload-too-large":
        case "uri-too-long":
        case "header-too-large":
        case "unsupported-media-type":
        case "overloaded":
        case "deadline-exceeded":
        case "shutting-down":
        case "internal":
            return problem.detail;
        default:
            return problem satisfies never;
    }
}

await check("rejects at compile time what the service rejects", () => {
    // @ts-expect-error: a misspelt member
    const misspelt: Schemas["SolveRequest"] = { grid: PUZZLE, max_solution: 2 };
    // @ts-expect-error: a missing grid
    const missing: Schemas["SolveRequest"] = { max_solutions: 2 };
    // @ts-expect-error: an option that is null
    const none: Schemas["SolveRequest"] = { grid: PUZZLE, max_solutions: null };
    // @ts-expect-error: a grid that is a number
    const number: Schemas["Grid"] = 5;
    // @ts-expect-error: an unknown code
    const code: Code = "no-such-code";
    // @ts-expect-error: only malformed-json has a line
    const line = (problem: Schemas["NoSolutionProblem"]) => problem.line;
    assert.ok([misspelt, missing, none, number, code, line]);
});

await check("looks up every problem by its code", async () => {
    const { data: contract } = await client.GET("/openapi.json");
    const union = (contract as { components: { schemas: { Problem: { oneOf: { $ref: string }[] } } } }).components.schemas.Problem;
    for (const { $ref } of union.oneOf) {
        // The names of schemas such as NoSolutionProblem follow from the codes.
        const name = $ref.replace(/.*\/|Problem$/g, "");
        const code = name.replace(/(?<=.)[A-Z]/g, "-$&").toLowerCase() as Code;
        const { data } = await client.GET("/problems/{code}", { params: { path: { code } } });
        assert.equal(data?.code, code);
        assert.equal(data.example.code, code);
        assert.equal(data.example.status, data.status);
        assert.ok(explain(data.example));
    }
});
