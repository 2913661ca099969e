import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { initTRPC } from "@trpc/server";
import { createOpenApiFetchHandler, type OpenApiMeta } from "trpc-to-openapi";
import { z } from "zod";

export const dynamic = "force-dynamic";

const folder = process.env.BENCH_RESPONSES ?? "";
let responses: ReadonlyMap<string, unknown> | undefined;

const readResponses = (): ReadonlyMap<string, unknown> =>
  new Map(
    readdirSync(folder)
      .filter((name) => !name.endsWith(".gz"))
      .map((name) => [name, JSON.parse(readFileSync(path.join(folder, name), "utf8")) as unknown]),
  );

const t = initTRPC.meta<OpenApiMeta>().create();

const router = t.router({
  response: t.procedure
    .meta({ openapi: { method: "GET", path: "/{name}" } })
    .input(z.object({ name: z.string() }))
    .output(z.any())
    .query(({ input }) => {
      responses ??= readResponses();
      return responses.get(input.name);
    }),
});

/** Serves the stored responses through trpc-to-openapi. The handler is mounted as the documentation of trpc-to-openapi shows. */
export const GET = (request: Request) =>
  createOpenApiFetchHandler({ endpoint: "/openapi", router, createContext: () => ({}), req: request });
