// A client as a front end would write it, with the types that openapi-typescript generates. It needs no cast and prints
// nothing undefined; `run` checks both.

import createClient from "openapi-fetch";
import type { components, paths } from "./openapi";

type Schemas = components["schemas"];
type Problem = Schemas["Problem"];

const service = createClient<paths, "application/json" | "application/problem+json">({
    baseUrl: process.env["SUDOKU_URL"] ?? "http://127.0.0.1:8080",
});

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const PROGRESS = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const cell = ({ row, column }: Schemas["Cell"]): string => `r${row}c${column}`;
const candidate = (place: Schemas["Candidate"]): string => `${cell(place)}=${place.digit}`;

/** A grid requested in the notation `line`. */
function line(grid: Schemas["AnswerGrid"] | undefined): string {
    if (typeof grid !== "string") throw new TypeError("expected a grid in the notation `line`");
    return grid;
}

/** What to tell a player about a problem. Compiles only if every code has a case. */
function tell(problem: Problem): string {
    switch (problem.code) {
        case "malformed-json":
            return `${problem.detail} (line ${problem.line.toFixed()}, column ${problem.column.toFixed()})`;
        case "invalid-request":
            return problem.errors.map(({ pointer, parameter, detail }) => `${pointer ?? parameter ?? "-"}: ${detail}`).join();
        case "invalid-grid":
            return problem.errors.map(({ row, column, detail }) => `r${row ?? "?"}c${column ?? "?"}: ${detail}`).join();
        case "conflicting-givens":
            return problem.conflicts.map(({ digit, house }) => `${digit} twice in ${house.kind} ${house.number}`).join();
        case "no-solution":
        case "not-unique":
        case "search-limit":
            return `${problem.pointer === "/puzzle" ? "the puzzle" : "the grid"}: ${problem.detail}`;
        case "overloaded":
        case "deadline-exceeded":
        case "shutting-down":
            return "The service is busy; try again in a second.";
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
        case "internal":
            return `${problem.detail} (request ${problem.request_id})`;
        default:
            return problem satisfies never;
    }
}

async function solve(grid: Schemas["Grid"]): Promise<string> {
    const { data, error } = await service.POST("/solve", { body: { grid, notation: "line" } });
    return error ? tell(error) : `${data.verdict} ${line(data.solution)}`;
}

async function reveal(grid: string, index: number): Promise<string> {
    const { data, error } = await service.POST("/reveal", { body: { grid, cells: [index] } });
    return error ? tell(error) : data.cells.map(candidate).join(" ");
}

async function check(grid: string, puzzle: string): Promise<string> {
    const { data, error } = await service.POST("/validate", { body: { grid, puzzle, notation: "line" } });
    return error ? tell(error) : `${data.verdict}, mistakes: ${(data.mistakes ?? []).map(cell).join(" ")}`;
}

async function rate(grid: string): Promise<string> {
    // Unlike a POST, a GET can be cached.
    const { data, error } = await service.GET("/rate", { params: { query: { grid } } });
    return error ? tell(error) : `${data.level} ${data.rating.er.toFixed(1)}, hardest: ${data.hardest?.name ?? "none"}`;
}

async function hint(grid: string, puzzle: string): Promise<string> {
    const { data, error } = await service.POST("/hint", { body: { grid, puzzle, show: "how" } });
    if (error) return tell(error);
    switch (data.hint?.kind) {
        case undefined:
            return `no hint: ${data.reason ?? "none"}`;
        case "done":
            return data.hint.nudge;
        case "step":
        case "conflict":
        case "mistake":
        case "missing-mark":
            return data.hint.how?.text ?? data.hint.nudge;
    }
}

async function explain(grid: string): Promise<string> {
    const { data, error } = await service.POST("/explain", { body: { grid, notation: "line" } });
    if (error) return tell(error);
    switch (data.verdict) {
        case "unique":
            return data.minimal === true ? "minimal" : `${data.redundant.length} givens can be left out`;
        case "multiple":
            return `${data.solutions.count} solutions`;
        case "none":
        case "conflict": {
            const repairs = (data.repairs?.list ?? []).map(({ remove, changes }) => {
                return `${remove.map(candidate).join(" ")} should be ${changes.map(({ digit }) => digit).join(" or ")}`;
            });
            return [data.verdict, ...repairs].join(": ");
        }
    }
}

async function generate(seed: string): Promise<string> {
    const { data, error } = await service.GET("/generate", { params: { query: { level: "easy", seed, notation: "line" } } });
    if (error) return tell(error);
    const [puzzle] = "puzzles" in data ? data.puzzles : [data];
    return puzzle ? `${puzzle.level} ${line(puzzle.puzzle)}` : "no puzzle";
}

console.log(await solve(PUZZLE));
console.log(await solve(PUZZLE.replace("53", "55")));
console.log(await solve([[5, 3, 11]]));
console.log(await reveal(PUZZLE, 2));
console.log(await check(PROGRESS, PUZZLE));
console.log(await rate(PUZZLE));
console.log(await hint(PROGRESS, PUZZLE));
console.log(await explain(PROGRESS));
console.log(await explain(PUZZLE));
console.log(await generate("example"));
