import {
  describeFields,
  type FieldDoc,
  type Schema,
  typeText,
} from "@/app/(site)/docs/reference/describe-schema";
import { ownValue } from "@/server/domain/catalogue/own-value";
import type { ErrorCode } from "@/server/domain/errors/errors";
import { codesOf, type Endpoint, endpoints } from "@/server/web/api/endpoints";
import type { OpenApiDocument } from "@/server/web/api/openapi/openapi-document";

export type ParameterDoc = {
  readonly name: string;
  readonly place: "path" | "query" | "body";
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** Default value. */
  readonly fallback: string | undefined;
  /** Allowed values; empty if the schema lists none. */
  readonly values: readonly string[];
  readonly example: string | undefined;
};

/** One endpoint as the reference shows it. */
export type OperationDoc = Pick<
  Endpoint,
  "procedure" | "operationId" | "method" | "path" | "access" | "counted" | "successStatus"
> & {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ParameterDoc[];
  /** Whether the response is a stream of events. */
  readonly isStream: boolean;
  readonly responseType: string | undefined;
  readonly responseFields: readonly FieldDoc[];
  readonly responseDescription: string;
  readonly example: unknown;
  readonly codes: readonly ErrorCode[];
};

type RawParameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
};

type Media = { readonly schema?: Schema; readonly example?: unknown };
type Content = { readonly "application/json"?: Media; readonly "text/event-stream"?: Media };

type RawOperation = {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly RawParameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};

type RawField = Schema & { readonly example?: unknown };

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

const parameterDoc = (
  place: ParameterDoc["place"],
  { name, required, description, schema, example }: Omit<RawParameter, "in">,
  schemas: Readonly<Record<string, Schema>>,
): ParameterDoc => ({
  name,
  place,
  type: typeText(schema, schemas),
  required: required ?? false,
  description: description ?? "",
  fallback: textOf(schema.default),
  values: (schema.enum ?? []).map(String),
  example: textOf(example),
});

/** Every endpoint of the OpenAPI document, in document order. */
export const listOperations = (document: OpenApiDocument): readonly OperationDoc[] => {
  const schemas = document.components.schemas as Readonly<Record<string, Schema>>;
  return endpoints.map((endpoint) => {
    const { procedure, operationId, method, path, access, counted, successStatus, isStream } = endpoint;
    const raw = ownValue(
      ownValue(document.paths, path) ?? {},
      method.toLowerCase(),
    ) as unknown as RawOperation;
    const success = ownValue(raw.responses, String(successStatus));
    const json = success?.content?.["application/json"] ?? success?.content?.["text/event-stream"];
    const body = raw.requestBody?.content["application/json"]?.schema;
    const parameters = (raw.parameters ?? []).filter((parameter) => parameter.in !== "header");
    return {
      procedure,
      operationId,
      method,
      path,
      access,
      counted,
      successStatus,
      isStream,
      tag: raw.tags[0] ?? "",
      summary: raw.summary,
      description: raw.description,
      parameters: [
        ...parameters.map((parameter) =>
          parameterDoc(parameter.in === "path" ? "path" : "query", parameter, schemas),
        ),
        ...Object.entries(body?.properties ?? {}).map(([name, schema]) => {
          const { description = "", example } = schema as RawField;
          const required = body?.required?.includes(name) ?? false;
          return parameterDoc("body", { name, required, description, schema, example }, schemas);
        }),
      ],
      responseType: json?.schema && typeText(json.schema, schemas),
      responseFields: json?.schema === undefined ? [] : describeFields(json.schema, schemas),
      responseDescription: success?.description ?? "",
      example: json?.example,
      codes: codesOf(endpoint),
    };
  });
};
