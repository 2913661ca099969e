import { expect, test } from "vitest";
import { ApiError } from "@/server/domain/errors/api-error";
import { maxSnapshots, maxSnapshotsOfListing, readDelivery } from "@/server/ingest/delivery/read-delivery";
import { maxLineBytes } from "@/server/ingest/delivery/read-lines";
import { maxEvents } from "@/server/ingest/feeds/check-snapshot";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

const books = new Set(["draftkings", "__proto__"]);
const line = (book: string, sport = "icehockey_nhl"): string =>
  `${JSON.stringify({ book, sport, fetched_at: null, events: [] })}\n`;
const good = line("draftkings");
const read = async (body: string | Uint8Array): Promise<BookSnapshot[]> => {
  const snapshots: BookSnapshot[] = [];
  for await (const item of await readDelivery(Buffer.from(body), books))
    if (item.kind === "snapshot") snapshots.push(item.snapshot);
  return snapshots;
};
const failure = async (body: string | Uint8Array): Promise<ApiError> => {
  const thrown = await read(body).catch((error: unknown) => error);
  if (thrown instanceof ApiError) return thrown;
  throw new Error("the body was not rejected with an ApiError", { cause: thrown });
};

test("a delivery is read despite a byte order mark, CRLF line endings, blank lines and a last line without a line ending", async () => {
  const body = `\uFEFF${good.trimEnd()}\r\n\r\n \n${line("__proto__")}${good.trimEnd()}`;
  expect((await read(body)).map(({ book }) => book)).toEqual(["draftkings", "__proto__", "draftkings"]);
});

test.each<[string, string | Uint8Array, RegExp]>([
  ["that is cut off", '{"book":"draftkings"\n', /JSON/],
  ["that is a list", "[]\n", /^Line 2: not a JSON object\. Nothing was recorded\.$/],
  ["without events", '{"book":"draftkings","sport":"s"}\n', /events is not a list/],
  ["that is not UTF-8", Buffer.from('{"book":"\xff"}\n', "latin1"), /not UTF-8/],
  ["that is UTF-16", Buffer.from(good, "utf16le"), /^Line 2: /],
  [
    "that is nested too deeply",
    `{"book":"draftkings","sport":"s","events":[${'["\\"",'.repeat(2 ** 17)}`,
    /too deeply/,
  ],
  [
    "with too many events",
    `{"book":"draftkings","sport":"s","events":[${Array.from({ length: maxEvents + 1 }, () => "{}")}]}\n`,
    /more than 1000 events/,
  ],
  ["that is a megabyte of text but not JSON", `${"x".repeat(1_000_000)}\n`, /^.{1,260}$/],
  ["of more than 1 MiB", `${" ".repeat(maxLineBytes)}${good}`, /longer than 1048576 bytes/],
])(
  "a delivery with a line %s is rejected as a whole, and the error names the line's number",
  async (_, bad, message) => {
    const error = await failure(
      Buffer.concat([Buffer.from(good), Buffer.from(bad), Buffer.from(`\n${good}`)]),
    );
    expect([error.code, error.message]).toEqual(["BAD_REQUEST", expect.stringMatching(message)]);
    expect(error.message).toMatch(/^Line 2: /);
  },
);

test("brackets in strings do not count as nesting", async () => {
  const body = JSON.stringify({
    book: "draftkings",
    sport: "s",
    events: [],
    book_title: `"\\${"[{".repeat(100)}`,
  });
  expect(await read(body)).toHaveLength(1);
});

test.each(["", "\n \r\n", "\uFEFF"])("the body %j is rejected, because it has no snapshot", async (body) => {
  expect(await failure(body)).toMatchObject({ code: "BAD_REQUEST", message: "The body has no snapshot." });
});

test("a delivery of too many snapshots is rejected", async () => {
  const sports = Array.from({ length: maxSnapshots / maxSnapshotsOfListing }, (_, index) => `sport_${index}`);
  const most = sports.map((sport) => line("draftkings", sport).repeat(maxSnapshotsOfListing)).join("");
  expect(await read(most)).toHaveLength(maxSnapshots);
  expect((await failure(most + good)).message).toMatch(/^Line 4001: more than 4000 snapshots/);
});

test("a delivery of too many snapshots of one book and sport is rejected", async () => {
  expect(await read(good.repeat(maxSnapshotsOfListing))).toHaveLength(maxSnapshotsOfListing);
  expect((await failure(good.repeat(maxSnapshotsOfListing + 1))).message).toMatch(
    /^Line 501: more than 500 snapshots of one book and sport/,
  );
});

test("a delivery with a book that the token does not cover is rejected with BOOK_NOT_ALLOWED, or with BAD_REQUEST if a line is malformed", async () => {
  expect(await failure(good + line("fanduel") + line("other"))).toMatchObject({
    code: "BOOK_NOT_ALLOWED",
    message: 'Line 2: the feed token may not deliver "fanduel". Nothing was recorded.',
  });
  expect((await failure(`${line("fanduel")}{}\n`)).code).toBe("BAD_REQUEST");
});
