import { keysRouter } from "@/server/web/api/procedures/account-keys";
import { usageRouter } from "@/server/web/api/procedures/account-usage";
import { bestRouter } from "@/server/web/api/procedures/best";
import { bookmakersRouter } from "@/server/web/api/procedures/bookmakers";
import { coverageRouter } from "@/server/web/api/procedures/coverage";
import { eventsRouter } from "@/server/web/api/procedures/events";
import { historyRouter } from "@/server/web/api/procedures/history";
import { marketsRouter } from "@/server/web/api/procedures/markets";
import { oddsRouter } from "@/server/web/api/procedures/odds";
import { propsRouter } from "@/server/web/api/procedures/props";
import { sportsRouter } from "@/server/web/api/procedures/sports";
import { streamRouter } from "@/server/web/api/procedures/stream";
import { router } from "@/server/web/api/trpc";

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
