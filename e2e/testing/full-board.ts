import { connectDatabase } from "@/db/connect";
import { embeddedPaths } from "@/db/embedded-paths";
import { bookKeyOf, slateSnapshot, slateSport } from "@/e2e/bench/slate";
import { createFeedToken } from "@/server/ingest/delivery/feed-token";
import type { SnapshotOutcome } from "@/server/ingest/feeds/snapshot";

const books = 60;
const booksPerDelivery = 10;
const markets: ReadonlySet<string> = new Set([
  "h2h",
  "spreads",
  "totals",
  "alternate_spreads",
  "player_pass_yds",
]);

type PriceOf = (outcome: Extract<SnapshotOutcome, { readonly american: unknown }>) => number;

export type FullBoard = {
  readonly sport: string;
  readonly books: number;
  /** Delivers a new price for every outcome of the first `count` books. */
  readonly change: (count?: number) => Promise<void>;
  /** Delivers prices such as -1050 and +1095 for every outcome of all books. */
  readonly changeToLongPrices: () => Promise<void>;
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
  // The starts of the games depend on the hour, and must stay when a new hour begins.
  const openedAt = Date.now();
  let turn = 0;

  const snapshotOf = (book: number, priceOf: PriceOf): string => {
    const snapshot = slateSnapshot(book, openedAt, turn);
    const events = snapshot.events.map((event, index) => ({
      ...event,
      ref: `game_${index}`,
      markets: event.markets
        .filter(({ key }) => markets.has(key))
        .map((market) => ({
          ...market,
          outcomes: market.outcomes.map((outcome) =>
            "american" in outcome ? { ...outcome, american: priceOf(outcome) } : outcome,
          ),
        })),
    }));
    return JSON.stringify({ ...snapshot, fetched_at: new Date().toISOString(), complete: true, events });
  };

  const deliver = async (count: number, priceOf: PriceOf): Promise<void> => {
    turn += 1;
    for (let first = 0; first < count; first += booksPerDelivery) {
      const delivered = Array.from({ length: Math.min(booksPerDelivery, count - first) }, (_, index) =>
        snapshotOf(first + index, priceOf),
      );
      const response = await fetch(`${url}/feeds/snapshots`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" },
        body: delivered.join("\n"),
      });
      if (response.status !== 200) throw new Error(`a delivery failed: ${await response.text()}`);
    }
  };

  const change: FullBoard["change"] = (count = books) => deliver(count, ({ american }) => american);
  // -105 becomes -1050 for the first side and +1095 for the second, so that the probabilities of both sides still add up to about 100 %.
  const changeToLongPrices = () =>
    deliver(books, ({ american, side }) =>
      side === "home" || side === "over" ? american * 10 : 1_200 + american,
    );

  await change();
  return {
    sport: slateSport,
    books,
    change,
    changeToLongPrices,
    close: () => db.$client.end({ timeout: 2 }),
  };
};
