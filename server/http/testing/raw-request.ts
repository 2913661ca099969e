import { connect } from "node:net";
import { expect } from "vitest";
import { requiredHeaders } from "@/server/api/metering-headers";
import { errorEnvelope } from "@/server/api/response-schemas";

export type RawResponse = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/**
 * Sends bytes unchanged and reads until the server closes the connection. The server does so after a request with `Connection: close`, and
 * after a malformed request.
 */
export const sendRaw = async (port: number, bytes: string): Promise<RawResponse> => {
  const socket = connect(port, "127.0.0.1");
  socket.write(Buffer.from(bytes, "latin1"));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
};

/** Expects an error response with a valid envelope and all headers that every response has. */
export const expectEnvelope = (
  response: RawResponse,
  status: number,
  code: string,
  headers: readonly string[] = [],
): void => {
  expect([response.status, response.body]).toEqual([status, expect.stringContaining(code)]);
  const { error } = errorEnvelope.parse(JSON.parse(response.body));
  expect(error.code).toBe(code);
  expect(error.request_id).toBe(response.headers.get("x-request-id"));
  for (const name of [...requiredHeaders, "Cache-Control", ...headers])
    expect([name, response.headers.has(name.toLowerCase())]).toEqual([name, true]);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
};
