import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { ApiError, quoted } from "@/server/domain/errors/api-error";

export const maxDeliveryBytes = 8 * 1024 * 1024;
/** The maximum time for the whole body to arrive. */
export const maxArrivalMs = 30_000;
const maxDiscardMs = 5_000;

const badRequest = (message: string, cause?: unknown): ApiError =>
  new ApiError("BAD_REQUEST", { message, cause });

const tooLarge = (): ApiError => badRequest(`The body is larger than ${maxDeliveryBytes} bytes.`);

/** Passes chunks through, and throws once they exceed `maxDeliveryBytes` in total. */
async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxDeliveryBytes) throw tooLarge();
    yield chunk;
  }
}

const isCompressed = (encoding: string | null): boolean => {
  const coding = (encoding ?? "identity").trim().toLowerCase();
  if (coding === "gzip" || coding === "x-gzip") return true;
  if (coding === "identity" || coding === "") return false;
  throw badRequest(`Content-Encoding: ${quoted(coding)} is neither gzip nor identity.`);
};

/** Clients send JSON lines under many media types. Only types whose body cannot be JSON lines are rejected. */
const checkMediaType = (header: string | null): void => {
  const [type = "", ...parameters] = (header ?? "").split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const isUtf8 = charset === undefined || ["utf-8", "utf8", "us-ascii"].includes(charset.replaceAll('"', ""));
  if (isUtf8 && !type.startsWith("multipart/")) return;
  throw badRequest(
    `Content-Type: ${quoted(header ?? "")} cannot be read. Send application/x-ndjson in UTF-8, with one snapshot per line.`,
  );
};

const isInflateError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_");

const toSource = (body: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);

/**
 * Reads and drops the body of a rejected delivery, up to `maxDeliveryBytes` and for up to `maxDiscardMs`. Many clients send the whole body
 * before they read the response. If the server closed the connection while such a client was still sending, the client would lose the
 * response.
 */
export const discardBody = async (body: ReadableStream<Uint8Array> | null): Promise<void> => {
  if (body === null || body.locked) return;
  const drop = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const _ of chunks);
  };
  const signal = AbortSignal.timeout(maxDiscardMs);
  // The response is already decided. The client may be gone, or send too much or too slowly.
  await pipeline(toSource(body), limited, drop, { signal }).catch(() => undefined);
};

/**
 * Reads and decompresses the body of a delivery. The body may have at most 8 MiB, both before and after decompression. It must arrive
 * within 30 seconds.
 * @param header reads a request header by its name in lower case.
 * @param countBytes is called with each part of the decompressed body. The body is not read further if it throws.
 * @throws BAD_REQUEST
 */
export const readDeliveryBody = async (
  body: ReadableStream<Uint8Array> | null,
  header: (name: string) => string | null,
  countBytes: (bytes: number) => void = () => undefined,
): Promise<Uint8Array> => {
  checkMediaType(header("content-type"));
  const gunzip = isCompressed(header("content-encoding")) ? createGunzip() : undefined;
  if (Number(header("content-length") ?? 0) > maxDeliveryBytes) throw tooLarge();
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of source) {
      countBytes(chunk.byteLength);
      chunks.push(chunk);
    }
  };
  const source = toSource(body);
  const signal = AbortSignal.timeout(maxArrivalMs);
  try {
    if (gunzip === undefined) await pipeline(source, limited, collect, { signal });
    else await pipeline(source, limited, gunzip, limited, collect, { signal });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (signal.aborted)
      throw badRequest(`The body took longer than ${maxArrivalMs / 1000} s to arrive.`, error);
    if (isInflateError(error))
      throw badRequest("Content-Encoding says gzip, but the body is not gzip or is cut off.", error);
    throw badRequest("The body is incomplete.", error);
  }
  return Buffer.concat(chunks);
};
