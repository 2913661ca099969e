import { describe, expect, test } from "vitest";
import { groupLines, sourceIn } from "@/app/(site)/explore/game/price-lines";
import { findMarket } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import { priceIn } from "@/server/domain/prices/convert";
import { noMirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import { renderBestWith } from "@/server/market/board/render-best";
import { createScreen } from "@/server/market/screen/create-screen";
import { bills, giants, now, quotedNowRig, sport } from "@/server/web/http/testing/quoted-now-rig";

const { started, get } = quotedNowRig();

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
      const { error } = (await started().request(target, { key: "key" })).json;
      expect([error.code, error.message]).toEqual([
        "INVALID_MARKET",
        `markets: "${market}" is served for one fixture at a time. Use GET /v1/sports/{sport}/events/{id}/best.`,
      ]);
    }
  });

  test("the order of markets and books does not matter to the cache of a fixture's best prices", () => {
    const { board } = started().services;
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
    const { board } = started().services;
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
    expect((await started().requestError(target, { key: "free" })).code).toBe("PLAN_REQUIRED");
    expect(linesOf((await get(target)).json, "player_pass_yds")).toMatchObject([
      { description: "Bills QB1", point: 249.5, outcomes: [{ name: "Over" }, { name: "Under" }] },
    ]);
  });
});
