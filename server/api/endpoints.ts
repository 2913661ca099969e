import type { z } from "zod";
import { appRouter } from "@/server/api/router";
import type { ProcedureMeta } from "@/server/api/trpc";
import type { ErrorCode } from "@/server/errors/errors";

export type Method = "GET" | "POST" | "DELETE";

/** One endpoint as its procedure describes it. */
export type Endpoint = {
  /** Where the router keeps the procedure. */
  readonly procedure: string;
  readonly type: "query" | "mutation";
  readonly operationId: string;
  readonly method: Method;
  /** With `{name}` for each path parameter. */
  readonly path: `/${string}`;
  readonly access: "key" | "session";
  readonly counted: boolean;
  readonly successStatus: 200 | 201 | 204;
  readonly answer: z.ZodType | undefined;
  readonly example: unknown;
  readonly refusals: readonly ErrorCode[];
  /** Names of all inputs: path parameters, and query parameters or body fields. */
  readonly inputs: readonly string[];
};

const inputNames = (inputs: readonly unknown[]): string[] =>
  inputs.flatMap((input) => Object.keys((input as z.ZodObject).shape));

const isMethod = (method: string): method is Method =>
  method === "GET" || method === "POST" || method === "DELETE";

const describe = (
  name: string,
  definition: { readonly type: string; readonly inputs: readonly unknown[]; readonly meta?: unknown },
): Endpoint => {
  const meta = definition.meta as ProcedureMeta | undefined;
  const openapi = meta?.openapi;
  const { access, counted } = meta ?? {};
  if (openapi?.operationId === undefined || access === undefined || counted === undefined)
    throw new Error(`procedure ${name} does not say what it is`);
  if (!isMethod(openapi.method)) throw new Error(`procedure ${name} has a method that is not served`);
  if (definition.type === "subscription") throw new Error(`procedure ${name} is no query or mutation`);
  return {
    procedure: name,
    type: definition.type === "mutation" ? "mutation" : "query",
    operationId: openapi.operationId,
    method: openapi.method,
    path: openapi.path,
    access,
    counted,
    successStatus: meta?.successStatus ?? 200,
    answer: meta?.answer,
    example: meta?.example,
    refusals: meta?.refusals ?? [],
    inputs: inputNames(definition.inputs),
  };
};

type Definition = { readonly type: string; readonly inputs: readonly unknown[]; readonly meta?: unknown };

/** Every endpoint of the router, in its order. */
export const endpoints: readonly Endpoint[] = Object.entries(appRouter._def.procedures).map(
  ([name, procedure]) => describe(name, (procedure as unknown as { _def: Definition })._def),
);

/** The error codes that an endpoint can answer, in the order of the checks. */
export const codesOf = (endpoint: Endpoint): readonly ErrorCode[] => [
  "BAD_REQUEST",
  ...(endpoint.access === "key"
    ? (["MISSING_KEY", "INVALID_KEY"] as const)
    : (["MISSING_SESSION", "INVALID_SESSION"] as const)),
  ...endpoint.refusals,
  "SPEED_LIMIT",
  ...(endpoint.counted ? (["ALLOWANCE_SPENT"] as const) : []),
  "INTERNAL_ERROR",
];
