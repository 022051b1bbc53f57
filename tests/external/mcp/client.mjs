// Calls every tool with the official TypeScript clients of both eras, over HTTP and over standard input and output. The
// clients check the data of each answer against the schema of its tool.
//
//   node client.mjs URL BINARY

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import * as current from "@modelcontextprotocol/client";
import * as currentStdio from "@modelcontextprotocol/client/stdio";
import * as legacy from "@modelcontextprotocol/sdk/client/index.js";
import * as legacyStdio from "@modelcontextprotocol/sdk/client/stdio.js";
import * as legacyHttp from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, binary] = process.argv.slice(2);
const calls = JSON.parse(readFileSync(new URL("calls.json", import.meta.url), "utf8"));
const stdio = { command: binary, args: ["mcp"] };
const identity = { name: "test", version: "1" };
const modern = { versionNegotiation: { mode: { pin: "2026-07-28" } } };

for (const [name, client, transport] of [
  ["current client over HTTP", new current.Client(identity, modern), new current.StreamableHTTPClientTransport(new URL(url))],
  ["current client over standard streams", new current.Client(identity, modern), new currentStdio.StdioClientTransport(stdio)],
  ["legacy client over HTTP", new legacy.Client(identity), new legacyHttp.StreamableHTTPClientTransport(new URL(url))],
  ["legacy client over standard streams", new legacy.Client(identity), new legacyStdio.StdioClientTransport(stdio)],
]) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.deepEqual(new Set(tools.map((tool) => tool.name)), new Set(calls.map(([tool]) => tool)));
  for (const [tool, args, expected] of calls) {
    const answer = await client.callTool({ name: tool, arguments: args });
    assert.ok(!answer.isError && answer.content[0].text.includes(expected), JSON.stringify(answer));
  }
  const problem = await client.callTool({ name: "solve", arguments: { grid: "5", max_solutions: 0 } });
  assert.equal(problem.isError, true);
  assert.match(problem.content[0].text, /^invalid-request: `max_solutions`: /);
  assert.equal(problem.structuredContent.errors[0].pointer, "/max_solutions");
  await assert.rejects(client.callTool({ name: "solver", arguments: {} }), { code: -32602 });
  const slow = new AbortController();
  const withdrawn = client.callTool(
    { name: "generate", arguments: { rating: "9.5-12.0", count: 100 } },
    ...(name.startsWith("legacy") ? [undefined] : []),
    { signal: slow.signal },
  );
  setTimeout(() => slow.abort(), 50);
  await assert.rejects(withdrawn);
  const after = await client.callTool({ name: "techniques", arguments: {} });
  assert.ok(!after.isError);
  await client.close();
  console.log(`ok TypeScript: ${name}`);
}
