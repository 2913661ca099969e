export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

type Body = { readonly headers: Headers; readonly body: AsyncIterable<Uint8Array> | null };

/**
 * Reads a body as text. The limit is for the decompressed bytes.
 * @throws TooLargeError if the body exceeds the limit. The rest is not read.
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
