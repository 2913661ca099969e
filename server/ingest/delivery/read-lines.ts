/** The maximum size of a line. Parsing a larger one would block the event loop for too long. */
export const maxLineBytes = 1024 * 1024;

/** A line with its number, counted from 1, and its text or the reason why it cannot be read. */
export type DeliveredLine =
  | { readonly number: number; readonly text: string; readonly bytes: Uint8Array }
  | { readonly number: number; readonly problem: string; readonly isTooLong: boolean };

const newline = 0x0a;

/**
 * Splits bytes into lines of UTF-8 text. If a line is longer than `maxBytes`, its bytes are discarded as they arrive, so that memory
 * stays bounded. For such a line, only its number and a `problem` are returned.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number = maxLineBytes,
): AsyncGenerator<DeliveredLine> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let number = 0;
  const finish = (): DeliveredLine => {
    const whole = (parts.length === 1 ? parts[0] : undefined) ?? Buffer.concat(parts);
    const isTooLong = bytes > maxBytes;
    parts = [];
    bytes = 0;
    number += 1;
    if (isTooLong) return { number, problem: `longer than ${maxBytes} bytes`, isTooLong };
    try {
      return { number, text: decoder.decode(whole), bytes: whole };
    } catch {
      return { number, problem: "not UTF-8", isTooLong };
    }
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(newline, from);
      const part = chunk.subarray(from, end === -1 ? undefined : end);
      bytes += part.byteLength;
      if (bytes <= maxBytes) parts.push(part);
      else parts = [];
      if (end === -1) break;
      yield finish();
      from = end + 1;
    }
  }
  if (bytes > 0) yield finish();
}
