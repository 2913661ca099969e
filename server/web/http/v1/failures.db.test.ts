import { afterAll, beforeAll, expect, test } from "vitest";
import { errors } from "@/server/domain/errors/errors";
import type { Rendered } from "@/server/domain/serialize/rendered";
import { type ApiRig, startApiRig } from "@/server/web/http/testing/api-rig";
import { slateRig, sport, upcoming } from "@/server/web/http/testing/slate";

const secret = "only for the log";
const failing = (): never => {
  throw new Error(secret);
};

/** A response that fails only when its bytes are rendered. */
const unrenderable: Rendered = { kind: "rendered", etag: '"x"', plainLength: 1, bytes: failing };

let rig: ApiRig;
beforeAll(async () => {
  rig = await startApiRig({
    ...slateRig,
    broken: (board) => ({
      ...board,
      books: failing,
      oddsListAt: failing,
      odds: () => unrenderable,
      fixturesBetween: failing,
    }),
  });
  rig.meter.addKey("user", "business", { used: 3 });
  // A call by an account that exceeded a limit before takes another round trip, so this account never does.
  rig.meter.addKey("never rejected", "business");
});
afterAll(() => rig.close());

test.each([
  ["a counted call whose prices cannot be read", `/v1/sports/${sport}/odds`],
  ["a counted call whose response cannot be rendered", `/v1/sports/${sport}/events/${upcoming}/odds`],
  ["a free call that fails", "/v1/bookmakers"],
  [
    "a call whose fixtures cannot be read",
    `/v1/sports/${sport}/events?commenceTimeFrom=2026-11-20T00:00:00Z`,
  ],
])("%s costs nothing and returns INTERNAL_ERROR, and only the log states the cause", async (_, target) => {
  rig.log.length = 0;
  const response = await rig.request(`${target}${target.includes("?") ? "&" : "?"}apiKey=in-the-query`, {
    key: "user",
  });
  expect(response.status).toBe(500);
  expect(response.json.error).toMatchObject({
    code: "INTERNAL_ERROR",
    message: errors.INTERNAL_ERROR.message,
  });
  expect(response.headers.get("x-requests-used")).toBe("3");
  expect(response.headers.get("x-requests-last")).toBe("0");
  expect(response.headers.get("cache-control")).toBe("no-store");
  for (const name of ["etag", "vary", "content-encoding"]) expect(response.headers.has(name)).toBe(false);
  expect(response.text).not.toContain(secret);
  expect(rig.log).toHaveLength(1);
  expect(rig.log[0]?.requestId).toBe(response.headers.get("x-request-id"));
  const logged = JSON.stringify(rig.log);
  expect(logged).toContain(secret);
  expect(logged).not.toContain("in-the-query");
  expect(logged).not.toContain('"user"');
});

test("a counted call whose response cannot be prepared is never charged", async () => {
  rig.meter.requests.length = 0;
  rig.usage.length = 0;
  await rig.request(`/v1/sports/${sport}/odds`, { key: "never rejected" });
  await rig.request(`/v1/sports/${sport}/events/${upcoming}/odds`, { key: "never rejected" });
  expect(rig.meter.requests.map(({ cost }) => cost)).toEqual([0, 0]);
  expect(rig.usage.map(({ kind }) => kind)).toEqual(["INTERNAL_ERROR", "INTERNAL_ERROR"]);
});

test("a call that fails returns INVALID_KEY instead of INTERNAL_ERROR if its key is invalid, and SPEED_LIMIT if it exceeds the speed limit", async () => {
  expect((await rig.requestError(`/v1/sports/${sport}/odds`, { key: "unknown" })).code).toBe("INVALID_KEY");
  rig.meter.nextOutcomes.push("speed_limit");
  expect((await rig.requestError(`/v1/sports/${sport}/odds`, { key: "user" })).code).toBe("SPEED_LIMIT");
});

test("a call returns INTERNAL_ERROR and costs nothing if the account's terms change on every attempt to admit the call", async () => {
  rig.meter.nextOutcomes.push("changed", "changed", "changed", "changed");
  const response = await rig.request(`/v1/sports/${sport}/odds`, { key: "user" });
  expect(response.json.error.code).toBe("INTERNAL_ERROR");
  expect(response.headers.get("x-requests-used")).toBe("3");
  rig.meter.nextOutcomes.length = 0;
});
