// Sends a file with node's `fetch` or `http`, and writes what comes back.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";

const [client, url, file] = process.argv.slice(2);
const sent = { method: "POST", headers: { "content-type": "text/plain" } };
const body = readFileSync(file);
const exchange = client === "fetch" ? fetch(url, { ...sent, body }) : once(request(url, sent).end(body), "response");
const answer = [await exchange].flat()[0];
console.error("status", answer.statusCode ?? answer.status);
try {
  for await (const chunk of answer.body ?? answer) process.stdout.write(chunk);
} catch {
  // The end of an answer that is not whole.
}
