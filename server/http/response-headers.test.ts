import { expect, it } from "vitest";
import { addressFigures, meteringHeaders, writeFigures } from "@/server/http/response-headers";

it("every metering header that the document lists is written", () => {
  const headers = {};
  writeFigures(headers, addressFigures({ remaining: 3, resetSeconds: 1, exceeded: false }));
  expect(Object.keys(headers)).toEqual(Object.keys(meteringHeaders));
});
