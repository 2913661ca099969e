import type { BrowserService } from "@/e2e/browser/testing/shared-service";
import { expect, test } from "@/e2e/browser/testing/test";
import { newEmail } from "@/e2e/testing/accounts";
import { isLegalFor, type Market, markets } from "@/server/domain/catalogue/markets";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";
import { demoLeagues } from "@/server/ingest/feeds/demo/leagues";

/*
 * The simulated market that every demo shows. Tests tagged @clock run again at other hours, weekdays and seasons: `npm test` shifts the
 * clocks of the service and of the tests.
 */

type Fixture = { readonly id: string; readonly commence_time: string };
type Book = { readonly key: string; readonly markets: readonly PricedMarket[] };
type PricedMarket = { readonly key: string; readonly outcomes: readonly { readonly description?: string }[] };

type Call = <T>(path: string) => Promise<T>;

const callWith =
  ({ url }: BrowserService, key: string): Call =>
  async <T>(path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { "X-API-Key": key } });
    expect(response.status).toBe(200);
    return (await response.json()) as T;
  };

const booksOf = async (
  call: Call,
  sport: string,
  event: string,
  keys: readonly string[],
): Promise<readonly Book[]> => {
  const path = `/v1/sports/${sport}/events/${event}/odds?markets=${keys.join(",")}`;
  return (await call<{ bookmakers: readonly Book[] }>(path)).bookmakers;
};

/** The market keys that at least one book offers for a fixture. */
const offeredMarkets = async (
  call: Call,
  league: Sport,
  event: string,
  legal: readonly Market[],
): Promise<Set<string>> => {
  const offered = new Set<string>();
  // The API accepts 100 market keys per call.
  for (let start = 0; start < legal.length; start += 100) {
    const keys = legal.slice(start, start + 100).map((market) => market.key);
    for (const book of await booksOf(call, league.key, event, keys))
      for (const market of book.markets) offered.add(market.key);
  }
  return offered;
};

const kinds: Readonly<Record<string, (market: Market) => boolean>> = {
  "player props": ({ role }) => role === "prop",
  "alternate lines": ({ family }) => family.startsWith("alternate_"),
  "markets of a period": ({ period }) => period !== "full",
};

test("The next two fixtures of every league have each kind of market that their sport has", {
  tag: "@clock",
}, async ({ service, accounts }) => {
  const call = callWith(service, await accounts.create(newEmail(), { speedLimit: 1_000 }));
  const missing: string[] = [];
  let leagues = 0;
  for (const league of demoLeagues.flatMap(({ key: sport }) => findSport(sport) ?? [])) {
    const fixtures = await call<readonly Fixture[]>(`/v1/sports/${league.key}/events`);
    // A fixture that starts during the test loses its prices. Ten minutes before a start, the demo features the fixture after the next two.
    const next = fixtures
      .filter(({ commence_time }) => Date.parse(commence_time) > Date.now() + 300_000)
      .slice(0, 2);
    if (next.length > 0) leagues += 1;
    const legal = markets.filter((market) => isLegalFor(market, league));
    for (const { id } of next) {
      const offered = await offeredMarkets(call, league, id, legal);
      for (const [kind, isKind] of Object.entries(kinds)) {
        const keys = legal.filter(isKind).map((market) => market.key);
        if (keys.length > 0 && !keys.some((each) => offered.has(each))) missing.push(`${id} lacks ${kind}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(leagues).toBeGreaterThanOrEqual(10);
});

test("A basketball fixture has moneyline prices from several books, and props on the points of several players", {
  tag: "@clock",
}, async ({ service, accounts, game: { sport, event } }) => {
  const call = callWith(service, await accounts.create(newEmail(), { speedLimit: 1_000 }));
  expect((await booksOf(call, sport, event, ["h2h"])).length).toBeGreaterThan(3);
  const players = (await booksOf(call, sport, event, ["player_points"])).flatMap((book) =>
    book.markets.flatMap(({ outcomes }) => outcomes.map(({ description }) => description)),
  );
  expect(new Set(players).size).toBeGreaterThan(1);
});

test("The home page shows a fixture of the simulated market with its best prices", {
  tag: "@clock",
}, async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText("Simulated market").first()).toBeVisible();
  await expect(page.getByText("best price")).not.toHaveCount(0);
});
