import type { z } from "zod";
import type { ErrorCode } from "@/server/domain/errors/errors";
import type { Output } from "@/server/web/api/output";
import { appRouter } from "@/server/web/api/router";
import type { ProcedureMeta } from "@/server/web/api/trpc";

export type Method = "GET" | "POST" | "DELETE";

type Routers = (typeof appRouter)["_def"]["record"];
type Resource = keyof Routers & string;

/** A procedure's path in the router, such as `odds.list`. */
export type ProcedureName = { [Name in Resource]: `${Name}.${keyof Routers[Name] & string}` }[Resource];

export type Endpoint = {
  readonly procedure: ProcedureName;
  readonly type: "query" | "mutation";
  readonly operationId: string;
  /** A few words, such as `List sports`. */
  readonly summary: string;
  readonly method: Method;
  /** With `{name}` for each path parameter. */
  readonly path: `/${string}`;
  readonly access: "key" | "session";
  readonly counted: boolean;
  /** The response is about one account: no cache stores it, and it has no entity tag. */
  readonly isPersonal: boolean;
  readonly successStatus: 200 | 201 | 204;
  /** Whether the successful response is a stream of events. */
  readonly isStream: boolean;
  /** Undefined if the successful response has no body. */
  readonly response: z.ZodType | undefined;
  readonly example: unknown;
  readonly tags: readonly string[];
  /** Error codes in addition to the common ones: see `codesOf`. */
  readonly extraErrors: readonly ErrorCode[];
  /** Names of all inputs: path parameters, and query parameters or body fields. */
  readonly inputs: readonly string[];
};

type Definition = {
  readonly type: string;
  readonly inputs: readonly unknown[];
  readonly output?: unknown;
  readonly meta?: unknown;
};

const inputNames = (inputs: readonly unknown[]): string[] =>
  inputs.flatMap((input) => Object.keys((input as z.ZodObject).shape));

const isMethod = (method: string): method is Method =>
  method === "GET" || method === "POST" || method === "DELETE";

const describe = (name: ProcedureName, definition: Definition): Endpoint => {
  const meta = definition.meta as ProcedureMeta | undefined;
  const openapi = meta?.openapi;
  const { access, counted } = meta ?? {};
  if (
    openapi?.operationId === undefined ||
    openapi.summary === undefined ||
    access === undefined ||
    counted === undefined
  )
    throw new Error(`procedure ${name} lacks openapi.operationId, openapi.summary, access or counted`);
  if (!isMethod(openapi.method)) throw new Error(`procedure ${name} has an unsupported method`);
  if (definition.type === "subscription") throw new Error(`procedure ${name} is a subscription`);
  return {
    procedure: name,
    type: definition.type === "mutation" ? "mutation" : "query",
    operationId: openapi.operationId,
    summary: openapi.summary,
    method: openapi.method,
    path: openapi.path,
    access,
    counted,
    isPersonal: openapi.path.startsWith("/v1/account/"),
    successStatus: meta?.successStatus ?? 200,
    isStream: meta?.isStream ?? false,
    response: (definition.output as Output<z.ZodType> | undefined)?.responseSchema,
    example: meta?.example,
    tags: openapi.tags ?? [],
    extraErrors: meta?.extraErrors ?? [],
    inputs: inputNames(definition.inputs),
  };
};

/** Every endpoint, in the order of the router. */
export const endpoints: readonly Endpoint[] = Object.entries(appRouter._def.procedures).map(
  ([name, procedure]) =>
    describe(name as ProcedureName, (procedure as unknown as { readonly _def: Definition })._def),
);

/** The error codes that the API reference lists for an endpoint, in the order of that list. */
export const codesOf = (endpoint: Endpoint): readonly ErrorCode[] => [
  "BAD_REQUEST",
  ...(endpoint.access === "key"
    ? (["MISSING_KEY", "INVALID_KEY"] as const)
    : (["MISSING_SESSION", "INVALID_SESSION"] as const)),
  ...endpoint.extraErrors,
  "SPEED_LIMIT",
  ...(endpoint.counted ? (["ALLOWANCE_SPENT"] as const) : []),
  "INTERNAL_ERROR",
];
