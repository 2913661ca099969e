import { expect, test } from "vitest";
import { registryEntry } from "@/server/web/mcp/registry-entry";

test("the registry's entry names this service by its domain, and fits the registry's limits", () => {
  const entry = registryEntry("https://api.oddskeeper.test");
  expect(entry.name).toBe("test.oddskeeper.api/oddskeeper");
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(entry.remotes).toMatchObject([
    {
      type: "streamable-http",
      url: "https://api.oddskeeper.test/mcp",
      headers: [{ name: "X-API-Key", isSecret: true }],
    },
  ]);
});
