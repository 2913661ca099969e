import { describe, expect, test } from "vitest";
import {
  endpointMap,
  marketMap,
  missingMarkets,
  parameterMap,
  regionMap,
} from "@/app/(site)/docs/migration-maps";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { canonicalMarketKey, findMarket } from "@/server/domain/catalogue/markets";
import { endpoints } from "@/server/web/api/endpoints";

describe("the migration guide", () => {
  test("every Oddskeeper endpoint and parameter in the guide's tables exists", () => {
    for (const { ours } of endpointMap)
      if (ours !== undefined) expect(endpoints.map(({ path }) => path)).toContain(ours);
    const inputs = new Set(endpoints.flatMap((endpoint) => endpoint.inputs));
    for (const { ours } of parameterMap)
      if (ours !== undefined && !ours.startsWith("the header")) expect([...inputs]).toContain(ours);
  });

  test("the guide maps the market keys of The Odds API to the keys that imports use, and the catalogue has no market that the guide lists as missing", () => {
    for (const [theirs, ours] of marketMap) {
      expect(canonicalMarketKey(theirs)).toBe(ours);
      expect(findMarket(ours), ours).toBeDefined();
    }
    for (const theirs of missingMarkets)
      expect(findMarket(canonicalMarketKey(theirs)), theirs).toBeUndefined();
  });

  test("every book in the guide's table of regions is in the catalogue", () => {
    for (const { books } of regionMap)
      for (const key of books) expect(findCatalogueBook(key), key).toBeDefined();
  });
});
