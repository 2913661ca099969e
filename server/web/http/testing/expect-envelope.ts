import { expect } from "vitest";
import { requiredHeaders } from "@/server/web/api/metering-headers";
import { errorEnvelope } from "@/server/web/api/response-schemas";
import type { RawResponse } from "@/server/web/http/testing/send-raw";

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
