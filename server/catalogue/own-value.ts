/**
 * Looks up a key from outside (a feed, a request, a row) in an object. Undefined if the key is not an own property: `table["constructor"]`
 * would return a function that every object inherits. `server/lookups.test.ts` forbids lookups by such keys anywhere else.
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: PropertyKey): T | undefined =>
  Object.hasOwn(table, key) ? table[key as string] : undefined;
