import { expect, test } from "vitest";
import { concerns, type Notice } from "@/app/(site)/live/stream/notice";

const [nba, nhl] = ["basketball_nba", "icehockey_nhl"] as const;
const changed: Notice = { kind: "changed", changes: [{ sport: nba, ids: ["a", "b"] }], cursor: "" };

test("a change concerns the views of its sport and of its fixtures, under any of their ids, and views of all sports", () => {
  expect(concerns(changed, { sport: nba })).toBe(true);
  expect(concerns(changed, { sport: nba, ids: ["a"] })).toBe(true);
  expect(concerns(changed, { sport: nba, ids: ["earlier", "b"] })).toBe(true);
  expect(concerns(changed, {})).toBe(true);
  expect(concerns(changed, { sport: nhl })).toBe(false);
  expect(concerns(changed, { sport: nba, ids: ["c"] })).toBe(false);
});

test("a change without ids concerns every fixture of its sport", () => {
  const any: Notice = { kind: "changed", changes: [{ sport: nba, ids: null }], cursor: "" };
  expect(concerns(any, { sport: nba, ids: ["c"] })).toBe(true);
  expect(concerns(any, { sport: nhl, ids: ["c"] })).toBe(false);
});

test("moved times concern the views of the sport, and an opened or reset stream concerns every view", () => {
  const checked: Notice = { kind: "checked", sports: [nba], cursor: "" };
  expect(concerns(checked, { sport: nba, ids: ["c"] })).toBe(true);
  expect(concerns(checked, { sport: nhl })).toBe(false);
  expect(concerns({ kind: "live", sports: [nba], cursor: "" }, { sport: nhl })).toBe(true);
  expect(concerns({ kind: "reset" }, { sport: nhl, ids: ["c"] })).toBe(true);
  expect(concerns({ kind: "confirmed", at: 0, cursor: "" }, { sport: nba })).toBe(false);
  expect(concerns({ kind: "down" }, { sport: nba })).toBe(false);
});
