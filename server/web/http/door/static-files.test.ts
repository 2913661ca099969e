import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressStaticFiles } from "@/server/build/compress-static-files";
import { createServeStaticFile } from "@/server/web/http/door/static-files";

const script = "export const prices = [];\n".repeat(200);

let folder: string;
let server: Server;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-static-"));
  await writeFile(path.join(folder, "a.js"), script);
  await writeFile(path.join(folder, "small.css"), "a{}");
  await writeFile(path.join(folder, "notes.md"), "not served");
  await compressStaticFiles(folder);
  const serve = createServeStaticFile(folder);
  server = createServer((incoming, outgoing) => {
    if (!serve(incoming.url ?? "", incoming, outgoing)) outgoing.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_next/static`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const get = (name: string, acceptEncoding: string, method = "GET") =>
  fetch(`${url}/${name}`, { method, headers: { "Accept-Encoding": acceptEncoding } });

test.each([
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["identity", null],
])('the Content-Encoding of a script sent for "Accept-Encoding: %s" is %s', async (accepted, coding) => {
  const response = await get("a.js", accepted);
  expect(response.headers.get("content-encoding")).toBe(coding);
  expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(response.headers.get("vary")).toBe("Accept-Encoding");
  expect(Number(response.headers.get("content-length")) < script.length).toBe(coding !== null);
  expect(await response.text()).toBe(script);
});

test("a file that is too small to compress is sent uncompressed, and may be cached for a year", async () => {
  const response = await get("small.css", "gzip, br");
  expect(response.headers.get("content-encoding")).toBeNull();
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await response.text()).toBe("a{}");
});

test("a HEAD response for a script has a length and no body", async () => {
  const response = await get("a.js", "br", "HEAD");
  expect(Number(response.headers.get("content-length"))).toBeGreaterThan(0);
  expect(await response.text()).toBe("");
});

test.each([
  ["a file that is neither a script nor a style", "notes.md"],
  ["the path of a script's compressed copy", "a.js.br"],
  ["a script that does not exist", "b.js"],
  ["a path outside the folder of static files", "../a.js"],
  ["the parent of the folder of static files", ".."],
])("%s (%s) is not served", async (_, name) => {
  expect((await get(name, "br")).status).toBe(404);
});
