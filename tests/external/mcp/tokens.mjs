// Prints what a language model reads, in bytes and in tokens of GPT-4o's vocabulary: the list of tools, and the text and the
// data of each tool's answer for an easy, a hard and a broken grid. Fails if the list is too long.
//
//   node tokens.mjs BINARY

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

import { encode } from "gpt-tokenizer/encoding/o200k_base";

const grids = {
  easy: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
  hard: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
  broken: "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
};

const send = (messages) => {
  const input = messages.map((message, id) => JSON.stringify({ jsonrpc: "2.0", id, ...message }) + "\n").join("");
  const { stdout } = spawnSync(process.argv[2], ["mcp"], { input, encoding: "utf8", maxBuffer: 1 << 26, timeout: 90_000 });
  const answers = stdout.trim().split("\n").map((line) => [JSON.parse(line), line.length]);
  return answers.sort(([one], [other]) => one.id - other.id);
};
const size = (text) => `${Buffer.byteLength(text)} bytes, ${encode(text).length} tokens`;

const [[list, length]] = send([{ method: "tools/list" }]);
const { tools } = list.result;
const read = JSON.stringify(tools.map(({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema })));
console.log(`ok tools/list: ${length} bytes; a model reads ${size(read)}`);
assert.ok(length < 45_000 && encode(read).length < 3_000, "the list of tools is too long");

const calls = tools.flatMap(({ name, inputSchema }) =>
  inputSchema.required ? Object.entries(grids).map(([kind, grid]) => [name, kind, { grid }]) : [[name, "", {}]]);
calls.push(["hint", "hard, show how", { grid: grids.hard, show: "how" }], ["rate", "hard, path", { grid: grids.hard, path: true }]);
const answers = send(calls.map(([name, , args]) => ({ method: "tools/call", params: { name, arguments: args } })));
for (const [number, [name, kind]] of calls.entries()) {
  const { content, structuredContent, isError } = answers[number][0].result;
  const data = JSON.stringify(structuredContent);
  console.log(`ok ${name} ${kind}${isError ? " (a problem)" : ""}: text ${size(content[0].text)}; data ${size(data)}`);
  const most = name === "techniques" ? 16 * 1024 : 8 * 1024;
  assert.ok(content[0].text.length <= most && data.length <= most, `${name} ${kind} is too long`);
}
