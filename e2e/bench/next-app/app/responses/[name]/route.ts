import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const dynamic = "force-dynamic";

const folder = process.env.BENCH_RESPONSES ?? "";
let responses: ReadonlyMap<string, Buffer<ArrayBuffer>> | undefined;

/** A Next route handler that only sends bytes: the same bytes as the benchmark's bare `node:http` server (`servers/bare.ts`). */
export const GET = async (_request: Request, context: { params: Promise<{ name: string }> }) => {
  responses ??= new Map(
    readdirSync(folder).map((name) => [name, Buffer.from(readFileSync(path.join(folder, name)))]),
  );
  const { name } = await context.params;
  const body = responses.get(name);
  if (body === undefined) return new Response(null, { status: 404 });
  return new Response(body, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": String(body.byteLength),
      ...(name.endsWith(".gz") && { "Content-Encoding": "gzip" }),
    },
  });
};
