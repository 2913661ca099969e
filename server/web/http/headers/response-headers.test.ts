import { expect, test } from "vitest";
import { meteringHeaders, requiredHeaders } from "@/server/web/api/metering-headers";
import { addressFigures, writeFigures } from "@/server/web/http/headers/response-headers";

test("the required headers of a /v1 response are exactly the documented headers", () => {
  expect(requiredHeaders).toEqual([
    "x-requests-used",
    "x-requests-remaining",
    "x-requests-last",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Request-Id",
  ]);
});

test("writeFigures writes exactly the metering headers of the OpenAPI document", () => {
  const headers = {};
  writeFigures(headers, addressFigures({ remaining: 3, resetSeconds: 1, exceeded: false }));
  expect(Object.keys(headers)).toEqual(Object.keys(meteringHeaders));
});
