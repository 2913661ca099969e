import { type CheckedSnapshot, checkSnapshot } from "@/server/ingest/feeds/check-snapshot";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

export const recordedAt = Date.parse("2026-11-21T10:00:00Z");
export const clock = { recordedAt, now: recordedAt, archiveFrom: Date.parse("2026-09-01T00:00:00Z") };

export type Loose = Record<string, unknown>;

export const moneyline = (): Loose[] => [
  { side: "home", american: -150 },
  { side: "away", american: 130 },
];

export const event = (markets: unknown, more: Loose = {}): Loose => ({
  commence_time: "2026-11-22T18:00:00Z",
  home: "Buffalo Bills",
  away: "Kansas City Chiefs",
  markets,
  ...more,
});

export const snapshot = (events: unknown, more: Loose = {}): BookSnapshot =>
  ({
    book: "northline",
    sport: "americanfootball_nfl",
    fetched_at: "2026-11-21T09:59:30Z",
    events,
    ...more,
  }) as unknown as BookSnapshot;

export const check = (untrusted: unknown, at = clock): CheckedSnapshot =>
  checkSnapshot(untrusted as BookSnapshot, at);

export const rejectedBy = (checked: CheckedSnapshot): Record<string, number> =>
  Object.fromEntries(checked.rejected);

/** The result of `checkSnapshot` for one market with the given outcomes. */
export const market = (key: string, outcomes: unknown, more: Loose = {}, whole: Loose = {}) => {
  const checked = check(snapshot([event([{ key, outcomes, ...more }])], whole));
  return { rejected: rejectedBy(checked), outcomes: checked.events[0]?.markets[0]?.outcomes ?? [], checked };
};
