import { minuteMs } from "@/server/domain/durations";

/** A basketball game of the simulated market. The specs need a basketball game, because they also test the prop market `player_points`. */
export type Game = { readonly sport: string; readonly event: string };

/** In every month of the year, at least one of these leagues plays. */
const leagues = ["basketball_nba", "basketball_wnba"];

/** Ten minutes before a game starts, the demo quotes all markets of the game after the next two, too. */
const minLeadMs = 5 * minuteMs;

/**
 * Finds the later of the next two games, in the NBA or else in the WNBA. Books quote all markets of these two games only. The games of these
 * leagues start hours apart, so the later one does not start while a worker runs all browser specs.
 * @throws if there is no such game.
 */
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
    const next = fixtures
      .filter(({ commence_time }) => Date.parse(commence_time) > Date.now() + minLeadMs)
      .slice(0, 2)
      .at(-1);
    if (next !== undefined) return { sport, event: next.id };
  }
  throw new Error("the simulated market has no upcoming basketball game");
};
