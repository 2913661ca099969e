import { expect } from "vitest";
import type { Board } from "../../src/board";
import { Oddskeeper } from "../../src/client";
import type { OddsEvent } from "../../src/events";
import type { StreamOptions } from "../../src/follow";
import type { Scenario } from "./fault-server";

export const sports = ["basketball_nba", "icehockey_nhl"];

/** Starts a new run of the scenario. @returns a stream of both sports. */
export const open = async (
  scenario: Scenario,
  options: StreamOptions = {},
  runOptions: Readonly<Record<string, string>> = {},
) => {
  await scenario.reset(runOptions);
  const client = new Oddskeeper({ apiKey: "ok_test_secret", baseUrl: scenario.baseUrl });
  return client.odds.stream({ sports }, options);
};

/** A board that claims to be at its cursor must equal what the server had at this cursor. */
export const expectExact = async (scenario: Scenario, board: Board): Promise<void> => {
  if (!board.isAtCursor || board.cursor === undefined) return;
  expect(board.fixtures).toEqual(await scenario.board({ cursor: board.cursor, sports: sports.join(",") }));
};

/** Takes boards, each checked against the server, until `isLast`. */
export const takeBoards = async (
  scenario: Scenario,
  boards: AsyncIterable<Board>,
  isLast: (board: Board) => boolean | Promise<boolean>,
): Promise<readonly Board[]> => {
  const taken: Board[] = [];
  for await (const board of boards) {
    await expectExact(scenario, board);
    taken.push(board);
    if (await isLast(board)) break;
  }
  return taken;
};

/** @returns whether the scenario has come to its end and the board shows it. */
export const hasAll =
  (scenario: Scenario) =>
  async (board: Board): Promise<boolean> => {
    const { done, cursor } = await scenario.world();
    return done && board.cursor === cursor;
  };

/** Takes events until `isLast`. */
export const takeEvents = async (
  events: AsyncIterable<OddsEvent>,
  isLast: (event: OddsEvent) => boolean,
): Promise<readonly OddsEvent[]> => {
  const taken: OddsEvent[] = [];
  for await (const event of events) {
    taken.push(event);
    if (isLast(event)) break;
  }
  return taken;
};
