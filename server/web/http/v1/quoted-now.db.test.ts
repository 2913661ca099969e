import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupLines, sourceIn } from "@/app/(site)/explore/game/price-lines";
import { findMarket } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import { hourMs } from "@/server/domain/durations";
import { priceIn } from "@/server/domain/prices/convert";
import type { BookSnapshot, SnapshotMarket } from "@/server/ingest/feeds/snapshot";
import {
  eventOf,
  iso,
  moneyline,
  playerMarket,
  snapshotOf,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";
import { noMirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import { renderBestWith } from "@/server/market/board/render-best";
import { createScreen } from "@/server/market/screen/create-screen";
import { type ApiRig, startApiRig } from "@/server/web/http/testing/api-rig";

const now = Date.UTC(2026, 10, 21, 12);
const start = now + 8 * hourMs;
const sport = "americanfootball_nfl";
const bills = `${sport}-kansas-city-chiefs-at-buffalo-bills-2026-11-21`;
const giants = `${sport}-dallas-cowboys-at-new-york-giants-2026-11-21`;

const ladder: SnapshotMarket = {
  key: "alternate_totals",
  outcomes: [
    { side: "over", american: 150, point: 51.5 },
    { side: "under", american: -180, point: 51.5 },
  ],
};
const passingYards = playerMarket("player_pass_yds", [
  { side: "over", player: "Bills QB1", american: -115, point: 249.5 },
  { side: "under", player: "Bills QB1", american: -105, point: 249.5 },
]);

const quotedAt = (
  book: string,
  fetchedAt: number | null,
  recordedAt: number,
  events: BookSnapshot["events"],
): BookSnapshot => ({ ...snapshotOf(book, fetchedAt, events), recorded_at: iso(recordedAt) });
const atGiants = { home: "New York Giants", away: "Dallas Cowboys" };

/**
 * `draftkings` quotes both games, `fanduel`, `bovada` and `betrivers` one. `betmgm` swaps the sides. The
 * total of `mybookieag` is far from the others. `lowvig` has no fetch time. `caesars`
 * has not been checked for hours.
 */
const snapshots: readonly BookSnapshot[] = [
  quotedAt("caesars", now - 5 * hourMs, now - 5 * hourMs, [eventOf(start, [moneyline(-240, 200)])]),
  quotedAt("draftkings", now - 20_000, now - 20_000, [
    eventOf(start, [moneyline(-240, 200), totals(47.5, -110, -110), ladder, passingYards]),
  ]),
  quotedAt("draftkings", now - 10_000, now - 10_000, [eventOf(start, [moneyline(120, -140)], atGiants)]),
  quotedAt("fanduel", now - 15_000, now - 15_000, [
    eventOf(start, [moneyline(-235, 196), totals(47.5, -105, -115)]),
  ]),
  quotedAt("bovada", now - 15_000, now - 15_000, [
    eventOf(start, [moneyline(-245, 205), totals(47.5, -108, -112)]),
  ]),
  quotedAt("betrivers", now - 15_000, now - 15_000, [
    eventOf(start, [moneyline(-240, 198), totals(47.5, -110, -110)]),
  ]),
  quotedAt("lowvig", null, now - 5_000, [eventOf(start, [moneyline(-238, 202)])]),
  quotedAt("betmgm", now - 15_000, now - 15_000, [eventOf(start, [moneyline(220, -260)])]),
  quotedAt("mybookieag", now - 15_000, now - 15_000, [eventOf(start, [totals(47.5, 260, -330)])]),
];

let rig: ApiRig;
beforeAll(async () => {
  rig = await startApiRig({ now, archiveFrom: now - 100 * hourMs, snapshots });
  rig.meter.addKey("key", "business");
  rig.meter.addKey("free", "free");
});
afterAll(() => rig.close());

const get = async (target: string, key = "key") => {
  const response = await rig.request(target, { key });
  if (response.status !== 200) throw new Error(`${target}: ${response.text}`);
  return response;
};

describe("coverage", () => {
  const nfl = async () => {
    const { json } = await get("/v1/coverage");
    expect(json).toHaveLength(1);
    return json[0];
  };
  const bookOf = async (key: string) =>
    (await nfl()).bookmakers.find((book: { key: string }) => book.key === key);

  test("a sport has its upcoming fixtures, and each book the fixtures and markets that it quotes now", async () => {
    expect(await nfl()).toMatchObject({ key: sport, fixtures: 2, markets: 4 });
    expect(await bookOf("draftkings")).toMatchObject({ fixtures: 2, markets: 4, late: false });
    expect(await bookOf("fanduel")).toMatchObject({ fixtures: 1, markets: 2, late: false });
  });

  test("the ages of checks are measured fetch times, and null for a book without a measured fetch time", async () => {
    expect((await bookOf("draftkings")).last_check_age_seconds).toEqual({ p50: 10, p95: 20 });
    expect((await bookOf("lowvig")).last_check_age_seconds).toBeNull();
  });

  test("a book whose prices were all removed, because it was not checked in time, is late and quotes nothing", async () => {
    expect(await bookOf("caesars")).toMatchObject({
      fixtures: 0,
      markets: 0,
      late: true,
      last_check_age_seconds: null,
    });
  });

  test("sports narrows the list, and an unknown sport is an error", async () => {
    expect((await get(`/v1/coverage?sports=${sport},basketball_nba`)).json).toHaveLength(1);
    expect((await get("/v1/coverage?sports=basketball_nba")).json).toEqual([]);
    expect(await rig.requestError("/v1/coverage?sports=nfl", { key: "key" })).toEqual({
      code: "UNKNOWN_SPORT",
      status: 404,
    });
  });

  test("an unchanged list is a free 304, and no request scans the board again", async () => {
    const first = await get("/v1/coverage");
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await rig.request("/v1/coverage", { key: "key", headers })).status).toBe(304);
    expect(await rig.services.board.coverage()).toBe(await rig.services.board.coverage());
  });

  test("hasFixtures lists only sports with upcoming fixtures, each with their number, which no other list has", async () => {
    const { json } = await get("/v1/sports?hasFixtures=true");
    expect(json).toMatchObject([{ key: sport, title: "NFL", fixtures: 2 }]);
    for (const target of ["/v1/sports", "/v1/sports?hasFixtures=false"]) {
      const all = (await get(target)).json;
      expect(all.length).toBeGreaterThan(50);
      expect(all.some((each: object) => "fixtures" in each)).toBe(false);
    }
    expect((await rig.requestError("/v1/sports?hasFixtures=yes", { key: "key" })).code).toBe("BAD_REQUEST");
  });

  test("the markets of a sport are those quoted now, with their fixtures and books", async () => {
    const { json } = await get(`/v1/sports/${sport}/markets`, "free");
    expect(json.map(({ key }: { key: string }) => key)).toEqual([
      "alternate_totals",
      "h2h",
      "player_pass_yds",
      "totals",
    ]);
    expect(json[1]).toMatchObject({ family: "h2h", period: "full", fixtures: 2, books: 5 });
    expect(json[3]).toMatchObject({
      fixtures: 1,
      books: 5,
      bookmakers: ["betrivers", "bovada", "draftkings", "fanduel", "mybookieag"],
    });
    expect((await get("/v1/sports/basketball_nba/markets")).json).toEqual([]);
  });
});

describe("wider calls", () => {
  const keysOf = (fixture: { bookmakers: { markets: { key: string }[] }[] }): readonly string[] =>
    [...new Set(fixture.bookmakers.flatMap(({ markets }) => markets.map(({ key }) => key)))].sort();

  test("markets=all of one fixture is every game market, on every plan, and every prop on the endpoint of props", async () => {
    const odds = await get(`/v1/sports/${sport}/events/${bills}/odds?markets=all`, "free");
    expect(keysOf(odds.json)).toEqual(["alternate_totals", "h2h", "totals"]);
    const props = await get(`/v1/sports/${sport}/events/${bills}/props?markets=all`);
    expect(props.json.props.map(({ stat }: { stat: string }) => stat)).toEqual(["player_pass_yds"]);
  });

  test("a list of markets has at most 400 keys, and other lists 100 items", async () => {
    const { json } = await get("/v1/markets");
    const keys = json.map(({ key }: { key: string }) => key);
    expect(keys.length).toBeGreaterThan(200);
    const everything = await get(`/v1/sports/${sport}/events/${bills}/odds?markets=${keys.join(",")}`);
    expect(keysOf(everything.json)).toContain("player_pass_yds");
    const many = Array.from({ length: 401 }, (_, index) => `m${index}`).join(",");
    const error = await rig.request(`/v1/sports/${sport}/odds?markets=${many}`, { key: "key" });
    expect(error.json.error.message).toContain("exceed the maximum of 400");
    const ids = Array.from({ length: 101 }, (_, index) => `e${index}`).join(",");
    expect((await rig.requestError(`/v1/sports/${sport}/odds?eventIds=${ids}`, { key: "key" })).code).toBe(
      "BAD_REQUEST",
    );
  });

  test("with at most 20 fixtures in eventIds, a sport's odds take any game market and all; otherwise and for props, they are refused", async () => {
    const list = `/v1/sports/${sport}/odds`;
    const { json } = await get(`${list}?eventIds=${bills}&markets=alternate_totals`);
    expect(json).toHaveLength(1);
    expect(keysOf(json[0])).toEqual(["alternate_totals"]);
    expect(keysOf((await get(`${list}?eventIds=${bills}&markets=all`)).json[0])).toEqual([
      "alternate_totals",
      "h2h",
      "totals",
    ]);
    const many = [bills, ...Array.from({ length: 20 }, (_, index) => `e${index}`)].join(",");
    for (const query of [
      "markets=alternate_totals",
      "markets=all",
      `eventIds=${many}&markets=alternate_totals`,
      `eventIds=${bills}&markets=player_pass_yds`,
      `eventIds=${bills}&markets=all,h2h`,
    ])
      expect(await rig.requestError(`${list}?${query}`, { key: "key" })).toEqual({
        code: "INVALID_MARKET",
        status: 422,
      });
    for (const target of [`/v1/historical/sports/${sport}/events/${bills}/odds`, `/v1/sports/${sport}/props`])
      expect((await rig.requestError(`${target}?markets=all`, { key: "key" })).code).toBe("INVALID_MARKET");
  });
});

describe("measured=true", () => {
  const targets = [
    `/v1/sports/${sport}/odds?markets=h2h`,
    `/v1/sports/${sport}/events/${bills}/odds?markets=h2h`,
    `/v1/sports/${sport}/props?markets=player_pass_yds`,
    `/v1/sports/${sport}/events/${bills}/props?markets=all`,
  ];

  test.each(targets)(
    "%s contains no null last_update, and the header names the books that were left out",
    async (target) => {
      const all = await get(target);
      const measured = await get(`${target}&measured=true`);
      const hadNull = all.text.includes('"last_update":null');
      expect(measured.text).not.toContain('"last_update":null');
      expect(measured.headers.get("x-unmeasured-books")).toBe(hadNull ? "lowvig" : null);
      expect(all.headers.get("x-unmeasured-books")).toBeNull();
      if (hadNull) expect(measured.text).not.toContain("lowvig");
      else expect(measured.text).toBe(all.text);
    },
  );

  test("a 304 names the books that were left out too, and a narrowed response names only its own books", async () => {
    const target = `${targets[0]}&measured=true`;
    const first = await get(target);
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    const unchanged = await rig.request(target, { key: "key", headers });
    expect([unchanged.status, unchanged.headers.get("x-unmeasured-books")]).toEqual([304, "lowvig"]);
    const narrowed = await get(`${target}&bookmakers=draftkings`);
    expect(narrowed.headers.get("x-unmeasured-books")).toBeNull();
  });

  test("browsers may read both headers", async () => {
    const exposed = (await get("/v1/sports")).headers.get("access-control-expose-headers");
    expect(exposed).toContain("X-Ignored-Parameters");
    expect(exposed).toContain("X-Unmeasured-Books");
  });
});

test("X-Ignored-Parameters names the parameters of other odds APIs that a call sent in vain, also on an error", async () => {
  const target = `/v1/sports/${sport}/odds?apiKey=secret&regions=us&markets=h2h`;
  const ok = await get(target);
  expect(ok.headers.get("x-ignored-parameters")).toBe("apiKey, regions");
  const refused = await rig.request(target);
  expect([refused.status, refused.headers.get("x-ignored-parameters")]).toEqual([401, "apiKey, regions"]);
  expect((await get(`/v1/sports/${sport}/odds?markets=h2h`)).headers.get("x-ignored-parameters")).toBeNull();
});

describe("best prices", () => {
  type Outcome = {
    name: string;
    price: number;
    bookmakers: string[];
    consensus: { probability: number; bookmakers: string[] } | null;
  };
  const linesOf = (fixture: { markets: { key: string; lines: { outcomes: Outcome[] }[] }[] }, key: string) =>
    fixture.markets.find((market) => market.key === key)?.lines ?? [];

  test("each side has the best price of the books near the consensus, and the wrong books are named with their reasons", async () => {
    const { json } = await get(`/v1/sports/${sport}/events/${bills}/best?markets=h2h,totals`, "free");
    const [line] = linesOf(json, "h2h");
    expect(line?.outcomes).toMatchObject([
      { name: "Buffalo Bills", price: -235, bookmakers: ["fanduel"] },
      { name: "Kansas City Chiefs", price: 205, bookmakers: ["bovada"] },
    ]);
    expect(json.left_out).toEqual([
      { bookmaker: "betmgm", reason: "looks_inverted" },
      { bookmaker: "mybookieag", reason: "far_from_consensus", market: "totals", point: 47.5 },
    ]);
    expect(json.consensus_method).toBe("median_margin_free");
    expect(linesOf(json, "totals")[0]?.outcomes).toMatchObject([
      { name: "Over", price: -105, bookmakers: ["fanduel"] },
      { name: "Under", price: -110, bookmakers: ["betrivers", "draftkings"] },
    ]);
  });

  test("the consensus equals the median of the named books' margin-free prices in the odds endpoint", async () => {
    const best = await get(`/v1/sports/${sport}/events/${bills}/best?markets=h2h&oddsFormat=decimal`);
    const odds = await get(`/v1/sports/${sport}/events/${bills}/odds?markets=h2h&oddsFormat=decimal`);
    for (const { name, bookmakers, consensus } of linesOf(best.json, "h2h")[0]?.outcomes ?? []) {
      if (consensus === null) throw new Error("there is no consensus");
      expect(consensus.bookmakers).not.toContain(bookmakers[0]);
      const fair = odds.json.bookmakers
        .filter(({ key }: { key: string }) => consensus.bookmakers.includes(key))
        .map(({ markets }: { markets: { outcomes: { name: string; price: number }[] }[] }) => {
          const outcomes = markets[0]?.outcomes ?? [];
          const sum = outcomes.reduce((total, { price }) => total + 1 / price, 0);
          return outcomes.map((outcome) => ({ name: outcome.name, share: 1 / outcome.price / sum }));
        });
      const medians = ["Buffalo Bills", "Kansas City Chiefs"].map((team) => {
        const shares = fair
          .map(
            (quote: { name: string; share: number }[]) =>
              quote.find((each) => each.name === team)?.share ?? 0,
          )
          .sort((a: number, b: number) => a - b);
        const middle = shares.length / 2;
        return {
          team,
          median:
            shares.length % 2 === 1 ? shares[Math.floor(middle)] : (shares[middle - 1] + shares[middle]) / 2,
        };
      });
      const sum = medians.reduce((total, { median }) => total + median, 0);
      const expected = (medians.find(({ team }) => team === name)?.median ?? 0) / sum;
      expect(consensus.probability).toBeCloseTo(expected, 5);
    }
  });

  test("the list of a sport has the same fixture as the endpoint of one fixture, and takes main markets only", async () => {
    const list = await get(`/v1/sports/${sport}/best?markets=h2h`);
    const one = await get(`/v1/sports/${sport}/events/${bills}/best?markets=h2h`);
    expect(list.json.map(({ id }: { id: string }) => id).sort()).toEqual([giants, bills].sort());
    expect(list.json.find(({ id }: { id: string }) => id === bills)).toEqual(one.json);
    for (const market of ["alternate_totals", "player_pass_yds"]) {
      const target = `/v1/sports/${sport}/best?markets=${market}`;
      const { error } = (await rig.request(target, { key: "key" })).json;
      expect([error.code, error.message]).toEqual([
        "INVALID_MARKET",
        `markets: "${market}" is served for one fixture at a time. Use GET /v1/sports/{sport}/events/{id}/best.`,
      ]);
    }
  });

  test("the order of markets and books does not matter to the cache of a fixture's best prices", () => {
    const { board } = rig.services;
    const fixture = board.find(bills);
    if (fixture === undefined) throw new Error("there is no fixture");
    const formats = { oddsFormat: "american", dateFormat: "iso" } as const;
    const [first, second] = [
      { ...formats, markets: ["h2h", "totals"], bookmakers: ["fanduel", "draftkings"] },
      { ...formats, markets: ["totals", "h2h"], bookmakers: ["draftkings", "fanduel"] },
    ].map((query) => renderBestWith(query, board.findBook, noMirrors, () => 1)(fixture, now));
    expect(second).toBe(first);
  });

  test("the odds screen shows the best prices, the consensus and the hold of this endpoint", async () => {
    const { board } = rig.services;
    const screen = createScreen(board, () => now);
    const [nfl, h2h] = [findSport(sport), findMarket("h2h")];
    const fixture = board.find(bills);
    if (nfl === undefined || h2h === undefined || fixture === undefined)
      throw new Error("the game is unknown");
    const { json } = await get(`/v1/sports/${sport}/events/${bills}/best?markets=h2h`);
    const [line] = linesOf(json, "h2h") as { hold: number; outcomes: Outcome[] }[];
    // Pages list the away team first.
    const expected = [...(line?.outcomes ?? [])].reverse();
    const { view } = screen.game(fixture, { market: "h2h" });
    const [shown] = groupLines(view.quotes, () => true, sourceIn(view));
    expect(shown?.best).toEqual(expected.map(({ price }) => price));
    expect(shown?.bestHold).toBeCloseTo(line?.hold ?? Number.NaN, 6);
    const row = screen.slate(nfl, h2h, undefined).view.games.find(({ id }) => id === bills);
    expect(row?.sides.map(({ levels }) => levels[0] && priceIn("american", levels[0].price))).toEqual(
      expected.map(({ price }) => price),
    );
    for (const [side, { consensus }] of expected.entries()) {
      expect(shown?.consensus[side]).toBeCloseTo(consensus?.probability ?? Number.NaN, 6);
      expect(row?.sides[side]?.consensus).toBeCloseTo(consensus?.probability ?? Number.NaN, 6);
    }
  });

  test("bookmakers limits the compared books, but not the consensus", async () => {
    const all = await get(`/v1/sports/${sport}/events/${bills}/best?markets=h2h`);
    const some = await get(`/v1/sports/${sport}/events/${bills}/best?markets=h2h&bookmakers=draftkings`);
    const [home] = linesOf(some.json, "h2h")[0]?.outcomes ?? [];
    expect(home).toMatchObject({ price: -240, bookmakers: ["draftkings"] });
    expect(home?.consensus?.bookmakers).toContain("fanduel");
    expect(some.json.left_out).toEqual([]);
    expect(all.json.left_out).toHaveLength(1);
  });

  test("props need the Growth plan, and a line of a player names the player", async () => {
    const target = `/v1/sports/${sport}/events/${bills}/best?markets=player_pass_yds`;
    expect((await rig.requestError(target, { key: "free" })).code).toBe("PLAN_REQUIRED");
    expect(linesOf((await get(target)).json, "player_pass_yds")).toMatchObject([
      { description: "Bills QB1", point: 249.5, outcomes: [{ name: "Over" }, { name: "Under" }] },
    ]);
  });
});

test("daily usage has the account's and the key's own requests, and never another key", async () => {
  const account = "00000000-0000-4000-8000-000000000001";
  const [mine, other] = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"];
  await rig.database.db.execute(sql`
    insert into accounts (id, email, plan, created_at) values (${account}::uuid, 'daily@example.com', 'free', now())`);
  for (const [key, calls] of [
    [mine, 3],
    [other, 4],
  ] as const)
    await rig.database.db.execute(sql`
      insert into usage_key_days (account_id, day, key_id, endpoint, kind, calls)
      values (${account}::uuid, '2026-11-20', ${key}::uuid, 'listOdds', 'counted', ${calls}::int)`);
  rig.meter.addKey(account, "free");
  const identify = rig.meter.identifyKey;
  expect(await identify(account)).toMatchObject({ keyId: account });
  const { json } = await get("/v1/account/usage/daily?from=2026-11-20&to=2026-11-20", account);
  const none = { counted: 0, free: 0, errors: [] };
  expect(json.days).toEqual([
    {
      date: "2026-11-20",
      endpoints: [{ endpoint: "listOdds", account: { ...none, counted: 7 }, key: none }],
    },
  ]);
  for (const key of [mine, other]) expect(JSON.stringify(json)).not.toContain(key);
  expect((await rig.requestError("/v1/account/usage/daily?from=x", { key: "key" })).code).toBe("BAD_REQUEST");
});
