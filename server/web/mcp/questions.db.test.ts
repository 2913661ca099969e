import { afterAll, beforeAll, expect, test } from "vitest";
import { countResult } from "@/server/web/mcp/testing/count-tokens";
import { eveningRig } from "@/server/web/mcp/testing/evening";
import { type CalledTool, type McpClient, type McpRig, startMcpRig } from "@/server/web/mcp/testing/mcp-rig";

let rig: McpRig;
let client: McpClient;
beforeAll(async () => {
  rig = await startMcpRig(eveningRig);
  rig.meter.addKey("assistant", "business");
  client = await rig.connect("assistant");
  await client.listTools();
});
afterAll(async () => {
  await client?.close();
  await rig?.close();
});

type Ask = (tool: string, args?: Record<string, unknown>) => Promise<CalledTool>;

/** A question, the calls of an assistant that answers it, and what the last result must contain. */
type Script = {
  readonly question: string;
  readonly answer: (ask: Ask) => Promise<unknown>;
  readonly is: unknown;
};

const nba = "basketball_nba";
const nfl = "americanfootball_nfl";

const scripts: readonly Script[] = [
  {
    question: "What is the best price on the Lakers tonight?",
    answer: async (ask) => {
      const found = await ask("find_fixtures", { team: "Lakers", within_hours: 12 });
      const { fixture_id, league } = found.structuredContent.fixtures[0];
      const best = await ask("get_best_prices", { league, fixture_id, markets: ["h2h"] });
      const [line] = best.structuredContent.games[0].lines;
      const { price, books } = line.outcomes.find(
        ({ name }: { name: string }) => name === "Los Angeles Lakers",
      );
      return [price, books];
    },
    is: [134, ["fanduel"]],
  },
  {
    question: "How did the spread of Lakers at Celtics move since it opened?",
    answer: async (ask) => {
      const moved = await ask("get_line_movement", { league: "NBA", team: "Celtics", market: "spreads" });
      const { first, last } = moved.structuredContent.movement.find(
        ({ book }: { book: string }) => book === "fanduel",
      );
      return [first.quotes[0], last.quotes[0]];
    },
    is: [
      ["Boston Celtics", -2.5, -104],
      ["Boston Celtics", -5.5, -104],
    ],
  },
  {
    question: "Which books are late?",
    answer: async (ask) =>
      (await ask("get_coverage", { late_only: true })).structuredContent.books.map(
        ({ league, book }: { league: string; book: string }) => [league, book],
      ),
    is: [[nfl, "betrivers"]],
  },
  {
    question: "Which leagues have games now?",
    answer: async (ask) =>
      (await ask("list_leagues")).structuredContent.leagues.map(({ key }: { key: string }) => key),
    is: [nba, nfl, "soccer_epl"],
  },
  {
    question: "Who plays in the NBA tonight?",
    answer: async (ask) =>
      (await ask("find_fixtures", { league: "NBA", within_hours: 12 })).structuredContent.fixtures.map(
        ({ home, away }: { home: string; away: string }) => `${away} at ${home}`,
      ),
    is: ["Los Angeles Lakers at Boston Celtics"],
  },
  {
    question: "When do the Chiefs play?",
    answer: async (ask) =>
      (await ask("find_fixtures", { team: "KC Chiefs" })).structuredContent.fixtures[0].start,
    is: "2026-11-22T19:00:00Z",
  },
  {
    question: "What does DraftKings offer on the Bills moneyline?",
    answer: async (ask) => {
      const odds = await ask("get_odds", {
        league: "NFL",
        team: "Bills",
        markets: ["h2h"],
        books: ["draftkings"],
      });
      return odds.structuredContent.games[0].lines.find(
        ({ name }: { name: string }) => name === "Buffalo Bills",
      ).prices;
    },
    is: { draftkings: -135 },
  },
  {
    question: "Compare every book's total for Nuggets at Clippers.",
    answer: async (ask) => {
      const odds = await ask("get_odds", { league: "NBA", team: "Nuggets", markets: ["totals"] });
      return odds.structuredContent.games[0].lines.map(
        ({ name, point, prices }: { name: string; point: number; prices: object }) => [
          name,
          point,
          Object.keys(prices).length,
        ],
      );
    },
    is: [
      ["Over", 219.5, 4],
      ["Under", 219.5, 4],
    ],
  },
  {
    question: "What are LeBron James's points props?",
    answer: async (ask) => {
      const found = await ask("get_props", {
        league: "NBA",
        player: "LeBron James",
        markets: ["player_points"],
      });
      return found.structuredContent.props.map(({ name, point }: { name: string; point: number }) => [
        name,
        point,
      ]);
    },
    is: [
      ["Over", 25.5],
      ["Under", 25.5],
    ],
  },
  {
    question: "Which book pays most for Tatum over 8.5 rebounds?",
    answer: async (ask) => {
      const found = await ask("get_props", { league: "NBA", player: "Tatum" });
      const { prices } = found.structuredContent.props.find(({ name }: { name: string }) => name === "Over");
      return Object.entries(prices as Record<string, number>).sort(([, a], [, b]) => b - a)[0];
    },
    is: ["fanduel", -114],
  },
  {
    question: "Where did the Knicks spread open?",
    answer: async (ask) => {
      const found = await ask("find_fixtures", {
        team: "Knicks",
        league: "NBA",
        from: "2026-11-17T00:00:00Z",
      });
      const opened = await ask("get_opening_closing", {
        league: "NBA",
        fixture_id: found.structuredContent.fixtures[0].fixture_id,
        line: "opening",
        markets: ["spreads"],
      });
      return opened.structuredContent.lines[0].point;
    },
    is: -4.5,
  },
  {
    question: "Where did the Knicks spread close?",
    answer: async (ask) => {
      const found = await ask("find_fixtures", {
        team: "Knicks",
        league: "NBA",
        from: "2026-11-17T00:00:00Z",
      });
      const closed = await ask("get_opening_closing", {
        league: "NBA",
        fixture_id: found.structuredContent.fixtures[0].fixture_id,
        line: "closing",
        markets: ["spreads"],
      });
      return closed.structuredContent.lines[0].point;
    },
    is: -6.5,
  },
  {
    question: "What chance do the books give Arsenal, without their margin?",
    answer: async (ask) => {
      const best = await ask("get_best_prices", { league: "EPL", team: "Arsenal", markets: ["h2h"] });
      const [line] = best.structuredContent.games[0].lines;
      return line.outcomes.find(({ name }: { name: string }) => name === "Arsenal").consensus;
    },
    is: expect.closeTo(0.5, 1),
  },
  {
    question: "How much do the books keep on the Bills game?",
    answer: async (ask) => {
      const best = await ask("get_best_prices", { league: "NFL", team: "Bills", markets: ["h2h"] });
      return best.structuredContent.games[0].lines[0].hold;
    },
    is: expect.closeTo(0.02, 1),
  },
  {
    question: "What is the market key for rebounds props?",
    answer: async (ask) => {
      const found = await ask("find_keys", { kind: "markets", query: "rebounds", league: "NBA" });
      return found.structuredContent.keys.map(({ key }: { key: string }) => key);
    },
    is: expect.arrayContaining(["player_rebounds"]),
  },
  {
    question: "Is Pinnacle covered?",
    answer: async (ask) =>
      (await ask("find_keys", { kind: "books", query: "pinnacle" })).structuredContent.keys[0].key,
    is: "pinnacle",
  },
  {
    question: "How many requests do I have left?",
    answer: async (ask) => {
      const { requests_allowance } = (await ask("get_usage")).structuredContent;
      return requests_allowance;
    },
    is: 2_000_000,
  },
  {
    question: "How old are the prices of the Lakers game?",
    answer: async (ask) => {
      const odds = await ask("get_odds", { league: nba, team: "Lakers", markets: ["h2h"] });
      return odds.structuredContent.result.oldest_price;
    },
    is: "2026-11-21T17:59:30Z",
  },
  {
    question: "Show me every upcoming NBA moneyline in decimal odds.",
    answer: async (ask) => {
      const odds = await ask("get_odds", { league: "NBA", odds_format: "decimal" });
      return odds.structuredContent.games.map(({ lines }: { lines: object[] }) => lines.length);
    },
    is: [2, 2],
  },
  {
    question: "Which books quote the NFL now, and how old are their checks?",
    answer: async (ask) => {
      const coverage = await ask("get_coverage", { league: "NFL" });
      return coverage.structuredContent.books.map(({ book, late }: { book: string; late: boolean }) => [
        book,
        late,
      ]);
    },
    is: expect.arrayContaining([
      ["betrivers", true],
      ["draftkings", false],
    ]),
  },
];

test.each(scripts)(
  "an assistant answers in at most three calls: $question",
  async ({ question, answer, is }) => {
    let calls = 0;
    let tokens = 0;
    const value = await answer(async (tool, args = {}) => {
      const result = await client.call(tool, args);
      calls += 1;
      tokens += countResult(result);
      expect([tool, result.isError ?? false, result.content]).toEqual([tool, false, expect.anything()]);
      return result;
    });
    expect(value).toEqual(is);
    expect(calls).toBeLessThanOrEqual(3);
    expect(tokens).toBeLessThanOrEqual(8_000);
    if (process.env.SHOW_QUESTIONS !== undefined)
      process.stdout.write(`| ${question} | ${calls} | ${tokens} |\n`);
  },
);

test("there are twenty questions", () => {
  expect(scripts).toHaveLength(20);
});

test("the summary of coverage counts late books apart from those with prices", async () => {
  const { content } = await client.call("get_coverage", { league: nfl });
  expect(content[0]?.text).toMatch(
    /^3 pairs of book and league have prices now\. 1 more is late: its prices were removed\.\n/,
  );
});

test("find_keys lists the books that quote a league now, and late books are not among them", async () => {
  const { structuredContent } = await client.call("find_keys", { kind: "books", league: "NFL" });
  expect(structuredContent.keys.map(({ key }: { key: string }) => key).sort()).toEqual([
    "draftkings",
    "fanduel",
    "pinnacle",
  ]);
});
