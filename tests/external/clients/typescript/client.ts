// Calls every endpoint with the types that openapi-typescript generates from openapi.yaml, until every problem has occurred.
// What `tsc --strict` accepts and rejects is part of the test.

import assert from "node:assert/strict";
import http from "node:http";
import net from "node:net";
import createClient from "openapi-fetch";
import { check, service } from "./check.js";
import type { components, paths } from "./openapi";

type Schemas = components["schemas"];
type Problem = Schemas["Problem"];
type Code = Problem["code"];

// Accepting both JSON types excludes plain-text answers from the union.
const connect = (baseUrl: string) => createClient<paths, "application/json" | "application/problem+json">({ baseUrl });

const client = connect(service("SUDOKU_URL"));
const tight = connect(service("SUDOKU_TIGHT_URL"));

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const EMPTY = ".".repeat(81);
// A grid with two fives in the first row, and one whose first cell has no candidate.
const CONFLICTING = "5...5" + ".".repeat(76);
const UNSOLVABLE = ".12345678" + "9" + ".".repeat(71);

const rows = <Cell>(cell: (character: string) => Cell, text: string): Cell[][] =>
    Array.from({ length: 9 }, (_, row) => [...text.slice(row * 9, row * 9 + 9)].map(cell));
const number = (character: string): number => (character === "." ? 0 : Number(character));

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

// Every code. The compiler checks that none is missing or misspelt.
const CODES = Object.keys({
    "malformed-json": 0, "invalid-host": 0, "invalid-request": 0, "invalid-grid": 0, "conflicting-givens": 0,
    "no-solution": 0, "not-unique": 0, "search-limit": 0, "not-found": 0, "method-not-allowed": 0, "request-timeout": 0,
    "incomplete-body": 0, "payload-too-large": 0, "uri-too-long": 0, "header-too-large": 0,
    "unsupported-media-type": 0, overloaded: 0, "deadline-exceeded": 0, "shutting-down": 0, internal: 0,
} satisfies Record<Code, 0>);

const seen = new Set<string>();

/** Returns the problem of a failed answer, typed by this code. */
function expect<C extends Code>(
    answer: { error?: Problem; response: Response },
    code: C,
): Extract<Problem, { code: C }> {
    const { error: problem, response } = answer;
    assert.ok(problem, `expected the problem ${code}, got ${response.status}`);
    assert.equal(problem.code, code, problem.detail);
    assert.equal(response.status, problem.status);
    assert.equal(response.headers.get("content-type"), "application/problem+json");
    assert.equal(response.headers.get("x-request-id"), problem.request_id);
    assert.equal(response.headers.has("retry-after"), response.status === 503);
    assert.ok(problem.title && problem.detail && problem.type.endsWith(`/problems/${code}`));
    seen.add(code);
    return problem as Extract<Problem, { code: C }>;
}

/** Sends many concurrent requests until one gets the problem that only a busy service returns. */
async function provoke(base: string, code: Code): Promise<void> {
    const busy = connect(service(base));
    for (let round = 0; round < 20; round += 1) {
        const asked = Array.from({ length: 32 }, () =>
            busy.POST("/solve", { body: { grid: EMPTY, max_solutions: 1000 } }),
        );
        const found = (await Promise.all(asked)).find((answer) => answer.error?.code === code);
        if (found) {
            expect(found, code);
            return;
        }
    }
    assert.fail(`no request got ${code}`);
}

// The notations.

await check("solves nine arrays of numbers and nulls into numbers", async () => {
    const grid: Schemas["Grid"] = rows((character) => number(character) || null, PUZZLE);
    const { data, response } = await client.POST("/solve", { body: { grid } });
    assert.deepEqual(data?.solution, rows(Number, SOLUTION));
    const verdict: "unique" | "multiple" = data.verdict;
    assert.equal(verdict, "unique");
    assert.equal(data.clues, 30);
    assert.ok(data.stats && data.stats.guesses >= 0 && data.stats.elapsed_us >= 0);
    assert.equal(response.headers.get("sudoku-verdict"), "unique");
    assert.equal(data.solutions, undefined);
});

await check("solves nine arrays of mixed cells into the type of the first given", async () => {
    const grid: (number | string | null)[][] = rows((character) => (character === "." ? null : character), PUZZLE);
    grid[1]![0] = 6;
    grid[0]![3] = ".";
    const { data } = await client.POST("/solve", { body: { grid } });
    assert.deepEqual(data?.solution, rows(String, SOLUTION));
});

await check("solves nine strings", async () => {
    const grid = rows(String, PUZZLE).map((row) => row.join(""));
    const { data } = await client.POST("/solve", { body: { grid } });
    assert.deepEqual(data?.solution, rows(String, SOLUTION).map((row) => row.join("")));
});

await check("solves a flat array of 81 cells", async () => {
    const grid = rows(number, PUZZLE).flat();
    const { data } = await client.POST("/solve", { body: { grid } });
    assert.deepEqual(data?.solution, rows(Number, SOLUTION).flat());
});

await check("solves a string", async () => {
    const { data } = await client.POST("/solve", { body: { grid: PUZZLE } });
    assert.equal(data?.solution, SOLUTION);
});

await check("solves a plain text", async () => {
    const text = createClient<paths, "text/plain">({ baseUrl: service("SUDOKU_URL") });
    const { data, response } = await text.POST("/solve", {
        body: PUZZLE,
        bodySerializer: (body) => String(body),
        headers: { "Content-Type": "text/plain" },
        parseAs: "text",
    });
    const solution: string | undefined = data;
    assert.equal(solution, `${SOLUTION}\n`);
    assert.equal(response.headers.get("sudoku-verdict"), "unique");
});

await check("returns the requested number of solutions", async () => {
    const { data } = await client.POST("/solve", { body: { grid: EMPTY, max_solutions: 3 } });
    const solutions: Schemas["AnswerGrid"][] | undefined = data?.solutions;
    assert.equal(solutions?.length, 3);
    assert.equal(new Set(solutions).size, 3);
    assert.equal(data?.solution, solutions[0]);
    assert.equal(data?.more, true);
    assert.equal(data?.verdict, "multiple");
});

await check("rejects at compile time what the service rejects", () => {
    // @ts-expect-error: a misspelt member
    const misspelt: Schemas["SolveRequest"] = { grid: PUZZLE, max_solution: 2 };
    // @ts-expect-error: a missing grid
    const missing: Schemas["SolveRequest"] = { max_solutions: 2 };
    // @ts-expect-error: an option that is null
    const none: Schemas["SolveRequest"] = { grid: PUZZLE, max_solutions: null };
    // @ts-expect-error: a cell that is an object
    const objects: Schemas["Grid"] = [[{ value: 5 }]];
    // @ts-expect-error: an unknown code
    const code: Code = "no-such-code";
    // @ts-expect-error: only malformed-json has a line
    const line = (problem: Schemas["NoSolutionProblem"]) => problem.line;
    assert.ok([misspelt, missing, none, objects, code, line]);
});

// The other endpoints.

await check("validates a grid with a conflict", async () => {
    const { data } = await client.POST("/validate", { body: { grid: CONFLICTING } });
    assert.deepEqual(data, {
        valid: false,
        complete: false,
        verdict: "conflict",
        grid: CONFLICTING,
        counts: { filled: 2 },
        conflicts: [
            {
                digit: 5,
                house: { kind: "row", number: 1 },
                cells: [
                    { row: 1, column: 1, index: 0 },
                    { row: 1, column: 5, index: 4 },
                ],
            },
        ],
    } satisfies Schemas["ValidateResponse"]);
});

await check("compares a player's progress with the puzzle", async () => {
    const grid = rows(number, PUZZLE);
    grid[0]![2] = 1;
    const { data } = await client.POST("/validate", { body: { grid, puzzle: PUZZLE } });
    assert.deepEqual(data?.mistakes, [{ row: 1, column: 3, index: 2 }]);
    const verdict: "unique" | "multiple" | "none" | "conflict" = data.verdict;
    assert.equal(verdict, "none");
    assert.equal(data.valid, true);
});

await check("calls the probes", async () => {
    for (const path of ["/livez", "/readyz"] as const) {
        const { data } = await client.GET(path, { parseAs: "text" });
        assert.equal(data, "ok\n", path);
    }
});

await check("reads the contract in both notations", async () => {
    const { data } = await client.GET("/openapi.json");
    assert.equal(data?.["openapi"], "3.1.0");
    const yaml = await client.GET("/openapi.yaml", { parseAs: "text" });
    assert.match(yaml.data ?? "", /^openapi: 3\.1\.0$/m);
});

await check("reads the page", async () => {
    const { data } = await client.GET("/", { parseAs: "text" });
    assert.match(data ?? "", /<!doctype html>/i);
});

await check("looks up every problem by its code", async () => {
    const { data: contract } = await client.GET("/openapi.json");
    const union = (contract as { components: { schemas: { Problem: { oneOf: unknown[] } } } }).components.schemas.Problem;
    assert.equal(CODES.length, union.oneOf.length);
    for (const code of CODES) {
        const { data } = await client.GET("/problems/{code}", { params: { path: { code } } });
        assert.equal(data?.code, code);
        assert.equal(data.example.code, code);
        assert.equal(data.example.status, data.status);
        assert.ok(explain(data.example));
    }
});

// The problems.

await check("gets malformed-json with its location", async () => {
    const answer = await client.POST("/solve", { body: { grid: PUZZLE }, bodySerializer: () => '{"grid": }' });
    const problem = expect(answer, "malformed-json");
    assert.deepEqual([problem.line, problem.column], [1, 10]);
    assert.equal(explain(problem), "line 1, column 10");
});

await check("gets invalid-request with the member", async () => {
    const answer = await client.POST("/solve", { body: { grid: PUZZLE, max_solutions: 1001 } });
    assert.equal(expect(answer, "invalid-request").errors[0]?.pointer, "/max_solutions");
});

await check("gets invalid-grid with the cell", async () => {
    const grid = rows(number, PUZZLE);
    grid[3]![4] = 10;
    const problem = expect(await client.POST("/solve", { body: { grid } }), "invalid-grid");
    const [error] = problem.errors;
    assert.deepEqual([error?.pointer, error?.row, error?.column, error?.found], ["/grid/3/4", 4, 5, "10"]);
    assert.equal(problem.more_errors, undefined);
});

await check("gets conflicting-givens with the house", async () => {
    const answer = await client.POST("/solve", { body: { grid: CONFLICTING } });
    assert.equal(explain(expect(answer, "conflicting-givens")), "5 in row 1");
    assert.equal(answer.response.headers.get("sudoku-verdict"), "conflict");
});

await check("gets no-solution", async () => {
    const answer = await client.POST("/solve", { body: { grid: UNSOLVABLE } });
    assert.equal(explain(expect(answer, "no-solution")), "the grid");
    assert.equal(answer.response.headers.get("sudoku-verdict"), "none");
});

await check("gets not-unique for a puzzle", async () => {
    const answer = await client.POST("/validate", { body: { grid: PUZZLE, puzzle: EMPTY } });
    assert.equal(explain(expect(answer, "not-unique")), "the puzzle");
});

await check("gets search-limit from a service that allows no guesses", async () => {
    expect(await tight.POST("/solve", { body: { grid: EMPTY } }), "search-limit");
});

await check("gets invalid-host for a request without Host", async () => {
    // `fetch` always sends the header.
    const response = await new Promise<Response>((resolve, reject) => {
        const request = http.get(`${service("SUDOKU_URL")}/livez`, { setHost: false }, async (message) => {
            const headers = new Headers(message.headers as Record<string, string>);
            resolve(new Response(Buffer.concat(await message.toArray()), { status: message.statusCode ?? 0, headers }));
        });
        request.on("error", reject);
    });
    expect({ error: (await response.json()) as Problem, response }, "invalid-host");
});

await check("gets not-found", async () => {
    const answer = await client.GET("/problems/{code}", { params: { path: { code: "no-such-code" } } });
    expect(answer, "not-found");
});

await check("gets method-not-allowed with the allowed methods", async () => {
    const response = await fetch(`${service("SUDOKU_URL")}/solve/batch`);
    assert.match(response.headers.get("allow") ?? "", /POST/);
    expect({ error: (await response.json()) as Problem, response }, "method-not-allowed");
});

await check("gets request-timeout for a body that never ends", async () => {
    const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"grid": "')),
    });
    const answer = await tight.POST("/solve", {
        body: { grid: PUZZLE },
        fetch: (request) =>
            fetch(request.url, { method: "POST", headers: request.headers, body, duplex: "half" } as RequestInit),
    });
    expect(answer, "request-timeout");
});

await check("gets incomplete-body for a truncated body", async () => {
    // `fetch` cannot truncate a body and still read the answer.
    const { hostname, port } = new URL(service("SUDOKU_URL"));
    const socket = net.connect(Number(port), hostname);
    const type = "host: test\r\ncontent-type: application/json";
    socket.end(`POST /solve HTTP/1.1\r\n${type}\r\ncontent-length: 100\r\n\r\n{"grid": "`);
    const [head = "", body = ""] = Buffer.concat(await socket.toArray()).toString().split("\r\n\r\n");
    const headers = new Headers(head.split("\r\n").slice(1).map((line) => line.split(": ", 2) as [string, string]));
    const response = new Response(body, { status: Number(head.slice(9, 12)), headers });
    expect({ error: (await response.json()) as Problem, response }, "incomplete-body");
});

await check("gets payload-too-large", async () => {
    expect(await tight.POST("/solve", { body: { grid: PUZZLE.padEnd(600) } }), "payload-too-large");
});

await check("gets uri-too-long", async () => {
    const query = { puzzle: PUZZLE.repeat(120) };
    expect(await tight.POST("/validate", { params: { query }, body: { grid: PUZZLE } }), "uri-too-long");
});

await check("gets header-too-large", async () => {
    const headers = { cookie: "crumbs".repeat(200) };
    expect(await tight.POST("/solve", { headers, body: { grid: PUZZLE } }), "header-too-large");
});

await check("gets unsupported-media-type", async () => {
    const headers = { "Content-Type": "image/png" };
    expect(await client.POST("/solve", { headers, body: { grid: PUZZLE } }), "unsupported-media-type");
});

await check("gets overloaded from a service with a full queue", () => provoke("SUDOKU_BUSY_URL", "overloaded"));

await check("gets deadline-exceeded from a service with a short deadline", () =>
    provoke("SUDOKU_HASTY_URL", "deadline-exceeded"));

await check("gets shutting-down from a draining service", async () => {
    expect(await connect(service("SUDOKU_DRAINING_URL")).GET("/readyz"), "shutting-down");
});

await check("gets internal from a service with fault injection", async () => {
    const headers = { "x-fault": "panic" };
    expect(await connect(service("SUDOKU_FAULTY_URL")).POST("/solve", { headers, body: { grid: PUZZLE } }), "internal");
});

await check("got every problem", () => {
    assert.deepEqual(seen, new Set<string>(CODES));
});
