/** Enough attempts to find twenty failing items among five hundred. */
const maxAttempts = 256;

/**
 * Finds, by bisection, the items that make an operation fail. If a group fails but each of its halves succeeds, returns the whole group.
 * Also returns the items that are still untested after `maxAttempts` calls of `fails`.
 * @param fails whether the operation fails with exactly these items.
 */
export const bisectFailures = async <Item>(
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
