import type { ServerResponse } from "node:http";
import type { ApiError } from "@/server/domain/errors/api-error";
import type { Rendered } from "@/server/domain/serialize/rendered";
import { type Encoding, negotiateEncoding } from "@/server/web/http/headers/negotiate-encoding";
import type { Call } from "@/server/web/http/v1/call";
import { tagOfEncoding } from "@/server/web/http/v1/entity-tag";
import type { PreparedStream } from "@/server/web/http/v1/open-streams";

// Compressing a response below this size saves no packet.
const minCompressedBytes = 1024;

const jsonType = "application/json; charset=utf-8";

/** A response whose bytes are ready, so that sending it cannot fail. */
export type Prepared = {
  readonly status: number;
  /** Whether the response contains account data. Such a response has no entity tag, and no cache may store it. */
  readonly isPersonal: boolean;
  /** Undefined if the response has no body. */
  readonly body: { readonly bytes: Uint8Array; readonly encoding: Encoding } | undefined;
  /** The entity tag of the body in its encoding, in quotation marks. A 304 has the tag that the 200 would have. */
  readonly etag: string | undefined;
  /** Headers that belong to this response alone. */
  readonly headers?: Rendered["headers"];
};

/** Prepares a response without a body. */
export const prepareNothing = (): Prepared => ({
  status: 204,
  isPersonal: true,
  body: undefined,
  etag: undefined,
});

/** Prepares a successful response in the client's preferred encoding, or a 304 if the client already has the bytes. */
export const prepareRendered = (
  call: Call,
  rendered: Rendered,
  { status, isPersonal }: Pick<Prepared, "status" | "isPersonal">,
): Prepared | Promise<Prepared> => {
  const encoding =
    rendered.plainLength < minCompressedBytes
      ? "identity"
      : negotiateEncoding(call.header("accept-encoding"));
  const etag = isPersonal ? undefined : tagOfEncoding(call.seal(rendered.etag), encoding);
  if (!isPersonal && call.matchesIfNoneMatch?.(rendered.etag) === true)
    return { status: 304, isPersonal, body: undefined, etag, headers: rendered.headers };
  const prepared = (bytes: Uint8Array): Prepared => ({
    status,
    isPersonal,
    body: { bytes, encoding },
    etag,
    headers: rendered.headers,
  });
  const bytes = rendered.bytes(encoding);
  return bytes instanceof Promise ? bytes.then(prepared) : prepared(bytes);
};

const withBody = (call: Call, status: number, bytes: Uint8Array): Response => {
  call.headers["Content-Type"] = jsonType;
  call.headers["Content-Length"] = String(bytes.byteLength);
  return new Response(call.head ? null : (bytes as Uint8Array<ArrayBuffer>), {
    status,
    headers: call.headers,
  });
};

/** A response without a body. */
export const sendNothing = (call: Call, status: number): Response => {
  return new Response(null, { status, headers: call.headers });
};

/** Sends a successful response. */
export const sendPrepared = (call: Call, prepared: Prepared): Response => {
  const { status, isPersonal, body, etag } = prepared;
  const { headers } = call;
  if (prepared.headers !== undefined) Object.assign(headers, prepared.headers);
  if (status !== 204) headers.Vary = "Accept-Encoding";
  headers["Cache-Control"] = isPersonal ? "no-store" : "private, no-cache";
  if (etag !== undefined) headers.ETag = etag;
  if (body === undefined) return sendNothing(call, status);
  if (body.encoding !== "identity") headers["Content-Encoding"] = body.encoding;
  return withBody(call, status, body.bytes);
};

/**
 * Opens a stream on the connection. The returned response only describes it. `stream` is undefined for a HEAD request.
 */
export const sendStream = (
  call: Call,
  stream: PreparedStream | undefined,
  connection: ServerResponse,
): Response => {
  const { headers } = call;
  headers["Content-Type"] = "text/event-stream";
  headers["Cache-Control"] = "no-store";
  // Makes nginx send each event on at once.
  headers["X-Accel-Buffering"] = "no";
  if (stream !== undefined) {
    connection.writeHead(200, headers);
    stream.start(connection, call.requestId);
  }
  return new Response(null, { status: 200, headers });
};

/** An error response. `envelope` is its body. */
export const sendError = (call: Call, error: ApiError, envelope: unknown): Response => {
  call.headers["Cache-Control"] = "no-store";
  if (error.code !== "METHOD_NOT_ALLOWED") delete call.headers.Allow;
  if (error.retryAfterSeconds !== undefined) call.headers["Retry-After"] = String(error.retryAfterSeconds);
  return withBody(call, error.status, Buffer.from(JSON.stringify(envelope)));
};
