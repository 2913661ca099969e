import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { milliseconds } from "@/db/sql";
import { storeRuns } from "@/db/testing";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf, testRecorder } from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const sport = "mma_mixed_martial_arts";

/** Spellings of two bouts. A book spells a bout in one way. */
const spellings = [
  [
    ["Jon Jones", "Stipe Miocic"],
    ["Jon Jonse", "Stipe Miocik"],
    ["Jon Jones", "Stipe Miocik"],
    ["Jones", "Miocic"],
    ["JÓN JONES", "Stipe Miocic"],
  ],
  [
    ["Ana Silvana", "Mia Kowal"],
    ["Anna Silvana", "Mya Kowal"],
    ["Silvana", "Kowal"],
  ],
] as const;

/** `later`: five days later, so far off that the same two names mean another bout. */
type Listing = { readonly pair: readonly [string, string]; readonly later: boolean };
type Source = {
  readonly book: string;
  readonly token: string | undefined;
  readonly listings: readonly Listing[];
};

const anyListing = ([first, ...others]: (typeof spellings)[number]): fc.Arbitrary<Listing> =>
  fc.record({ pair: fc.constantFrom(first, ...others), later: fc.constantFrom(false, false, false, true) });
const anyListings: fc.Arbitrary<Listing[]> = fc
  .tuple(anyListing(spellings[0]), fc.option(anyListing(spellings[1]), { nil: undefined }))
  .map(([first, second]) => (second === undefined ? [first] : [first, second]));
const books = ["draftkings", "fanduel", "unibet", "one", "two"];
const anySources: fc.Arbitrary<Source[]> = fc
  .tuple(
    ...books.map((book) =>
      fc.record({
        book: fc.constant(book),
        token: fc.constantFrom(undefined, undefined, "token"),
        listings: anyListings,
      }),
    ),
  )
  .map((sources) => sources);

const record = async ({ book, token, listings }: Source, round: number): Promise<void> => {
  const at = t0 + round * 10 * minuteMs + books.indexOf(book) * minuteMs;
  const events = listings.map(({ pair: [home, away], later }) =>
    eventOf(later ? start + 120 * hourMs : start, [moneyline(-150, 130)], { home, away }),
  );
  await recordSnapshots(testRecorder(rig.database().db), [snapshotOf(book, at, events, { sport })], {
    clock: "recorded",
    now: t0 + 5 * hourMs,
    ...(token !== undefined && { origin: { kind: "token", id: token } as const }),
  });
};

/** The listed fixtures, without ids, the order of home and away, and the accents and capitals of names. */
const listed = async (): Promise<string[]> =>
  (
    await rig.rows<{ home: string; away: string; start: number }>(sql`
      select home_team as home, away_team as away, ${milliseconds("commence_time")} as start
      from fixtures where listed and replaced_by is null`)
  )
    .map(({ home, away, start: at }) => [...[home, away].map(normalizeName).sort(), at].join(" - "))
    .sort();

test("the same snapshots in any order end in the same fixtures", async () => {
  await fc.assert(
    fc.asyncProperty(
      anySources.chain((sources) =>
        fc.tuple(fc.constant(sources), fc.shuffledSubarray(sources, { minLength: sources.length })),
      ),
      async ([sources, shuffled]) => {
        const ends: string[][] = [];
        for (const order of [sources, shuffled]) {
          await rig.empty();
          for (const source of order) await record(source, 0);
          ends.push(await listed());
        }
        expect(ends[1]).toEqual(ends[0]);
      },
    ),
    { numRuns: storeRuns(120) },
  );
}, 300_000);
