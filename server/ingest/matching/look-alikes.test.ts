import { describe, expect, test } from "vitest";
import { fixture, listed, listedName, matchIn, outcomesIn } from "@/server/ingest/matching/testing/meet";

const time = "2026-11-22T18:00";

describe("two teams with similar names", () => {
  test.each([
    ["soccer_netherlands_eredivisie", "PSV Eindhoven", "FC Eindhoven", "Feyenoord"],
    ["soccer_netherlands_eredivisie", "Ajax", "Ajax Cape Town", "Feyenoord"],
    ["soccer_netherlands_eredivisie", "Excelsior", "Excelsior Maassluis", "Feyenoord"],
    ["soccer_argentina_primera_division", "Independiente", "Independiente del Valle", "Lanus"],
    ["soccer_argentina_primera_division", "Estudiantes", "Estudiantes Caseros", "Lanus"],
    ["soccer_argentina_primera_division", "Talleres", "Talleres Remedios", "Lanus"],
    ["soccer_mexico_ligamx", "América", "América de Cali", "Necaxa"],
    ["soccer_mexico_ligamx", "Pumas", "Pumas Tabasco", "Necaxa"],
    ["soccer_brazil_campeonato", "Santos", "Santos Laguna", "Bahia"],
    ["soccer_brazil_campeonato", "Vitoria", "Vitoria Guimaraes", "Bahia"],
    ["soccer_brazil_campeonato", "Botafogo", "Botafogo SP", "Bahia"],
    ["soccer_brazil_campeonato", "Flamengo", "Flamengo Piaui", "Bahia"],
    ["soccer_portugal_primeira_liga", "Vitória SC", "Vitoria Setubal", "Boavista"],
    ["soccer_spl", "Celtic", "Farsley Celtic", "Hibernian"],
    ["soccer_brazil_campeonato", "Corinthians", "Corinthians AL", "Bahia"],
    ["soccer_japan_j_league", "Cerezo Osaka", "FC Osaka", "Gamba Osaka"],
    ["soccer_efl_champ", "Queens Park Rangers", "Queens Park", "Stoke City"],
    ["soccer_fifa_world_cup", "England", "New England", "France"],
    ["basketball_ncaab", "Xavier Musketeers", "Xavier (LA)", "Duke Blue Devils"],
    ["soccer_usa_mls", "Inter Miami CF", "Miami FC", "Nashville SC"],
    ["soccer_usa_mls", "St. Louis City SC", "Saint Louis FC", "Nashville SC"],
    ["baseball_npb", "Northport Whales", "Northport Whales West", "Eastburg Owls"],
    ["icehockey_liiga", "Northport", "Northport Kings", "Eastburg"],
  ])("%s: %s and %s are not joined, although opponent and start agree", (sport, team, other, opponent) => {
    for (const [real, look] of [
      [team, other],
      [other, team],
    ] as const) {
      const existing = fixture("known", listedName(sport, opponent), listedName(sport, real), time);
      for (const event of [listed(opponent, look, time), listed(look, opponent, time)])
        expect(outcomesIn(sport, { fixtures: [existing], events: [event] })).not.toContainEqual(
          expect.stringMatching(/^~?known$/),
        );
    }
    const existing = fixture("known", listedName(sport, opponent), listedName(sport, team), time);
    const own = { fixtures: [existing], events: [listed(opponent, team, time)] };
    expect(outcomesIn(sport, own)).toEqual(["known"]);
  });

  test.each([
    ["soccer_italy_serie_b", "Catanzaro", "Juve Stabia"],
    ["soccer_italy_coppa_italia", "Juventus", "Juve Stabia"],
    ["soccer_fa_cup", "Gateshead", "Sheffield FC"],
    ["soccer_fa_cup", "Buxton", "FC United of Manchester"],
    ["basketball_ncaab", "Loyola (LA)", "Southern Miss"],
  ])(
    "%s: %s at %s becomes a fixture although one of the names resembles a listed team's name",
    (sport, away, home) => {
      const [match] = matchIn(sport, { events: [listed(away, home, time)] });
      expect(match?.kind).toBe("new");
      if (match?.kind !== "new") return;
      const made = fixture("made", match.awayTeam, match.homeTeam, time);
      const again = { fixtures: [made], events: [listed(away, home, time)], learned: match.learned };
      expect(outcomesIn(sport, again)).toEqual(["made"]);
    },
  );

  test("an event of Millwall and Leeds United gets a new fixture even if a fixture of Millwall and the unlisted Leeds Athletic has the same start", () => {
    const misnamed = fixture("misnamed", "Millwall", "Leeds Athletic", time);
    const events = [listed("Millwall", "Leeds United", time)];
    expect(outcomesIn("soccer_fa_cup", { fixtures: [misnamed], events })).toEqual(["new"]);
  });
});

describe("spellings that differ only in parts that do not distinguish clubs", () => {
  test.each([
    ["Rapid Vienna", "SK Rapid Wien"],
    ["FC Oestervang", "Østervang"],
    ["Pirajuba Football Club", "Pirajuba FC"],
    ["FC Pirajuba", "Pirajuba FC"],
    ["Deportivo Pirajuba", "Dep. Pirajuba"],
    ["Universidad Itaocara", "Universidad de Itaocara"],
    ["1. FC Oberlinden 1910", "FC Oberlinden"],
  ])("%s joins the fixture of %s even if the starts differ", (name, team) => {
    const existing = fixture("known", "Serrinha", team, time);
    const events = [listed("Serrinha", name, "2026-11-22T19:30")];
    expect(outcomesIn("soccer_chile_campeonato", { fixtures: [existing], events })).toEqual(["known"]);
  });

  test("an event with a short form, such as Tranmere FC for Tranmere Rovers, joins the fixture with the same opponent and start", () => {
    const existing = fixture("known", "Gateshead", "Tranmere Rovers", time);
    const events = [listed("Gateshead", "Tranmere FC", time)];
    expect(outcomesIn("soccer_fa_cup", { fixtures: [existing], events })).toEqual(["known"]);
  });
});

describe("a short form with an affix", () => {
  test.each([
    ["soccer_mexico_ligamx", "Santos FC", "Santos Laguna", "Pumas"],
    ["soccer_chile_campeonato", "Everton FC", "Everton de Viña del Mar", "Colo Colo"],
  ])(
    "%s: an event of %s joins a fixture of %s only with the same opponent and the same start",
    (sport, short, team, opponent) => {
      const existing = fixture("known", opponent, team, time);
      expect(outcomesIn(sport, { fixtures: [existing], events: [listed(opponent, short, time)] })).toEqual([
        "known",
      ]);
      const hourLater = [listed(opponent, short, "2026-11-22T19:00")];
      expect(outcomesIn(sport, { fixtures: [existing], events: hourLater })).not.toEqual(["known"]);
      const abroad = [listed("Itaocara", short, time)];
      expect(outcomesIn(sport, { fixtures: [existing], events: abroad })).not.toEqual(["known"]);
    },
  );
});

describe("an initial before a name", () => {
  const sport = "soccer_russia_premier_league";
  const existing = fixture("known", "Itaocara", "Pirajuba Serrinha", time);

  test.each([
    ["P. Serrinha", "known"],
    ["O. Serrinha", "looks_like_another_team known"],
    ["Serrinha P.", "looks_like_another_team known"],
  ])(
    "matching an event of %s with the fixture `known` of Pirajuba Serrinha returns: %s",
    (name, expected) => {
      expect(outcomesIn(sport, { fixtures: [existing], events: [listed("Itaocara", name, time)] })).toEqual([
        expected,
      ]);
    },
  );

  test("an initial that fits two known clubs means neither of them", () => {
    const other = fixture("other", "Oestervang", "Porto Serrinha", time);
    expect(
      outcomesIn(sport, { fixtures: [existing, other], events: [listed("Itaocara", "P. Serrinha", time)] }),
    ).toEqual(["looks_like_another_team known"]);
  });
});

describe("initials after a name", () => {
  test("two initials after a name, as in Pirajuba B-B, belong to the name, but a single B means the reserves", () => {
    const existing = fixture("known", "Itaocara", "Pirajuba B-B.", time);
    const sport = "soccer_poland_ekstraklasa";
    expect(
      outcomesIn(sport, { fixtures: [existing], events: [listed("Itaocara", "Pirajuba B-B", time)] }),
    ).toEqual(["known"]);
    const shorter = [listed("Itaocara", "Pirajuba", time)];
    expect(outcomesIn(sport, { fixtures: [existing], events: shorter })).toEqual([
      "looks_like_another_team known",
    ]);
    const reserves = [listed("Itaocara", "Pirajuba B", time)];
    expect(outcomesIn(sport, { fixtures: [existing], events: reserves })).toEqual(["other_squad"]);
  });
});

describe("an operator's alias", () => {
  const existing = fixture("known", "Itaocara", "Pirajuba RJ", time);
  const events = [listed("Itaocara", "O Glorioso", time)];

  test("with an operator's alias, an event of O Glorioso joins the fixture of Pirajuba RJ, although the two names have no word in common", () => {
    const sport = "soccer_brazil_campeonato";
    expect(outcomesIn(sport, { fixtures: [existing], events })).toEqual(["opponent_differs known"]);
    const aliases = [{ name: "o glorioso", team: "Pirajuba RJ" }];
    expect(outcomesIn(sport, { fixtures: [existing], events, aliases })).toEqual(["known"]);
  });
});
