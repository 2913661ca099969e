import { describe, expect, test } from "vitest";
import { maxEvents, maxPricesPerEvent } from "@/server/ingest/feeds/check-snapshot";
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
} from "@/server/ingest/feeds/testing/loose-snapshots";

describe("a usable snapshot", () => {
  test("checking a usable snapshot keeps all events and prices, and converts times to milliseconds", () => {
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
            { ref: "nl-1", link: "https://northline.example/1" },
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
          bookEventId: "nl-1",
          link: "https://northline.example/1",
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
      droppedLinks: 0,
      rejected: new Map(),
      details: [],
    });
  });

  test("a snapshot without a scope covers every market, and a null fetch time stays null", () => {
    const checked = check(snapshot([event([])], { fetched_at: null }));
    expect(checked.scope).toBeNull();
    expect(checked.fetchedAt).toBeNull();
    expect(checked.rejected.size).toBe(0);
  });

  test("a side of a line is accepted even if the price of the other side is unusable", () => {
    const { rejected, outcomes } = market("alternate_totals", [
      { side: "over", american: -50, point: 40.5 },
      { side: "under", american: -110, point: 40.5 },
    ]);
    expect(rejected).toEqual({ price_out_of_range: 1 });
    expect(outcomes).toEqual([{ side: "under", price: { american: -110 }, point: 40.5 }]);
  });
});

test("a link or a book's own id that is unusable is left out, and rejects neither its event nor a price", () => {
  const words = { ref: "nl-1", link: "http://northline.example/1", book_event_id: 12 };
  const checked = check(snapshot([event([{ key: "h2h", outcomes: moneyline() }], words), event([])]));
  expect(checked.events.map(({ ref, bookEventId, link }) => [ref, bookEventId, link])).toEqual([
    ["nl-1", undefined, undefined],
    [undefined, undefined, undefined],
  ]);
  expect(checked).toMatchObject({ droppedLinks: 1, pricesSeen: 2, rejected: new Map() });
});

test("invisible characters are removed from names, and a name of only invisible characters is rejected", () => {
  const [checked] = check(
    snapshot([event([], { home: "\u202eBuffalo\u200b Bills\ufeff", away: "Kansas\u00ad City Chiefs" })]),
  ).events;
  expect([checked?.home, checked?.away]).toEqual(["Buffalo Bills", "Kansas City Chiefs"]);
  expect(check(snapshot([event([], { home: "\u200b" })])).rejected).toEqual(
    new Map([["malformed_event", 1]]),
  );
});

describe("unusable snapshots", () => {
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
    ["of a sport that is not covered", { sport: "tennis_atp" }, {}, "unknown_sport"],
    ["with a malformed book key", { book: "North Line" }, {}, "malformed_snapshot"],
    ["with a scope that is not a list", { scope: "h2h" }, {}, "malformed_snapshot"],
    ["with a value of `complete` that is not a boolean", { complete: "true" }, {}, "malformed_snapshot"],
    ["with a fetch time that cannot be read", { fetched_at: "yesterday" }, {}, "unusable_time"],
    ["with a fetch time without a zone", { fetched_at: "2026-11-21T09:00:00" }, {}, "unusable_time"],
    [
      "with a fetch time over a minute after its recording time",
      { fetched_at: "2026-11-21T10:01:01Z" },
      {},
      "unusable_time",
    ],
    ["without a recording time", {}, { recordedAt: Number.NaN }, "unusable_time"],
    [
      "with a recording time over five seconds in the future",
      {},
      { now: recordedAt - 5_001 },
      "unusable_time",
    ],
    ["that was recorded before the archive begins", {}, { archiveFrom: recordedAt + 1 }, "before_archive"],
  ];
  test.each(cases)("a snapshot %s is rejected", (_, more, at, reason) => {
    expect(whole({ complete: true, ...more }, { ...clock, ...at })).toEqual({ [reason]: 2 });
  });

  test("a snapshot whose times are exactly at their limits is accepted", () => {
    const edges = check(snapshot([event([])], { fetched_at: "2026-11-21T10:01:00Z" }), {
      recordedAt,
      now: recordedAt - 5_000,
      archiveFrom: recordedAt,
    });
    expect(edges.rejected.size).toBe(0);
  });
});

describe("unusable events", () => {
  const reasonsFor = (more: Loose): Record<string, number> =>
    rejectedBy(check(snapshot([event([{ key: "h2h", outcomes: moneyline() }], more)])));
  test.each([
    ["without a home team", { home: undefined }, "malformed_event"],
    ["with an empty name", { away: "   " }, "malformed_event"],
    ["with a control character in a name", { home: "Buffalo\nBills" }, "malformed_event"],
    ["with a name of over 100 characters", { home: "B".repeat(101) }, "malformed_event"],
    ["with a name of over 80 characters", { home: `Buffalo ${"B".repeat(73)}` }, "name_too_long"],
    ["with a name of over 12 words", { away: "a b c d e f g h i j k l m" }, "name_too_long"],
    [
      "with a name of few characters that stand for many words",
      { away: "\ufdfa".repeat(6) },
      "name_too_long",
    ],
    ["with a reference that is not text", { ref: 12 }, "malformed_event"],
    ["without a start", { commence_time: undefined }, "unusable_time"],
    ["with a start that cannot be read", { commence_time: "2026-13-01T00:00:00Z" }, "unusable_time"],
    ["with a start over two years ahead", { commence_time: "2029-01-01T00:00:00Z" }, "unusable_time"],
    ["with a start over two years ago", { commence_time: "2023-01-01T00:00:00Z" }, "unusable_time"],
  ])("an event %s is rejected", (_, more, reason) => {
    expect(reasonsFor(more)).toEqual({ [reason]: 2 });
  });

  test("an event of over 5,000 prices or markets is rejected as a whole", () => {
    const outcomes = Array.from({ length: maxPricesPerEvent + 1 }, () => moneyline()[0]);
    const markets = Array.from({ length: maxPricesPerEvent + 1 }, () => ({ key: "h2h", outcomes: [] }));
    const checked = check(
      snapshot([event([{ key: "h2h", outcomes }]), event(markets), event([])], { complete: true }),
    );
    expect(rejectedBy(checked)).toEqual({ too_many_prices: maxPricesPerEvent + 2 });
    expect([checked.events.length, checked.complete]).toEqual([1, false]);
  });

  test("of over 1,000 events, those after the first 1,000 are counted, and the snapshot withdraws no other event", () => {
    const events = Array.from({ length: maxEvents + 2 }, () =>
      event([{ key: "h2h", outcomes: moneyline() }]),
    );
    const checked = check(snapshot(events, { complete: true }));
    expect(rejectedBy(checked)).toEqual({ too_many_events: 4 });
    expect([checked.events.length, checked.eventsSeen, checked.rejectedEvents]).toEqual([
      maxEvents,
      maxEvents + 2,
      2,
    ]);
    expect(checked.complete).toBe(false);
  });

  test("the longest spelling of the catalogue is not too long", () => {
    const longest = "Club de Alto Rendimiento Especializado Independiente del Valle (Ecuador)";
    expect(reasonsFor({ home: longest, away: `${"Universidad ".repeat(5)}(Chile)` })).toEqual({});
  });

  test("an event that is not an object counts as one rejected price", () => {
    const checked = check(snapshot([null, 7, event([{ key: "h2h", outcomes: moneyline() }])]));
    expect(rejectedBy(checked)).toEqual({ malformed_event: 2 });
    expect([checked.eventsSeen, checked.rejectedEvents, checked.events.length]).toEqual([3, 2, 1]);
  });

  test("a snapshot with an unreadable event does not count as complete", () => {
    expect(check(snapshot([event([]), { home: "?" }], { complete: true })).complete).toBe(false);
    expect(check(snapshot([event([])], { complete: true })).complete).toBe(true);
  });
});

describe("events in play", () => {
  test("an event that starts exactly when it is recorded is in play: its prices are rejected, but its start is kept", () => {
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

  test("an event that starts a second after its recording is not in play", () => {
    const next = event([{ key: "h2h", outcomes: moneyline() }], {
      commence_time: "2026-11-21T10:00:01.000Z",
    });
    expect(check(snapshot([next])).rejected.size).toBe(0);
  });
});

describe("unread markets, whose earlier prices are not withdrawn", () => {
  const unreadOf = (...markets: unknown[]) => {
    const [checked] = check(snapshot([event(markets)])).events;
    return [[...(checked?.unread ?? [])], checked?.markets.map(({ key }) => key)];
  };
  const lines = (...prices: number[]) =>
    prices.map((decimal, index) => ({ side: index === 0 ? "over" : "under", decimal, point: 45.5 }));

  test.each([
    ["no readable price", { outcomes: lines(1, 1) }],
    ["one bet at two prices", { outcomes: [...lines(1.8), ...lines(1.9)] }],
    ["no list of outcomes", { outcomes: null }],
    ["an unusable fetch time", { outcomes: lines(1.9, 1.9), fetched_at: "soon" }],
  ])("a market is unread, not withdrawn, if it has %s", (_, listed) => {
    expect(unreadOf({ key: "totals", ...listed })).toEqual([["totals"], []]);
  });

  test("a moneyline is unread if the price of one side is unusable", () => {
    const oneBad = [
      { side: "home", decimal: 1.9 },
      { side: "away", decimal: 1 },
    ];
    expect(unreadOf({ key: "h2h", outcomes: oneBad })).toEqual([["h2h"], []]);
  });

  test("a market is neither accepted nor unread if its list of outcomes is empty, or if it is a moneyline with only one side", () => {
    expect(unreadOf({ key: "totals", outcomes: [] })).toEqual([[], []]);
    expect(unreadOf({ key: "h2h", outcomes: [{ side: "home", decimal: 1.9 }] })).toEqual([[], []]);
  });

  test("a total with one usable and one unusable price is accepted, not unread", () => {
    expect(unreadOf({ key: "totals", outcomes: lines(1.9, 1) })).toEqual([[], ["totals"]]);
  });

  test("a market that the reader lists in `unread` is unread", () => {
    const [checked] = check(snapshot([event([], { unread: ["totals", "no_such_market"] })])).events;
    expect(checked?.unread).toEqual(new Set(["totals"]));
    expect(check(snapshot([event([], { unread: "totals" })])).events).toEqual([]);
  });

  test("if a market of an event has an unreadable key, every market that the event does not list counts as unread", () => {
    const [unread, read] = unreadOf({ key: "totals", outcomes: lines(1.9, 1.9) }, { outcomes: [] });
    expect(read).toEqual(["totals"]);
    expect(unread).toEqual(expect.arrayContaining(["h2h", "spreads", "player_pass_yds"]));
    expect(unread).not.toContain("totals");
  });
});

describe("unusable markets of a snapshot", () => {
  test.each([
    ["that is not served", "h2h_lay"],
    ["that its sport does not have", "totals_f5"],
  ])("a market %s is rejected", (_, key) => {
    expect(market(key, moneyline()).rejected).toEqual({ unknown_market: 2 });
  });

  test("a market without a list of outcomes counts as one rejected price", () => {
    expect(market("h2h", undefined).rejected).toEqual({ malformed_market: 1 });
  });

  test("a market with an unreadable or future fetch time is rejected", () => {
    expect(market("h2h", moneyline(), { fetched_at: "soon" }).rejected).toEqual({ unusable_time: 2 });
    expect(market("h2h", moneyline(), { fetched_at: "2026-11-21T10:05:00Z" }).rejected).toEqual({
      unusable_time: 2,
    });
  });
});
