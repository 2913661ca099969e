import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { hourMs } from "@/server/domain/durations";
import { namePlayers } from "@/server/domain/players/name-players";
import { anyFixture } from "@/server/domain/players/testing/players";
import { hostileName } from "@/server/ingest/feeds/testing/hostile";
import { readText } from "@/server/ingest/feeds/untrusted";
import { fixtureIdBase } from "@/server/ingest/matching/fixture-id";
import { matchEvents } from "@/server/ingest/matching/match-events";
import type { KnownFixture, ListedEvent } from "@/server/ingest/matching/match-input";
import { createNameEvidence } from "@/server/ingest/matching/name-evidence";
import { matchIn } from "@/server/ingest/matching/testing/meet";

const start = Date.parse("2026-11-22T18:00:00Z");
const sportKeys = [
  "basketball_nba",
  "basketball_ncaab",
  "mma_mixed_martial_arts",
  "boxing_boxing",
  "soccer_epl",
  "soccer_uefa_champs_league",
  "cricket_psl",
  "tennis_atp_us_open",
].filter((key) => findSport(key) !== undefined);

const realNames = [
  "Boston Celtics",
  "Duke Blue Devils",
  "Arsenal",
  "Real Madrid",
  "Ali Shakhrukhbekov",
  "Jon Jones",
];
/** Only names that `readText` accepts reach matching. */
const name = fc
  .oneof({ weight: 4, arbitrary: hostileName }, { weight: 1, arbitrary: fc.constantFrom(...realNames) })
  .map((text) => readText(text, 100))
  .filter((text) => text !== null);
const time = fc.integer({ min: -30, max: 30 }).map((hours) => start + hours * hourMs);

const events: fc.Arbitrary<ListedEvent[]> = fc.array(
  fc.record({ ref: fc.option(name, { nil: undefined }), commenceTime: time, home: name, away: name }),
  { minLength: 1, maxLength: 5 },
);
const fixtures: fc.Arbitrary<KnownFixture[]> = fc
  .array(fc.record({ homeTeam: name, awayTeam: name, commenceTime: time }), { maxLength: 6 })
  .map((list) => list.map((fixture, index) => ({ id: `f${index}`, ...fixture })));

describe("names like `constructor`, and texts that are not names", () => {
  test("each event with hostile names gets exactly one match, and each new fixture gets a valid id", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sportKeys),
        events,
        fixtures,
        fc.boolean(),
        fc.array(fc.record({ name, team: name }), { maxLength: 2 }),
        (sportKey, listed, fixtures, complete, aliases) => {
          const sport = findSport(sportKey);
          if (sport === undefined) throw new Error(`no sport ${sportKey}`);
          const learned = fixtures.flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam]);
          const matches = matchEvents({
            sport,
            events: listed,
            fixtures,
            refs: new Map(
              listed.flatMap(({ ref }, index) => (ref === undefined ? [] : [[ref, `f${index}`]])),
            ),
            quoted: new Set(fixtures.slice(0, 2).map(({ id }) => id)),
            recordedAt: start - 40 * hourMs,
            complete,
            teams: createTeamIndex(sport, sport.names === "open" ? learned : [], aliases),
          });
          expect(matches).toHaveLength(listed.length);
          for (const match of matches)
            if (match.kind === "new")
              expect(fixtureIdBase(sportKey, match.awayTeam, match.homeTeam, start)).toMatch(
                /^[a-z0-9_-]{1,190}$/,
              );
        },
      ),
      { numRuns: 300 },
    );
  });

  test("comparing hostile names never throws", () => {
    fc.assert(
      fc.property(fc.constantFrom(...sportKeys), name, name, (sportKey, first, second) => {
        const sport = findSport(sportKey);
        if (sport === undefined) throw new Error(`no sport ${sportKey}`);
        const evidence = createNameEvidence(sport);
        const results = [
          evidence.isPlaceholder(first),
          evidence.isDerivedEvent(first),
          evidence.isMarked(first),
          evidence.isOtherSquad(first, second),
          evidence.differInSquad(first, second),
          evidence.couldBe(first, second),
          evidence.couldSpell(first, second),
          evidence.isTownOf(first, second),
          evidence.resembles(first, second),
          evidence.isClearlySameName(first, second),
          evidence.isClearlyAnother(first, second),
        ];
        expect(results.every((result) => typeof result === "boolean")).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("a player with a hostile name is shown under a spelling that at least one book lists", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("a", "constructor", "c"), fc.uniqueArray(name)), (listed) => {
        const books = new Map(Object.entries(listed));
        const shown = namePlayers(anyFixture, books);
        const all = new Set([...books.values()].flat());
        for (const [book, players] of books)
          for (const player of players) expect(all).toContain(shown.get(book)?.get(player));
      }),
      { numRuns: 300 },
    );
  });
});

test("two unknown fighters with long names get a new fixture even if a known fixture has a fighter called Constructor", () => {
  const time = "2026-11-22T18:00";
  const [match] = matchIn("mma_mixed_martial_arts", {
    fixtures: [{ id: "poison", homeTeam: "Constructor", awayTeam: "Some Fighter", commenceTime: start }],
    events: [
      {
        ref: undefined,
        commenceTime: Date.parse(`${time}:00Z`),
        home: "Shakhrukhbekov Ali",
        away: "Mirzakhalilovich Bo",
      },
    ],
  });
  expect(match).toMatchObject({ kind: "new", homeTeam: "Shakhrukhbekov Ali" });
});
