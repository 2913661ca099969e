/** A request target, absolute-form or not, as path and query (without `?`). */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const [withoutFragment = ""] = target.replace(/^https?:\/\/[^/?#]*/i, "").split("#", 1);
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
 * A path as a router reads it: its segments decoded, `.` and `..` resolved, empty ones dropped, backslashes as slashes, as the URL standard
 * says.
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

/** Whether a resolved path is the API's to answer. */
export const concernsV1 = (path: string): boolean => path === "/v1" || path.startsWith("/v1/");

/** Whether a page router can read the path at all. */
export const isReadablePath = (path: string): boolean => {
  if (!path.startsWith("/")) return false;
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
};
