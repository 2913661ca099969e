import { describe, expect, test } from "vitest";
import { checkHost, checkOrigin } from "@/server/web/mcp/check-origin";

const isAllowed = (host: string | undefined, origin: string | null): boolean => {
  try {
    checkOrigin(origin, "https://api.oddskeeper.test");
    checkHost(host, "https://api.oddskeeper.test");
    return true;
  } catch {
    return false;
  }
};

describe("the Host header", () => {
  test.each([
    "api.oddskeeper.test",
    "API.oddskeeper.test:443",
    "localhost:3000",
    "127.0.0.1:3000",
    "[::1]:3000",
    "10.1.2.3",
    "app:3000",
  ])("%s is a name of this service, or no page can have chosen it", (host) => {
    expect(isAllowed(host, null)).toBe(true);
  });

  test.each([
    undefined,
    "",
    "elsewhere.example",
    "127.0.0.1.elsewhere.example",
    "oddskeeper.test",
    "a b",
    "api.oddskeeper.test@elsewhere.example",
  ])("%s is refused", (host) => {
    expect(isAllowed(host, null)).toBe(false);
  });
});

describe("the Origin header", () => {
  test.each([
    null,
    "https://api.oddskeeper.test",
    "http://localhost:6274",
    "http://[::1]:8080",
    "vscode-file://vscode-app",
  ])("%s is allowed", (origin) => {
    expect(isAllowed("localhost", origin)).toBe(true);
  });

  test.each([
    "null",
    "",
    "https://elsewhere.example",
    "http://api.oddskeeper.test",
    "https://localhost.elsewhere.example",
    "http://10.0.0.1",
  ])("%s is refused", (origin) => {
    expect(isAllowed("localhost", origin)).toBe(false);
  });
});
