/**
 * The value that an object holds under a key from outside (a feed, a request, a row). Undefined where it holds none of its own:
 * `table["constructor"]` is a function that every object inherits. `server/lookups.test.ts` refuses such a lookup anywhere else.
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: PropertyKey): T | undefined =>
  Object.hasOwn(table, key) ? table[key as string] : undefined;
