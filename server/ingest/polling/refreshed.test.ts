import { expect, test } from "vitest";
import { createRefreshed } from "@/server/ingest/polling/refreshed";
import { VenueError } from "@/server/ingest/polling/venue-error";

const failing = async (): Promise<number> => {
  throw new VenueError("network", new URL("http://venue/list"), "failed");
};

test("a venue's cached list is loaded again once it reaches its maximum age", async () => {
  const refreshed = createRefreshed<number>(100, 1_000);
  expect(await refreshed(0, async () => 1)).toBe(1);
  expect(await refreshed(99, async () => 2)).toBe(1);
  expect(await refreshed(100, async () => 3)).toBe(3);
});

test("while a venue fails, its last cached list is used until the list is too old", async () => {
  const refreshed = createRefreshed<number>(100, 1_000);
  await refreshed(0, async () => 1);
  expect(await refreshed(999, failing)).toBe(1);
  await expect(refreshed(1_000, failing)).rejects.toThrow("venue/list: failed");
});

test("concurrent callers that need a venue's cached list share one request", async () => {
  let loads = 0;
  const refreshed = createRefreshed<number>(100, 1_000);
  const load = async () => {
    loads += 1;
    return loads;
  };
  expect(await Promise.all([refreshed(0, load), refreshed(0, load)])).toEqual([1, 1]);
});

test("if the caller that is loading a venue's list is stopped, a waiting caller loads the list", async () => {
  const refreshed = createRefreshed<number>(100, 1_000);
  const stopped = async (): Promise<number> => {
    throw new DOMException("stopped", "AbortError");
  };
  const [first, second] = await Promise.allSettled([refreshed(0, stopped), refreshed(0, async () => 2)]);
  expect([first.status, second]).toEqual(["rejected", { status: "fulfilled", value: 2 }]);
});
