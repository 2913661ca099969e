import { getOrInsert } from "@/server/domain/collections";
import { ApiError } from "@/server/domain/errors/api-error";
import { type Endpoint, endpoints } from "@/server/web/api/endpoints";

export type Route = Endpoint & {
  /** The names of the inputs that a query string or a body may set. */
  readonly fields: ReadonlySet<string>;
};

export type RouteMatch = {
  /** The path, with `{name}` for each path parameter. */
  readonly template: string;
  /** By method. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly pathParameters: Readonly<Record<string, string>>;
};

type Segment = { readonly name: string } | { readonly text: string };

type Path = {
  readonly template: string;
  readonly segments: readonly Segment[];
  readonly routes: Map<string, Route>;
};

const maxIdCharacters = 200;

const parseTemplate = (template: string): Segment[] =>
  template
    .slice(1)
    .split("/")
    .map((part) => (part.startsWith("{") ? { name: part.slice(1, -1) } : { text: part }));

const compile = (): readonly Path[] => {
  const paths = new Map<string, Path>();
  for (const endpoint of endpoints) {
    const segments = parseTemplate(endpoint.path);
    const path = getOrInsert(paths, endpoint.path, () => ({
      template: endpoint.path,
      segments,
      routes: new Map<string, Route>(),
    }));
    const inPath = new Set(segments.flatMap((segment) => ("name" in segment ? [segment.name] : [])));
    const fields = new Set(endpoint.inputs.filter((name) => !inPath.has(name)));
    path.routes.set(endpoint.method, { ...endpoint, fields });
  }
  return [...paths.values()];
};

const paths = compile();

const decodeSegment = (text: string): string => {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError("BAD_REQUEST", { message: "The path has malformed percent-encoding." });
  }
};

/**
 * Splits the path of a URL into decoded segments. Ignores a trailing slash.
 * @param path the path without the query, beginning with a slash.
 * @throws BAD_REQUEST on malformed percent-encoding or a NUL.
 */
export const splitPath = (path: string): readonly string[] => {
  const segments = path.slice(1).split("/").map(decodeSegment);
  if (segments.length > 1 && segments.at(-1) === "") segments.pop();
  if (segments.some((segment) => segment.includes("\0")))
    throw new ApiError("BAD_REQUEST", { message: "The path has a NUL byte." });
  return segments;
};

const matchPath = (path: Path, segments: readonly string[]): Record<string, string> | undefined => {
  if (path.segments.length !== segments.length) return undefined;
  const parameters: [name: string, value: string][] = [];
  for (const [index, expected] of path.segments.entries()) {
    const segment = segments[index] ?? "";
    if ("name" in expected) {
      if (segment === "") return undefined;
      parameters.push([expected.name, segment]);
    } else if (expected.text !== segment) return undefined;
  }
  return Object.fromEntries(parameters);
};

const checkIds = (parameters: Readonly<Record<string, string>>): void => {
  for (const name of ["id", "keyId"] as const) {
    const value = parameters[name];
    if (value !== undefined && value.length > maxIdCharacters && [...value].length > maxIdCharacters)
      throw new ApiError("BAD_REQUEST", {
        message: `${name}: an id has at most ${maxIdCharacters} characters.`,
      });
  }
};

/**
 * Finds the endpoints of a path.
 * @returns undefined for a path without endpoints.
 * @throws BAD_REQUEST on an id of more than 200 characters.
 */
export const matchRoutes = (segments: readonly string[]): RouteMatch | undefined => {
  for (const path of paths) {
    const pathParameters = matchPath(path, segments);
    if (pathParameters === undefined) continue;
    checkIds(pathParameters);
    return { template: path.template, routes: path.routes, pathParameters };
  }
  return undefined;
};

/** The methods of a path, for the Allow header. */
export const allowedMethods = (routes: ReadonlyMap<string, Route>): string =>
  [...routes.keys(), ...(routes.has("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
