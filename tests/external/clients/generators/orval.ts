import { explain, generate, hint, rateGet, solve, techniques, validate } from "./generated";

const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const progress = puzzle.replace("53.", "531");
const rows = puzzle.match(/.{9}/g)!.map((row) => [...row].map((cell) => (cell === "." ? null : Number(cell))));

/** What an answer has under one of these names. */
function member(answer: { data: unknown }, ...names: string[]): unknown {
    return names.reduce((value: unknown, name) => (value as Record<string, unknown>)[name], answer.data);
}

console.log(member(await solve({ grid: puzzle }), "verdict"));
console.log(`${member(await solve({ grid: rows }), "solution", "length")} rows`);
console.log((await solve({ grid: "5" })).status);
console.log(`${member(await validate({ grid: progress, puzzle }), "mistakes", "length")} mistake`);
console.log(member(await rateGet({ grid: puzzle }), "rating", "er"));
console.log(member(await hint({ grid: puzzle }), "verdict"));
console.log(member(await explain({ grid: progress }), "verdict"));
console.log(member(await generate({ level: "easy", seed: "a" }), "level"));
console.log(member(await generate({ rating: "6.6-7.2", seed: "a", count: 2 }), "puzzles", "1", "level"));
console.log((member(await techniques()) as { id: string }[]).some(({ id }) => id === "x-wing"));
