type LockedValue<T> =
  T extends Map<infer K, infer V>
    ? ReadonlyMap<K, LockedValue<V>>
    : T extends Set<infer V>
      ? ReadonlySet<V>
      : T extends (infer V)[]
        ? readonly V[]
        : T;

/**
 * A bag that travels through the recorder, as everybody sees it except the file that owns it: its maps, sets, lists and counts can only be
 * read. Only the owner's functions change it.
 */
export type Locked<Bag> = { readonly [Name in keyof Bag]: LockedValue<Bag[Name]> };
