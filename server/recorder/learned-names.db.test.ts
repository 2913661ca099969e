import { describe, expect, test } from "vitest";
import type { SnapshotEvent } from "@/server/feeds/snapshot";
import { recordSnapshots } from "@/server/recorder/record-snapshots";
import { serve } from "@/server/recorder/testing/board-rig";
import { hour, minute, recorderRig, start, t0 } from "@/server/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf, testRecorder } from "@/server/recorder/testing/snapshots";

const rig = recorderRig();
const sport = "mma_mixed_martial_arts";

type Bout = { readonly home: string; readonly away: string; readonly at?: number; readonly ref?: string };
const bout = ({ home, away, at = start, ref }: Bout): SnapshotEvent =>
  eventOf(at, [moneyline(-150, 130)], { home, away, ...(ref !== undefined && { ref }) });

/** Records what one book lists, `minutes` after the first snapshot. */
const list = (book: string, minutes: number, bouts: readonly Bout[], token?: string) =>
  recordSnapshots(
    testRecorder(rig.database().db),
    [snapshotOf(book, t0 + minutes * minute, bouts.map(bout), { sport, complete: true })],
    {
      clock: "now",
      now: t0 + minutes * minute,
      ...(token !== undefined && { origin: { kind: "token", id: token } as const }),
    },
  );

const served = async (minutes: number) => {
  const { list: fixtures } = await serve(rig.database().db, sport, t0 + minutes * minute);
  return fixtures.map(({ home_team, away_team, bookmakers, unmatched_bookmakers }) => ({
    teams: [home_team, away_team].sort(),
    books: bookmakers.map(({ key }) => key),
    unmatched: unmatched_bookmakers,
  }));
};

const day = 24 * hour;
const honest = { home: "Jon Jones", away: "Stipe Miocic" };

describe("two independent sources agree after one book delivered other names first", () => {
  test.each([
    ["each name one letter off, same start", [{ home: "Jon Jonse", away: "Stipe Miocik" }]],
    [
      "each name one letter off, three days later",
      [{ home: "Jon Jonnes", away: "Stipe Mioccic", at: start + 3 * day }],
    ],
    ["surnames only", [{ home: "Jones", away: "Miocic" }]],
    ["initials only", [{ home: "JJ", away: "SM" }]],
    ["initials and surnames", [{ home: "J. Jones", away: "S. Miocic" }]],
    [
      "the real names and suffixed variants",
      [honest, ..."abcdefgh"].map((suffix) =>
        typeof suffix === "string"
          ? { home: `${honest.home}${suffix}`, away: `${honest.away}${suffix}` }
          : suffix,
      ),
    ],
    [
      "suffixed variants only",
      [..."abcdefgh"].map((suffix) => ({ home: `${honest.home}${suffix}`, away: `${honest.away}${suffix}` })),
    ],
    [
      "invented opponents",
      [
        { home: "Jon Jones", away: "Some Body" },
        { home: "Stipe Miocic", away: "Any Body", at: start + 5 * hour },
      ],
    ],
  ])("%s: the game is served under the names of the two", async (_, bad) => {
    for (const round of [0, 10]) {
      await list("badbook", round, bad, "bad");
      await list("draftkings", round + 1, [honest]);
      await list("fanduel", round + 2, [honest]);
    }
    const fixtures = await served(13);
    expect(fixtures).toContainEqual(
      expect.objectContaining({
        teams: ["Jon Jones", "Stipe Miocic"],
        books: expect.arrayContaining(["draftkings", "fanduel"]),
      }),
    );
    for (const { unmatched } of fixtures) {
      expect(unmatched).not.toContain("draftkings");
      expect(unmatched).not.toContain("fanduel");
    }
    const rows = await rig.rows(
      (await import("drizzle-orm"))
        .sql`select book_key, home from unmatched_events where book_key <> 'badbook'`,
    );
    expect(rows).toEqual([]);
  });
});
