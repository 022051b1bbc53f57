import { Configuration, InsightApi, ResponseError, SudokuApi } from "./generated";

const configuration = new Configuration({ basePath: process.env["SUDOKU_URL"] });
const [sudoku, insight] = [new SudokuApi(configuration), new InsightApi(configuration)];
const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const progress = puzzle.replace("53.", "531");
const rows = puzzle.match(/.{9}/g)!.map((row) => [...row].map((cell) => (cell === "." ? null : Number(cell))));

console.log((await sudoku.solve({ solveRequest: { grid: puzzle } })).verdict);
const { solution } = await sudoku.solve({ solveRequest: { grid: rows, max_solutions: 2 } });
console.log(`${solution?.length} rows`);
await sudoku.solve({ solveRequest: { grid: "5" } }).catch((error: ResponseError) => console.log(error.response.status));
console.log(`${(await sudoku.validate({ validateRequest: { grid: progress, puzzle } })).mistakes?.length} mistake`);
console.log((await insight.rateGet({ grid: puzzle })).rating.er);
console.log((await insight.hint({ hintRequest: { grid: puzzle } })).verdict);
console.log((await insight.explain({ explainRequest: { grid: progress } })).verdict);
const easy = await insight.generate({ level: "easy", seed: "a" });
console.log("puzzles" in easy ? "several" : easy.level);
const many = await insight.generate({ rating: "6.6-7.2", seed: "a", count: 2 });
console.log("puzzles" in many ? many.puzzles[1]?.level : "one");
console.log((await insight.techniques()).some(({ id }) => id === "x-wing"));
