/** Appends a path and query parameters to a base URL. The base URL may have a path, such as that of a proxy. */
export const buildUrl = (
  base: string,
  path: string,
  parameters: Readonly<Record<string, string | number | boolean>> = {},
): URL => {
  const url = new URL(`${base.replace(/\/+$/, "")}${path}`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  return url;
};
