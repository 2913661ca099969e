import { afterAll, beforeAll, expect, test } from "vitest";
import type { Rendered } from "@/server/board/board";
import { errors } from "@/server/errors/errors";
import { type ApiRig, startApiRig } from "@/server/http/testing/api-rig";
import { slate, slateArchiveFrom, slateNow, sport, upcoming } from "@/server/http/testing/slate";

const secret = "what only the log may know";
const failing = (): never => {
  throw new Error(secret);
};

/** Bytes that cannot be made, after everything else about the answer could. */
const unpackable: Rendered = { kind: "rendered", etag: '"x"', bytes: failing };

let rig: ApiRig;
beforeAll(async () => {
  rig = await startApiRig({
    now: slateNow,
    archiveFrom: slateArchiveFrom,
    snapshots: slate,
    broken: (board) => ({
      ...board,
      books: failing,
      oddsList: failing,
      odds: () => unpackable,
      fixturesBetween: failing,
    }),
  });
  rig.meter.addKey("user", "business", { used: 3 });
});
afterAll(() => rig.close());

test.each([
  ["a resolver that fails", `/v1/sports/${sport}/odds`],
  ["bytes that cannot be made", `/v1/sports/${sport}/events/${upcoming}/odds`],
  ["a free call that fails", "/v1/bookmakers"],
  ["a read that fails", `/v1/sports/${sport}/events?commenceTimeTo=2026-11-30T00:00:00Z`],
])(
  "%s is INTERNAL_ERROR with the fixed sentence, costs nothing, and its cause is in the log only",
  async (_, target) => {
    rig.log.length = 0;
    const answer = await rig.ask(`${target}${target.includes("?") ? "&" : "?"}apiKey=in-the-query`, {
      key: "user",
    });
    expect(answer.status).toBe(500);
    expect(answer.json.error).toMatchObject({
      code: "INTERNAL_ERROR",
      message: errors.INTERNAL_ERROR.message,
    });
    expect(answer.headers.get("x-requests-used")).toBe("3");
    expect(answer.headers.get("x-requests-last")).toBe("0");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    for (const name of ["etag", "vary", "content-encoding"]) expect(answer.headers.has(name)).toBe(false);
    expect(answer.text).not.toContain(secret);
    expect(rig.log).toHaveLength(1);
    expect(rig.log[0]?.requestId).toBe(answer.headers.get("x-request-id"));
    const logged = JSON.stringify(rig.log);
    expect(logged).toContain(secret);
    expect(logged).not.toContain("in-the-query");
    expect(logged).not.toContain('"user"');
  },
);

test("a reservation is given back once, under the id that it was made with", async () => {
  rig.meter.refunds.length = 0;
  const answer = await rig.ask(`/v1/sports/${sport}/odds`, { key: "user" });
  expect(rig.meter.refunds).toEqual([answer.headers.get("x-request-id")]);
});

test("a failing call of an unknown or too fast caller is refused as any other", async () => {
  expect((await rig.refusal(`/v1/sports/${sport}/odds`, { key: "nobody" })).code).toBe("INVALID_KEY");
  rig.meter.nextOutcomes.push("speed_limit");
  expect((await rig.refusal(`/v1/sports/${sport}/odds`, { key: "user" })).code).toBe("SPEED_LIMIT");
});

test("terms that change on every attempt end in an error and cost nothing", async () => {
  rig.meter.nextOutcomes.push("changed", "changed", "changed", "changed");
  const answer = await rig.ask(`/v1/sports/${sport}/odds`, { key: "user" });
  expect(answer.json.error.code).toBe("INTERNAL_ERROR");
  expect(answer.headers.get("x-requests-used")).toBe("3");
  rig.meter.nextOutcomes.length = 0;
});
