import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { maxDeliveryBytes, readDeliveryBody } from "@/server/web/http/door/read-delivery-body";

type Headers = Readonly<Record<string, string>>;
const gzip = { "content-encoding": "gzip" };

const streamOf = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
const read = (body: ReadableStream<Uint8Array> | Uint8Array | null, headers: Headers = {}) =>
  readDeliveryBody(
    body instanceof Uint8Array ? streamOf([body]) : body,
    (name) => new Map(Object.entries(headers)).get(name) ?? null,
  );

const text = Buffer.from("a line\n".repeat(1000));

test.each<Headers>([
  {},
  { "content-type": "application/x-ndjson" },
  { "content-type": 'application/json; charset="UTF-8"' },
  { "content-type": "application/x-www-form-urlencoded", "content-encoding": "identity" },
])("an uncompressed body is accepted if the request headers are %j", async (headers) => {
  expect(Buffer.compare(await read(text, headers), text)).toBe(0);
});

test("a compressed body may have any number of chunks and gzip members", async () => {
  const members = [gzipSync(text.subarray(0, 100)), gzipSync(text.subarray(100))];
  expect(Buffer.compare(await read(streamOf(members), { "content-encoding": "X-Gzip" }), text)).toBe(0);
});

test("a request without a body is read as an empty body", async () => {
  expect(await read(null)).toHaveLength(0);
});

test.each<[string, Uint8Array, Headers, RegExp]>([
  ["its Content-Encoding is gzip but its body is plain text", text, gzip, /not gzip/],
  ["its gzip data is cut off", gzipSync(text).subarray(0, -9), gzip, /not gzip/],
  ["its Content-Encoding is br", text, { "content-encoding": "br" }, /"br" is neither gzip nor identity/],
  ["it names two encodings", text, { "content-encoding": "gzip, gzip" }, /neither gzip nor identity/],
  ["its character set is Latin-1", text, { "content-type": "text/plain; charset=latin1" }, /charset=latin1/],
  ["it is multipart", text, { "content-type": "multipart/form-data; boundary=x" }, /one snapshot per line/],
  [
    "its Content-Length is over 8 MiB",
    text,
    { "content-length": String(maxDeliveryBytes + 1) },
    /larger than/,
  ],
  ["its body is over 8 MiB", Buffer.alloc(maxDeliveryBytes + 1), {}, /larger than 8388608 bytes/],
  ["its body inflates to 200 MiB", gzipSync(Buffer.alloc(200 * 2 ** 20)), gzip, /larger than 8388608/],
  [
    "its body is 10 MB of empty gzip members",
    Buffer.concat(Array(500_000).fill(gzipSync(""))),
    gzip,
    /larger than/,
  ],
])("a delivery is rejected if %s", async (_, body, headers, message) => {
  await expect(read(body, headers)).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringMatching(message),
  });
});

test("a body whose stream fails is rejected as incomplete", async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("reset")),
  });
  await expect(read(broken)).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: "The body is incomplete.",
  });
});

test("a body that does not end is rejected after 30 seconds", async () => {
  const fired = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(fired.signal);
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      controller.enqueue(Buffer.from("x"));
      await delay(0);
      fired.abort();
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  await expect(read(endless)).rejects.toMatchObject({ message: "The body took longer than 30 s to arrive." });
  expect([timeout.mock.calls, isCancelled]).toEqual([[[30_000]], true]);
  timeout.mockRestore();
});
