import { compare, groupBy } from "@/server/domain/collections";
import { type ErrorCode, errorDocsUrl, errors } from "@/server/domain/errors/errors";
import { codesOf, type Endpoint, endpoints } from "@/server/web/api/endpoints";
import { meteringHeaders, requiredHeaders } from "@/server/web/api/metering-headers";

type Json = Record<string, unknown>;

const header = (description: string, schema: Json): Json => ({ description, required: true, schema });
const integer = { type: "integer", minimum: 0 };

/** The headers of `/v1` responses. All but Retry-After and ETag are on every response. */
export const headerComponents: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    Object.entries(meteringHeaders).map(([name, description]) => [name, header(description, integer)]),
  ),
  "X-Request-Id": header("Id of this request.", { type: "string" }),
  "Retry-After": {
    description: "Seconds to wait before a retry. On SPEED_LIMIT only.",
    schema: { type: "integer", minimum: 1 },
  },
  "X-Ignored-Parameters": {
    description:
      "Names query parameters that other odds APIs have and that this endpoint ignored, such as `apiKey` or `regions`. Absent if there are none.",
    schema: { type: "string" },
  },
  "X-Unmeasured-Books": {
    description:
      "Keys of the books that `measured=true` left out, because no fetch time is measured for their prices. Absent if there are none.",
    schema: { type: "string" },
  },
  "X-Odds-Cursor": header(
    "The cursor of this response, for `since` of `/v1/odds/changes` and `lastEventId` of `/v1/odds/stream`.",
    { type: "string" },
  ),
  ETag: header("Identifies the bytes of this response. Send it in `If-None-Match`.", { type: "string" }),
};

const headers = (extra: readonly string[] = []): Json =>
  Object.fromEntries(
    [...requiredHeaders, ...extra].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

export const exampleRequestId = "0b5f8a5c-2b1e-4a5d-9f63-6f0e6d1f2a77";

/** An example response body for an error code. */
export const exampleErrorBody = (code: ErrorCode, docsUrl: string): Json => ({
  error: {
    code,
    message: errors[code].example.message,
    docs_url: errorDocsUrl(docsUrl, code),
    request_id: exampleRequestId,
    ...(code === "PLAN_REQUIRED" && { current_plan: "free", required_plan: "growth" }),
  },
});

const errorResponse = (codes: readonly ErrorCode[], docsUrl: string): Json => ({
  description: codes.map((code) => `\`${code}\`: ${errors[code].title}.`).join(" "),
  headers: headers(codes.includes("SPEED_LIMIT") ? ["Retry-After"] : []),
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Error" },
      examples: Object.fromEntries(
        codes.map((code) => [code, { summary: errors[code].title, value: exampleErrorBody(code, docsUrl) }]),
      ),
    },
  },
});

const codesByStatus = (endpoint: Endpoint): ReadonlyMap<number, readonly ErrorCode[]> =>
  groupBy(codesOf(endpoint), (code) => errors[code].status);

const componentName = (codes: readonly ErrorCode[]): string => codes.join("-");

/** Sorts entries by name, so that a new entry does not change the order of the others. */
export const sortedByName = (entries: Iterable<readonly [string, unknown]>): Json =>
  Object.fromEntries([...new Map(entries)].sort(([a], [b]) => compare(a, b)));

/** The error responses that endpoints share, by name. `docsUrl` is the public URL of the docs. */
export const errorResponses = (docsUrl: string): Json =>
  sortedByName(
    endpoints
      .flatMap((endpoint) => [...codesByStatus(endpoint).values()])
      .map((codes) => [componentName(codes), errorResponse(codes, docsUrl)] as const),
  );

/**
 * Every response of an endpoint, by status. A personal endpoint has no 304: its response is about one account and has no entity tag. Neither
 * has a stream.
 * @param schema the schema of the successful response; undefined if this response has no body.
 */
export const responsesOf = (endpoint: Endpoint, schema: unknown, description: string): Json => {
  const hasTag = !endpoint.isPersonal && !endpoint.isStream;
  const tag = [
    ...(hasTag ? ["ETag"] : []),
    ...(endpoint.method === "GET" ? ["X-Ignored-Parameters"] : []),
    ...(endpoint.inputs.includes("measured") ? ["X-Unmeasured-Books"] : []),
  ];
  const cursor = endpoint.operationId === "listOdds" ? ["X-Odds-Cursor"] : [];
  const success: Json = { description, headers: headers([...tag, ...cursor]) };
  const mediaType = endpoint.isStream ? "text/event-stream" : "application/json";
  if (schema !== undefined) success.content = { [mediaType]: { schema, example: endpoint.example } };
  const unchanged = {
    description: "The client has this response already. Costs nothing.",
    headers: headers([...tag, ...cursor]),
  };
  return Object.fromEntries([
    [endpoint.successStatus, success],
    ...(hasTag ? [[304, unchanged]] : []),
    ...[...codesByStatus(endpoint)].map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${componentName(codes)}` },
    ]),
  ]);
};
