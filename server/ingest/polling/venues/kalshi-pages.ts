import { ownValue } from "@/server/domain/catalogue/own-value";
import { isObject } from "@/server/ingest/feeds/untrusted";
import type { PollContext } from "@/server/ingest/polling/venue";
import { VenueError } from "@/server/ingest/polling/venue-error";

/** The list in a member of a response; empty if the member is missing or not a list. */
export const listIn = (body: unknown, key: string): readonly unknown[] => {
  const list = isObject(body) ? ownValue(body, key) : undefined;
  return Array.isArray(list) ? list : [];
};

export const textIn = (value: unknown, key: string): string => {
  const text = isObject(value) ? ownValue(value, key) : undefined;
  return typeof text === "string" ? text : "";
};

type Paging = {
  /** The member that holds the list. */
  readonly list: string;
  /** The number of elements that each request asks for. */
  readonly pageSize: number;
  readonly maxPages: number;
};

export type Page = {
  readonly body: unknown;
  readonly fetchedAtMs: number;
  /** Whether reading stops at this page although the list may continue. */
  readonly isCut: boolean;
};

/**
 * Yields pages until the list ends, a cursor repeats or `maxPages` is reached.
 * @throws VenueError if a page has no list.
 */
export async function* pagesOf(
  { fetchJson, signal }: PollContext,
  first: URL,
  { list, pageSize, maxPages }: Paging,
): AsyncGenerator<Page> {
  const seen = new Set<string>();
  const url = new URL(first);
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted();
    const { json: body, fetchedAtMs } = await fetchJson({ url: new URL(url) });
    if (!isObject(body) || !Array.isArray(ownValue(body, list)))
      throw new VenueError("unexpected", first, `the body has no list of ${list}`);
    const cursor = textIn(body, "cursor");
    const isFull = listIn(body, list).length >= pageSize;
    // After a full page without a cursor, the list may continue.
    const isCut = cursor === "" ? isFull : seen.has(cursor) || page >= maxPages;
    yield { body, fetchedAtMs, isCut };
    if (cursor === "" || isCut) return;
    seen.add(cursor);
    url.searchParams.set("cursor", cursor);
  }
}
