import type { BoardFixture, DateFormat, FixtureRecord } from "@/server/board/board";
import { findSport } from "@/server/catalogue/sports";
import { priceIn } from "@/server/prices/convert";
import type { Outcome } from "@/server/prices/outcome";
import type { OddsFormat } from "@/server/prices/price";

/** The one place where the service's own shapes turn into the wire's. Times: ms in, whole seconds (truncated) out. */
export type WireTime = string | number;

export const wireTime = (ms: number, format: DateFormat): WireTime => {
  const seconds = Math.floor(ms / 1000);
  return format === "unix" ? seconds : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
};

export const wireTimeOrNull = (ms: number | null, format: DateFormat): WireTime | null =>
  ms === null ? null : wireTime(ms, format);

type Teams = Pick<BoardFixture, "homeTeam" | "awayTeam">;

const teamName = (teams: Teams, side: "home" | "away"): string =>
  side === "home" ? teams.homeTeam : teams.awayTeam;

const sideNames = { draw: "Draw", over: "Over", under: "Under", yes: "Yes", no: "No" } as const;

const outcomeName = (teams: Teams, side: Outcome["side"]): string =>
  side === "home" || side === "away" ? teamName(teams, side) : sideNames[side];

/** An outcome of the odds and history answers; the player or the team of a total is its `description`. */
export const wireOutcome = (
  outcome: Outcome,
  teams: Teams,
  oddsFormat: OddsFormat,
  shownName: (player: string) => string,
) => ({
  name: outcomeName(teams, outcome.side),
  ...(outcome.team !== undefined && { description: teamName(teams, outcome.team) }),
  ...(outcome.player !== undefined && { description: shownName(outcome.player) }),
  price: priceIn(oddsFormat, outcome.price),
  ...(outcome.point !== undefined && { point: outcome.point }),
  ...(outcome.size !== undefined && { size: outcome.size }),
});

/** An outcome of a prop row: the row itself says whose it is and at which line. */
export const wirePropOutcome = (outcome: Outcome, teams: Teams, oddsFormat: OddsFormat) => ({
  name: outcomeName(teams, outcome.side),
  price: priceIn(oddsFormat, outcome.price),
  ...(outcome.size !== undefined && { size: outcome.size }),
});

export const wireFixture = (fixture: FixtureRecord, dateFormat: DateFormat) => ({
  id: fixture.id,
  sport_key: fixture.sportKey,
  sport_title: findSport(fixture.sportKey)?.title ?? fixture.sportKey,
  commence_time: wireTime(fixture.commenceTime, dateFormat),
  home_team: fixture.homeTeam,
  away_team: fixture.awayTeam,
});
