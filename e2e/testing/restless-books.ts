import { randomInt } from "node:crypto";
import { connectDatabase } from "@/db/connect";
import { embeddedPaths } from "@/db/embedded-paths";
import { hourMs } from "@/server/domain/durations";
import { createFeedToken } from "@/server/ingest/delivery/feed-token";

/** Why the API stopped serving a price: the price became too old (lapsed), or its book withdrew or replaced it. */
export type RemovalCause = "lapsed" | "withdrawn";

/** The sport of the bouts. The boxers are invented, so no other feed lists them. */
export const restlessSport = "boxing_boxing";
const boutOf = {
  Restless: { home: "Ada Northfield", away: "Bea Southgate" },
  Steady: { home: "Cleo Eastbrook", away: "Dora Westfall" },
  Brief: { home: "Edda Highmoor", away: "Fay Lowfield" },
} as const;

/** A price of a simulated book lapses 90 seconds after its fetch time, the shortest time that the service allows. */
const lifeMs = 90_000;

export type RestlessBooks = {
  readonly sport: string;
  readonly event: string;
  /** Delivers a price that lapses after about `leftMs`, or withdraws the book's price. */
  readonly act: (
    action: { readonly book: number; readonly leftMs: number } | { readonly withdraw: number },
  ) => Promise<void>;
  /** Why the API stopped serving a price. @param price the key of the book and the American odds, such as "restless_1 105". */
  readonly causeOf: (price: string) => RemovalCause;
  readonly close: () => Promise<void>;
};

/** Specs share one service and run at the same time, so each spec has its own books and its own bout. */
type Name = keyof typeof boutOf;

type Service = { readonly url: string; readonly dataDir: string; readonly key: string };

/**
 * Simulates scrapers that deliver prices of one bout. Books come and go. No price repeats, so each shown price belongs to one delivery.
 * @param startsInMs how long after now the bout starts.
 */
export const openRestlessBooks = async (
  { url, dataDir, key }: Service,
  name: Name = "Restless",
  startsInMs = 6 * hourMs,
): Promise<RestlessBooks> => {
  const prefix = name.toLowerCase();
  const books = [1, 2, 3, 4, 5].map((number) => `${prefix}_${number}`);
  const boxers = boutOf[name];
  const db = connectDatabase({ socketPath: embeddedPaths(dataDir).socket }, 1);
  const { token } = await createFeedToken(db, books, new Date());
  const start = new Date(Date.now() + startsInMs).toISOString();
  const lastFetched = new Map<string, number>();
  const replaced = new Set<string>();
  /** For each book: its price, and the time at which the price lapses. */
  const current = new Map<string, { readonly price: string; readonly leavesAt: number }>();
  let price = 100 + randomInt(50);

  const deliver = async (snapshot: object): Promise<void> => {
    const response = await fetch(`${url}/feeds/snapshots`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" },
      body: JSON.stringify(snapshot),
    });
    if (response.status !== 200) throw new Error(`a delivery failed: ${await response.text()}`);
  };

  const snapshotOf = (book: string, fetchedAt: number, american: number | undefined) => ({
    book,
    book_title: book.replace(`${prefix}_`, `${name} `),
    update_interval_seconds: 10,
    sport: restlessSport,
    fetched_at: new Date(fetchedAt).toISOString(),
    complete: true,
    events:
      american === undefined
        ? []
        : [
            {
              ref: "bout",
              commence_time: start,
              ...boxers,
              markets: [
                {
                  key: "h2h",
                  outcomes: [
                    { side: "home", american: -american - 20 },
                    { side: "away", american },
                  ],
                },
              ],
            },
          ],
  });

  const act: RestlessBooks["act"] = async (action) => {
    const book = books["book" in action ? action.book : action.withdraw] ?? "";
    // A delivery is rejected if its fetch time is earlier than that of the previous delivery.
    const earliest = (lastFetched.get(book) ?? 0) + 1;
    const leftMs = "book" in action ? action.leftMs : 0;
    const fetchedAt = Math.max(earliest, Date.now() - lifeMs + leftMs);
    lastFetched.set(book, fetchedAt);
    const before = current.get(book);
    price += 1;
    const american = "book" in action ? price : undefined;
    // The old price is added to `replaced` before the delivery, because the API may remove the price while the delivery is in progress.
    if (before !== undefined && before.leavesAt > Date.now()) replaced.add(before.price);
    if (american === undefined) current.delete(book);
    else current.set(book, { price: `${book} ${american}`, leavesAt: fetchedAt + lifeMs });
    await deliver(snapshotOf(book, fetchedAt, american));
  };

  await act({ book: 0, leftMs: lifeMs - 1_000 });
  const listed = async (): Promise<string | undefined> => {
    // With a time in the past, the list also has a bout that has just started.
    const from = new Date(Date.now() - hourMs).toISOString().replace(/\.\d+/, "");
    const response = await fetch(`${url}/v1/sports/${restlessSport}/events?commenceTimeFrom=${from}`, {
      headers: { "X-API-Key": key },
    });
    // On a busy machine, a call can exceed its deadline.
    if (!response.ok) return undefined;
    const fixtures = (await response.json()) as readonly {
      readonly id: string;
      readonly home_team: string;
    }[];
    return fixtures.find(({ home_team }) => home_team === boxers.home)?.id;
  };
  let event = await listed();
  while (event === undefined) event = await listed();
  return {
    sport: restlessSport,
    event,
    act,
    causeOf: (shown) => (replaced.has(shown) ? "withdrawn" : "lapsed"),
    close: () => db.$client.end({ timeout: 2 }),
  };
};
