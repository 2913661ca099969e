import type { RunningService } from "@/e2e/testing/start-service";

/** A basketball game of the simulated market: its players have points. */
export type Game = { readonly sport: string; readonly event: string };

/** One of these leagues plays in every month of the year. */
const leagues = ["basketball_nba", "basketball_wnba"];

/** Longer than a spec needs a fixture to stay open. */
const leadMs = 5 * 60_000;

/** The next fixture that does not start while a spec looks at it. */
export const findGame = async (service: RunningService): Promise<Game> => {
  for (const sport of leagues) {
    const answer = await fetch(`${service.url}/v1/sports/${sport}/events`, {
      headers: { "X-API-Key": service.demoKey() },
    });
    const fixtures = (await answer.json()) as { id: string; commence_time: string }[];
    const next = fixtures.find(({ commence_time }) => Date.parse(commence_time) > Date.now() + leadMs);
    if (next !== undefined) return { sport, event: next.id };
  }
  throw new Error("the simulated market has no fixture ahead");
};
