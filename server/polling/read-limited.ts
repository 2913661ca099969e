/** The body was longer than allowed. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

type Body = { readonly headers: Headers; readonly body: AsyncIterable<Uint8Array> | null };

/**
 * Reads a body as text. It stops reading once the decompressed bytes exceed the limit, so no response can take more memory.
 * @throws TooLargeError
 */
export const readLimited = async ({ headers, body }: Body, maxBytes: number): Promise<string> => {
  if (body === null) return "";
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw new TooLargeError();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new TooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};
