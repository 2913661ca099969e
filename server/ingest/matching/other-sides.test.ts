import { describe, expect, test } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { hourMs } from "@/server/domain/durations";
import { matchEvents } from "@/server/ingest/matching/match-events";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import { listedName } from "@/server/ingest/matching/testing/meet";

const seasonStart = Date.parse("2026-10-03T17:05:00Z");

/**
 * Additions to a team's name. They stand for another team of the club, another sport, a simulation, or a bet on something other than the
 * result of the match, such as its corners or its first half.
 */
const marks = [
  "Women",
  "Ladies",
  "WFC",
  "(W)",
  "(F)",
  "W",
  "Fem",
  "Fem.",
  "Femenil",
  "Femenino",
  "Feminino",
  "Féminines",
  "Femminile",
  "Frauen",
  "Vrouwen",
  "Dam",
  "Damer",
  "Kvinner",
  "Kvinder",
  "Naiset",
  "Kadın",
  "Kobiety",
  "Ženy",
  "Ženski",
  "Zhenshchiny",
  "Gynaikes",
  "Reserves",
  "Reserva",
  "Reservas",
  "II",
  "III",
  "B",
  "2",
  "Castilla",
  "Amateure",
  "Beloften",
  "Rezervy",
  "U17",
  "U19",
  "U-21",
  "U23",
  "Under 20",
  "Sub-20",
  "Youth",
  "Academy",
  "Juniores",
  "Juvenil",
  "Primavera",
  "Espoirs",
  "Jeugd",
  "Jugend",
  "Nachwuchs",
  "Mládež",
  "Futsal",
  "Beach Soccer",
  "Legends",
  "Masters",
  "Fans",
  "SRL",
  "(Sim)",
  "Simulated Reality",
  "Esports",
  "eFootball",
  "FIFA",
  "Cyber",
  "Virtual",
  "NBA 2K26",
  "(Boss)",
  "Corners",
  "(Corners)",
  "Bookings",
  "(Cards)",
  "Yellow Cards",
  "Goals",
  "- Goals",
  "Halftime",
  "1st Half",
  "(ET)",
  "Extra Time",
  "Offsides",
  "Throw-ins",
  "to qualify",
  "To Advance",
  "to lift the trophy",
];

describe.each([
  ["soccer_epl", "Arsenal", "Chelsea"],
  ["soccer_fa_cup", "Leeds United", "Burnley"],
  ["soccer_brazil_campeonato", "Pirajuba", "Itaocara"],
  ["soccer_germany_bundesliga", "Borussia Dortmund", "Bayern Munich"],
  ["soccer_netherlands_eredivisie", "Willem II", "Oestervang"],
  ["soccer_turkey_super_league", "Gümüşova", "Karaköy SK"],
  ["basketball_ncaab", "Duke Blue Devils", "Xavier Musketeers"],
  ["basketball_nba", "Boston Celtics", "Chicago Bulls"],
  ["baseball_npb", "Northport Whales", "Eastburg Owls"],
  ["icehockey_nhl", "Boston Bruins", "Calgary Flames"],
  ["handball_germany_bundesliga", "THW Oberlinden", "SC Niederau"],
  ["rugbyleague_nrl", "Northport Sharks", "Eastburg Eels"],
])("%s: %s at %s", (key, awayTeam, homeTeam) => {
  const sport = findSport(key);
  if (sport === undefined) throw new Error(`No such sport: ${key}`);
  const plain: KnownFixture = {
    id: "plain",
    homeTeam: listedName(key, homeTeam),
    awayTeam: listedName(key, awayTeam),
    commenceTime: seasonStart,
  };
  const matched = (fixtures: readonly KnownFixture[], home: string, away: string) => {
    const learned = sport.names === "open" ? fixtures.flatMap((one) => [one.homeTeam, one.awayTeam]) : [];
    const [match] = matchEvents({
      sport,
      recordedAt: seasonStart - hourMs,
      complete: true,
      quoted: new Set(["plain"]),
      events: [{ ref: undefined, commenceTime: seasonStart, home, away }],
      fixtures,
      refs: new Map(),
      teams: createTeamIndex(sport, [...new Set(learned)]),
    });
    return match;
  };

  test("an event with plain names joins the fixture of the clubs' first teams", () => {
    expect(matched([plain], homeTeam, awayTeam)).toEqual({
      kind: "fixture",
      fixtureId: "plain",
      swapped: false,
    });
  });

  test.each(marks)(
    "an event with %j appended to one or both team names never joins the fixture of the clubs' first teams",
    (mark) => {
      for (const [home, away] of [
        [`${homeTeam} ${mark}`, awayTeam],
        [homeTeam, `${awayTeam} ${mark}`],
      ] as const) {
        expect(matched([plain], home, away)?.kind).toBe("unmatched");
        expect(matched([plain], away, home)?.kind).toBe("unmatched");
      }
      expect(matched([plain], `${homeTeam} ${mark}`, `${awayTeam} ${mark}`)?.kind).not.toBe("fixture");
    },
  );

  // In a listed sport, no fixture has a team with an addition in its name.
  test.each(sport.names === "listed" ? [] : marks)(
    "an event with plain names never joins a fixture that has %j appended to one or both team names",
    (mark) => {
      const marked = { ...plain, homeTeam: `${homeTeam} ${mark}`, awayTeam: `${awayTeam} ${mark}` };
      expect(matched([marked], homeTeam, awayTeam)?.kind).not.toBe("fixture");
      expect(matched([{ ...marked, awayTeam }], homeTeam, awayTeam)?.kind).not.toBe("fixture");
    },
  );
});
