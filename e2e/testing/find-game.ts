/** A basketball game of the simulated market. The specs need a basketball game, because they also test the prop market `player_points`. */
export type Game = { readonly sport: string; readonly event: string };

/** In every month of the year, at least one of these leagues plays. */
const leagues = ["basketball_nba", "basketball_wnba"];

/** The game must not start while a spec uses it, even if a worker runs all browser specs on a busy machine. */
const minLeadMs = 3 * 3_600_000;

/** Finds the first game that starts later than `minLeadMs` from now, in the NBA or else in the WNBA. @throws if there is no such game. */
export const findGame = async ({
  url,
  key,
}: {
  readonly url: string;
  readonly key: string;
}): Promise<Game> => {
  for (const sport of leagues) {
    const response = await fetch(`${url}/v1/sports/${sport}/events`, { headers: { "X-API-Key": key } });
    const fixtures = (await response.json()) as { id: string; commence_time: string }[];
    const next = fixtures.find(({ commence_time }) => Date.parse(commence_time) > Date.now() + minLeadMs);
    if (next !== undefined) return { sport, event: next.id };
  }
  throw new Error("the simulated market has no upcoming basketball game");
};
