import { keysRouter } from "@/server/api/account-keys";
import { usageRouter } from "@/server/api/account-usage";
import { bookmakersRouter } from "@/server/api/bookmakers";
import { eventsRouter } from "@/server/api/events";
import { historyRouter } from "@/server/api/history";
import { marketsRouter } from "@/server/api/markets";
import { oddsRouter } from "@/server/api/odds";
import { propsRouter } from "@/server/api/props";
import { sportsRouter } from "@/server/api/sports";
import { router } from "@/server/api/trpc";

/** Every endpoint; the route table and the document are made from this. */
export const appRouter = router({
  sports: sportsRouter,
  bookmakers: bookmakersRouter,
  markets: marketsRouter,
  events: eventsRouter,
  odds: oddsRouter,
  props: propsRouter,
  history: historyRouter,
  usage: usageRouter,
  keys: keysRouter,
});
