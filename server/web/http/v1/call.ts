import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Admission } from "@/server/account/metering/meter";
import type { ApiError } from "@/server/domain/errors/api-error";
import type { MeteringFigures } from "@/server/web/api/metering-headers";
import type { HeaderRecord } from "@/server/web/http/headers/response-headers";
import { readIfNoneMatch, type SealTag } from "@/server/web/http/v1/entity-tag";

export type RequestInfo = {
  /** The network address of the client, for the limit on calls without an account. */
  readonly address: () => string;
  /** The request target as sent. Default: the URL of the request. */
  readonly target?: string;
  /** The method as sent, for methods that a Request object cannot have. Default: the method of the request. */
  readonly method?: string;
  /** Reads a header by its name in lower case. Default: reads the headers of the Request, which is slower. */
  readonly header?: (name: string) => string | null;
  /** The Host header as sent. Only on calls of `/mcp`. */
  readonly host?: string | undefined;
  /** The reason why the request could not be parsed. */
  readonly malformed?: string;
  /** The response of the connection, for streams. Undefined if the handler runs where it cannot write to the connection itself. */
  readonly connection?: () => ServerResponse;
  /**
   * `aborted`: the client disconnected. `replaced`: the request's body was malformed or late, so an error was sent in place of the handler's
   * response. Default `open`.
   */
  readonly delivery?: () => "open" | "aborted" | "replaced";
};

/** The state of a call while it is handled. */
export type Call = {
  readonly requestId: string;
  readonly request: Request;
  readonly method: string;
  readonly head: boolean;
  readonly header: (name: string) => string | null;
  readonly info: RequestInfo;
  readonly headers: HeaderRecord;
  readonly seal: SealTag;
  /** Whether the client has the response whose digest is `etag`, in any content coding. Undefined if the client sent no If-None-Match. */
  readonly matchesIfNoneMatch: ((etag: string) => boolean) | undefined;
  /** The figures of the account; undefined if no account is known. */
  admission: Admission | undefined;
  /** The figures of the client's network. Set when a call without a known account is charged to this network. */
  addressFigures: MeteringFigures | undefined;
  /** The path template, once the route is known. */
  endpoint: string | undefined;
  /** Set once the call has failed. */
  error: ApiError | undefined;
  /** The path and the query without secrets. Set once the route is known. */
  shownTarget: (() => string) | undefined;
};

/** Settings of a handler: the headers of every response, and `seal`, which turns the digest of a response into its entity tag. */
export type CallSetting = { readonly fixed: Readonly<HeaderRecord>; readonly seal: SealTag };

export const newCall = (request: Request, info: RequestInfo, { fixed, seal }: CallSetting): Call => {
  const requestId = randomUUID();
  const method = info.method ?? request.method;
  const header = info.header ?? ((name: string) => request.headers.get(name));
  return {
    requestId,
    request,
    method,
    head: method === "HEAD",
    header,
    info,
    // The spread comes last: in V8 a property that is added after a spread gives each object its own hidden class.
    headers: { "X-Request-Id": requestId, ...fixed },
    seal,
    matchesIfNoneMatch: readIfNoneMatch(header("if-none-match"), seal),
    admission: undefined,
    addressFigures: undefined,
    endpoint: undefined,
    error: undefined,
    shownTarget: undefined,
  };
};
