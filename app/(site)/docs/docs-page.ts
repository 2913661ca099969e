import type { OperationDoc } from "@/app/(site)/docs/reference/list-operations";
import type { SampleCall } from "@/app/(site)/featured-fixture";
import type { Book } from "@/server/catalogue/books";

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
  /** The name of one of the reader's API keys, such as `production (…9sKd)`. Comments in samples show it. Undefined for visitors. */
  readonly readerKey: string | undefined;
};

export const docsGroups = ["Start", "Guides", "Endpoints", "Coverage", "More"] as const;
export type DocsGroup = (typeof docsGroups)[number];

export type DocsPage = {
  readonly path: `/docs${string}`;
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  readonly group: DocsGroup;
  readonly operationId?: string;
  /** The page in Markdown, without its title and summary. */
  readonly text: (facts: DocsFacts) => string;
};
