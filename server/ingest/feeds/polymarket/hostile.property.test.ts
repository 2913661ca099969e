import fc from "fast-check";
import { expect, test } from "vitest";
import { checkSnapshot } from "@/server/ingest/feeds/check-snapshot";
import { polymarketFormat } from "@/server/ingest/feeds/polymarket/read-polymarket";
import {
  bookOf,
  drawLeg,
  halfSpread,
  homeLeg,
  moneyline,
  nbaEvent,
  points,
  soccerEvent,
  spread,
  total,
} from "@/server/ingest/feeds/polymarket/testing/payloads";
import { fetchedAtMs } from "@/server/ingest/feeds/polymarket/testing/read";
import { hostileNumber, hostileText, mostly } from "@/server/ingest/feeds/testing/hostile";
import { snapshotsOf } from "@/server/ingest/feeds/testing/samples";

const hostileValue = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, undefined, true, [], {}, "[[[[", '["a"]', "(".repeat(500), "2026-01-10"),
);

/** Replaces up to three fields of an object with hostile values. The value `undefined` removes the field from the JSON. */
const damaged = (value: Readonly<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .array(fc.tuple(fc.constantFrom(...Object.keys(value)), hostileValue), { maxLength: 3 })
    .map((changes) => ({ ...value, ...Object.fromEntries(changes) }));

const ladder = total(224.5, 0.48, 0.49);
const markets = [moneyline(), spread(-7.5, 0.59, 0.6), halfSpread(-5.5, 0.49, 0.52), ladder, points()];

const bodies = fc
  .tuple(
    fc.tuple(...markets.map(damaged)),
    fc.tuple(damaged(homeLeg()), damaged(drawLeg())),
    damaged(bookOf(ladder, 0, [["0.4", "7"]], [["0.5", "8"]])),
    mostly(["nba-tor-bos-2026-01-09"], hostileText),
  )
  .chain(([nba, soccer, book, slug]) =>
    fc.tuple(damaged(nbaEvent(nba, { slug })), damaged(soccerEvent(soccer)), fc.constant(book)),
  );

test("hostile Polymarket responses never make the reader throw, and checkSnapshot can read every event", () => {
  let kept = 0;
  fc.assert(
    fc.property(bodies, ([nba, soccer, book]) => {
      const files = [[nba, soccer], [book]].map((body) => ({ path: "test", text: JSON.stringify(body) }));
      const items = [...polymarketFormat.readTogether(files, { fetchedAtMs })];
      for (const item of items) if (item.kind === "rejected") expect(item.prices).toBeGreaterThan(0);
      for (const snapshot of snapshotsOf(items)) {
        const checked = checkSnapshot(snapshot, {
          recordedAt: fetchedAtMs,
          now: fetchedAtMs,
          archiveFrom: 0,
        });
        expect([...checked.rejected.keys()]).not.toContain("unreadable");
        for (const event of checked.events) kept += event.markets.length;
      }
    }),
    { numRuns: 200 },
  );
  expect(kept).toBeGreaterThan(0);
});

test.each([
  ["an empty text", ""],
  ["a text that breaks off inside an object", "{"],
  ["a text that breaks off inside an array", "[1,"],
  ["null", "null"],
  ["an array after a byte order mark", "\uFEFF[]"],
  ["a deeply nested array", "[".repeat(20_000)],
  ["an object instead of a list of events", '{"events":{}}'],
  ["HTML", "<html>"],
])("%s yields no snapshot and does not make the Polymarket reader throw", (_, text) => {
  const items = [...polymarketFormat.readTogether([{ path: "test", text }], { fetchedAtMs })];
  expect(snapshotsOf(items)).toEqual([]);
});
