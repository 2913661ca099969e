import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { initTRPC } from "@trpc/server";
import { createOpenApiFetchHandler, type OpenApiMeta } from "trpc-to-openapi";
import { z } from "zod";

export const dynamic = "force-dynamic";

const folder = process.env.BENCH_ANSWERS ?? "";
let answers: ReadonlyMap<string, unknown> | undefined;

const readAnswers = (): ReadonlyMap<string, unknown> =>
  new Map(
    readdirSync(folder)
      .filter((name) => !name.endsWith(".gz"))
      .map((name) => [name, JSON.parse(readFileSync(path.join(folder, name), "utf8")) as unknown]),
  );

const t = initTRPC.meta<OpenApiMeta>().create();

const router = t.router({
  answer: t.procedure
    .meta({ openapi: { method: "GET", path: "/{name}" } })
    .input(z.object({ name: z.string() }))
    .output(z.any())
    .query(({ input }) => {
      answers ??= readAnswers();
      return answers.get(input.name);
    }),
});

/** The same answers as objects, through trpc-to-openapi's own handler, as its documentation mounts it. */
export const GET = (request: Request) =>
  createOpenApiFetchHandler({ endpoint: "/openapi", router, createContext: () => ({}), req: request });
