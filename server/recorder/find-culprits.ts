/** Finds some twenty among five hundred; where nearly all fail, the rest is not tried one by one. */
const maxAttempts = 256;

/**
 * The items because of which something fails, however few they are among many: halves are tried until single ones are left. Where no
 * single item fails by itself, or after too many attempts, all that fail together are returned.
 *
 * @param fails whether it fails with these items, at least one, and no others.
 */
export const findCulprits = async <Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => boolean | Promise<boolean>,
): Promise<readonly Item[]> => {
  let attempts = 0;
  const search = async (some: readonly Item[]): Promise<readonly Item[]> => {
    if (some.length === 0 || attempts >= maxAttempts) return some;
    attempts += 1;
    if (!(await fails(some))) return [];
    if (some.length === 1) return some;
    const middle = some.length >> 1;
    const first = await search(some.slice(0, middle));
    const second = await search(some.slice(middle));
    return first.length + second.length === 0 ? some : [...first, ...second];
  };
  return search(items);
};
