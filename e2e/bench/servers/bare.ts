/** The yardstick: node:http and nothing else. Answers /NAME with the bytes of the file NAME of BENCH_ANSWERS. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

const folder = process.env.BENCH_ANSWERS ?? "";
const answers = new Map(
  readdirSync(folder).map((name) => [`/${name}`, readFileSync(path.join(folder, name))]),
);

const server = createServer((request, response) => {
  const body = answers.get(request.url ?? "");
  if (body === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.byteLength,
    ...(request.url?.endsWith(".gz") && { "Content-Encoding": "gzip" }),
  });
  response.end(body);
});
server.listen(Number(process.env.PORT), "127.0.0.1");
