import type { SportCoverage } from "@/server/market/board/quoted-now/coverage";
import type { StatusReport } from "@/server/web/site/describe-status";

const feedTitles = new Map([
  ["kalshi", "Kalshi"],
  ["polymarket", "Polymarket"],
  ["the-odds-api", "The Odds API"],
]);

/** A part's title on the status page. */
export const partTitle = (part: string): string => {
  if (part === "database") return "Database";
  if (part === "counter_store") return "Counter store";
  const job = /^job:(.+)$/.exec(part)?.[1];
  if (job !== undefined) return `Background job: ${job.replaceAll("_", " ")}`;
  const feed = /^feed:(.+)$/.exec(part)?.[1] ?? part;
  return `Feed: ${feedTitles.get(feed) ?? feed}`;
};

/** What customers notice while a part fails. */
export const partEffect = (part: string): string => {
  if (part === "database")
    return "Accounts and price history are unavailable. Current prices are served until they are too old.";
  if (part === "counter_store") return "Calls work. They may be slower, and speed limits may be less exact.";
  if (part.startsWith("job:"))
    return "Calls and prices are not affected. Until the job succeeds, old data stays, or the database grows.";
  return "Prices from this feed disappear from responses as they become too old.";
};

export const overallText: Readonly<Record<StatusReport["overall"], string>> = {
  ok: "All systems operational",
  degraded: "The service works, but a part is failing",
  unavailable: "The database is unavailable",
};

/**
 * `under 10 s`, `40 s`, `12 min` or `3 h 5 min`. Durations below 10 s would not be exact, because failures are noticed a few seconds late.
 */
export const durationText = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 10) return "under 10 s";
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

type Service = { readonly name: string; readonly isFailing: boolean; readonly effect: string };

/** What customers use, and whether a store that it needs fails. */
export const servicesOf = (stores: StatusReport["stores"]): readonly Service[] => {
  const fails = (name: string): boolean => stores.some((store) => store.name === name && store.isFailing);
  const database = fails("database");
  return [
    {
      name: "API: current prices",
      isFailing: database,
      effect: "Served from memory until they are too old.",
    },
    {
      name: "API: price history and keys",
      isFailing: database,
      effect: "Calls fail until the database is back.",
    },
    {
      name: "Website and sign-in",
      isFailing: database,
      effect: "Public pages work. Accounts and sign-in do not.",
    },
    { name: "Emails", isFailing: database, effect: "Sign-in links and notices cannot be sent." },
  ];
};

export type BookCounts = {
  readonly quoting: number;
  /** Keys of the books whose prices were all removed in at least one sport, sorted. */
  readonly late: readonly string[];
};

/** Counts books by the figures of `GET /v1/coverage`. */
export const countBooks = (sports: readonly SportCoverage[]): BookCounts => {
  const books = sports.flatMap((sport) => sport.books);
  const keys = (list: typeof books): string[] => [...new Set(list.map(({ key }) => key))].sort();
  return {
    quoting: keys(books.filter(({ fixtures }) => fixtures > 0)).length,
    late: keys(books.filter(({ isLate }) => isLate)),
  };
};

/** A sentence about the books that quote now, and about those that are late. */
export const booksText = ({ quoting, late }: BookCounts, titleOf: (key: string) => string): string => {
  const now = `${quoting} ${quoting === 1 ? "book quotes" : "books quote"} now.`;
  if (late.length === 0) return `${now} No book is late.`;
  return `${now} Late, so that their prices are removed in at least one sport: ${late.map(titleOf).join(", ")}.`;
};
