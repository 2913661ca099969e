import { keysRouter } from "@/server/api/procedures/account-keys";
import { usageRouter } from "@/server/api/procedures/account-usage";
import { bestRouter } from "@/server/api/procedures/best";
import { bookmakersRouter } from "@/server/api/procedures/bookmakers";
import { coverageRouter } from "@/server/api/procedures/coverage";
import { eventsRouter } from "@/server/api/procedures/events";
import { historyRouter } from "@/server/api/procedures/history";
import { marketsRouter } from "@/server/api/procedures/markets";
import { oddsRouter } from "@/server/api/procedures/odds";
import { propsRouter } from "@/server/api/procedures/props";
import { sportsRouter } from "@/server/api/procedures/sports";
import { streamRouter } from "@/server/api/procedures/stream";
import { router } from "@/server/api/trpc";

/** All procedures of the API. The route table and the OpenAPI document are derived from this router. */
export const appRouter = router({
  sports: sportsRouter,
  bookmakers: bookmakersRouter,
  markets: marketsRouter,
  coverage: coverageRouter,
  events: eventsRouter,
  odds: oddsRouter,
  best: bestRouter,
  stream: streamRouter,
  props: propsRouter,
  history: historyRouter,
  usage: usageRouter,
  keys: keysRouter,
});
