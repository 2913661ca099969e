import { expect, test } from "vitest";
import { negotiateEncoding } from "@/server/web/http/headers/negotiate-encoding";

test.each([
  [null, "identity"],
  ["", "identity"],
  ["identity", "identity"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["br", "br"],
  ["GZIP", "gzip"],
  ["gzip, deflate, br", "gzip"],
  ["gzip;q=0.5, br", "br"],
  ["gzip; q=0.5 , br ; q=0.4", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["*", "gzip"],
  ["*;q=0", "identity"],
  ["gzip;q=0, *", "br"],
  ["identity;q=1, gzip;q=0.5", "identity"],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["identity;q=0", "identity"],
  ["deflate, zstd", "identity"],
  ["gzip;q=nonsense", "gzip"],
  ["gzip;q=2", "identity"],
  [";;,,", "identity"],
])("Accept-Encoding %j selects the encoding %s", (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding);
});
