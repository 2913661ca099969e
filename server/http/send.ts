import type { Rendered } from "@/server/board/board";
import type { ApiError } from "@/server/errors/api-error";
import type { Call } from "@/server/http/call";
import { tagOfEncoding } from "@/server/http/entity-tag";
import { negotiateEncoding } from "@/server/http/negotiate-encoding";

// Below this a compressed answer saves no packet.
const leastCompressedBytes = 1024;

const jsonType = "application/json; charset=utf-8";

const withBody = (call: Call, status: number, bytes: Uint8Array): Response => {
  call.headers["Content-Type"] = jsonType;
  call.headers["Content-Length"] = String(bytes.byteLength);
  return new Response(call.head ? null : (bytes as Uint8Array<ArrayBuffer>), {
    status,
    headers: call.headers,
  });
};

/** An answer without body. */
export const sendNothing = (call: Call, status: 204 | 304): Response => {
  return new Response(null, { status, headers: call.headers });
};

type Success = {
  readonly status: number;
  /** About one account: kept by no cache and without entity tag. */
  readonly personal: boolean;
};

/** A successful answer in the coding that the client prefers, or 304 where it has the bytes already. */
export const sendRendered = async (call: Call, rendered: Rendered, success: Success): Promise<Response> => {
  const { headers } = call;
  const wanted = negotiateEncoding(call.header("accept-encoding"));
  const plain = await rendered.bytes("identity");
  const encoding = plain.byteLength < leastCompressedBytes ? "identity" : wanted;
  headers.Vary = "Accept-Encoding";
  headers["Cache-Control"] = success.personal ? "no-store" : "private, no-cache";
  if (!success.personal) {
    headers.ETag = tagOfEncoding(call.seal(rendered.etag), encoding);
    if (call.clientHas?.(rendered.etag) === true) return sendNothing(call, 304);
  }
  const bytes = encoding === "identity" ? plain : await rendered.bytes(encoding);
  if (encoding !== "identity") headers["Content-Encoding"] = encoding;
  return withBody(call, success.status, bytes);
};

/** An error; `envelope` is its body. */
export const sendError = (call: Call, error: ApiError, envelope: unknown): Response => {
  call.headers["Cache-Control"] = "no-store";
  // An answer that failed half-way has left headers of its own.
  for (const name of ["ETag", "Vary", "Content-Encoding"] as const) delete call.headers[name];
  if (error.code !== "METHOD_NOT_ALLOWED") delete call.headers.Allow;
  if (error.retryAfterSeconds !== undefined) call.headers["Retry-After"] = String(error.retryAfterSeconds);
  return withBody(call, error.status, Buffer.from(JSON.stringify(envelope)));
};
