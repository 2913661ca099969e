import { describe, expect, test } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";

/** The names that a prediction market uses: nicknames without places. */
const nicknames: readonly (readonly [sport: string, names: string])[] = [
  [
    "basketball_nba",
    `76ers; Bucks; Bulls; Cavaliers; Celtics; Clippers; Grizzlies; Hawks; Heat; Hornets; Jazz; Kings; Knicks; Lakers; Magic;
    Mavericks; Nets; Nuggets; Pacers; Pelicans; Pistons; Raptors; Rockets; Spurs; Suns; Thunder; Timberwolves; Trail Blazers;
    Warriors; Wizards`,
  ],
  [
    "americanfootball_nfl",
    `49ers; Bears; Bengals; Bills; Broncos; Browns; Buccaneers; Cardinals; Chargers; Chiefs; Colts; Commanders; Cowboys;
    Dolphins; Eagles; Falcons; Giants; Jaguars; Jets; Lions; Packers; Panthers; Patriots; Raiders; Rams; Ravens; Saints;
    Seahawks; Steelers; Texans; Titans; Vikings`,
  ],
  [
    "baseball_mlb",
    `Angels; Astros; Athletics; Blue Jays; Braves; Brewers; Cardinals; Cubs; Diamondbacks; Dodgers; Giants; Guardians;
    Mariners; Marlins; Mets; Nationals; Orioles; Padres; Phillies; Pirates; Rangers; Rays; Red Sox; Reds; Rockies; Royals;
    Tigers; Twins; White Sox; Yankees`,
  ],
  [
    "icehockey_nhl",
    `Avalanche; Blackhawks; Blue Jackets; Blues; Bruins; Canadiens; Canucks; Capitals; Devils; Ducks; Flames; Flyers; Golden
    Knights; Hurricanes; Islanders; Jets; Kings; Kraken; Lightning; Mammoth; Maple Leafs; Oilers; Panthers; Penguins;
    Predators; Rangers; Red Wings; Sabres; Senators; Sharks; Stars; Wild`,
  ],
  [
    "basketball_wnba",
    "Aces; Dream; Fever; Liberty; Lynx; Mercury; Mystics; Sky; Sparks; Storm; Sun; Valkyries; Wings",
  ],
];

describe("nicknames without a place", () => {
  test.each(nicknames)(
    "every nickname of %s means one team, and no two nicknames mean the same team",
    (key, list) => {
      const sport = findSport(key);
      if (sport === undefined) throw new Error(`no sport ${key}`);
      const index = createTeamIndex(sport, []);
      const names = list.split(/;\s+/).map((name) => name.replace(/\s+/g, " "));
      const teams = names.map((name) => {
        const found = index.resolve(name);
        return found.kind === "team" ? found.team : `${found.kind}: ${name}`;
      });
      expect(teams.filter((team) => /^(?:unknown|ambiguous): /.test(team))).toEqual([]);
      expect(new Set(teams).size).toBe(names.length);
      for (const [position, team] of teams.entries()) expect(team).toContain(names[position]);
    },
  );
});
