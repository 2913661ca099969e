import { generateOpenApiDocument, type OpenApiRouter } from "trpc-to-openapi";
import { z } from "zod";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { type Endpoint, endpoints } from "@/server/web/api/endpoints";
import { instantForm } from "@/server/web/api/input/parameters";
import { exampleCursor } from "@/server/web/api/input/stream-query";
import {
  errorResponses,
  headerComponents,
  responsesOf,
  sortedByName,
} from "@/server/web/api/openapi/openapi-responses";
import { errorEnvelope } from "@/server/web/api/response-schemas";
import { appRouter } from "@/server/web/api/router";
import type { ProcedureMeta } from "@/server/web/api/trpc";

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

Only calls that return prices count against the monthly allowance. Every call counts against the plan's speed limit. Changes within v1 are additive. If the description of a field says which values exist "today", more values may be added later.`;

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
  Catalogue: "Sports, books and markets.",
  Fixtures: "Fixtures without prices.",
  Odds: "Current prices.",
  Props: "Current player props.",
  History: "Recorded prices.",
  Account: "Usage and API keys.",
};

const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  description: "Entity tags that the client has. The response is 304 if one of them is current.",
  schema: { type: "string" },
  example: '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
};

const lastEventIdHeader = {
  name: "Last-Event-ID",
  in: "header",
  description: "The last `id` that the client has received: the stream continues from there.",
  schema: { type: "string" },
  example: exampleCursor,
};

const endpointMeta = ({ meta }: { readonly meta?: ProcedureMeta }) => meta?.openapi;

// The generator reads the schema of a response from the output parser of the procedure. Our output parsers have no schema that the
// generator can read. So each output parser is replaced here with the response schema of its endpoint.
const documentedRouter = (): OpenApiRouter => {
  const procedures = Object.fromEntries(
    Object.entries(appRouter._def.procedures).map(([name, procedure]) => {
      const definition = (procedure as unknown as { _def: { meta?: ProcedureMeta } })._def;
      const endpoint = endpoints.find((candidate) => candidate.procedure === name);
      const meta = { openapi: { ...endpointMeta(definition), errorResponses: [] } };
      return [name, { _def: { ...definition, meta, output: endpoint?.response ?? z.void() } }];
    }),
  );
  return { _def: { procedures } } as unknown as OpenApiRouter;
};

const isNoise = (key: string, value: unknown, schema: Json): boolean =>
  // Only our own tests need strict objects. Clients must expect new fields.
  (key === "additionalProperties" && value === false) ||
  // These keywords are redundant: every safe integer is within the bounds, and every date-time and UUID in a response matches its pattern.
  // A time in a parameter keeps its pattern, because not every date-time is in UTC.
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER) ||
  (key === "pattern" && value !== instantForm && (schema.format === "date-time" || schema.format === "uuid"));

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

/** Moves description and example from the schema, where the generator puts them, to the parameter. */
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
  const schema = endpoint.response && generated?.content?.["application/json"]?.schema;
  const parameters = [
    ...(operation.parameters ?? []).map(liftTexts),
    ...(endpoint.isPersonal || endpoint.isStream ? [] : [ifNoneMatch]),
    ...(endpoint.isStream ? [lastEventIdHeader] : []),
  ];
  const { responses: _, parameters: __, ...rest } = operation;
  return {
    ...rest,
    security: [{ [endpoint.access === "key" ? "ApiKey" : "Session"]: [] }],
    ...(parameters.length > 0 && { parameters }),
    responses: responsesOf(endpoint, schema, generated?.description ?? ""),
  };
};

const describeTags = (): readonly Json[] => {
  const undescribed = endpoints
    .flatMap((endpoint) => endpoint.tags)
    .find((tag) => ownValue(tags, tag) === undefined);
  if (undescribed !== undefined) throw new Error(`the tag ${undescribed} lacks a description`);
  return Object.entries(tags).map(([name, description]) => ({ name, description }));
};

/**
 * The OpenAPI 3.1 document of the API.
 * @param addresses public URLs without a trailing slash.
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
    info: {
      ...generated.info,
      contact: { name: "Oddskeeper", url: addresses.docsUrl },
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    tags: describeTags(),
    paths: Object.fromEntries(paths),
    components: {
      ...generated.components,
      schemas: sortedByName(Object.entries(generated.components.schemas as Json)),
      headers: headerComponents,
      responses: errorResponses(addresses.docsUrl),
    },
  } as unknown as OpenApiDocument;
};

/** URLs of the committed document. Their host name never resolves. */
export const placeholderAddresses = {
  baseUrl: "https://oddskeeper.invalid",
  docsUrl: "https://oddskeeper.invalid/docs",
} as const;

/** The text of openapi.json. */
export const committedDocumentText = (): string =>
  `${JSON.stringify(openApiDocument(placeholderAddresses), null, 2)}\n`;
