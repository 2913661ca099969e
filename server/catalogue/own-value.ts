/**
 * Looks up a key from outside (a feed, a request, a row) in an object. Returns undefined if the key is not an own property of the object.
 * In contrast, `table["constructor"]` returns a function that every object inherits. So `server/lookups.test.ts` fails if code reads
 * `table[key]` with a `key` of type `string`.
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: PropertyKey): T | undefined =>
  Object.hasOwn(table, key) ? table[key as string] : undefined;
