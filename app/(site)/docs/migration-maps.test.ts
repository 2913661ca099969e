import { describe, expect, test } from "vitest";
import {
  endpointMap,
  marketMap,
  missingMarkets,
  parameterMap,
  regionMap,
} from "@/app/(site)/docs/migration-maps";
import { endpoints } from "@/server/api/endpoints";
import { findCatalogueBook } from "@/server/catalogue/books";
import { canonicalMarketKey, findMarket } from "@/server/catalogue/markets";

describe("the maps of the migration guide", () => {
  test("name only endpoints and parameters that exist", () => {
    for (const { ours } of endpointMap)
      if (ours !== undefined) expect(endpoints.map(({ path }) => path)).toContain(ours);
    const inputs = new Set(endpoints.flatMap((endpoint) => endpoint.inputs));
    for (const { ours } of parameterMap)
      if (ours !== undefined && !ours.startsWith("the header")) expect([...inputs]).toContain(ours);
  });

  test("give each market the same key as the importer of data from The Odds API", () => {
    for (const [theirs, ours] of marketMap) {
      expect(canonicalMarketKey(theirs)).toBe(ours);
      expect(findMarket(ours), ours).toBeDefined();
    }
    for (const theirs of missingMarkets)
      expect(findMarket(canonicalMarketKey(theirs)), theirs).toBeUndefined();
  });

  test("name only books of the catalogue", () => {
    for (const { books } of regionMap)
      for (const key of books) expect(findCatalogueBook(key), key).toBeDefined();
  });
});
