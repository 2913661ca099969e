import { beforeEach } from "vitest";
import { hourMs } from "@/server/domain/durations";
import type { CreditBudget } from "@/server/ingest/polling/credit-budget";
import { beginMs } from "@/server/ingest/polling/testing/simulated-kalshi";
import { type Reply, type SimulatedRequest, simulateVenue } from "@/server/ingest/polling/testing/simulator";

export const puckDropMs = beginMs + hourMs / 2;

const bookmaker = (key: string, home: number, away: number, seenMs: number) => ({
  key,
  title: key,
  last_update: new Date(seenMs).toISOString(),
  markets: [
    {
      key: "h2h",
      last_update: new Date(seenMs).toISOString(),
      outcomes: [
        { name: "Boston Bruins", price: home },
        { name: "New York Rangers", price: away },
      ],
    },
  ],
});

const listed = (id: string, startMs: number) => ({
  id,
  sport_key: "icehockey_nhl",
  commence_time: new Date(startMs).toISOString(),
  home_team: "Boston Bruins",
  away_team: "New York Rangers",
});

/** The odds of a game that starts at `startMs`, as the vendor last saw them at `seenMs`. */
export const nhlOdds = (startMs = puckDropMs, seenMs = beginMs - 20_000) => [
  { ...listed("e1", startMs), bookmakers: [bookmaker("fanduel", 1.7, 2.2, seenMs)] },
];

/** Simulates The Odds API with one NHL game. */
export const simulateOddsApi = () => {
  let used = 100;
  let limit = 500;
  let startMs = puckDropMs;
  const replyTo = ({ url }: SimulatedRequest): Reply => {
    const isSports = url.pathname === "/sports";
    const isOdds = url.pathname === "/sports/icehockey_nhl/odds";
    const isEventOdds = url.pathname === "/sports/icehockey_nhl/events/e1/odds";
    const cost = isOdds ? 3 : isEventOdds ? 1 : 0;
    used += cost;
    const headers = {
      "x-requests-used": String(used),
      "x-requests-remaining": String(limit - used),
      "x-requests-last": String(cost),
    };
    if (isSports)
      return {
        headers,
        json: [
          { key: "icehockey_nhl", active: true },
          { key: "soccer_atlantis", active: true },
        ],
      };
    if (isOdds) return { headers, json: nhlOdds(startMs) };
    if (isEventOdds) return { headers, json: { ...listed("e1", startMs), bookmakers: [] } };
    return { headers, json: [listed("e1", startMs)] };
  };
  const simulator = simulateVenue(replyTo);
  beforeEach(() => {
    used = 100;
    limit = 500;
    startMs = puckDropMs;
  });
  return {
    ...simulator,
    /** Moves the game's start to `ms` after `beginMs`. */
    startIn: (ms: number) => {
      startMs = beginMs + ms;
    },
    /** Sets how many credits the vendor reports as left. */
    leave: (credits: number) => {
      limit = used + credits;
    },
  };
};

/** A simplified credit budget in memory. `credit-budget.db.test.ts` tests the real one. */
export const budgetInMemory = (monthlyLimit: number): CreditBudget & { readonly committed: () => number } => {
  let spent = 0;
  let open = 0;
  let remaining: number | undefined;
  return {
    committed: () => spent + open,
    read: async () => ({ committed: spent + open, vendorRemaining: remaining }),
    reserve: async (cost, ceiling) => {
      if (spent + open + cost > Math.min(ceiling, monthlyLimit)) return false;
      open += cost;
      return true;
    },
    settle: async (cost, counts) => {
      if (counts === undefined) return 0;
      // `open` may include the cost of earlier calls without a response. The simulated vendor does not charge for these calls.
      open = 0;
      spent += counts.cost ?? cost;
      remaining = counts.remaining;
      return counts.cost ?? cost;
    },
    recover: async () => undefined,
  };
};
