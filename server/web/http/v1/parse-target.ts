import { LRUCache } from "lru-cache";
import { getOrInsert } from "@/server/domain/collections";
import { splitTarget } from "@/server/web/http/door/split-target";
import { shownTarget } from "@/server/web/http/v1/call-detail";
import { type DocumentPath, documentPaths } from "@/server/web/http/v1/completed-call";
import { ignoredParameters } from "@/server/web/http/v1/ignored-parameters";
import { readQuery } from "@/server/web/http/v1/read-query";
import { matchRoutes, type Route, type RouteMatch, splitPath } from "@/server/web/http/v1/routes";

/** What a request target selects. */
export type ParsedTarget = {
  /** The document of the API at the path, if any. */
  readonly document: DocumentPath | undefined;
  /** Undefined if no endpoint has the path. */
  readonly match: RouteMatch | undefined;
  /**
   * The input of a route that takes no body: the parameters of the path and the query. If `readInput` is called again with the same route,
   * it returns the same object.
   * @throws BAD_REQUEST on a malformed query.
   */
  readonly readInput: (route: Route) => Readonly<Record<string, string>>;
  /** The names of known parameters of the query that the route does not read, for a header. */
  readonly ignored: (route: Route) => string | undefined;
  /** The path and the query for the account's request log, without secrets. */
  readonly shown: (route: Route) => string;
};

/** Clients repeat their calls, so parsed targets are cached. Long targets are not cached: they are rare, and could fill the memory. */
const maxTargets = 2_000;
const maxTargetLength = 1_000;

const parse = (target: string): ParsedTarget => {
  const { path, query } = splitTarget(target);
  const segments = splitPath(path);
  const match = matchRoutes(segments);
  const inputs = new Map<Route, Readonly<Record<string, string>>>();
  const ignored = new Map<Route, string | undefined>();
  const shown = new Map<Route, string>();
  return {
    document: documentPaths.find((document) => document === `/${segments.join("/")}`),
    match,
    readInput: (route) => {
      const input = getOrInsert(inputs, route, () =>
        Object.assign(readQuery(query, route.fields), match?.pathParameters),
      );
      return input;
    },
    ignored: (route) => {
      if (query === "") return undefined;
      if (!ignored.has(route)) ignored.set(route, ignoredParameters(query, route.fields));
      return ignored.get(route);
    },
    shown: (route) => getOrInsert(shown, route, () => shownTarget(path, query, route.fields)),
  };
};

const parsed = new LRUCache<string, ParsedTarget>({ max: maxTargets, memoMethod: parse });

/**
 * Parses a request target, or returns the cached result of an earlier call.
 * @throws BAD_REQUEST on malformed percent-encoding, on a NUL, and on an id of more than 200 characters.
 */
export const parseTarget = (target: string): ParsedTarget =>
  target.length > maxTargetLength ? parse(target) : parsed.memo(target);
