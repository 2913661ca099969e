import type { z } from "zod";
import type { OperationDoc } from "@/app/(site)/docs/reference/list-operations";
import type { SampleCall } from "@/app/(site)/featured-fixture";
import type { Book } from "@/server/domain/catalogue/books";
import type { sportCoverage } from "@/server/web/api/coverage-schemas";

/** The facts about this server that the docs show. */
export type DocsFacts = {
  /** Public URLs without a trailing slash. */
  readonly baseUrl: string;
  readonly docsUrl: string;
  /** `YYYY-MM-DD`, the first day of the archive. */
  readonly archiveFrom: string;
  readonly sample: SampleCall;
  /** The key of a player-prop market that exists in the sport of `sample`. */
  readonly propMarket: string;
  readonly operations: readonly OperationDoc[];
  readonly books: readonly Book[];
  /** What is quoted now, as `GET /v1/coverage` returns it. `matched_share` is computed only for the page of a book, and else null. */
  readonly coverage: readonly z.infer<typeof sportCoverage>[];
  /** ms since the epoch. */
  readonly coverageAt: number;
  /** On the page of a book: how often the book was checked in the last hour, by sport. Undefined if it was not counted. */
  readonly checks: ReadonlyMap<string, number> | undefined;
  /** The name of one of the reader's API keys, such as `production (…9sKd)`. Comments in samples show it. Undefined for visitors. */
  readonly readerKeyName: string | undefined;
};

export const docsGroups = ["Start", "Guides", "Endpoints", "Coverage", "More"] as const;
export type DocsGroup = (typeof docsGroups)[number];

export type DocsPage = {
  readonly path: `/docs${string}`;
  readonly title: string;
  /** The title in the navigation, if it differs. */
  readonly navTitle?: string;
  /** One sentence. */
  readonly summary: string;
  readonly group: DocsGroup;
  readonly operationId?: string;
  /** On the page of a book: the book's key. */
  readonly bookKey?: string;
  /** Whether the page is generated from live figures or from the catalogue. Such pages are not in `llms-full.txt`. */
  readonly isGenerated?: boolean;
  /** The page in Markdown, without its title and summary. */
  readonly text: (facts: DocsFacts) => string;
};
