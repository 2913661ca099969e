import { describe, expect, test } from "vitest";
import { readPolymarket } from "@/server/ingest/feeds/polymarket/read-polymarket";
import { snapshotsOf } from "@/server/ingest/feeds/testing/samples";
import { venueFile, venuesAreAbsent } from "@/server/ingest/feeds/testing/venue-files";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import { listedName, matchIn, outcomesIn } from "@/server/ingest/matching/testing/meet";

const nba = "basketball_nba";
const recorded = "2026-01-09T20:13";

type VenueGame = {
  /** The codes of the away and the home team, and the date: "PHITOR 2026-01-11". */
  readonly key: string;
  readonly event: {
    readonly ref: string;
    readonly home: string;
    readonly away: string;
    readonly commenceTime: number;
  };
};

const polymarketGames = (): VenueGame[] => {
  const body = venueFile("polymarket", "gamma_events_nba_2026-01-09.json");
  const items = readPolymarket([body], { fetchedAtMs: Date.parse(`${recorded}:00Z`) });
  return snapshotsOf(items).flatMap(({ events }) =>
    events.map(({ ref = "", home, away, commence_time }) => {
      const [, first = "", second = "", ...date] = ref.split("-");
      const key = `${first}${second} ${date.join("-")}`.toUpperCase();
      return { key, event: { ref, home, away, commenceTime: Date.parse(commence_time) } };
    }),
  );
};

/** Kalshi's games. The recording has dates without times, so each game gets a start of 7 pm, US Eastern. */
const kalshiGames = (): VenueGame[] => {
  const { events } = venueFile("kalshi", "events_KXNBAGAME_2026-01-09.json") as {
    events: readonly { event_ticker: string; title: string }[];
  };
  return events.flatMap(({ event_ticker: ref, title }) => {
    const [, day = "", codes = ""] = /-26JAN(\d\d)([A-Z]{6})$/.exec(ref) ?? [];
    const [away = "", home = ""] = title.split(" at ");
    const commenceTime = Date.parse(`2026-01-${day}T19:00:00-05:00`);
    return [{ key: `${codes} 2026-01-${day}`, event: { ref, home, away, commenceTime } }];
  });
};

const fixtureOf = ({ key, event }: VenueGame): KnownFixture => ({
  id: key,
  homeTeam: listedName(nba, event.home),
  awayTeam: listedName(nba, event.away),
  commenceTime: event.commenceTime,
});

const isUpcoming = ({ event }: VenueGame): boolean => event.commenceTime > Date.parse(`${recorded}:00Z`);

describe.skipIf(venuesAreAbsent)("recorded NBA games of Polymarket and Kalshi, 9 January 2026", () => {
  test("every nickname that Polymarket uses for a team is known, and every game becomes a new fixture", () => {
    const games = polymarketGames();
    const names = games.flatMap(({ event }) => [event.home, event.away]);
    expect(names.filter((name) => listedName(nba, name) === name)).toEqual([]);
    expect(new Set(names).size).toBe(30);
    const matches = matchIn(nba, { events: games.map(({ event }) => event), recorded });
    expect(matches.map(({ kind }) => kind)).toEqual(games.map(() => "new"));
  });

  test("each game of Kalshi joins only the game of Polymarket with the same teams and date", () => {
    const games = polymarketGames();
    const starts = new Map(games.map(({ key, event }) => [key, event.commenceTime]));
    const listed = kalshiGames()
      .map(({ key, event }) => ({
        key,
        event: { ...event, commenceTime: starts.get(key) ?? event.commenceTime },
      }))
      .filter(isUpcoming);
    const events = listed.map(({ event }) => event);
    const joined = outcomesIn(nba, { fixtures: games.map(fixtureOf), events, recorded });
    expect(joined).toEqual(listed.map(({ key }) => (starts.has(key) ? key : "new")));
    expect(joined.filter((id) => id !== "new")).toHaveLength(21);
  });

  test("a game of Kalshi without a time joins the fixture of its own date, or none", () => {
    const fixtures = polymarketGames().map(fixtureOf);
    const listed = kalshiGames().filter(isUpcoming);
    const joined = outcomesIn(nba, { fixtures, events: listed.map(({ event }) => event), recorded });
    const wrong = joined.filter(
      (outcome, index) => outcome !== listed[index]?.key && !/^(?:new|uncertain_fixture .*)$/.test(outcome),
    );
    expect(wrong).toEqual([]);
  });

  test("two Philadelphia games at Toronto on consecutive days never join each other's fixture", () => {
    const pair = polymarketGames().filter(({ key }) => key.startsWith("PHITOR"));
    expect(pair.map(({ key }) => key)).toEqual(["PHITOR 2026-01-11", "PHITOR 2026-01-12"]);
    const [early, late] = pair.map(fixtureOf);
    const recordedGame = kalshiGames().find(({ key }) => key === early?.id);
    if (early === undefined || late === undefined || recordedGame === undefined)
      throw new Error("the recordings lack a Philadelphia game at Toronto");
    const onDayOf = ({ id, commenceTime }: KnownFixture) => ({
      ...recordedGame.event,
      ref: id,
      commenceTime,
    });
    const join = (fixtures: readonly KnownFixture[], ...days: readonly KnownFixture[]) =>
      outcomesIn(nba, { fixtures, events: days.map(onDayOf), recorded });
    expect(join([early, late], early, late)).toEqual([early.id, late.id]);
    expect(join([early, late], late)).toEqual([late.id]);
    expect(join([late], early)).toEqual(["new"]);
    expect(join([early], late)).toEqual(["new"]);
  });
});
