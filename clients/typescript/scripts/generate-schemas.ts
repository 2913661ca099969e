import type { ApiDocument, Schema } from "./name-operations";

/** Type parameters of a generated type: D for the format of times, O for the format of prices. */
type Formats = { readonly times: boolean; readonly prices: boolean };

const refName = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);
const children = (schema: Schema): readonly Schema[] => [
  ...(schema.anyOf ?? []),
  ...(schema.oneOf ?? []),
  ...(schema.allOf ?? []),
  ...(schema.items === undefined ? [] : [schema.items]),
  ...Object.values(schema.properties ?? {}),
  ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
];
/** The document says in words which numbers depend on the format asked for. */
const isPrice = (schema: Schema): boolean =>
  schema.type === "number" && (schema.description ?? "").includes("`oddsFormat`");

const formatsOf = (document: ApiDocument, schema: Schema, seen: ReadonlySet<string> = new Set()): Formats => {
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref);
    if (name === "Timestamp") return { times: true, prices: false };
    const target = document.components.schemas[name];
    return seen.has(name) || target === undefined
      ? { times: false, prices: false }
      : formatsOf(document, target, new Set([...seen, name]));
  }
  const inside = children(schema).map((child) => formatsOf(document, child, seen));
  return {
    times: inside.some(({ times }) => times),
    prices: isPrice(schema) || inside.some(({ prices }) => prices),
  };
};

export const typeArguments = ({ times, prices }: Formats): string => {
  const list = [...(times ? ["D"] : []), ...(prices ? ["O"] : [])];
  return list.length === 0 ? "" : `<${list.join(", ")}>`;
};
export const typeParameters = ({ times, prices }: Formats): string => {
  const list = [
    ...(times ? ['D extends DateFormat = "iso"'] : []),
    ...(prices ? ['O extends OddsFormat = "american"'] : []),
  ];
  return list.length === 0 ? "" : `<${list.join(", ")}>`;
};

export const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/").replaceAll("\n", " ")} */\n`;
export const propertyName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

const primitives = new Map([
  ["string", "string"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "boolean"],
  ["null", "null"],
]);

/** An open enum: the service may add values within v1. */
const openEnum = (values: readonly unknown[]): string =>
  [...values.map((value) => JSON.stringify(value)), "(string & {})"].join(" | ");

/** The values that a description lists, as "`started`: the fixture has started." does. The service may add values within v1. */
const describedValues = ({ description = "" }: Schema): readonly string[] =>
  [...description.matchAll(/`([a-z_]+)`: /g)].map(([, value = ""]) => value);

/**
 * @param closed whether enums list all values. True for parameters, false for responses, which may get new values.
 * @returns the TypeScript type of a schema.
 */
export const typeOf = (
  document: ApiDocument,
  schema: Schema,
  { closed = false, indent = "" }: { readonly closed?: boolean; readonly indent?: string } = {},
): string => {
  const inner = (child: Schema): string => typeOf(document, child, { closed, indent });
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref);
    return name === "Timestamp" ? "Timestamp<D>" : `${name}${typeArguments(formatsOf(document, schema))}`;
  }
  if (isPrice(schema)) return "Price<O>";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return closed ? schema.enum.map((value) => JSON.stringify(value)).join(" | ") : openEnum(schema.enum);
  const values = schema.type === "string" && !closed ? describedValues(schema) : [];
  if (values.length > 0) return openEnum(values);
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return [...new Set(union.map(inner))].join(" | ");
  if (schema.allOf !== undefined) return schema.allOf.map(inner).join(" & ");
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => inner({ ...schema, type })).join(" | ");
  if (schema.type === "array") {
    const item = inner(schema.items ?? {});
    return / [|&] /.test(item) ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === "object" || schema.properties !== undefined)
    return objectType(document, schema, closed, indent);
  return primitives.get(`${schema.type}`) ?? "unknown";
};

const objectType = (document: ApiDocument, schema: Schema, closed: boolean, indent: string): string => {
  if (schema.properties === undefined) {
    const { additionalProperties: values } = schema;
    return `Record<string, ${typeof values === "object" ? typeOf(document, values, { closed, indent }) : "unknown"}>`;
  }
  const deeper = `${indent}  `;
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const optional = schema.required?.includes(name) ? "" : "?";
    const type = typeOf(document, property, { closed, indent: deeper });
    return `${comment(property.description, deeper)}${deeper}${propertyName(name)}${optional}: ${type};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
};

export const header = `/** Generated from the OpenAPI document by scripts/generate.ts. Don't edit. */\n`;

/** The service's error codes: the document lists them in the description of \`code\`. */
const errorCodes = (document: ApiDocument): readonly string[] => {
  const code = document.components.schemas.Error?.properties?.error?.properties?.code;
  return [...(code?.description ?? "").matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name);
};

/** @returns the text of src/schemas.ts: one type per schema, generic where times or prices depend on the format asked for. */
export const generateSchemas = (document: ApiDocument): string => {
  const types = Object.entries(document.components.schemas)
    .filter(([name]) => name !== "Timestamp" && name !== "Error")
    .map(([name, schema]) => {
      const parameters = typeParameters(formatsOf(document, schema));
      return `${comment(schema.description, "")}export type ${name}${parameters} = ${typeOf(document, schema)};\n`;
    });
  const codes = errorCodes(document).map((code) => `  | ${JSON.stringify(code)}\n`);
  return `${header}import type { DateFormat, OddsFormat, Price, Timestamp } from "./formats.js";

${types.join("\n")}
/** The service's error codes today. More may be added. */
export type ServiceErrorCode =
${codes.join("").replace(/\n$/, ";\n")}`;
};
