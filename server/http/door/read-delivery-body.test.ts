import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { maxDeliveryBytes, readDeliveryBody } from "@/server/http/door/read-delivery-body";

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
])("a plain body is read with the headers %j", async (headers) => {
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
  ["the gzip header and plain text", text, gzip, /not gzip/],
  ["gzip data that is cut off", gzipSync(text).subarray(0, -9), gzip, /not gzip/],
  ["an unsupported encoding", text, { "content-encoding": "br" }, /"br" is neither gzip nor identity/],
  ["two encodings", text, { "content-encoding": "gzip, gzip" }, /neither gzip nor identity/],
  ["an unsupported character set", text, { "content-type": "text/plain; charset=latin1" }, /charset=latin1/],
  ["a form with files", text, { "content-type": "multipart/form-data; boundary=x" }, /one snapshot per line/],
  ["a length over the limit", text, { "content-length": String(maxDeliveryBytes + 1) }, /larger than/],
  ["more bytes than the limit", Buffer.alloc(maxDeliveryBytes + 1), {}, /larger than 8388608 bytes/],
  ["few bytes that inflate to 200 MiB", gzipSync(Buffer.alloc(200 * 2 ** 20)), gzip, /larger than 8388608/],
  ["10 MB of empty gzip members", Buffer.concat(Array(500_000).fill(gzipSync(""))), gzip, /larger than/],
])("a body with %s is rejected", async (_, body, headers, message) => {
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
