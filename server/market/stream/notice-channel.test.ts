import { expect, test } from "vitest";
import type { Board, BoardFixture } from "@/server/market/board/board";
import { createNoticeChannel } from "@/server/market/stream/notice-channel";

const [nba, nhl] = ["basketball_nba", "icehockey_nhl"] as const;

/** A board with the revisions that a test sets. */
const createTestBoard = () => {
  const revisions = new Map<string, number>();
  const fixtures = new Map<string, Map<string, { revision: number; contentRevision: number }>>();
  let revision = 0;
  const touch = (sport: string, id: string, isContent: boolean): void => {
    revision += 1;
    const held = fixtures.get(sport) ?? new Map();
    const before = held.get(id)?.contentRevision ?? 0;
    held.set(id, { revision, contentRevision: isContent ? revision : before });
    fixtures.set(sport, held);
    revisions.set(sport, revision);
  };
  const board = {
    sportRevision: (sport: string) => revisions.get(sport) ?? 0,
    fixturesInMemory: (sport: string) =>
      [...(fixtures.get(sport) ?? [])].map(([id, each]) => ({ id, ...each })) as unknown as BoardFixture[],
    mergedSince: () => [],
  } as unknown as Board;
  return {
    board,
    change: (sport: string, id: string) => touch(sport, id, true),
    check: (sport: string, id: string) => touch(sport, id, false),
    renameBook: (sport: string) => {
      revision += 1;
      revisions.set(sport, revision);
    },
  };
};

const dataOf = (event: Buffer | undefined): unknown =>
  event && JSON.parse(/data: (.*)\n/.exec(event.toString())?.[1] ?? "");

test("all changes of one read are one event, which names the fixtures of each sport", () => {
  const { board, change, check } = createTestBoard();
  change(nba, "old");
  const channel = createNoticeChannel(board, [nba, nhl]);
  expect(channel.evaluate(0)).toBeUndefined();
  change(nba, "a");
  change(nba, "b");
  check(nba, "old");
  change(nhl, "c");
  const batch = channel.evaluate(0);
  expect(batch?.events.map(dataOf)).toEqual([
    {
      changes: [
        { sport: nba, ids: ["a", "b"] },
        { sport: nhl, ids: ["c"] },
      ],
    },
  ]);
  expect(channel.evaluate(0)).toBeUndefined();
});

test("a sport is named as checked if times have moved or a book was renamed, but not if a notice was about all of it", () => {
  const { board, change, check, renameBook } = createTestBoard();
  const channel = createNoticeChannel(board, [nba, nhl]);
  change(nba, "a");
  check(nhl, "b");
  expect(dataOf(channel.takeChecked(0))).toEqual({ sports: [nhl] });
  expect(channel.takeChecked(0)).toBeUndefined();
  renameBook(nba);
  expect(dataOf(channel.takeChecked(0))).toEqual({ sports: [nba] });
});

test("whatever a slow reader has missed, it gets one notice that concerns all fixtures", () => {
  const { board, change } = createTestBoard();
  const channel = createNoticeChannel(board, [nba, nhl]);
  const missed = new Set<string>();
  for (let read = 0; read < 1_000; read++) {
    change(nba, `game ${read}`);
    for (const id of channel.evaluate(0)?.ids ?? []) missed.add(id);
  }
  expect([...missed].map((id) => dataOf(channel.renderNow(id, 0)))).toEqual([
    {
      changes: [
        { sport: nba, ids: null },
        { sport: nhl, ids: null },
      ],
    },
  ]);
});
