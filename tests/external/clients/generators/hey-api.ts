import { explain, generate, hint, rateGet, solve, techniques, validate } from "./generated";
import { client } from "./generated/client.gen";

client.setConfig({ baseUrl: process.env["SUDOKU_URL"] });
const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const progress = puzzle.replace("53.", "531");
const rows = puzzle.match(/.{9}/g)!.map((row) => [...row].map((cell) => (cell === "." ? null : Number(cell))));

console.log((await solve({ body: { grid: puzzle } })).data?.verdict);
console.log(`${(await solve({ body: { grid: rows } })).data?.solution?.length} rows`);
console.log((await solve({ body: { grid: "5" } })).response?.status);
console.log(`${(await validate({ body: { grid: progress, puzzle } })).data?.mistakes?.length} mistake`);
console.log((await rateGet({ query: { grid: puzzle } })).data?.rating.er);
console.log((await hint({ body: { grid: puzzle } })).data?.verdict);
console.log((await explain({ body: { grid: progress } })).data?.verdict);
const { data: easy } = await generate({ query: { level: "easy", seed: "a" } });
console.log(easy && "level" in easy ? easy.level : "several");
const { data: many } = await generate({ query: { rating: "6.6-7.2", seed: "a", count: 2 } });
console.log(many && "puzzles" in many ? many.puzzles[1]?.level : "one");
console.log((await techniques()).data?.some(({ id }) => id === "x-wing"));
