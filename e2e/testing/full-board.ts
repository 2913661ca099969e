import { connectDatabase } from "@/db/connect";
import { embeddedPaths } from "@/db/embedded-paths";
import { bookKeyOf, slateSnapshot, slateSport } from "@/e2e/bench/slate";
import { createFeedToken } from "@/server/delivery/feed-token";

const books = 60;
const booksPerDelivery = 10;
const markets: ReadonlySet<string> = new Set([
  "h2h",
  "spreads",
  "totals",
  "alternate_spreads",
  "player_pass_yds",
]);

export type FullBoard = {
  readonly sport: string;
  readonly books: number;
  /** Delivers another price for every outcome of the given books. */
  readonly change: (count?: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A board of 16 games at 60 books, with main markets, a ladder and props. */
export const openFullBoard = async ({
  url,
  dataDir,
}: {
  readonly url: string;
  readonly dataDir: string;
}): Promise<FullBoard> => {
  const db = connectDatabase({ socketPath: embeddedPaths(dataDir).socket }, 1);
  const keys = Array.from({ length: books }, (_, index) => bookKeyOf(index));
  const { token } = await createFeedToken(db, keys, new Date());
  let turn = 0;

  const snapshotOf = (book: number): string => {
    const snapshot = slateSnapshot(book, Date.now(), turn);
    const events = snapshot.events.map((event, index) => ({
      ...event,
      ref: `game_${index}`,
      markets: event.markets.filter(({ key }) => markets.has(key)),
    }));
    return JSON.stringify({ ...snapshot, complete: true, events });
  };

  const change: FullBoard["change"] = async (count = books) => {
    turn += 1;
    for (let first = 0; first < count; first += booksPerDelivery) {
      const delivered = Array.from({ length: Math.min(booksPerDelivery, count - first) }, (_, index) =>
        snapshotOf(first + index),
      );
      const response = await fetch(`${url}/feeds/snapshots`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" },
        body: delivered.join("\n"),
      });
      if (response.status !== 200) throw new Error(`a delivery failed: ${await response.text()}`);
    }
  };

  await change();
  return { sport: slateSport, books, change, close: () => db.$client.end({ timeout: 2 }) };
};
