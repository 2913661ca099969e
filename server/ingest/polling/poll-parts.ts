import type { ReadItem } from "@/server/ingest/feeds/reader";
import { VenueError } from "@/server/ingest/polling/venue-error";

type Page = readonly ReadItem[];

const maxFailuresInARow = 3;
/**
 * How many parts of one shard are polled at once. At Kalshi and Polymarket, each series is a part of a shard. The requests of all shards to
 * a host wait in one queue. If `maxParallel` were low, a large shard would have only as many requests in the queue as a small shard. A
 * large shard needs more requests per poll, so it would be polled less often. With this high value, a large shard has more requests in the
 * queue, and all shards are polled about equally often.
 */
const maxParallel = 32;

/**
 * Polls the parts of a shard, such as Kalshi's series, and yields their pages as they arrive. After three failures in a row, or after a
 * failure of our own code, no further part is started.
 * @throws at the end, if a part failed.
 */
export async function* pollParts<Part>(
  parts: Iterable<Part>,
  poll: (part: Part) => AsyncIterable<Page>,
): AsyncGenerator<Page> {
  const waiting: { readonly page: Page; readonly taken: () => void }[] = [];
  const errors: unknown[] = [];
  let failuresInARow = 0;
  let isGivenUp = false;
  let isClosed = false;
  let wake: () => void = () => undefined;

  const workers: Promise<void>[] = [];
  const offer = (page: Page): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ page, taken: resolve });
      wake();
    });
  // Parts are polled one at a time until the venue has responded, so that an unavailable venue gets few requests.
  const widen = (): void => {
    while (workers.length < maxParallel) workers.push(work());
  };
  const runPart = async (part: Part): Promise<void> => {
    try {
      for await (const page of poll(part)) {
        if (isClosed) return;
        failuresInARow = 0;
        widen();
        await offer(page);
      }
    } catch (error) {
      errors.push(error);
      failuresInARow += 1;
      isGivenUp ||= failuresInARow >= maxFailuresInARow || !(error instanceof VenueError);
    }
  };

  // The workers share one iterator.
  const left = [...parts].values();
  let running = 0;
  const work = async (): Promise<void> => {
    running += 1;
    for (const part of left) {
      await runPart(part);
      if (isGivenUp || isClosed) break;
    }
    running -= 1;
    wake();
  };
  workers.push(work());
  try {
    while (running > 0 || waiting.length > 0) {
      const next = waiting.shift();
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      // While the consumer of this generator records this page, the worker reads the next page.
      next.taken();
      yield next.page;
    }
  } finally {
    isClosed = true;
    for (const { taken } of waiting) taken();
    await Promise.all(workers);
  }
  const unexpected = errors.find((error) => !(error instanceof VenueError));
  if (errors.length > 0) throw unexpected ?? errors[0];
}
