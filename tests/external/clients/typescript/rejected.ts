// What `tsc --strict` rejects, as the service does. It fails if one of these comments has nothing to expect.

import type { components } from "./openapi";

type Schemas = components["schemas"];

// @ts-expect-error: a misspelt member
export const misspelt: Schemas["SolveRequest"] = { grid: "", max_solution: 2 };
// @ts-expect-error: a missing grid
export const missing: Schemas["SolveRequest"] = { max_solutions: 2 };
// @ts-expect-error: an option that is null
export const none: Schemas["SolveRequest"] = { grid: "", max_solutions: null };
// @ts-expect-error: a grid that is a number
export const number: Schemas["Grid"] = 5;
// @ts-expect-error: an unknown code
export const code: Schemas["Problem"]["code"] = "no-such-code";
// @ts-expect-error: only malformed-json has a line
export const line = (problem: Schemas["NoSolutionProblem"]) => problem.line;
