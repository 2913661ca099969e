import { generateOpenApiDocument, type OpenApiRouter } from "trpc-to-openapi";
import { z } from "zod";
import { type Endpoint, endpoints } from "@/server/api/endpoints";
import { errorResponses, hasEntityTag, headerComponents, responsesOf } from "@/server/api/openapi-responses";
import { appRouter } from "@/server/api/router";
import type { ProcedureMeta } from "@/server/api/trpc";
import { errorEnvelope } from "@/server/api/wire-schemas";
import { ownValue } from "@/server/catalogue/own-value";

export type Json = Record<string, unknown>;

/** An OpenAPI 3.1 document as plain JSON. */
export type OpenApiDocument = {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Readonly<Record<string, Json>>;
} & Json;

const description = `Pre-match fixtures and the prices quoted for them by sportsbooks, exchanges and prediction markets: every book's prices joined onto one fixture.

Only calls that return prices count against the monthly allowance; every call follows the plan's speed limit. Within v1 changes only add, and values described as "today" may gain others.`;

const securitySchemes = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "An API key, in this header only.",
  },
  Session: {
    type: "http",
    scheme: "bearer",
    description: "An access token of a signed-in website session.",
  },
} as const;

const tags: Readonly<Record<string, string>> = {
  Catalogue: "Which sports, books and markets there are.",
  Fixtures: "Fixtures without prices.",
  Odds: "Current prices.",
  Props: "Current player props.",
  History: "Recorded prices.",
  Account: "Usage and API keys.",
};

const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  description: "Entity tags that the client has; 304 where one of them still names the answer.",
  schema: { type: "string" },
  example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
};

const endpointMeta = ({ meta }: { readonly meta?: ProcedureMeta }) => meta?.openapi;

// The generator reads a procedure's output parser. Ours parse nothing at run time, so it is shown the described answers instead, and none of its own
// error responses.
const documentedRouter = (): OpenApiRouter => {
  const procedures = Object.fromEntries(
    Object.entries(appRouter._def.procedures).map(([name, procedure]) => {
      const definition = (procedure as unknown as { _def: { meta?: ProcedureMeta } })._def;
      const endpoint = endpoints.find((candidate) => candidate.procedure === name);
      const meta = { openapi: { ...endpointMeta(definition), errorResponses: [] } };
      return [name, { _def: { ...definition, meta, output: endpoint?.answer ?? z.void() } }];
    }),
  );
  return { _def: { procedures } } as unknown as OpenApiRouter;
};

const isNoise = (key: string, value: unknown, schema: Json): boolean =>
  // Strict objects are for our own tests: to a client an object may gain fields.
  (key === "additionalProperties" && value === false) ||
  // What every number in JavaScript and every date-time is.
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER) ||
  (key === "pattern" && (schema.format === "date-time" || schema.format === "uuid"));

const withoutNoise = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !isNoise(key, inner, value as Json))
      .map(([key, inner]) => [key, withoutNoise(inner)]),
  );
};

type Parameter = Json & { readonly schema: Json };

/** Texts and examples belong to the parameter; the generator leaves them in its schema. */
const liftTexts = ({ schema, ...parameter }: Parameter): Json => {
  const { description: text, example, ...bare } = schema;
  return {
    ...parameter,
    ...(text !== undefined && { description: text }),
    schema: bare,
    ...(example !== undefined && { example }),
  };
};

type Operation = Json & {
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<
    Record<string, { description: string; content?: Record<string, { schema?: unknown }> }>
  >;
};

const finishOperation = (endpoint: Endpoint, operation: Operation): Json => {
  const generated = operation.responses["200"];
  const schema = endpoint.answer && generated?.content?.["application/json"]?.schema;
  const parameters = [
    ...(operation.parameters ?? []).map(liftTexts),
    ...(hasEntityTag(endpoint) ? [ifNoneMatch] : []),
  ];
  const { responses: _, parameters: __, ...rest } = operation;
  return {
    ...rest,
    security: [{ [endpoint.access === "key" ? "ApiKey" : "Session"]: [] }],
    ...(parameters.length > 0 && { parameters }),
    responses: responsesOf(endpoint, schema, generated?.description ?? ""),
  };
};

/**
 * The OpenAPI 3.1 document of the API, as it is served.
 * @param addresses public addresses without a trailing slash.
 */
export const openApiDocument = (addresses: {
  readonly baseUrl: string;
  readonly docsUrl: string;
}): OpenApiDocument => {
  const generated = withoutNoise(
    generateOpenApiDocument(documentedRouter(), {
      title: "Oddskeeper",
      version: "1.0.0",
      description,
      baseUrl: addresses.baseUrl,
      docsUrl: addresses.docsUrl,
      openApiVersion: "3.1.0",
      securitySchemes,
      defs: { Error: errorEnvelope },
    }),
  ) as Json & { paths: Record<string, Record<string, Operation>>; components: Json; info: Json };
  const paths = new Map<string, Record<string, Json>>();
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase();
    const operation = ownValue(ownValue(generated.paths, endpoint.path) ?? {}, method);
    if (operation === undefined) throw new Error(`${endpoint.operationId} is missing from the document`);
    paths.set(endpoint.path, {
      ...paths.get(endpoint.path),
      [method]: finishOperation(endpoint, operation),
    });
  }
  return {
    ...generated,
    info: { ...generated.info, contact: { name: "Oddskeeper", url: addresses.docsUrl } },
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths: Object.fromEntries(paths),
    components: {
      ...generated.components,
      headers: headerComponents,
      responses: errorResponses(addresses.docsUrl),
    },
  } as unknown as OpenApiDocument;
};

/** Addresses of the committed document: a name that no network resolves. */
export const placeholderAddresses = {
  baseUrl: "https://oddskeeper.invalid",
  docsUrl: "https://oddskeeper.invalid/docs",
} as const;

/** The committed document's text. */
export const committedDocumentText = (): string =>
  `${JSON.stringify(openApiDocument(placeholderAddresses), null, 2)}\n`;
