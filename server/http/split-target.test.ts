import { expect, test } from "vitest";
import { concernsV1, resolvePath } from "@/server/http/split-target";

test.each([
  "/v1",
  "/v1/",
  "//v1/sports",
  "/./v1/sports",
  "/x/../v1/sports",
  "/%2e/v1/sports",
  "/x/%2E%2e/v1/sports",
  "/x/.%2e/v1",
  "/..//v1/sports",
  "/v1/../v1/sports",
  "/_next/static/../../v1/sports",
  "/a%2fb/../%76%31/sports",
  "/x\\..\\v1\\sports",
])("%s is a path of the API", (path) => {
  expect(concernsV1(resolvePath(path))).toBe(true);
});

test.each(["/", "/v", "/v1x", "/V1", "/v1%2fsports", "/docs/v1", "/v1/../docs", "/%zz/v1", "/v1.rsc"])(
  "%s does not concern the API",
  (path) => {
    expect(concernsV1(resolvePath(path))).toBe(false);
  },
);

test.each(["/docs", "/docs/", "/explore", "/account/keys"])("%s is read as it stands", (path) => {
  expect(resolvePath(path)).toBe(path);
});
