import type { DocsFacts } from "@/app/(site)/docs/docs-page";
import { listOperations } from "@/app/(site)/docs/reference/list-operations";
import { catalogueBooks } from "@/server/domain/catalogue/books";
import { exampleCoverage, exampleFixture } from "@/server/web/api/openapi/examples";
import { openApiDocument, placeholderAddresses } from "@/server/web/api/openapi/openapi-document";

const quotingBook = {
  key: "draftkings",
  fixtures: 15,
  markets: 42,
  last_check_age_seconds: { p50: 12, p95: 41 },
  late: false,
  matched_share: 0.975,
  mirrors: ["fanduel"],
};

/** Example facts for tests of the docs pages. */
export const docsFacts: DocsFacts = {
  ...placeholderAddresses,
  archiveFrom: "2026-09-01",
  sample: { sport: exampleFixture.sport_key, event: exampleFixture.id, live: false },
  propMarket: "player_pass_yds",
  operations: listOperations(openApiDocument(placeholderAddresses)),
  books: catalogueBooks,
  coverage: [exampleCoverage, { ...exampleCoverage, bookmakers: [quotingBook] }],
  coverageAt: Date.UTC(2026, 10, 21, 12),
  checks: new Map([[exampleCoverage.key, 60]]),
  readerKeyName: undefined,
};
