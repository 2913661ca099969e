import { expect, test } from "vitest";
import { describeStatus } from "@/server/web/site/describe-status";
import { mergeDegradations } from "@/server/web/site/merge-degradations";

const second = 1_000;

test("failures of one part that overlap or are at most a minute apart are one incident", () => {
  const observed = [
    { part: "database", beganAt: 103 * second, seenAt: 130 * second },
    { part: "database", beganAt: 100 * second, seenAt: 160 * second },
    { part: "counter_store", beganAt: 150 * second, seenAt: 150 * second },
    { part: "database", beganAt: 220 * second, seenAt: 225 * second },
    { part: "database", beganAt: 286 * second, seenAt: 290 * second },
  ];
  expect(mergeDegradations(observed)).toEqual([
    { part: "database", beganAt: 286 * second, seenAt: 290 * second },
    { part: "counter_store", beganAt: 150 * second, seenAt: 150 * second },
    { part: "database", beganAt: 100 * second, seenAt: 225 * second },
  ]);
});

test("if a part is failing on this instance, its latest incident is ongoing; all other incidents have ended", () => {
  const report = describeStatus({
    now: 1_000 * second,
    failing: ["feed:kalshi"],
    hasCounterStore: false,
    feeds: [],
    sports: [],
    history: {
      degradations: [
        { part: "feed:kalshi", beganAt: 900 * second, seenAt: 990 * second },
        { part: "database", beganAt: 980 * second, seenAt: 985 * second },
        { part: "feed:kalshi", beganAt: 100 * second, seenAt: 200 * second },
      ],
      isComplete: true,
    },
  });
  expect(report.overall).toBe("degraded");
  expect(report.incidents.map(({ endedAt }) => endedAt)).toEqual([undefined, 985 * second, 200 * second]);
});
