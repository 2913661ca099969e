/** Splits a request target, in origin or absolute form, into path and query (without `?`). */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const withoutOrigin = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "");
  const fragment = withoutOrigin.indexOf("#");
  const withoutFragment = fragment === -1 ? withoutOrigin : withoutOrigin.slice(0, fragment);
  const mark = withoutFragment.indexOf("?");
  const path = mark === -1 ? withoutFragment : withoutFragment.slice(0, mark);
  return { path: path === "" ? "/" : path, query: mark === -1 ? "" : withoutFragment.slice(mark + 1) };
};

const decoded = (segment: string): string => {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment).replaceAll("/", "%2F");
  } catch {
    return segment;
  }
};

const unresolved = /[%\\]|\/[./]/;

/**
 * Normalizes a path, more strictly than the URL standard: decodes segments, resolves `.` and `..`, drops empty segments, reads `\` as `/`.
 */
export const resolvePath = (path: string): string => {
  if (!unresolved.test(path)) return path;
  const resolved: string[] = [];
  for (const segment of path.split(/[/\\]/).map(decoded)) {
    if (segment === "..") resolved.pop();
    else if (segment !== "" && segment !== ".") resolved.push(segment);
  }
  return `/${resolved.join("/")}`;
};

/** Whether a resolved path belongs to the API. */
export const isV1Path = (path: string): boolean => path === "/v1" || path.startsWith("/v1/");

const versionedPath = /^\/(v\d{1,3})(?:\/|$)/;

/** The first segment of a path such as `/v4/sports`. Undefined if the path does not begin with a version. */
export const versionOf = (path: string): string | undefined => versionedPath.exec(path)?.[1];

/** Whether a path begins with a slash, can be decoded and has no NUL. */
export const isReadablePath = (path: string): boolean => {
  if (!path.startsWith("/")) return false;
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
};
