import { randomUUID } from "node:crypto";
import { type CallRecord, newCallRecord } from "@/server/api/context";
import type { ErrorCode } from "@/server/errors/errors";
import { readIfNoneMatch, type SealTag } from "@/server/http/entity-tag";
import type { HeaderRecord, MeteringFigures } from "@/server/http/response-headers";

export type RequestInfo = {
  /** Who asks, for the limit on calls without an account. */
  readonly address: () => string;
  /** The request target as it was sent; the request's URL where absent. */
  readonly target?: string;
  /** The method as it was sent, where a Request cannot hold it. */
  readonly method?: string;
  /** A header as it was sent, by its name in lower case; the request's where absent. A Request has to check and copy all of them first. */
  readonly header?: (name: string) => string | null;
  /** What is wrong with a request that could not be parsed at all. */
  readonly malformed?: string;
  /** Whether the client is still there; `replaced` where another answer was sent in place of this one. `open` where absent. */
  readonly delivery?: () => "open" | "aborted" | "replaced";
};

/** What is known about a call while it is answered. */
export type Call = {
  readonly requestId: string;
  readonly request: Request;
  readonly method: string;
  readonly head: boolean;
  readonly header: (name: string) => string | null;
  readonly info: RequestInfo;
  readonly record: CallRecord;
  readonly headers: HeaderRecord;
  readonly seal: SealTag;
  /** Whether the client has the answer with this tag; undefined when it sent no If-None-Match. */
  readonly clientHas: ((etag: string) => boolean) | undefined;
  /** Set where no account is known and the address has been charged. */
  addressFigures: MeteringFigures | undefined;
  /** The template of the path, once it is known. */
  endpoint: string | undefined;
  /** What the call was refused with. */
  refusal: ErrorCode | undefined;
};

/** What all calls of one handler have in common: the headers that every answer carries, and how entity tags are sealed. */
export type CallSetting = { readonly fixed: Readonly<HeaderRecord>; readonly seal: SealTag };

/** Begins a call. */
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
    record: newCallRecord(),
    // In this order: what is added to a copy that begins with a spread has a hidden class of its own each time in V8.
    headers: { "X-Request-Id": requestId, ...fixed },
    seal,
    clientHas: readIfNoneMatch(header("if-none-match"), seal),
    addressFigures: undefined,
    endpoint: undefined,
    refusal: undefined,
  };
};
