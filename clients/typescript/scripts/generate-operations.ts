import { comment, header, propertyName, typeArguments, typeOf, typeParameters } from "./generate-schemas";
import {
  type ApiDocument,
  isList,
  isStream,
  type NamedOperation,
  nameOperations,
  type Parameter,
  successSchema,
} from "./name-operations";

const groupByResource = (
  operations: readonly NamedOperation[],
): ReadonlyMap<string, readonly NamedOperation[]> => {
  const groups = new Map<string, NamedOperation[]>();
  for (const one of operations) groups.set(one.resource, [...(groups.get(one.resource) ?? []), one]);
  return groups;
};

const parametersOf = ({ operation }: NamedOperation): readonly Parameter[] =>
  (operation.parameters ?? []).filter((parameter) => parameter.in === "path" || parameter.in === "query");
const bodyOf = ({ operation }: NamedOperation) => operation.requestBody?.content["application/json"]?.schema;

const parameterType = (document: ApiDocument, parameter: Parameter): string => {
  if (parameter.name === "dateFormat") return "D";
  if (parameter.name === "oddsFormat") return "O";
  if (isList(parameter)) return "string | readonly string[]";
  const type = typeOf(document, parameter.schema, { closed: true });
  return parameter.name.startsWith("commenceTime") ? `${type} | Date` : type;
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const parametersName = ({ operation }: NamedOperation): string =>
  `${capitalize(operation.operationId)}Params`;

const formatsOfOperation = (one: NamedOperation) => {
  const names = parametersOf(one).map(({ name }) => name);
  return { times: names.includes("dateFormat"), prices: names.includes("oddsFormat") };
};

const parametersType = (document: ApiDocument, one: NamedOperation): string => {
  const body = bodyOf(one);
  const lines = parametersOf(one).map((parameter) => {
    // The client joins lists and encodes ids.
    const described = parameter.description?.replace("Comma-separated ", "").replace(", URL-encoded", "");
    const words = described && described.charAt(0).toUpperCase() + described.slice(1);
    const optional = parameter.required ? "" : "?";
    return `${comment(words, "  ")}  ${propertyName(parameter.name)}${optional}: ${parameterType(document, parameter)}${optional && " | undefined"};\n`;
  });
  const bodyLines = Object.entries(body?.properties ?? {}).map(([name, schema]) => {
    const optional = body?.required?.includes(name) ? "" : "?";
    return `${comment(schema.description, "  ")}  ${propertyName(name)}${optional}: ${typeOf(document, schema, { closed: true })}${optional && " | undefined"};\n`;
  });
  return `export type ${parametersName(one)}${typeParameters(formatsOfOperation(one))} = {\n${[...lines, ...bodyLines].join("")}};\n`;
};

const methodType = (document: ApiDocument, one: NamedOperation): string => {
  const { operation, method } = one;
  const formats = formatsOfOperation(one);
  const schema = successSchema(operation);
  const result = schema === undefined ? "void" : typeOf(document, schema);
  // Where the operation lets nobody choose a format, the defaults apply.
  const fixed = result
    .replaceAll("<D, O>", typeArguments(formats))
    .replaceAll("<D>", formats.times ? "<D>" : "")
    .replaceAll("<O>", formats.prices ? "<O>" : "");
  const hasParameters = parametersOf(one).length > 0 || bodyOf(one) !== undefined;
  const isOptional = !parametersOf(one).some(({ required }) => required) && bodyOf(one) === undefined;
  const params = hasParameters
    ? `params${isOptional ? "?" : ""}: ${parametersName(one)}${typeArguments(formats)}, `
    : "params?: Record<string, never>, ";
  const text = [operation.summary && `${operation.summary}.`, operation.description]
    .filter(Boolean)
    .join(" ");
  return `${comment(text, "    ")}    ${method}${typeParameters(formats)}(${params}options?: RequestOptions): ApiPromise<${fixed}>;\n`;
};

/** The runtime's entry: HTTP method, path, and whether a session is needed instead of a key. */
const entry = ({ httpMethod, path, operation }: NamedOperation): string => {
  const needsSession = (operation.security ?? []).some((one) => "Session" in one);
  return JSON.stringify([httpMethod, path, ...(needsSession ? [1] : [])]).replaceAll(",", ", ");
};

/** @returns the text of src/operations.ts: the table that the client runs on, and the types of its methods. */
export const generateOperations = (document: ApiDocument): string => {
  const operations = nameOperations(document).filter(({ operation }) => !isStream(operation));
  const groups = [...groupByResource(operations)];
  const table = groups.map(([resource, list]) => {
    const entries = list.map((one) => `    ${one.method}: ${entry(one)},\n`);
    return `  ${resource}: {\n${entries.join("")}  },\n`;
  });
  const parameterTypes = operations
    .filter((one) => parametersOf(one).length > 0 || bodyOf(one) !== undefined)
    .map((one) => parametersType(document, one));
  const resources = groups.map(
    ([resource, list]) => `  ${resource}: {\n${list.map((one) => methodType(document, one)).join("")}  };\n`,
  );
  const names = Object.keys(document.components.schemas).filter(
    (name) =>
      name !== "Timestamp" &&
      name !== "Error" &&
      resources.some((text) => new RegExp(`\\b${name}\\b[<\\[>]`).test(text)),
  );
  return `${header}import type { DateFormat, OddsFormat } from "./formats.js";
import type { ApiPromise, RequestOptions } from "./request.js";
import type { ${names.toSorted().join(", ")} } from "./schemas.js";

/** HTTP method and path of each operation. 1: it needs an access token instead of an API key. */
export type Operation = readonly [method: string, path: string, needsSession?: 1];

export const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
${table.join("")}};

${parameterTypes.join("\n")}
/** The operations by resource. */
export type Resources = {
${resources.join("")}};
`;
};

/** @returns the names of all operations, for both clients. */
export const operationNames = (document: ApiDocument) =>
  nameOperations(document).map((one) => ({
    operation: one.operation.operationId,
    resource: one.resource,
    method: one.method,
    http_method: one.httpMethod,
    path: one.path,
    ...(isStream(one.operation) && { stream: true }),
  }));
