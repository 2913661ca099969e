/** A Map, WeakMap or LRUCache. */
type Keyed<K, V> = { readonly get: (key: K) => V | undefined; readonly set: (key: K, value: V) => unknown };

/**
 * The value of a key, which is created and inserted if the map has none. Node 26 has it as `Map.prototype.getOrInsertComputed`; this function
 * goes when Node 26 is the oldest version that we support.
 */
export const getOrInsert = <K, V>(map: Keyed<K, V>, key: K, create: () => NoInfer<V>): V => {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
};

export type NonEmpty<T> = [T, ...T[]];

/** The items by key, in their order. `Map.groupBy` of Node 21 and later does not say that a group has an item. */
export const groupBy = <K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, NonEmpty<T>> => {
  const groups = new Map<K, NonEmpty<T>>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};

/** Orders texts by their characters' codes, and numbers by size, on every machine alike. */
export const compare = <T extends string | number | bigint>(a: T, b: T): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
