import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slateBookKeys, slateSnapshot, slateSport } from "@/e2e/bench/slate";
import { hourMs } from "@/server/domain/durations";
import { countResult, countTokens } from "@/server/web/mcp/testing/count-tokens";
import { type CalledTool, type McpClient, type McpRig, startMcpRig } from "@/server/web/mcp/testing/mcp-rig";
import { tools } from "@/server/web/mcp/tools";

const now = Date.UTC(2026, 10, 21, 12);

let rig: McpRig;
let client: McpClient;
let game: string;
beforeAll(async () => {
  const at = (ms: number, turn: number) =>
    slateBookKeys.map((_, book) => ({
      ...slateSnapshot(book, now, turn),
      fetched_at: new Date(ms).toISOString(),
      recorded_at: new Date(ms).toISOString(),
    }));
  rig = await startMcpRig({
    now,
    archiveFrom: now - 90 * 24 * hourMs,
    snapshots: [...at(now - hourMs, 0), ...at(now - hourMs / 2, 1), ...at(now - 1_000, 2)],
  });
  rig.meter.addKey("user", "business");
  client = await rig.connect("user");
  await client.listTools();
  const found = await client.call("find_fixtures", { league: slateSport });
  game = found.structuredContent.fixtures[0].fixture_id;
});
afterAll(async () => {
  await client?.close();
  await rig?.close();
});

test("the list of tools has at most 4,000 tokens", async () => {
  const { tools: listed } = await client.listTools();
  const tokens = countTokens(JSON.stringify(listed));
  if (process.env.SHOW_QUESTIONS !== undefined) process.stdout.write(`tools/list: ${tokens} tokens\n`);
  expect(tokens).toBeLessThanOrEqual(4_000);
});

const league = slateSport;
const largest: Record<string, () => Record<string, unknown>> = {
  find_fixtures: () => ({}),
  list_leagues: () => ({ all: true }),
  get_odds: () => ({ league, markets: ["h2h", "spreads", "totals"] }),
  get_best_prices: () => ({ league, markets: ["h2h", "spreads", "totals"] }),
  get_props: () => ({ league, fixture_id: game }),
  get_line_movement: () => ({ league, fixture_id: game, market: "alternate_spreads", detail: true }),
  get_opening_closing: () => ({
    league,
    fixture_id: game,
    line: "opening",
    markets: ["alternate_spreads", "alternate_totals", "h2h"],
  }),
  get_coverage: () => ({ league }),
  find_keys: () => ({ kind: "markets" }),
  get_usage: () => ({}),
};

describe.each(tools)("the results of $name on the largest slate", ({ name }) => {
  test("have at most 8,000 tokens by default, and never more than 25,000", async () => {
    const args = largest[name]?.() ?? {};
    const byDefault = await client.call(name, args);
    const asLarge = name === "get_usage" ? byDefault : await client.call(name, { ...args, limit: 1_000 });
    const sizes = [countResult(byDefault), countResult(asLarge)] as const;
    if (process.env.SHOW_QUESTIONS !== undefined)
      process.stdout.write(`${name}: ${sizes.join(", ")} tokens\n`);
    expect(byDefault.isError ?? false).toBe(false);
    expect(sizes[0]).toBeLessThanOrEqual(8_000);
    expect(sizes[1]).toBeLessThanOrEqual(25_000);
  });

  test("lead to every row, page by page", async () => {
    const args = largest[name]?.() ?? {};
    let shown = 0;
    let pages = 0;
    let offset: number | undefined = 0;
    let total = -1;
    while (offset !== undefined && pages < 500) {
      const page: CalledTool = await client.call(
        name,
        name === "get_usage" ? {} : { ...args, offset, limit: 1_000 },
      );
      const { result } = page.structuredContent;
      shown += result.shown;
      pages += 1;
      total = result.total;
      if (result.next_offset !== undefined) expect(result.more).toContain(`offset ${result.next_offset}`);
      offset = result.next_offset;
    }
    expect(shown).toBe(total);
  });
});
