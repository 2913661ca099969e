import { expect, test } from "vitest";
import { isV1Path, resolvePath } from "@/server/web/http/door/split-target";

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
  expect(isV1Path(resolvePath(path))).toBe(true);
});

test.each(["/", "/v", "/v1x", "/V1", "/v1%2fsports", "/docs/v1", "/v1/../docs", "/%zz/v1", "/v1.rsc"])(
  "%s is not a path of the API",
  (path) => {
    expect(isV1Path(resolvePath(path))).toBe(false);
  },
);

test.each(["/docs", "/docs/", "/explore", "/account/keys"])("resolving %s returns it unchanged", (path) => {
  expect(resolvePath(path)).toBe(path);
});
