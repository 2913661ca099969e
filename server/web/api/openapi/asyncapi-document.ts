import { ownValue } from "@/server/domain/catalogue/own-value";
import { type EventName, eventNames } from "@/server/market/stream/events";
import { openApiDocument } from "@/server/web/api/openapi/openapi-document";
import { streamEvents } from "@/server/web/api/stream-schemas";

type Json = Readonly<Record<string, unknown>>;

const streamPath = "/v1/odds/stream";

const summaries: Readonly<Record<EventName, string>> = {
  open: "The stream is open.",
  snapshot: "All fixtures of a sport.",
  fixture: "The current state of a fixture that has changed.",
  checked: "Times of prices that were checked again and have not changed.",
  gone: "A fixture is not served any more.",
  heartbeat: "The stream is alive.",
  reset: "Discard everything: snapshots follow.",
  error: "Why the service ends the stream.",
};

/** The names of the schemas to which a value refers. */
const referencesIn = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string"
      ? [inner.replace("#/components/schemas/", "")]
      : referencesIn(inner),
  );
};

/** The schemas with the given names, and all schemas that these need. */
const withNeeded = (schemas: Json, names: readonly string[]): Json => {
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const inner of referencesIn(ownValue(schemas, name))) add(inner);
  };
  for (const name of names) add(name);
  return Object.fromEntries([...needed].sort().map((name) => [name, ownValue(schemas, name)]));
};

const schemaNames = new Map(eventNames.map((name) => [name, streamEvents[name].meta()?.id ?? name]));

/**
 * The AsyncAPI 3.0 document of the stream. Its schemas are those of the OpenAPI document. https://www.asyncapi.com/docs/reference/specification/v3.0.0
 * @param addresses public URLs without a trailing slash.
 */
export const asyncApiDocument = (addresses: { readonly baseUrl: string; readonly docsUrl: string }): Json => {
  const openApi = openApiDocument(addresses);
  const { host, protocol, pathname } = new URL(addresses.baseUrl);
  const parameters = openApi.paths[streamPath]?.get?.parameters as readonly Json[];
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const query = Object.fromEntries(
    inQuery.map(({ name, description, schema }) => [String(name), { ...(schema as Json), description }]),
  );
  const messages = Object.fromEntries(
    eventNames.map((name) => [
      name,
      {
        name,
        title: name,
        summary: summaries[name],
        contentType: "application/json",
        payload: { $ref: `#/components/schemas/${schemaNames.get(name)}` },
      },
    ]),
  );
  return {
    asyncapi: "3.0.0",
    id: "urn:oddskeeper:odds-stream",
    info: {
      title: "Oddskeeper stream",
      version: "1.0.0",
      description:
        "Prices pushed as server-sent events over HTTP. The name of a message is the field `event`, and its payload is the JSON in `data`. The field `id` is a cursor from which a client continues with the header `Last-Event-ID`.",
      contact: { name: "Oddskeeper", url: addresses.docsUrl },
      license: { name: "Apache 2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      externalDocs: { url: `${addresses.docsUrl}/guides/streaming` },
      tags: [{ name: "Odds", description: "Current prices." }],
    },
    defaultContentType: "application/json",
    servers: {
      api: {
        host,
        protocol: protocol.slice(0, -1),
        ...(pathname !== "/" && { pathname }),
        description: "The API.",
        security: [{ $ref: "#/components/securitySchemes/ApiKey" }],
      },
    },
    channels: {
      odds: {
        address: streamPath,
        title: "Current prices",
        description: "The prices of up to 20 sports.",
        servers: [{ $ref: "#/servers/api" }],
        messages: Object.fromEntries(
          eventNames.map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      streamOdds: {
        action: "send",
        channel: { $ref: "#/channels/odds" },
        title: "Stream prices as they change",
        summary: "The service sends events until the client closes the connection.",
        description:
          "Requires the Growth plan or above. Costs one request when the stream opens. The events `snapshot`, `fixture`, `gone` and `checked` keep a client's fixtures equal to a fresh response.",
        bindings: {
          http: {
            method: "GET",
            query: { type: "object", properties: query, required: ["sports"] },
            bindingVersion: "0.3.0",
          },
        },
        messages: eventNames.map((name) => ({ $ref: `#/channels/odds/messages/${name}` })),
      },
    },
    components: {
      schemas: withNeeded((openApi.components.schemas ?? {}) as Json, [...schemaNames.values()]),
      messages,
      securitySchemes: {
        ApiKey: {
          type: "httpApiKey",
          name: "X-API-Key",
          in: "header",
          description: "An API key, in this header only.",
        },
      },
    },
  };
};
