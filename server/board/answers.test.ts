import { describe, expect, test } from "vitest";
import { createAnswerCache } from "@/server/board/answer-cache";
import { createAnswers } from "@/server/board/answers";
import type { ListQuery } from "@/server/board/board";
import { createBoardState } from "@/server/board/board-state";
import { emptyImage, type TableImage } from "@/server/board/testing/table-image";

const inOneGo = { mostBytes: 1e6, sliceMs: Number.POSITIVE_INFINITY };
const forever = Number.POSITIVE_INFINITY;

describe("an answer", () => {
  test("is rendered once for any number of callers, until the data or the time require it anew", () => {
    const cache = createAnswerCache(1e6);
    let renders = 0;
    const ask = (revision: number, now: number) =>
      cache.find("question", revision, now) ??
      cache.keep("question", revision, now, { value: `"${++renders}"`, until: 100 });
    const first = ask(1, 10);
    expect([ask(1, 10), ask(1, 99)]).toEqual([first, first]);
    expect(renders).toBe(1);
    ask(2, 99);
    expect(renders).toBe(2);
    ask(2, 100);
    expect(renders).toBe(3);
  });

  test("keeps its tag and its compressed forms through changes that it does not show", () => {
    const cache = createAnswerCache(1e6);
    const ask = (revision: number) =>
      cache.keep("question", revision, 0, { value: '"the same"', until: forever });
    const before = ask(1);
    const compressed = before.bytes("gzip");
    expect(ask(2)).toBe(before);
    expect(ask(2).bytes("gzip")).toBe(compressed);
  });

  test("is compressed once for many waiting callers", () => {
    const cache = createAnswerCache(1e6);
    const { bytes } = cache.keep("question", 1, 0, { value: '"odds"', until: forever });
    expect(bytes("br")).toBe(bytes("br"));
  });

  test("is kept within a bound of memory, however many questions are asked", () => {
    const mostBytes = 100_000;
    const cache = createAnswerCache(mostBytes);
    const value = JSON.stringify("x".repeat(1_000));
    for (let question = 0; question < 1_000; question++) {
      cache.keep(`question ${question}`, 1, 0, { value, until: forever });
      expect(cache.keptBytes()).toBeLessThanOrEqual(mostBytes);
    }
    expect(cache.keptBytes()).toBeGreaterThan(mostBytes / 2);
  });
});

const now = Date.UTC(2026, 10, 21, 12);
const question: ListQuery = {
  markets: ["h2h", "totals"],
  bookmakers: ["northline", "harbour"],
  eventIds: undefined,
  commenceFrom: undefined,
  commenceTo: undefined,
  oddsFormat: "american",
  dateFormat: "iso",
};

const fixtureOf = (sport: string): TableImage["fixtures"][number] => ({
  id: `${sport}-game`,
  sport_key: sport,
  home_team: "Home",
  away_team: "Away",
  start: now + 60_000,
  replaced: false,
});

const stateOf = (...sports: string[]) => {
  const state = createBoardState();
  state.apply({ ...emptyImage, cursor: "0", fixtures: sports.map(fixtureOf) }, now);
  return state;
};

const priceOf = (sport: string, outcomes: string): TableImage => ({
  ...emptyImage,
  checks: [
    {
      fixture_id: `${sport}-game`,
      book_key: "pinnacle",
      recorded: now,
      checked: now,
      fetched: now,
      market_times: {},
      own_start: null,
      own_start_stated: null,
    },
  ],
  markets: [{ fixture_id: `${sport}-game`, book_key: "pinnacle", market_key: "h2h", outcomes }],
});

describe("the answers of a board", () => {
  test("are the same to questions that list the same markets and books in another order", () => {
    const answers = createAnswers(stateOf("nfl"), () => now, inOneGo);
    const turned = { ...question, markets: ["totals", "h2h"], bookmakers: ["harbour", "northline"] };
    expect(answers.oddsList("nfl", turned)).toBe(answers.oddsList("nfl", question));
  });

  test("a long list is rendered in slices, once for all who wait for it, and as of its end", async () => {
    const state = stateOf("nfl");
    const answers = createAnswers(state, () => now, { mostBytes: 1e6, sliceMs: 0 });
    const waiting = [answers.oddsList("nfl", question), answers.oddsList("nfl", question)];
    expect(waiting[0]).toBeInstanceOf(Promise);
    expect(waiting[1]).toBe(waiting[0]);
    const asked = { ...question, bookmakers: undefined };
    const changed = answers.oddsList("nfl", asked);
    state.apply({ ...priceOf("nfl", "h-110\na-115"), cursor: "0" }, now);
    await Promise.all(waiting);
    expect(JSON.parse(Buffer.from(await (await changed).bytes("identity")).toString())).toMatchObject([
      { bookmakers: [{ key: "pinnacle" }] },
    ]);
    expect(answers.oddsList("nfl", asked)).toBe(await changed);
  });

  test("a change in one sport leaves what is rendered of another alone", () => {
    const state = stateOf("nfl", "nba");
    const revisions = [state.sportRevision("nfl"), state.sportRevision("nba")];
    state.apply({ ...priceOf("nba", "h-110\na-110"), cursor: "0" }, now);
    expect(state.sportRevision("nfl")).toBe(revisions[0]);
    expect(state.sportRevision("nba")).not.toBe(revisions[1]);
  });

  test("reading the same rows again is no change", () => {
    const state = stateOf("nfl");
    const rows = { ...priceOf("nfl", "h-110\na-110"), cursor: "0" };
    state.apply(rows, now);
    const before = state.revision();
    state.apply(structuredClone(rows), now + 1);
    expect(state.revision()).toBe(before);
  });

  test("the books of a market are those that quote it, and follow withdrawals and fixtures that are gone", () => {
    const state = stateOf("nfl");
    const answers = createAnswers(state, () => now, inOneGo);
    const offered = () => Object.fromEntries(answers.booksByMarket());
    expect(offered()).toEqual({});
    state.apply({ ...priceOf("nfl", "h-110\na-110"), cursor: "0" }, now);
    expect(offered()).toEqual({ h2h: ["pinnacle"] });
    expect(answers.booksByMarket()).toBe(answers.booksByMarket());
    state.apply({ ...priceOf("nfl", ""), cursor: "0" }, now);
    expect(offered()).toEqual({});
    state.apply({ ...priceOf("nfl", "h-110\na-110"), cursor: "0" }, now);
    expect(offered()).toEqual({ h2h: ["pinnacle"] });
    state.apply({ ...emptyImage, cursor: "0" }, now + 2 * 3_600_000);
    expect(offered()).toEqual({});
    expect([...state.all()]).toEqual([]);
  });
});
