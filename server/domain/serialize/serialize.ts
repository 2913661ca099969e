import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { findSport } from "@/server/domain/catalogue/sports";
import { priceIn } from "@/server/domain/prices/convert";
import type { Outcome } from "@/server/domain/prices/outcome";
import type { OddsFormat } from "@/server/domain/prices/price";

export type DateFormat = "iso" | "unix";

/** A time in a response: `2026-11-21T10:00:00Z`, or seconds since the epoch. */
export type WireTime = string | number;

/** @param ms milliseconds since the epoch. The result is truncated to whole seconds. */
export const toWireTime = (ms: number, format: DateFormat): WireTime => {
  const seconds = Math.floor(ms / 1000);
  return format === "unix" ? seconds : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
};

export const toWireTimeOrNull = (ms: number | null, format: DateFormat): WireTime | null =>
  ms === null ? null : toWireTime(ms, format);

type Teams = Pick<FixtureRecord, "homeTeam" | "awayTeam">;

const teamName = (teams: Teams, side: "home" | "away"): string =>
  side === "home" ? teams.homeTeam : teams.awayTeam;

const sideNames = { draw: "Draw", over: "Over", under: "Under", yes: "Yes", no: "No" } as const;

/** The name of a side in responses. */
export const outcomeName = (teams: Teams, side: Outcome["side"]): string =>
  side === "home" || side === "away" ? teamName(teams, side) : sideNames[side];

/** An outcome in odds and history. `description` is the player, or the team of a team total. */
export const serializeOutcome = (
  outcome: Outcome,
  teams: Teams,
  oddsFormat: OddsFormat,
  showName: (player: string) => string,
) => ({
  name: outcomeName(teams, outcome.side),
  ...(outcome.team !== undefined && { description: teamName(teams, outcome.team) }),
  ...(outcome.player !== undefined && { description: showName(outcome.player) }),
  price: priceIn(oddsFormat, outcome.price),
  ...(outcome.point !== undefined && { point: outcome.point }),
  ...(outcome.size !== undefined && { size: outcome.size }),
});

/** An outcome of a prop row. The row itself has the player and the point. */
export const serializePropOutcome = (outcome: Outcome, teams: Teams, oddsFormat: OddsFormat) => ({
  name: outcomeName(teams, outcome.side),
  price: priceIn(oddsFormat, outcome.price),
  ...(outcome.size !== undefined && { size: outcome.size }),
});

export const serializeFixture = (fixture: FixtureRecord, dateFormat: DateFormat) => ({
  id: fixture.id,
  sport_key: fixture.sportKey,
  sport_title: findSport(fixture.sportKey)?.title ?? fixture.sportKey,
  commence_time: toWireTime(fixture.commenceTime, dateFormat),
  home_team: fixture.homeTeam,
  away_team: fixture.awayTeam,
});
