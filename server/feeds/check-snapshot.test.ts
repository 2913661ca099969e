import { describe, expect, test } from "vitest";
import {
  check,
  clock,
  event,
  type Loose,
  market,
  moneyline,
  recordedAt,
  rejectedBy,
  snapshot,
} from "@/server/feeds/testing/loose-snapshots";

describe("a usable snapshot", () => {
  test("comes out whole, with its times in milliseconds", () => {
    const checked = check(
      snapshot(
        [
          event(
            [
              { key: "h2h", outcomes: moneyline() },
              {
                key: "spreads",
                fetched_at: "2026-11-21T09:58:00+00:00",
                outcomes: [
                  { side: "away", decimal: 1.91, point: 3.5, size: { kind: "posted_limit", amount: 2000 } },
                  { side: "home", probability: 0.52, point: -3.5 },
                ],
              },
            ],
            { ref: "nl-1" },
          ),
        ],
        { scope: ["h2h", "spreads", "no_such_market"], complete: true },
      ),
    );
    expect(checked).toEqual({
      book: "northline",
      sport: "americanfootball_nfl",
      fetchedAt: Date.parse("2026-11-21T09:59:30Z"),
      scope: new Set(["h2h", "spreads"]),
      complete: true,
      events: [
        {
          ref: "nl-1",
          commenceTime: Date.parse("2026-11-22T18:00:00Z"),
          home: "Buffalo Bills",
          away: "Kansas City Chiefs",
          inPlay: false,
          markets: [
            {
              key: "h2h",
              fetchedAt: undefined,
              outcomes: [
                { side: "home", price: { american: -150 } },
                { side: "away", price: { american: 130 } },
              ],
            },
            {
              key: "spreads",
              fetchedAt: Date.parse("2026-11-21T09:58:00Z"),
              outcomes: [
                { side: "home", price: { probability: 0.52 }, point: -3.5 },
                {
                  side: "away",
                  price: { decimal: 1.91 },
                  point: 3.5,
                  size: { kind: "posted_limit", amount: 2000 },
                },
              ],
            },
          ],
          unread: new Set(),
        },
      ],
      eventsSeen: 1,
      rejectedEvents: 0,
      pricesSeen: 4,
      pricesRepeated: 0,
      rejected: new Map(),
      details: [],
    });
  });

  test("without a scope speaks for every market, and with a null fetch time stays unmeasured", () => {
    const checked = check(snapshot([event([])], { fetched_at: null }));
    expect(checked.scope).toBeNull();
    expect(checked.fetchedAt).toBeNull();
    expect(checked.rejected.size).toBe(0);
  });

  test("loses no other price to a bad one", () => {
    const { rejected, outcomes } = market("alternate_totals", [
      { side: "over", american: -50, point: 40.5 },
      { side: "under", american: -110, point: 40.5 },
    ]);
    expect(rejected).toEqual({ price_out_of_range: 1 });
    expect(outcomes).toEqual([{ side: "under", price: { american: -110 }, point: 40.5 }]);
  });
});

test("names lose what cannot be seen in them, and are refused where nothing else is left", () => {
  const [checked] = check(
    snapshot([event([], { home: "\u202eBuffalo\u200b Bills\ufeff", away: "Kansas\u00ad City Chiefs" })]),
  ).events;
  expect([checked?.home, checked?.away]).toEqual(["Buffalo Bills", "Kansas City Chiefs"]);
  expect(check(snapshot([event([], { home: "\u200b" })])).rejected).toEqual(
    new Map([["malformed_event", 1]]),
  );
});

describe("a whole snapshot is refused, with every price counted,", () => {
  const whole = (more: Loose, at = clock): Record<string, number> => {
    const checked = check(snapshot([event([{ key: "h2h", outcomes: moneyline() }])], more), at);
    expect(checked).toMatchObject({
      events: [],
      complete: false,
      pricesSeen: 2,
      eventsSeen: 1,
      rejectedEvents: 1,
    });
    return rejectedBy(checked);
  };
  const cases: readonly (readonly [string, Loose, Partial<typeof clock>, string])[] = [
    ["for a sport that is not covered", { sport: "tennis_atp" }, {}, "unknown_sport"],
    ["for a book key with other characters", { book: "North Line" }, {}, "malformed_snapshot"],
    ["for a scope that is no list", { scope: "h2h" }, {}, "malformed_snapshot"],
    ["for a complete that is no boolean", { complete: "true" }, {}, "malformed_snapshot"],
    ["for a fetch time that cannot be read", { fetched_at: "yesterday" }, {}, "unusable_time"],
    ["for a fetch time without a zone", { fetched_at: "2026-11-21T09:00:00" }, {}, "unusable_time"],
    [
      "for a fetch over a minute after its recording",
      { fetched_at: "2026-11-21T10:01:01Z" },
      {},
      "unusable_time",
    ],
    ["without a time of recording", {}, { recordedAt: Number.NaN }, "unusable_time"],
    ["recorded over five seconds ahead of now", {}, { now: recordedAt - 5_001 }, "unusable_time"],
    ["recorded before the archive", {}, { archiveFrom: recordedAt + 1 }, "before_archive"],
  ];
  test.each(cases)("%s", (_, more, at, reason) => {
    expect(whole({ complete: true, ...more }, { ...clock, ...at })).toEqual({ [reason]: 2 });
  });

  test("and stands at the edges of what is possible", () => {
    const edges = check(snapshot([event([])], { fetched_at: "2026-11-21T10:01:00Z" }), {
      recordedAt,
      now: recordedAt - 5_000,
      archiveFrom: recordedAt,
    });
    expect(edges.rejected.size).toBe(0);
  });
});

describe("an event is refused", () => {
  const refusal = (more: Loose): Record<string, number> =>
    rejectedBy(check(snapshot([event([{ key: "h2h", outcomes: moneyline() }], more)])));
  test.each([
    ["without a home team", { home: undefined }, "malformed_event"],
    ["with an empty name", { away: "   " }, "malformed_event"],
    ["with a control character in a name", { home: "Buffalo\nBills" }, "malformed_event"],
    ["with a name of over 100 characters", { home: "B".repeat(101) }, "malformed_event"],
    ["with a reference that is no text", { ref: 12 }, "malformed_event"],
    ["without a start", { commence_time: undefined }, "unusable_time"],
    ["with a start that cannot be read", { commence_time: "2026-13-01T00:00:00Z" }, "unusable_time"],
    ["with a start over two years ahead", { commence_time: "2029-01-01T00:00:00Z" }, "unusable_time"],
    ["with a start over two years back", { commence_time: "2023-01-01T00:00:00Z" }, "unusable_time"],
  ])("%s", (_, more, reason) => {
    expect(refusal(more)).toEqual({ [reason]: 2 });
  });

  test("that is no object, counting as one price", () => {
    const checked = check(snapshot([null, 7, event([{ key: "h2h", outcomes: moneyline() }])]));
    expect(rejectedBy(checked)).toEqual({ malformed_event: 2 });
    expect([checked.eventsSeen, checked.rejectedEvents, checked.events.length]).toEqual([3, 2, 1]);
  });

  test("and takes from the snapshot the right to speak for the whole sport", () => {
    expect(check(snapshot([event([]), { home: "?" }], { complete: true })).complete).toBe(false);
    expect(check(snapshot([event([])], { complete: true })).complete).toBe(true);
  });
});

describe("an event in play", () => {
  test("keeps its start and loses its prices, from the very start on", () => {
    const started = event([{ key: "h2h", outcomes: moneyline() }], { commence_time: "2026-11-21T10:00:00Z" });
    const checked = check(snapshot([started], { complete: true }));
    expect(rejectedBy(checked)).toEqual({ in_play: 2 });
    expect(checked.events).toEqual([
      {
        commenceTime: recordedAt,
        home: "Buffalo Bills",
        away: "Kansas City Chiefs",
        inPlay: true,
        markets: [],
        unread: new Set(),
      },
    ]);
    expect(checked.rejectedEvents).toBe(1);
    expect(checked.complete).toBe(true);
  });

  test("is one from a second after its recording no more", () => {
    const next = event([{ key: "h2h", outcomes: moneyline() }], {
      commence_time: "2026-11-21T10:00:01.000Z",
    });
    expect(check(snapshot([next])).rejected.size).toBe(0);
  });
});

describe("a market of which nothing can be read", () => {
  const unreadOf = (...markets: unknown[]) => {
    const [checked] = check(snapshot([event(markets)])).events;
    return [[...(checked?.unread ?? [])], checked?.markets.map(({ key }) => key)];
  };
  const lines = (...prices: number[]) =>
    prices.map((decimal, index) => ({ side: index === 0 ? "over" : "under", decimal, point: 45.5 }));

  test.each([
    ["prices that are none", { outcomes: lines(1, 1) }],
    ["one bet at two prices", { outcomes: [...lines(1.8), ...lines(1.9)] }],
    ["no list of outcomes", { outcomes: null }],
    ["an own fetch time that cannot be", { outcomes: lines(1.9, 1.9), fetched_at: "soon" }],
  ])("is told from one that is not offered: %s", (_, listed) => {
    expect(unreadOf({ key: "totals", ...listed })).toEqual([["totals"], []]);
  });

  test("is a moneyline too whose other side cannot be read", () => {
    const oneBad = [
      { side: "home", decimal: 1.9 },
      { side: "away", decimal: 1 },
    ];
    expect(unreadOf({ key: "h2h", outcomes: oneBad })).toEqual([["h2h"], []]);
  });

  test("is none where the book lists nothing, or one side of a moneyline and nothing else", () => {
    expect(unreadOf({ key: "totals", outcomes: [] })).toEqual([[], []]);
    expect(unreadOf({ key: "h2h", outcomes: [{ side: "home", decimal: 1.9 }] })).toEqual([[], []]);
  });

  test("is none where something can be read: that alone is what the book is known to offer", () => {
    expect(unreadOf({ key: "totals", outcomes: lines(1.9, 1) })).toEqual([[], ["totals"]]);
  });

  test("is told so by a reader that could not hand it on", () => {
    const [checked] = check(snapshot([event([], { unread: ["totals", "no_such_market"] })])).events;
    expect(checked?.unread).toEqual(new Set(["totals"]));
    expect(check(snapshot([event([], { unread: "totals" })])).events).toEqual([]);
  });

  test("may be any other one of the event where its key cannot be read", () => {
    const [unread, read] = unreadOf({ key: "totals", outcomes: lines(1.9, 1.9) }, { outcomes: [] });
    expect(read).toEqual(["totals"]);
    expect(unread).toEqual(expect.arrayContaining(["h2h", "spreads", "player_pass_yds"]));
    expect(unread).not.toContain("totals");
  });
});

describe("a market is refused", () => {
  test.each([
    ["that nobody serves", "h2h_lay"],
    ["that its sport does not have", "totals_f5"],
  ])("%s", (_, key) => {
    expect(market(key, moneyline()).rejected).toEqual({ unknown_market: 2 });
  });

  test("without a list of outcomes, counting as one price", () => {
    expect(market("h2h", undefined).rejected).toEqual({ malformed_market: 1 });
  });

  test("with an own fetch time that cannot be", () => {
    expect(market("h2h", moneyline(), { fetched_at: "soon" }).rejected).toEqual({ unusable_time: 2 });
    expect(market("h2h", moneyline(), { fetched_at: "2026-11-21T10:05:00Z" }).rejected).toEqual({
      unusable_time: 2,
    });
  });
});
