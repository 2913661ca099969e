import { codesOf, type Endpoint, endpoints } from "@/server/api/endpoints";
import { type ErrorCode, errorDocsUrl, errors } from "@/server/errors/errors";

type Json = Record<string, unknown>;

const header = (description: string, schema: Json): Json => ({ description, required: true, schema });
const integer = { type: "integer", minimum: 0 };

/** The headers of the specification, on every answer. */
export const headerComponents: Readonly<Record<string, Json>> = {
  "x-requests-used": header("Requests used this billing period.", integer),
  "x-requests-remaining": header("Requests remaining this billing period.", integer),
  "x-requests-last": header("What this call cost against the allowance; 0 for a free call.", integer),
  "X-RateLimit-Limit": header("The plan's speed limit, requests per second.", integer),
  "X-RateLimit-Remaining": header("Requests left in the current one-second window.", integer),
  "X-RateLimit-Reset": header("Seconds until the speed-limit window resets.", integer),
  "X-Request-Id": header("This request's id.", { type: "string" }),
  "Retry-After": {
    description: "Seconds to wait before retrying; on SPEED_LIMIT only.",
    schema: { type: "integer", minimum: 1 },
  },
  ETag: header("Names these bytes, for `If-None-Match`.", { type: "string" }),
};

const everywhere = Object.keys(headerComponents).filter((name) => name !== "Retry-After" && name !== "ETag");

const headers = (extra: readonly string[] = []): Json =>
  Object.fromEntries(
    [...everywhere, ...extra].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

const exampleRequestId = "0b5f8a5c-2b1e-4a5d-9f63-6f0e6d1f2a77";

const errorExample = (code: ErrorCode, docsUrl: string): Json => ({
  summary: errors[code].title,
  value: {
    error: {
      code,
      message: errors[code].example.message,
      docs_url: errorDocsUrl(docsUrl, code),
      request_id: exampleRequestId,
      ...(code === "PLAN_REQUIRED" && { current_plan: "free", required_plan: "growth" }),
    },
  },
});

const errorResponse = (codes: readonly ErrorCode[], docsUrl: string): Json => ({
  description: codes.map((code) => `\`${code}\`: ${errors[code].title}.`).join(" "),
  headers: headers(codes.includes("SPEED_LIMIT") ? ["Retry-After"] : []),
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Error" },
      examples: Object.fromEntries(codes.map((code) => [code, errorExample(code, docsUrl)])),
    },
  },
});

/** Whether an answer has an entity tag: answers about one account have none. */
export const hasEntityTag = (endpoint: Endpoint): boolean => !endpoint.path.startsWith("/v1/account/");

const codesByStatus = (endpoint: Endpoint): ReadonlyMap<number, readonly ErrorCode[]> => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(endpoint)) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
};

const componentName = (codes: readonly ErrorCode[]): string => codes.join("-");

/** The error responses that endpoints share, by name. `docsUrl` is the public address of the docs. */
export const errorResponses = (docsUrl: string): Json =>
  Object.fromEntries(
    endpoints
      .flatMap((endpoint) => [...codesByStatus(endpoint).values()])
      .map((codes) => [componentName(codes), errorResponse(codes, docsUrl)]),
  );

/**
 * Every response of an endpoint by status: the success, 304 where there is an entity tag, and its error codes grouped by status.
 * @param schema of the successful answer, undefined where it has no body.
 */
export const responsesOf = (endpoint: Endpoint, schema: unknown, description: string): Json => {
  const tag = hasEntityTag(endpoint) ? ["ETag"] : [];
  const success: Json = { description, headers: headers(tag) };
  if (schema !== undefined) success.content = { "application/json": { schema, example: endpoint.example } };
  const unchanged = {
    description: "The client has this answer already. Costs nothing.",
    headers: headers(tag),
  };
  return Object.fromEntries([
    [endpoint.successStatus, success],
    ...(hasEntityTag(endpoint) ? [[304, unchanged]] : []),
    ...[...codesByStatus(endpoint)].map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${componentName(codes)}` },
    ]),
  ]);
};
