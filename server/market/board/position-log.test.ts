import { expect, test } from "vitest";
import type { Position } from "@/server/market/board/position";
import { createPositionLog, maxLagMs, maxTimesLagMs, resumableMs } from "@/server/market/board/position-log";

const place = (xmin: number, xmax = xmin, ended = 0): Position => ({
  xmin: BigInt(xmin),
  xmax: BigInt(xmax),
  ended,
});

test("a position selects the last revision that has everything up to it, also between two reads", () => {
  const log = createPositionLog();
  log.restart(place(10), 1, 0);
  log.note(place(20, 22), 2, 1_000);
  log.note(place(20, 22, 1), 3, 2_000);
  log.note(place(30), 3, 3_000);
  const revisionAt = (position: Position) => log.find({ position, at: 2_000 });
  expect(revisionAt(place(10))).toMatchObject({ kind: "since", revision: 1 });
  expect(revisionAt(place(19))).toMatchObject({ kind: "since", revision: 1 });
  expect(revisionAt(place(20, 22))).toMatchObject({ kind: "since", revision: 2 });
  expect(revisionAt(place(20, 22, 1))).toMatchObject({ kind: "since", revision: 3 });
  expect(revisionAt(place(30))).toMatchObject({ kind: "since", revision: 3 });
  expect(revisionAt(place(31))).toEqual({ kind: "ahead" });
});

test("a position from before the board was loaded cannot be continued", () => {
  const log = createPositionLog();
  log.restart(place(10), 1, 0);
  expect(log.find({ position: place(9), at: 0 })).toEqual({ kind: "restarted" });
  log.restart(place(5), 2, 0);
  expect(log.find({ position: place(5), at: 0 })).toMatchObject({ kind: "since", revision: 2 });
});

test("a position is known for as long as it can be resumed, and the log does not grow", () => {
  const log = createPositionLog();
  log.restart(place(0), 0, 0);
  const readEveryMs = 200;
  for (let read = 1; read <= 10_000; read++) log.note(place(read), read, read * readEveryMs);
  const now = 10_000 * readEveryMs;
  const oldest = 10_000 - resumableMs / readEveryMs;
  expect(log.find({ position: place(oldest), at: now - resumableMs })).toMatchObject({ revision: oldest });
  expect(log.find({ position: place(1), at: readEveryMs })).toEqual({ kind: "too_old" });
});

test("a cursor of an instance that was further behind than ten seconds cannot be continued", () => {
  const log = createPositionLog();
  log.restart(place(10), 1, 0);
  log.note(place(20), 2, 1_000);
  expect(log.find({ position: place(10), at: 1_000 + maxLagMs })).toMatchObject({ kind: "since" });
  expect(log.find({ position: place(10), at: 1_001 + maxLagMs })).toEqual({ kind: "restarted" });
});

test("times are continued from a revision that is old enough for a stream and for an instance that is behind", () => {
  const log = createPositionLog();
  log.restart(place(0), 1, 0);
  for (let second = 1; second <= 60; second++) log.note(place(second), second + 1, second * 1_000);
  const lagSeconds = (maxTimesLagMs + maxLagMs) / 1_000;
  expect(log.find({ position: place(60), at: 60_000 })).toMatchObject({ timesRevision: 61 - lagSeconds });
  expect(log.find({ position: place(2), at: 2_000 })).toMatchObject({ timesRevision: -1 });
});
