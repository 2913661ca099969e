import { ApiError, quoted } from "@/server/domain/errors/api-error";

const maxObjectBytes = 8 * 1024;

const tooLarge = (maxBytes: number): ApiError =>
  new ApiError("BAD_REQUEST", { message: `The body is larger than ${maxBytes} bytes.` });

const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array> => {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
};

const checkMediaType = (header: string | null): void => {
  const [type = "", ...parameters] = (header ?? "").split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const isUtf8 = charset === undefined || charset.replaceAll('"', "") === "utf-8";
  if (type === "application/json" && isUtf8) return;
  throw new ApiError("BAD_REQUEST", {
    message:
      header === null
        ? "The body requires Content-Type: application/json."
        : `Content-Type: ${quoted(header)} is not application/json in UTF-8.`,
  });
};

/**
 * Reads a JSON body of at most `maxBytes`.
 * @throws BAD_REQUEST if the media type is not JSON, or if the body is compressed, incomplete, too large or not JSON in UTF-8.
 */
export const readJson = async (request: Request, maxBytes: number): Promise<unknown> => {
  checkMediaType(request.headers.get("content-type"));
  if ((request.headers.get("content-encoding") ?? "identity") !== "identity")
    throw new ApiError("BAD_REQUEST", { message: "The body must not be compressed." });
  const bytes = await readBytes(request, maxBytes).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    throw new ApiError("BAD_REQUEST", { message: "The body is incomplete.", cause: error });
  });
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError("BAD_REQUEST", { message: "The body is not JSON." });
  }
};

/**
 * Reads a JSON object of at most 8 KiB.
 * @throws BAD_REQUEST as `readJson` does, and if the body is not an object.
 */
export const readBody = async (request: Request): Promise<Record<string, unknown>> => {
  const value = await readJson(request, maxObjectBytes);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ApiError("BAD_REQUEST", { message: "The body is not a JSON object." });
  return value as Record<string, unknown>;
};
