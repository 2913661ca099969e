import type { CheckedEvent } from "@/server/ingest/feeds/check-snapshot";

/** A book's own words for an event, as stored and served. Null if no source has stated them. */
export type EventWords = {
  readonly bookEventId: string | null;
  readonly link: string | null;
};

/**
 * The words after an event was listed: those that the event states, otherwise those stored before. A book can list a game again under
 * another id. Its old link then leads to the old listing, so an id and a link that may belong to different listings are never combined.
 */
export const wordsAfter = (
  { bookEventId, link }: Pick<CheckedEvent, "bookEventId" | "link">,
  before: EventWords | undefined,
): EventWords => {
  const stored = before ?? { bookEventId: null, link: null };
  const isOtherId = bookEventId !== undefined && bookEventId !== stored.bookEventId;
  const isOtherLink = link !== undefined && link !== stored.link;
  return {
    bookEventId: bookEventId ?? (isOtherLink && stored.link !== null ? null : stored.bookEventId),
    link: link ?? (isOtherId && stored.bookEventId !== null ? null : stored.link),
  };
};
