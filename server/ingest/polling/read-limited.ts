export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

type Body = { readonly headers: Headers; readonly body: AsyncIterable<Uint8Array> | null };

/**
 * Reads a response's body as text. `maxBytes` limits the body after decompression, because a small compressed body can become very large.
 * @throws TooLargeError if the `Content-Length` header or the bytes read so far exceed `maxBytes`. The rest of the body is not read.
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
