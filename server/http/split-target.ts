/** A request target, absolute-form or not, as path and query (without `?`). */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const [withoutFragment = ""] = target.replace(/^https?:\/\/[^/?#]*/i, "").split("#", 1);
  const mark = withoutFragment.indexOf("?");
  const path = mark === -1 ? withoutFragment : withoutFragment.slice(0, mark);
  return { path: path === "" ? "/" : path, query: mark === -1 ? "" : withoutFragment.slice(mark + 1) };
};

const firstSegment = /^\/+([^/]*)/;

/** Whether a path is the API's to answer: its first segment, however it is encoded, is `v1`. */
export const concernsV1 = (path: string): boolean => {
  const segment = firstSegment.exec(path)?.[1] ?? "";
  if (!segment.includes("%")) return segment === "v1";
  try {
    return decodeURIComponent(segment) === "v1";
  } catch {
    return false;
  }
};

/** Whether a page router can read the path at all. */
export const isReadablePath = (path: string): boolean => {
  if (!path.startsWith("/")) return false;
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
};
