import { ownValue } from "@/server/domain/catalogue/own-value";

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** One field of a response or request body, with its nested fields. */
export type FieldDoc = {
  readonly name: string;
  /** In words: `string`, `array of objects`, `timestamp or null`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly fields: readonly FieldDoc[];
};

type Schemas = Readonly<Record<string, Schema>>;

const refName = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

const resolve = (schema: Schema, schemas: Schemas): Schema => {
  if (schema.$ref === undefined) return schema;
  const target = ownValue(schemas, refName(schema.$ref));
  if (target === undefined) throw new Error(`${schema.$ref} is not in the OpenAPI document`);
  // Keywords next to a `$ref` override the keywords of the schema that the `$ref` names.
  const { $ref: _, ...overrides } = schema;
  return { ...target, ...overrides };
};

const isNull = (schema: Schema): boolean => schema.type === "null";

const plural: Readonly<Record<string, string>> = {
  object: "objects",
  string: "strings",
  number: "numbers",
  integer: "integers",
};

const timestampRef = "Timestamp";

/** A schema's type in words. */
export const typeText = (schema: Schema, schemas: Schemas): string => {
  if (schema.$ref !== undefined && refName(schema.$ref) === timestampRef) return "timestamp";
  const { anyOf, type, items, format } = resolve(schema, schemas);
  if (anyOf !== undefined) {
    const texts = anyOf.filter((option) => !isNull(option)).map((option) => typeText(option, schemas));
    return [...new Set(texts), ...(anyOf.some(isNull) ? ["null"] : [])].join(" or ");
  }
  if (type === "array") {
    const itemType = items === undefined ? "values" : typeText(items, schemas);
    return `array of ${ownValue(plural, itemType) ?? itemType}`;
  }
  if (type === "string" && format === "date-time") return "date-time string";
  if (type === "string" && format === "uuid") return "uuid string";
  return type ?? "value";
};

/** Unwraps references, arrays and nullable types until an object schema is found. Of several alternatives, takes the first. */
const findObjectSchema = (schema: Schema, schemas: Schemas): Schema | undefined => {
  const resolved = resolve(schema, schemas);
  if (resolved.properties !== undefined) return resolved;
  if (resolved.items !== undefined) return findObjectSchema(resolved.items, schemas);
  const option = resolved.anyOf?.find((candidate) => !isNull(candidate));
  return option === undefined ? undefined : findObjectSchema(option, schemas);
};

/** The fields of a schema, nested fields included; empty for a plain value. */
export const describeFields = (schema: Schema, schemas: Schemas): readonly FieldDoc[] => {
  const object = findObjectSchema(schema, schemas);
  const required = new Set(object?.required ?? []);
  return Object.entries(object?.properties ?? {}).map(([name, field]) => ({
    name,
    type: typeText(field, schemas),
    required: required.has(name),
    description: field.description ?? resolve(field, schemas).description,
    fields: describeFields(field, schemas),
  }));
};
