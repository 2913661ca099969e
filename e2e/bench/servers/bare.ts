/**
 * The baseline: node:http alone. Responds to /NAME with the file NAME in the folder BENCH_RESPONSES. A file NAME.etag contains an entity
 * tag: the response to /NAME.etag is 304 with this tag. BARE_WORKERS is the number of processes that share the port.
 */
import cluster from "node:cluster";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

const folder = process.env.BENCH_RESPONSES ?? "";
const responses = new Map(
  readdirSync(folder).map((name) => [`/${name}`, readFileSync(path.join(folder, name))]),
);

const server = createServer((request, response) => {
  const body = responses.get(request.url ?? "");
  if (body === undefined) {
    response.writeHead(404).end();
    return;
  }
  if (request.url?.endsWith(".etag")) {
    response.writeHead(304, { ETag: body.toString() });
    response.end();
    return;
  }
  response.writeHead(200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.byteLength,
    ...(request.url?.endsWith(".gz") && { "Content-Encoding": "gzip" }),
  });
  response.end(body);
});
const workers = Number(process.env.BARE_WORKERS ?? 1);
if (cluster.isPrimary && workers > 1) for (let started = 0; started < workers; started++) cluster.fork();
else server.listen(Number(process.env.PORT), "127.0.0.1");
