/**
 * Looks up a key from outside (a feed, a request, a row) in an object. Returns undefined if the key is not an own property of the object.
 * In contrast, `table["constructor"]` returns a function that every object inherits. So `npm run lint:types` forbids lookups of keys
 * that may be any string. Lookups in tests and lookups behind `Object.hasOwn(table, key)` are allowed.
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: PropertyKey): T | undefined =>
  Object.hasOwn(table, key) ? table[key as string] : undefined;
