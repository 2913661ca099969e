/**
 * The items because of which something fails, however few they are among many: halves are tried until single ones are left. Where no
 * single item fails by itself, all that fail together are returned.
 *
 * @param fails whether it fails with these items, at least one, and no others.
 */
export const findCulprits = async <Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => boolean | Promise<boolean>,
): Promise<readonly Item[]> => {
  if (items.length === 0 || !(await fails(items))) return [];
  if (items.length === 1) return items;
  const middle = items.length >> 1;
  const first = await findCulprits(items.slice(0, middle), fails);
  const second = await findCulprits(items.slice(middle), fails);
  return first.length + second.length === 0 ? items : [...first, ...second];
};
