import { expect, test } from "vitest";
import type { ReadItem } from "@/server/ingest/feeds/reader";
import { rejectedItem } from "@/server/ingest/feeds/reader";
import { pollParts } from "@/server/ingest/polling/poll-parts";
import { VenueError } from "@/server/ingest/polling/venue-error";

const page = (name: string): ReadItem[] => [rejectedItem("not_open", name)];
const nameOf = ([item]: readonly ReadItem[]): string => (item?.kind === "rejected" ? item.detail : "");
const failure = (name: string) => new VenueError("network", new URL(`http://venue/${name}`), "failed");

/** A part is a list of page names. A name with `!` makes the venue fail. A name with `?` makes our own code fail. */
async function* pages(part: readonly string[]) {
  for (const name of part) {
    if (name.startsWith("!")) throw failure(name.slice(1));
    if (name.startsWith("?")) throw new TypeError(name);
    yield page(name);
  }
}

const run = async (parts: readonly (readonly string[])[]) => {
  const names: string[] = [];
  try {
    for await (const one of pollParts(parts, pages)) names.push(nameOf(one));
    return { names, error: undefined };
  } catch (error) {
    return { names, error: error instanceof Error ? error.message : "" };
  }
};

test("pollParts yields all pages of all parts", async () => {
  const parts = Array.from({ length: 100 }, (_, part) => [`${part}a`, `${part}b`]);
  const { names, error } = await run(parts);
  expect(names.toSorted()).toEqual(parts.flat().toSorted());
  expect(error).toBeUndefined();
});

test("if a part fails, the other parts are still polled, and the failure is thrown at the end", async () => {
  expect(await run([["a", "!first"], ["b"], ["!second"], ["c", "d"]])).toEqual({
    names: expect.arrayContaining(["a", "b", "c", "d"]),
    error: expect.stringMatching(/^venue\/(first|second): failed$/),
  });
});

test("after three failures in a row, no further part is started", async () => {
  let begun = 0;
  const poll = (): AsyncGenerator<readonly ReadItem[]> => {
    begun += 1;
    return pages(["!down"]);
  };
  await expect(async () => {
    for await (const _ of pollParts(Array.from({ length: 500 }).keys(), poll));
  }).rejects.toThrow("venue/down: failed");
  expect(begun).toBe(3);
});

test("if our own code and the venue both fail, pollParts throws the failure of our own code", async () => {
  expect((await run([["!venue"], ["?own"]])).error).toBe("?own");
});

test("if the consumer of pollParts fails, all parts are stopped", async () => {
  let yielded = 0;
  const endless = async function* () {
    for (;;) {
      yielded += 1;
      yield page("x");
    }
  };
  await expect(async () => {
    for await (const _ of pollParts([1, 2, 3], endless)) throw new Error("not recorded");
  }).rejects.toThrow("not recorded");
  expect(yielded).toBeLessThanOrEqual(9);
});
