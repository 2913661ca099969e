import { describe, expect, it } from "vitest";
import { findSport, type Sport, sports } from "@/server/domain/catalogue/sports";
import { createTeamIndex, type NameResolution } from "@/server/domain/catalogue/team-index";
import { leagueTeamsOf } from "@/server/domain/catalogue/team-lists";

const sport = (key: string): Sport => {
  const found = findSport(key);
  if (found === undefined) throw new Error(`no sport ${key}`);
  return found;
};

const resolve = (key: string, name: string, learned: readonly string[] = []): NameResolution =>
  createTeamIndex(sport(key), learned).resolve(name);

const withTeams = sports.filter(({ key }) => Object.keys(leagueTeamsOf(key).teams).length > 0);

describe("the lists of all sports", () => {
  it.each(withTeams.map(({ key }) => key))("%s: each canonical name means the team of that name", (key) => {
    for (const team of Object.keys(leagueTeamsOf(key).teams))
      expect(resolve(key, team)).toEqual({ kind: "team", team });
  });

  it.each(withTeams.map(({ key }) => key))(
    "%s: each spelling means its team, or is ambiguous between its team and others",
    (key) => {
      for (const [team, spellings] of Object.entries(leagueTeamsOf(key).teams))
        for (const spelling of spellings) {
          const resolution = resolve(key, spelling);
          if (resolution.kind === "ambiguous") expect(resolution.teams).toContain(team);
          else expect({ spelling, ...resolution }).toEqual({ spelling, kind: "team", team });
        }
    },
  );

  it.each(withTeams.map(({ key }) => key))("%s: each shared spelling is ambiguous among its teams", (key) => {
    for (const [spelling, teams] of Object.entries(leagueTeamsOf(key).shared ?? {}))
      expect({ spelling, ...resolve(key, spelling) }).toEqual({
        spelling,
        kind: "ambiguous",
        teams: expect.arrayContaining([...teams]),
      });
  });

  it("soccer spellings that two clubs of a country share are declared as shared", () => {
    for (const key of [
      "soccer_epl",
      "soccer_spain_la_liga",
      "soccer_italy_serie_a",
      "soccer_germany_bundesliga",
      "soccer_france_ligue_one",
      "soccer_usa_mls",
    ]) {
      const { teams, shared = {} } = leagueTeamsOf(key);
      for (const [team, spellings] of Object.entries(teams))
        for (const spelling of spellings.filter((candidate) => shared[candidate] === undefined))
          expect({ spelling, ...resolve(key, spelling) }).toEqual({ spelling, kind: "team", team });
    }
  });
});

describe("names that are hard to resolve", () => {
  it.each([
    ["americanfootball_nfl", "KC Chiefs", "Kansas City Chiefs"],
    ["americanfootball_nfl", "Los Angeles R", "Los Angeles Rams"],
    ["americanfootball_nfl", "L.A. Rams", "Los Angeles Rams"],
    ["americanfootball_nfl", "LAR", "Los Angeles Rams"],
    ["americanfootball_nfl", "New York G", "New York Giants"],
    ["americanfootball_nfl", "Washington Redskins", "Washington Commanders"],
    ["americanfootball_nfl", "Oakland Raiders", "Las Vegas Raiders"],
    ["baseball_mlb", "Chicago WS", "Chicago White Sox"],
    ["baseball_mlb", "Los Angeles A", "Los Angeles Angels"],
    ["baseball_mlb", "A's", "Athletics"],
    ["baseball_mlb", "Oakland Athletics", "Athletics"],
    ["baseball_mlb", "Cleveland Indians", "Cleveland Guardians"],
    ["baseball_mlb", "St Louis Cardinals", "St. Louis Cardinals"],
    ["basketball_nba", "LA Clippers", "Los Angeles Clippers"],
    ["basketball_nba", "Los Angeles L", "Los Angeles Lakers"],
    ["icehockey_nhl", "Montreal Canadiens", "Montréal Canadiens"],
    ["icehockey_nhl", "St. Louis Blues", "St Louis Blues"],
    ["icehockey_nhl", "Utah Hockey Club", "Utah Mammoth"],
    ["icehockey_nhl", "Arizona Coyotes", "Arizona Coyotes"],
    ["basketball_wnba", "Indiana Fever Women", "Indiana Fever"],
    ["basketball_wnba", "Las Vegas Aces (W)", "Las Vegas Aces"],
    ["soccer_epl", "Man Utd", "Manchester United"],
    ["soccer_epl", "Nott'm Forest", "Nottingham Forest"],
    ["soccer_epl", "Brighton & Hove Albion FC", "Brighton and Hove Albion"],
    ["soccer_epl", "AFC Bournemouth", "Bournemouth"],
    ["soccer_spain_la_liga", "Club Atlético de Madrid", "Atlético Madrid"],
    ["soccer_spain_la_liga", "Athletic Club", "Athletic Bilbao"],
    ["soccer_italy_serie_a", "Milan", "AC Milan"],
    ["soccer_italy_serie_a", "Inter", "Inter Milan"],
    ["soccer_germany_bundesliga", "1. FC Koeln", "1. FC Köln"],
    ["soccer_germany_bundesliga", "B. Dortmund", "Borussia Dortmund"],
    ["soccer_france_ligue_one", "Paris FC", "Paris FC"],
    ["soccer_france_ligue_one", "PSG", "Paris Saint Germain"],
    ["soccer_fa_cup", "Bristol City FC", "Bristol City"],
    ["soccer_uefa_champs_league", "Man City", "Manchester City"],
    ["basketball_ncaab", "Miami (OH)", "Miami (OH) RedHawks"],
    ["basketball_ncaab", "Miami (FL)", "Miami Hurricanes"],
    ["basketball_ncaab", "Miami Hurricanes", "Miami Hurricanes"],
    ["basketball_ncaab", "#5 Michigan State", "Michigan St Spartans"],
    ["basketball_ncaab", "E. Michigan", "Eastern Michigan Eagles"],
    ["basketball_ncaab", "So. Carolina", "South Carolina Gamecocks"],
    ["basketball_ncaab", "So. Florida", "South Florida Bulls"],
    ["basketball_ncaab", "Southern Illinois", "Southern Illinois Salukis"],
    ["basketball_ncaab", "No. Colorado", "N Colorado Bears"],
    ["basketball_ncaab", "Southeastern La.", "SE Louisiana Lions"],
    ["basketball_ncaab", "C. of Charleston", "Charleston Cougars"],
    ["soccer_france_ligue_one", "Paris Football Club", "Paris FC"],
    ["soccer_usa_mls", "New York City Football Club", "New York City FC"],
    ["soccer_germany_bundesliga", "FC Bayern Muenchen", "Bayern Munich"],
    ["basketball_ncaab", "Boston University", "Boston Univ. Terriers"],
    ["basketball_ncaab", "USC Upstate", "South Carolina Upstate Spartans"],
    ["basketball_ncaab", "St. John's", "St. John's Red Storm"],
    ["basketball_ncaab", "Saint Johns", "St. John's Red Storm"],
    ["basketball_wncaab", "Tennessee Lady Volunteers", "Tennessee Volunteers"],
    ["americanfootball_ncaaf", "Michigan St.", "Michigan State Spartans"],
    ["americanfootball_ncaaf", "Texas A&M", "Texas A&M Aggies"],
    ["americanfootball_ncaaf", "Southern Miss", "Southern Mississippi Golden Eagles"],
    ["americanfootball_ncaaf", "App State", "Appalachian State Mountaineers"],
  ])("in %s the name %s means %s", (key, name, team) => {
    expect(resolve(key, name)).toEqual({ kind: "team", team });
  });

  it.each([
    ["americanfootball_nfl", "Los Angeles", ["Los Angeles Chargers", "Los Angeles Rams"]],
    ["americanfootball_nfl", "New York", ["New York Giants", "New York Jets"]],
    ["baseball_mlb", "Chicago", ["Chicago Cubs", "Chicago White Sox"]],
    ["baseball_mlb", "LA", ["Los Angeles Angels", "Los Angeles Dodgers"]],
    ["icehockey_nhl", "NY", ["New York Islanders", "New York Rangers"]],
    ["soccer_epl", "Manchester", ["Manchester City", "Manchester United"]],
    ["soccer_epl", "Manchester FC", ["Manchester City", "Manchester United"]],
    ["soccer_epl", "Sheffield", ["Sheffield United", "Sheffield Wednesday"]],
    ["soccer_spain_la_liga", "Madrid", ["Atlético Madrid", "Real Madrid"]],
    ["soccer_france_ligue_one", "Paris", ["Paris FC", "Paris Saint Germain"]],
    ["soccer_usa_mls", "Los Angeles", ["LA Galaxy", "Los Angeles FC"]],
    ["basketball_ncaab", "Miami", ["Miami (OH) RedHawks", "Miami Hurricanes"]],
    [
      "basketball_ncaab",
      "Loyola",
      ["Loyola (Chi) Ramblers", "Loyola (MD) Greyhounds", "Loyola Marymount Lions"],
    ],
  ])("in %s the name %s could mean several teams", (key, name, teams) => {
    expect(resolve(key, name)).toEqual({ kind: "ambiguous", teams });
  });

  it.each([
    ["soccer_epl", "Arsenal Women"],
    ["soccer_epl", "Arsenal (W)"],
    ["soccer_epl", "Arsenal U21"],
    ["soccer_epl", "Arsenal Sarandí"],
    ["soccer_spain_la_liga", "Real Sociedad B"],
    ["soccer_spain_la_liga", "Barcelona SC"],
    ["soccer_germany_bundesliga", "Bayern Munich II"],
    ["basketball_ncaab", "Duke Women"],
    ["basketball_ncaab", "South East Missouri Tech"],
    ["icehockey_nhl", "Toronto Marlies"],
    ["americanfootball_nfl", ""],
    ["americanfootball_nfl", "---"],
    ["americanfootball_nfl", "constructor"],
    ["americanfootball_nfl", "__proto__"],
  ])("in %s the name %j means no known team", (key, name) => {
    expect(resolve(key, name).kind).toBe("unknown");
  });

  it.each([
    ["soccer_usa_mls", "Miami FC", "Inter Miami CF"],
    ["soccer_usa_mls", "Saint Louis FC", "St. Louis City SC"],
    ["soccer_fa_cup", "Sheffield FC", "Sheffield United"],
    ["soccer_fa_cup", "FC United of Manchester", "Manchester United"],
    ["soccer_italy_serie_b", "Juve Stabia", "Juventus"],
  ])("in %s the name %s never means %s, not even as one of several teams", (key, name, team) => {
    const resolution = resolve(key, name);
    if (resolution.kind === "team") expect(resolution.team).not.toBe(team);
    else expect(resolution.kind).toBe("unknown");
  });

  it("for an unknown name, `similar` lists only teams of the same kind of squad: a women's team is not similar to a men's team", () => {
    expect(resolve("soccer_epl", "Newcastle Magpies")).toEqual({
      kind: "unknown",
      similar: ["Newcastle United"],
    });
    expect(resolve("soccer_epl", "Newcastle United Women")).toEqual({ kind: "unknown", similar: [] });
  });
});

describe("short names from older seasons", () => {
  it.each([
    [
      "soccer_epl",
      "QPR,West Brom,Sheffield United,Stoke,Hull,Swansea,Cardiff,Huddersfield,Norwich,Watford,Luton,Ipswich,Southampton,Leicester,Coventry",
    ],
    [
      "soccer_efl_champ",
      "Sheffield Weds,Middlesbrough,Birmingham,Blackburn,Derby,Millwall,Preston,Oxford,Portsmouth,Plymouth,Wrexham,Charlton",
    ],
    ["soccer_england_league1", "Bristol Rvs,Peterboro,Milton Keynes Dons,Wigan,Bolton,Stockport,Wycombe"],
    [
      "soccer_spain_la_liga",
      "La Coruna,Sp Gijon,Santander,Malaga,Eibar,Huesca,Leganes,Cadiz,Almeria,Granada,Valladolid,Las Palmas,Cordoba,Zaragoza",
    ],
    [
      "soccer_italy_serie_a",
      "Chievo,Spal,Benevento,Crotone,Palermo,Pescara,Carpi,Frosinone,Venezia,Monza,Empoli,Salernitana,Sampdoria,Spezia,Brescia,Cesena",
    ],
    [
      "soccer_germany_bundesliga",
      "Hertha,Schalke 04,Bochum,Holstein Kiel,Darmstadt,Greuther Furth,Bielefeld,Paderborn,Fortuna Dusseldorf,Nurnberg,Hannover,Ingolstadt,Elversberg",
    ],
    [
      "soccer_france_ligue_one",
      "St Etienne,Clermont,Ajaccio,Ajaccio GFCO,Dijon,Nimes,Amiens,Guingamp,Caen,Nancy,Bastia,Bordeaux,Montpellier,Reims,Troyes,Le Mans",
    ],
  ])("%s: every short name from older seasons means a team", (key, names) => {
    for (const name of names.split(","))
      expect({ name, ...resolve(key, name) }).toMatchObject({ name, kind: "team" });
  });
});

describe("names learned from books", () => {
  const learned = [
    "Akarp FF",
    "Enskede IF",
    "IFK Luleå",
    "FBK",
    "FC Tokyo",
    "Tokyo Verdy",
    "Arsenal Women",
    "__proto__",
  ];
  const key = "soccer_sweden_allsvenskan";

  it.each([
    ["Åkarp FF", "Akarp FF"],
    ["Enskede", "Enskede IF"],
    ["FBK", "FBK"],
    ["Lulea", "IFK Luleå"],
    ["FC Tokyo", "FC Tokyo"],
    ["Arsenal Women", "Arsenal Women"],
    ["__proto__", "__proto__"],
  ])("a book that writes %s means the learned team %s", (name, team) => {
    expect(resolve(key, name, learned)).toEqual({ kind: "team", team });
  });

  it("a name is unknown if it fits two learned teams, has a club affix that the learned team lacks, or names another kind of squad", () => {
    expect(resolve(key, "Tokyo", learned)).toEqual({ kind: "unknown", similar: ["FC Tokyo", "Tokyo Verdy"] });
    expect(resolve(key, "SC Enskede", learned)).toEqual({ kind: "unknown", similar: ["Enskede IF"] });
    expect(resolve(key, "Enskede IF U19", learned)).toEqual({ kind: "unknown", similar: [] });
    expect(resolve(key, "Arsenal", learned)).toEqual({ kind: "unknown", similar: [] });
  });

  it("a spelling of a listed team means that team, even if the spelling was learned as a team's name", () => {
    expect(resolve("soccer_fa_cup", "Man Utd", ["Man Utd"])).toEqual({
      kind: "team",
      team: "Manchester United",
    });
  });

  it("a name that one index learned is unknown to another index of the same sport", () => {
    expect(resolve(key, "Åkarp FF").kind).toBe("unknown");
  });
});
