import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bills, quotedNowRig, sport } from "@/server/web/http/testing/quoted-now-rig";

const { started, get } = quotedNowRig();

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
    expect(await started().requestError("/v1/coverage?sports=nfl", { key: "key" })).toEqual({
      code: "UNKNOWN_SPORT",
      status: 404,
    });
  });

  test("an unchanged list is a free 304, and no request scans the board again", async () => {
    const first = await get("/v1/coverage");
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await started().request("/v1/coverage", { key: "key", headers })).status).toBe(304);
    expect(await started().services.board.coverage()).toBe(await started().services.board.coverage());
  });

  test("hasFixtures lists only sports with upcoming fixtures, each with their number, which no other list has", async () => {
    const { json } = await get("/v1/sports?hasFixtures=true");
    expect(json).toMatchObject([{ key: sport, title: "NFL", fixtures: 2 }]);
    for (const target of ["/v1/sports", "/v1/sports?hasFixtures=false"]) {
      const all = (await get(target)).json;
      expect(all.length).toBeGreaterThan(50);
      expect(all.some((each: object) => "fixtures" in each)).toBe(false);
    }
    expect((await started().requestError("/v1/sports?hasFixtures=yes", { key: "key" })).code).toBe(
      "BAD_REQUEST",
    );
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
    const error = await started().request(`/v1/sports/${sport}/odds?markets=${many}`, { key: "key" });
    expect(error.json.error.message).toContain("exceed the maximum of 400");
    const ids = Array.from({ length: 101 }, (_, index) => `e${index}`).join(",");
    expect(
      (await started().requestError(`/v1/sports/${sport}/odds?eventIds=${ids}`, { key: "key" })).code,
    ).toBe("BAD_REQUEST");
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
      expect(await started().requestError(`${list}?${query}`, { key: "key" })).toEqual({
        code: "INVALID_MARKET",
        status: 422,
      });
    for (const target of [`/v1/historical/sports/${sport}/events/${bills}/odds`, `/v1/sports/${sport}/props`])
      expect((await started().requestError(`${target}?markets=all`, { key: "key" })).code).toBe(
        "INVALID_MARKET",
      );
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
    const unchanged = await started().request(target, { key: "key", headers });
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
  const refused = await started().request(target);
  expect([refused.status, refused.headers.get("x-ignored-parameters")]).toEqual([401, "apiKey, regions"]);
  expect((await get(`/v1/sports/${sport}/odds?markets=h2h`)).headers.get("x-ignored-parameters")).toBeNull();
});

test("daily usage has the account's and the key's own requests, and never another key", async () => {
  const account = "00000000-0000-4000-8000-000000000001";
  const [mine, other] = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"];
  await started().database.db.execute(sql`
    insert into accounts (id, email, plan, created_at) values (${account}::uuid, 'daily@example.com', 'free', now())`);
  for (const [key, calls] of [
    [mine, 3],
    [other, 4],
  ] as const)
    await started().database.db.execute(sql`
      insert into usage_key_days (account_id, day, key_id, endpoint, kind, calls)
      values (${account}::uuid, '2026-11-20', ${key}::uuid, 'listOdds', 'counted', ${calls}::int)`);
  started().meter.addKey(account, "free");
  const identify = started().meter.identifyKey;
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
  expect((await started().requestError("/v1/account/usage/daily?from=x", { key: "key" })).code).toBe(
    "BAD_REQUEST",
  );
});
