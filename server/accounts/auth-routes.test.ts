import { describe, expect, test } from "vitest";
import { type AuthRoute, authRoutes, findAuthRoute } from "@/server/accounts/auth-routes";

/** Routes that mail or check a secret without a bound. */
const findUnbounded = (routes: readonly AuthRoute[]): string[] =>
  routes
    .filter((route) => route.does !== "neither" && route.bounds.length === 0)
    .map(({ method, path }) => `${method} ${path}`);

describe("the routes of the sign-in", () => {
  test("that mail or check a secret are all bounded", () => {
    expect(findUnbounded(authRoutes)).toEqual([]);
  });

  test("are looked at: a planted one without a bound is found", () => {
    const planted: AuthRoute = {
      method: "POST",
      path: "callback/planted",
      does: "checks a secret",
      bounds: [],
    };
    expect(findUnbounded([...authRoutes, planted])).toEqual(["POST callback/planted"]);
  });

  test.each(["session", "callback", "callback/planted", "signin/email/x", "_log"])(
    "%s is no route of the sign-in",
    (path) => {
      expect(findAuthRoute("GET", path.split("/"))).toBeUndefined();
      expect(findAuthRoute("POST", path.split("/"))).toBeUndefined();
    },
  );
});
