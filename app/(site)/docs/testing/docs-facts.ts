import type { DocsFacts } from "@/app/(site)/docs/docs-page";
import { listOperations } from "@/app/(site)/docs/reference/list-operations";
import { exampleFixture } from "@/server/api/openapi/examples";
import { openApiDocument, placeholderAddresses } from "@/server/api/openapi/openapi-document";
import { catalogueBooks } from "@/server/catalogue/books";

/** Example facts for tests of the docs pages. */
export const docsFacts: DocsFacts = {
  ...placeholderAddresses,
  archiveFrom: "2026-09-01",
  sample: { sport: exampleFixture.sport_key, event: exampleFixture.id, live: false },
  propMarket: "player_pass_yds",
  operations: listOperations(openApiDocument(placeholderAddresses)),
  books: catalogueBooks,
  readerKey: undefined,
};
