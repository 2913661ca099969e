import { expect, test } from "vitest";
import { ApiError } from "@/server/domain/errors/api-error";
import { readBody } from "@/server/web/http/door/read-body";

const post = (body: BodyInit, type: string | undefined = "application/json", more: HeadersInit = {}) =>
  new Request("http://localhost/v1/account/keys", {
    method: "POST",
    body,
    headers: { ...(type !== undefined && { "content-type": type }), ...more },
  });

const errorCodeOf = async (request: Request): Promise<string> => {
  const error = await readBody(request).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error.code;
  throw error ?? new Error("no error was thrown");
};

const sized = (bytes: number): string => {
  const frame = JSON.stringify({ label: "" }).length;
  return JSON.stringify({ label: "x".repeat(bytes - frame) });
};

test.each(["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])(
  "a JSON object with Content-Type %s is accepted",
  async (type) => {
    expect(await readBody(post('{"label":"a"}', type))).toEqual({ label: "a" });
  },
);

test("a body of 8 KiB is accepted; a larger body, an endless body and a larger Content-Length are rejected", async () => {
  expect(Object.keys(await readBody(post(sized(8192))))).toEqual(["label"]);
  expect(await errorCodeOf(post(sized(8193)))).toBe("BAD_REQUEST");
  const announced = post("{}", "application/json", { "content-length": "8193" });
  expect(announced.headers.get("content-length")).toBe("8193");
  expect(await errorCodeOf(announced)).toBe("BAD_REQUEST");
  const stream = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(4096)),
  });
  const endless = new Request("http://localhost/", {
    method: "POST",
    body: stream,
    duplex: "half",
    headers: { "content-type": "application/json" },
  } as RequestInit);
  expect(await errorCodeOf(endless)).toBe("BAD_REQUEST");
});

test.each([
  ["a media type other than JSON", post("{}", "text/plain")],
  ["a form", post("label=a", "application/x-www-form-urlencoded")],
  ["a character set other than UTF-8", post("{}", "application/json; charset=utf-16")],
  ["a compressed body", post("{}", "application/json", { "content-encoding": "gzip" })],
  ["a body that is not JSON", post("{label}")],
  ["a body that is not UTF-8", post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))],
  ["an empty body", post("")],
  ["a body that is a JSON array", post("[]")],
  ["a body that is JSON null", post("null")],
  ["a body that is a JSON string", post('"a"')],
])("%s is rejected", async (_, request) => {
  expect(await errorCodeOf(request)).toBe("BAD_REQUEST");
});
