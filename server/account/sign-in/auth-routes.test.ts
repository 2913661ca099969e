import { describe, expect, test } from "vitest";
import { type AuthRoute, authRoutes, findAuthRoute } from "@/server/account/sign-in/auth-routes";

const findUnbounded = (routes: readonly AuthRoute[]): string[] =>
  routes
    .filter((route) => route.does !== "neither" && route.limits.length === 0)
    .map(({ method, path }) => `${method} ${path}`);

describe("sign-in routes", () => {
  test("every sign-in route that sends email or checks a secret has an hourly limit", () => {
    expect(findUnbounded(authRoutes)).toEqual([]);
  });

  test("the search for routes without an hourly limit finds a planted route that checks a secret", () => {
    const planted: AuthRoute = {
      method: "POST",
      path: "callback/planted",
      does: "checks a secret",
      limits: [],
    };
    expect(findUnbounded([...authRoutes, planted])).toEqual(["POST callback/planted"]);
  });

  test.each(["session", "callback", "callback/planted", "signin/email/x", "_log"])(
    "/api/auth/%s is not a route",
    (path) => {
      expect(findAuthRoute("GET", path.split("/"))).toBeUndefined();
      expect(findAuthRoute("POST", path.split("/"))).toBeUndefined();
    },
  );
});
