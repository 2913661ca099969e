import type { z } from "zod";

/**
 * Makes a schema parse each input object only once. `/v1` caches the input object by path and query, so many calls share it. Neither the
 * input object nor the parsed result may be changed.
 * @returns the same schema, not a wrapper, because the OpenAPI document is generated from it.
 */
export const parsedOnce = <Schema extends z.ZodObject>(schema: Schema): Schema => {
  const results = new WeakMap<object, z.output<Schema>>();
  const parseAny = schema.parse.bind(schema);
  const parse = (value: unknown): z.output<Schema> => {
    const isObject = typeof value === "object" && value !== null;
    const cached = isObject ? results.get(value) : undefined;
    if (cached !== undefined) return cached;
    const result = parseAny(value) as z.output<Schema>;
    if (isObject) results.set(value, result);
    return result;
  };
  return Object.assign(schema, { parse, parseAsync: async (value: unknown) => parse(value) });
};
