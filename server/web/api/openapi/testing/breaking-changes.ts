import { ownValue } from "@/server/domain/catalogue/own-value";

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const asObject = (value: unknown): Json => (isObject(value) ? value : {});

const objectAt = (value: unknown, key: string): Json =>
  asObject(isObject(value) ? ownValue(value, key) : undefined);

const listAt = (value: unknown, key: string): readonly unknown[] => {
  const inner = isObject(value) ? ownValue(value, key) : undefined;
  return Array.isArray(inner) ? inner : [];
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Follows the references (`$ref`) within a document. */
const resolver = (document: Json) => {
  const resolve = (value: unknown): unknown => {
    if (!isObject(value) || typeof value.$ref !== "string") return value;
    const target = value.$ref
      .slice(2)
      .split("/")
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((inner, part) => (isObject(inner) ? ownValue(inner, part) : undefined), document);
    return resolve(target);
  };
  return resolve;
};

type Side = "request" | "response";

/** Keywords that must stay equal in every schema. */
const fixedKeywords = ["type", "format", "const"] as const;
/** Keywords that a newer request schema may remove, but not add or change: a new or changed bound may reject input that was accepted. */
const boundKeywords = ["minLength", "maxLength", "minimum", "maximum", "pattern", "minItems", "maxItems"];

type Comparison = {
  readonly older: (value: unknown) => unknown;
  readonly newer: (value: unknown) => unknown;
  readonly report: (text: string) => void;
};

const compareEnums = (comparison: Comparison, where: string, older: Json, newer: Json, side: Side): void => {
  const before = listAt(older, "enum");
  const after = listAt(newer, "enum");
  if (before.length === 0 && after.length === 0) return;
  if (side === "request") {
    if (before.length === 0) comparison.report(`${where}: became an enumeration`);
    for (const value of before)
      if (after.length > 0 && !after.includes(value))
        comparison.report(`${where}: value ${value} was removed`);
    return;
  }
  if (after.length === 0) comparison.report(`${where}: is no longer an enumeration`);
  // A field whose list of values may grow is documented as a plain string, not as an enumeration. So a client may treat an enumeration as
  // complete, and a new value can break the client.
  for (const value of after)
    if (before.length > 0 && !before.includes(value)) comparison.report(`${where}: value ${value} was added`);
};

/** Calls `compare` for each entry of the older object. `newer` is undefined if the entry was removed. */
const compareEntries = (
  before: Json,
  after: Json,
  compare: (name: string, older: unknown, newer: unknown) => void,
): void => {
  for (const name of Object.keys(before)) compare(name, ownValue(before, name), ownValue(after, name));
};

const compareProperties = (
  comparison: Comparison,
  where: string,
  older: Json,
  newer: Json,
  side: Side,
): void => {
  const before = objectAt(older, "properties");
  const after = objectAt(newer, "properties");
  compareEntries(before, after, (name, olderSchema, newerSchema) => {
    if (newerSchema === undefined) comparison.report(`${where}.${name}: was removed`);
    else compareSchemas(comparison, `${where}.${name}`, olderSchema, newerSchema, side);
  });
  const requiredBefore = listAt(older, "required");
  const requiredAfter = listAt(newer, "required");
  const [must, may] = side === "request" ? [requiredAfter, requiredBefore] : [requiredBefore, requiredAfter];
  for (const name of must)
    if (!may.includes(name))
      comparison.report(`${where}.${name}: ${side === "request" ? "became required" : "became optional"}`);
};

const compareSchemas = (
  comparison: Comparison,
  where: string,
  olderSchema: unknown,
  newerSchema: unknown,
  side: Side,
): void => {
  const older = comparison.older(olderSchema);
  const newer = comparison.newer(newerSchema);
  if (!isObject(older) || !isObject(newer)) {
    if (!same(older, newer)) comparison.report(`${where}: schema changed`);
    return;
  }
  for (const keyword of fixedKeywords)
    if (!same(ownValue(older, keyword), ownValue(newer, keyword)))
      comparison.report(`${where}: ${keyword} changed`);
  if (side === "request") {
    if (!same(older.default, newer.default)) comparison.report(`${where}: default changed`);
    for (const keyword of boundKeywords)
      if (!same(ownValue(older, keyword), ownValue(newer, keyword)) && ownValue(newer, keyword) !== undefined)
        comparison.report(`${where}: ${keyword} changed`);
  }
  compareEnums(comparison, where, older, newer, side);
  compareProperties(comparison, where, older, newer, side);
  if (older.items !== undefined || newer.items !== undefined)
    compareSchemas(comparison, `${where}[]`, older.items, newer.items, side);
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const before = listAt(older, keyword);
    const after = listAt(newer, keyword);
    if (before.length !== after.length) comparison.report(`${where}: ${keyword} changed`);
    else
      for (const [index, option] of before.entries())
        compareSchemas(comparison, `${where}(${index})`, option, after[index], side);
  }
};

type Parameter = Json & { readonly name?: unknown; readonly in?: unknown };

const parametersOf = (operation: Json, resolve: Comparison["older"]): ReadonlyMap<string, Parameter> =>
  new Map(
    listAt(operation, "parameters").map((entry) => {
      const parameter = resolve(entry);
      const found: Parameter = isObject(parameter) ? parameter : {};
      return [`${found.in} ${found.name}`, found];
    }),
  );

const compareParameters = (comparison: Comparison, where: string, older: Json, newer: Json): void => {
  const before = parametersOf(older, comparison.older);
  const after = parametersOf(newer, comparison.newer);
  for (const [name, parameter] of before) {
    const now = after.get(name);
    if (now === undefined) comparison.report(`${where} ${name}: was removed`);
    else compareSchemas(comparison, `${where} ${name}`, parameter.schema, now.schema, "request");
  }
  for (const [name, parameter] of after)
    if (parameter.required === true && before.get(name)?.required !== true)
      comparison.report(`${where} ${name}: became required`);
};

const compareContents = (
  comparison: Comparison,
  where: string,
  older: Json,
  newer: Json,
  side: Side,
): void => {
  const before = objectAt(older, "content");
  const after = objectAt(newer, "content");
  compareEntries(before, after, (type, olderContent, newerContent) => {
    if (newerContent === undefined) comparison.report(`${where}: ${type} was removed`);
    else
      compareSchemas(
        comparison,
        where,
        objectAt(olderContent, "schema"),
        objectAt(newerContent, "schema"),
        side,
      );
  });
};

const compareBodies = (comparison: Comparison, where: string, older: Json, newer: Json): void => {
  const before = objectAt(older, "requestBody");
  const after = objectAt(newer, "requestBody");
  if (after.required === true && before.required !== true)
    comparison.report(`${where} body: became required`);
  compareContents(comparison, `${where} body`, before, after, "request");
};

const compareHeaders = (comparison: Comparison, where: string, older: Json, newer: Json): void => {
  const before = objectAt(older, "headers");
  const after = objectAt(newer, "headers");
  for (const name of Object.keys(before)) {
    const place = `${where} header ${name}`;
    const then = asObject(comparison.older(ownValue(before, name)));
    const now = asObject(comparison.newer(ownValue(after, name)));
    if (!Object.hasOwn(after, name)) comparison.report(`${place}: was removed`);
    else compareSchemas(comparison, place, then.schema, now.schema, "response");
  }
};

const compareResponses = (comparison: Comparison, where: string, older: Json, newer: Json): void => {
  const before = objectAt(older, "responses");
  const after = objectAt(newer, "responses");
  for (const status of Object.keys(before)) {
    const then = comparison.older(ownValue(before, status));
    const now = comparison.newer(ownValue(after, status));
    const place = `${where} ${status}`;
    if (!isObject(then) || !isObject(now)) {
      comparison.report(`${place}: was removed`);
      continue;
    }
    compareHeaders(comparison, place, then, now);
    compareContents(comparison, place, then, now, "response");
  }
  for (const status of Object.keys(after))
    if (status.startsWith("2") && !Object.hasOwn(before, status))
      comparison.report(`${where} ${status}: is a new success status`);
};

const compareOperations = (comparison: Comparison, where: string, older: Json, newer: Json): void => {
  if (older.operationId !== newer.operationId) comparison.report(`${where}: operationId changed`);
  if (!same(older.security, newer.security)) comparison.report(`${where}: security changed`);
  compareParameters(comparison, where, older, newer);
  compareBodies(comparison, where, older, newer);
  compareResponses(comparison, where, older, newer);
};

/**
 * Finds the changes from an older to a newer OpenAPI document that can break a client.
 * @returns one line for each change, with the changed place.
 */
export const breakingChanges = (older: Json, newer: Json): readonly string[] => {
  const found: string[] = [];
  const comparison: Comparison = {
    older: resolver(older),
    newer: resolver(newer),
    report: (text) => found.push(text),
  };
  const before = objectAt(older, "paths");
  const after = objectAt(newer, "paths");
  for (const path of Object.keys(before))
    for (const method of Object.keys(objectAt(before, path))) {
      const where = `${method.toUpperCase()} ${path}`;
      const now = objectAt(objectAt(after, path), method);
      if (Object.keys(now).length === 0) found.push(`${where}: was removed`);
      else compareOperations(comparison, where, objectAt(objectAt(before, path), method), now);
    }
  return found;
};
