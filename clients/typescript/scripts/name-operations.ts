/** The parts of an OpenAPI document that the generator reads. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
  readonly default?: unknown;
};
export type Parameter = {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
export type ApiOperation = {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
export type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** The word that a tag's operations carry in their ids, where it isn't the tag itself. */
const wordsOfTags = new Map([["History", "Historical"]]);

const wordsOf = (operationId: string): readonly string[] =>
  operationId.replaceAll(/[A-Z]/g, " $&").split(" ");
const decapitalize = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Names the method of an operation: `listOdds` is `odds.list`, `getEventOdds` is `odds.getEvent`, `listSports` is `sports.list`.
 * @param listed the nouns of all `list` operations, such as `Keys`: `createKey` is `keys.create`
 */
const nameOperation = (
  { operationId, tags = [] }: ApiOperation,
  listed: ReadonlySet<string>,
): readonly [resource: string, method: string] => {
  const [verb = "", ...words] = wordsOf(operationId);
  const tag = tags[0] ?? "Other";
  const tagWord = wordsOfTags.get(tag) ?? tag;
  const noun = words.join("");
  if (words.includes(tagWord))
    return [decapitalize(tag), verb + words.filter((word) => word !== tagWord).join("")];
  if (verb === "list") return [decapitalize(noun), verb];
  const list = [noun, `${noun}s`].find((name) => listed.has(name));
  if (list !== undefined) return [decapitalize(list), verb];
  return [decapitalize(tag), operationId];
};

export type NamedOperation = {
  readonly resource: string;
  readonly method: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly operation: ApiOperation;
};

/** @returns all operations of the document with their methods' names. */
export const nameOperations = (document: ApiDocument): readonly NamedOperation[] => {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => typeof operation === "object" && "operationId" in operation)
      .map(([httpMethod, operation]) => ({ path, httpMethod: httpMethod.toUpperCase(), operation })),
  );
  const listed = new Set(
    all
      .map(({ operation }) => wordsOf(operation.operationId))
      .filter(([verb]) => verb === "list")
      .map(([, ...words]) => words.join("")),
  );
  return all.map((one) => {
    const [resource, method] = nameOperation(one.operation, listed);
    return { ...one, resource, method };
  });
};

/** Lists of the API are comma-separated strings; the document says so in words. */
export const isList = ({ schema, description = "" }: Parameter): boolean =>
  schema.type === "array" || description.startsWith("Comma-separated");

/** @returns the schema of the JSON that a successful response has. undefined if it has no body. */
export const successSchema = ({ responses }: ApiOperation): Schema | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content?.["application/json"]
    ?.schema;

export const isStream = ({ responses }: ApiOperation): boolean =>
  responses["200"]?.content?.["text/event-stream"] !== undefined;
