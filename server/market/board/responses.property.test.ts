import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { minuteMs } from "@/server/domain/durations";
import type { Rendered } from "@/server/domain/serialize/rendered";
import type { ListQuery } from "@/server/market/board/board";
import { createBoardState } from "@/server/market/board/board-state";
import { createResponses } from "@/server/market/board/responses";
import { begin, first, sport, step } from "@/server/market/board/testing/board-steps";
import { plainListed, plainOdds, plainProps } from "@/server/market/board/testing/plain-render";
import { createPlainJudge, storedAsWithheld } from "@/server/market/board/testing/plain-withheld";
import { readChanges, type TableImage, written } from "@/server/market/board/testing/table-image";

const inOneSlice = { maxBytes: 1e7, sliceMs: Number.POSITIVE_INFINITY };
const inSlices = { maxBytes: 1e7, sliceMs: 0 };

const everything: ListQuery = {
  markets: ["totals", "h2h", "player_pass_yds"],
  bookmakers: undefined,
  eventIds: undefined,
  commenceFrom: undefined,
  commenceTo: undefined,
  oddsFormat: "american",
  dateFormat: "iso",
};

const queries = (now: number): readonly ListQuery[] => [
  everything,
  { ...everything, markets: ["h2h"], bookmakers: ["harbour"], oddsFormat: "decimal", dateFormat: "unix" },
  { ...everything, bookmakers: ["lateral", "northline"], eventIds: ["bravo", "unknown"] },
  { ...everything, isMeasuredOnly: true },
  { ...everything, markets: ["player_pass_yds"], commenceFrom: now, commenceTo: now + 6 * minuteMs },
];

type BoardResponses = ReturnType<typeof createResponses>;

/** Every response for the sport, by name. */
const renderAll = async (
  responses: BoardResponses,
  image: TableImage,
  now: number,
): Promise<Map<string, Rendered>> => {
  const all = new Map<string, Rendered>();
  for (const [index, query] of queries(now).entries()) {
    all.set(`odds list ${index}`, await responses.oddsList(sport, query));
    all.set(`props list ${index}`, await responses.propsList(sport, query));
    all.set(`best list ${index}`, await responses.bestList(sport, query));
    for (const row of image.fixtures) {
      const record = {
        id: row.id,
        sportKey: row.sport_key,
        homeTeam: row.home_team,
        awayTeam: row.away_team,
        commenceTime: row.start,
      };
      all.set(`odds ${index} ${row.id}`, await responses.odds(record, query));
      all.set(`props ${index} ${row.id}`, await responses.props(record, query));
      all.set(`best ${index} ${row.id}`, await responses.best(record, query));
    }
  }
  return all;
};

const plainResponses = (image: TableImage, now: number): Map<string, unknown> => {
  const all = new Map<string, unknown>();
  for (const [index, query] of queries(now).entries()) {
    const listed = plainListed(image, sport, query, now);
    all.set(
      `odds list ${index}`,
      listed.map((row) => plainOdds(image, row, query, now)),
    );
    all.set(
      `props list ${index}`,
      listed.map((row) => plainProps(image, row, query, now)),
    );
    for (const row of image.fixtures) {
      all.set(`odds ${index} ${row.id}`, plainOdds(image, row, query, now));
      all.set(`props ${index} ${row.id}`, plainProps(image, row, query, now));
    }
  }
  return all;
};

const textOf = (response: Rendered): string => {
  const bytes = response.bytes("identity");
  if (bytes instanceof Promise) throw new Error("uncompressed bytes must be available synchronously");
  return Buffer.from(bytes).toString();
};

test("after any changes and at any time, the board, a new board and a naive renderer return the same bytes for each response", async () => {
  let decisions = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(inOneSlice, inSlices),
      async (steps, bounds) => {
        let now = begin;
        let image = first;
        const state = createBoardState();
        const isOnBoard = (id: string): boolean => state.find(id) !== undefined;
        const responses = createResponses(state, () => now, bounds);
        const tags = new Map<string, string>();
        const plainJudge = createPlainJudge();
        state.apply({ ...first, cursor: "0" }, now);
        plainJudge.judge(image, isOnBoard);
        for (const taken of steps) {
          if (taken.kind === "pass") now = taken.to(now, image);
          if (taken.kind === "read again")
            expect(state.apply({ ...image, cursor: "0" }, now), "read again").toEqual([]);
          if (taken.kind === "write") {
            const news = taken.write(now, image);
            image = written(image, news);
            const withheld = state.apply(readChanges(image, news), now);
            plainJudge.judge(image, isOnBoard);
            image = written(image, { withheld });
            decisions += withheld.length;
            expect(storedAsWithheld(image, isOnBoard)).toEqual(plainJudge.withheld());
          }
          const freshState = createBoardState();
          const decidedAtStart = freshState.apply({ ...image, cursor: "0" }, now);
          expect(decidedAtStart.filter(({ fixture_id }) => isOnBoard(fixture_id))).toEqual([]);
          const moment = now;
          const fresh = await renderAll(
            createResponses(freshState, () => moment, inOneSlice),
            image,
            now,
          );
          const plain = plainResponses(image, now);
          const rendered = await renderAll(responses, image, now);
          const again = await renderAll(responses, image, now);
          for (const [name, response] of rendered) {
            const text = textOf(response);
            // The best prices have no naive renderer. They are compared with those of a new board, which has no cached parts.
            if (!name.startsWith("best")) expect(text, name).toBe(JSON.stringify(plain.get(name)));
            expect(again.get(name), `${name}, requested twice`).toBe(response);
            expect(response.etag, name).toBe(fresh.get(name)?.etag);
            expect(tags.get(response.etag) ?? text, name).toBe(text);
            tags.set(response.etag, text);
            expect(gunzipSync(await response.bytes("gzip")).toString() === text, name).toBe(true);
          }
        }
      },
    ),
    { numRuns: 120 },
  );
  // The runs must include books that are withheld and served again.
  expect(decisions).toBeGreaterThan(20);
});
