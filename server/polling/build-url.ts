/** Appends a path and query parameters to a base URL, which may have a path of its own, such as a proxy's. */
export const buildUrl = (
  base: string,
  path: string,
  parameters: Readonly<Record<string, string | number | boolean>> = {},
): URL => {
  const url = new URL(`${base.replace(/\/+$/, "")}${path}`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  return url;
};
