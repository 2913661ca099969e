import { expect, test } from "vitest";
import { endpoints } from "@/server/web/api/endpoints";
import { ignoredParameters } from "@/server/web/http/v1/ignored-parameters";

const read: ReadonlySet<string> = new Set(["markets", "oddsFormat"]);

test("known parameters that the endpoint does not read are named once, sorted, without their values", () => {
  expect(ignoredParameters("regions=us&apiKey=secret&markets=h2h&apiKey=other&includeLinks", read)).toBe(
    "apiKey, includeLinks, regions",
  );
});

test("no text of a client is repeated: unknown parameters, values and malformed names are left out", () => {
  expect(ignoredParameters("made_up=1&%zz=2&x%0d%0ay=3&constructor=1&__proto__=1", read)).toBeUndefined();
  expect(ignoredParameters("", read)).toBeUndefined();
  expect(ignoredParameters("markets=regions&oddsFormat=apiKey", read)).toBeUndefined();
});

test("an encoded name is recognized", () => {
  expect(ignoredParameters("api%4Bey=1", read)).toBe("apiKey");
});

test("every query parameter of an endpoint is named on an endpoint that does not read it", () => {
  const own = endpoints
    .filter(({ method }) => method === "GET")
    .flatMap(({ path, inputs }) => inputs.filter((name) => !path.includes(`{${name}}`)));
  expect(own).toContain("hasFixtures");
  for (const name of own) expect(ignoredParameters(`${name}=1`, new Set())).toBe(name);
});
