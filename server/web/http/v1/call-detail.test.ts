import fc from "fast-check";
import { expect, test } from "vitest";
import { ApiError } from "@/server/domain/errors/api-error";
import { createApiKey } from "@/server/domain/secrets/api-key";
import { callDetail, shownInput, shownTarget } from "@/server/web/http/v1/call-detail";

const read = new Set(["markets", "oddsFormat"]);

test("a logged request has its path and the parameters that the endpoint reads, as the client wrote them", () => {
  expect(
    shownTarget("/v1/sports/baseball_mlb/odds", "markets=h2h%2Cspreads&regions=us&oddsFormat=decimal", read),
  ).toBe("/v1/sports/baseball_mlb/odds?markets=h2h%2Cspreads&oddsFormat=decimal");
  expect(shownTarget("/v1/sports", "", read)).toBe("/v1/sports");
  expect(shownTarget("/v1/sports", "apiKey=0123456789abcdef0123456789abcdef", read)).toBe("/v1/sports");
});

test("a call of a page is logged with the path and query that a program would send", () => {
  const input = { sport: "baseball_mlb", eventId: "a b", markets: "h2h", ignored: ["x"] };
  expect(shownInput("/v1/sports/{sport}/events/{eventId}/odds", input)).toBe(
    "/v1/sports/baseball_mlb/events/a%20b/odds?markets=h2h",
  );
  expect(shownInput("/v1/sports/{sport}/odds", undefined)).toBe("/v1/sports/…/odds");
});

/** Each character, percent-encoded or not. */
const spelled = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((encoded) =>
      [...text].map((char, at) => (encoded[at] ? `%${char.charCodeAt(0).toString(16)}` : char)).join(""),
    );

const secrets = [
  createApiKey(false).key,
  createApiKey(true).key,
  "ok_session_a-b_C0123456789",
  "ok_feed_0123456789",
];

test("a secret in a path, a parameter or a message is never logged, however it is encoded", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...secrets).chain((secret) => fc.tuple(fc.constant(secret), spelled(secret))),
      fc.string(),
      ([secret, sent], around) => {
        const hidden = secret.slice(secret.indexOf("_", 3) + 1);
        const text = around.replaceAll(/[\w%-]/g, "");
        const target = shownTarget(`/v1/sports/${sent}/odds`, `markets=h2h,${sent}&oddsFormat=${sent}`, read);
        const error = new ApiError("BAD_REQUEST", { message: `sport: "${text}${secret}" is unknown` });
        const detail = callDetail(() => target, error);
        expect(decodeURIComponent(target)).not.toContain(hidden);
        expect(detail?.message).not.toContain(hidden);
        expect(shownInput("/v1/sports/{sport}/odds", { sport: secret, markets: secret })).not.toContain(
          hidden,
        );
      },
    ),
  );
});

test("logged texts are at most 500 characters long, and the database can store them", () => {
  const error = new ApiError("BAD_REQUEST", { message: `\u0000\u001b[31m${"🏀".repeat(400)}` });
  const { message = "", target = "" } =
    callDetail(() => shownTarget("/v1/sports", `markets=${"x".repeat(9_000)}`, read), error) ?? {};
  expect([message.length, target.length]).toEqual([500, 500]);
  expect(message).not.toMatch(/\p{Cs}/u);
  expect(message).not.toMatch(/\p{Cc}/u);
});

test("a call that its plan does not allow is logged with the plan that allows it", () => {
  const error = new ApiError("PLAN_REQUIRED", { planGap: { currentPlan: "free", requiredPlan: "growth" } });
  expect(callDetail(undefined, error)).toMatchObject({ target: undefined, requiredPlan: "growth" });
  expect(callDetail(undefined, undefined)).toBeUndefined();
});
