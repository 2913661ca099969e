import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs } from "@/server/domain/durations";
import {
  eventOf,
  iso,
  moneyline,
  playerMarket,
  snapshotOf,
} from "@/server/ingest/recorder/testing/snapshots";
import { slateNow, slateRig, sport } from "@/server/web/http/testing/slate";
import { errorOf, type McpRig, startMcpRig } from "@/server/web/mcp/testing/mcp-rig";
import { toolCall } from "@/server/web/mcp/testing/tool-call";

const tonight = slateNow + 8 * hourMs;
const tomorrow = slateNow + 30 * hourMs;
const nextWeek = slateNow + 7 * 24 * hourMs;

const passing = (player: string, point: number) =>
  playerMarket("player_pass_yds", [{ side: "over", player, american: -115, point }]);

/** Josh Allen plays tonight and next week, Brandon Allen tomorrow. Two Carters and Tyrell Shavers play tonight, one of the Carters tomorrow. */
const games = [
  eventOf(tonight, [
    moneyline(-150, 130),
    passing("Josh Allen", 249.5),
    playerMarket("player_rush_yds", [
      { side: "over", player: "Michael Carter", american: -110, point: 31.5 },
      { side: "over", player: "James Carter", american: -110, point: 12.5 },
      { side: "over", player: "Tyrell Shavers", american: -110, point: 9.5 },
    ]),
  ]),
  eventOf(
    tomorrow,
    [
      moneyline(-120, 100),
      passing("Brandon Allen", 199.5),
      playerMarket("player_rush_yds", [
        { side: "over", player: "Michael Carter", american: -110, point: 28.5 },
      ]),
    ],
    { home: "New York Giants", away: "Dallas Cowboys" },
  ),
  eventOf(nextWeek, [moneyline(-140, 120), passing("Josh Allen", 251.5)], {
    home: "Miami Dolphins",
    away: "Buffalo Bills",
  }),
];

let rig: McpRig;
beforeAll(async () => {
  const at = slateNow - 5_000;
  rig = await startMcpRig({
    ...slateRig,
    snapshots: [{ ...snapshotOf("draftkings", at, games), recorded_at: iso(at) }],
  });
});
afterAll(() => rig?.close());

const props = async (args: Record<string, unknown>) => {
  const account = rig.meter.addKey("user", "business");
  const { json } = await rig.post(toolCall("get_props", { league: sport, ...args }), { key: "user" });
  return { result: json.result, used: account.used };
};

test("a name that players of several games share is rejected, costs nothing, and the error names the players", async () => {
  const { result, used } = await props({ player: "Allen" });
  expect(errorOf(result)).toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringMatching(/^player: "Allen" fits .*"Josh Allen".*\. Send the full name, or/),
  });
  expect(errorOf(result).message).toContain('"Brandon Allen"');
  expect(used).toBe(0);
});

test("the full name of a player with several games means the next one, and a note names the later ones", async () => {
  const { result, used } = await props({ player: "josh allen" });
  expect(result.structuredContent).toMatchObject({
    home: "Buffalo Bills",
    props: [{ of: "Josh Allen" }],
    result: { note: expect.stringMatching(/^This is the player's next game\. Later: .*2026-11-28/) },
  });
  expect(result.content[0].text).toContain("This is the player's next game.");
  expect(used).toBe(1);
});

test("a player with one game gets no note", async () => {
  const { result } = await props({ player: "Shavers" });
  expect(result.structuredContent.props).toMatchObject([{ of: "Tyrell Shavers" }]);
  expect(result.structuredContent.result.note).toBeUndefined();
});

test("a name that only players of the next game share returns all of them", async () => {
  const { result } = await props({ player: "Carter" });
  expect(result.structuredContent.props.map(({ of }: { of: string }) => of).sort()).toEqual([
    "James Carter",
    "Michael Carter",
  ]);
  expect(result.structuredContent.result.note).toMatch(/Later: /);
});

test("a team or a game decides between players with the same name", async () => {
  const { result } = await props({ player: "Allen", team: "Giants" });
  expect(result.structuredContent.props).toMatchObject([{ of: "Brandon Allen" }]);
});
