import { Configuration, InsightApi, SudokuApi } from "./generated";

const configuration = new Configuration({ basePath: process.env["SUDOKU_URL"] });
const [sudoku, insight] = [new SudokuApi(configuration), new InsightApi(configuration)];
const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const progress = puzzle.replace("53.", "531");
const rows = puzzle.match(/.{9}/g)!.map((row) => [...row].map((cell) => (cell === "." ? null : Number(cell))));

console.log((await sudoku.solve({ grid: puzzle })).data.verdict);
console.log(`${(await sudoku.solve({ grid: rows })).data.solution?.length} rows`);
await sudoku.solve({ grid: "5" }).catch((error) => console.log(error.response.status));
console.log(`${(await sudoku.validate({ grid: progress, puzzle })).data.mistakes?.length} mistake`);
console.log((await insight.rateGet(puzzle)).data.rating.er);
console.log((await insight.hint({ grid: puzzle })).data.verdict);
console.log((await insight.explain({ grid: progress })).data.verdict);
const { data: easy } = await insight.generate(undefined, "easy");
console.log("puzzles" in easy ? "several" : easy.level);
const { data: many } = await insight.generate("6.6-7.2", undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, "a", 2);
console.log("puzzles" in many ? many.puzzles[1]?.level : "one");
console.log((await insight.techniques()).data.some(({ id }) => id === "x-wing"));
