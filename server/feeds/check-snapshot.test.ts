import { describe, expect, test } from "vitest";
import { type CheckedSnapshot, checkSnapshot } from "@/server/feeds/check-snapshot";
import type { BookSnapshot } from "@/server/feeds/snapshot";

const recordedAt = Date.parse("2026-11-21T10:00:00Z");
const clock = { recordedAt, now: recordedAt, archiveFrom: Date.parse("2026-09-01T00:00:00Z") };

type Loose = Record<string, unknown>;

const moneyline = (): Loose[] => [
  { side: "home", american: -150 },
  { side: "away", american: 130 },
];

const event = (markets: unknown, more: Loose = {}): Loose => ({
  commence_time: "2026-11-22T18:00:00Z",
  home: "Buffalo Bills",
  away: "Kansas City Chiefs",
  markets,
  ...more,
});

const snapshot = (events: unknown, more: Loose = {}): BookSnapshot =>
  ({
    book: "northline",
    sport: "americanfootball_nfl",
    fetched_at: "2026-11-21T09:59:30Z",
    events,
    ...more,
  }) as unknown as BookSnapshot;

const check = (untrusted: unknown, at = clock): CheckedSnapshot =>
  checkSnapshot(untrusted as BookSnapshot, at);

const rejectedBy = (checked: CheckedSnapshot): Record<string, number> => Object.fromEntries(checked.rejected);

/** What the border makes of one market with the given outcomes. */
const market = (key: string, outcomes: unknown, more: Loose = {}, whole: Loose = {}) => {
  const checked = check(snapshot([event([{ key, outcomes, ...more }])], whole));
  return { rejected: rejectedBy(checked), outcomes: checked.events[0]?.markets[0]?.outcomes ?? [], checked };
};

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
    ["recorded over a minute ahead of now", {}, { now: recordedAt - 60_001 }, "unusable_time"],
    ["recorded before the archive", {}, { archiveFrom: recordedAt + 1 }, "before_archive"],
  ];
  test.each(cases)("%s", (_, more, at, reason) => {
    expect(whole({ complete: true, ...more }, { ...clock, ...at })).toEqual({ [reason]: 2 });
  });

  test("and stands at the edges of what is possible", () => {
    const edges = check(snapshot([event([])], { fetched_at: "2026-11-21T10:01:00Z" }), {
      recordedAt,
      now: recordedAt - 60_000,
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
      },
    ]);
    expect(checked.rejectedEvents).toBe(1);
    expect(checked.complete).toBe(true);
  });

  test("is one from a millisecond after its recording no more", () => {
    const next = event([{ key: "h2h", outcomes: moneyline() }], {
      commence_time: "2026-11-21T10:00:00.001Z",
    });
    expect(check(snapshot([next])).rejected.size).toBe(0);
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

describe("a price is refused", () => {
  const total = (more: Loose): Loose => ({ side: "over", american: -110, point: 44.5, ...more });
  test.each([
    ["that is no object", "over", "malformed_outcome"],
    ["with a side nobody knows", total({ side: "Over" }), "malformed_outcome"],
    ["without a notation", total({ american: undefined }), "malformed_outcome"],
    ["in two notations", total({ decimal: 1.91 }), "malformed_outcome"],
    ["with a size of no kind", total({ size: { kind: "", amount: 1 } }), "malformed_outcome"],
    ["with a negative size", total({ size: { kind: "contracts", amount: -1 } }), "malformed_outcome"],
    ["that is text", total({ american: "-110" }), "price_not_finite"],
    ["that is NaN", total({ american: Number.NaN }), "price_not_finite"],
    ["that is null", total({ american: null }), "price_not_finite"],
    ["American and fractional", total({ american: -110.5 }), "price_out_of_range"],
    ["American inside (-100, 100)", total({ american: 99 }), "price_out_of_range"],
    ["American and absurd", total({ american: 1_000_001 }), "price_out_of_range"],
    ["decimal and exactly 1", total({ american: undefined, decimal: 1 }), "price_out_of_range"],
    ["decimal and below 1", total({ american: undefined, decimal: 0.5 }), "price_out_of_range"],
    ["a certainty", total({ american: undefined, probability: 1 }), "price_out_of_range"],
    ["an impossibility", total({ american: undefined, probability: 0 }), "price_out_of_range"],
    ["without the point it needs", total({ point: null }), "point_missing"],
    ["with a point that is text", total({ point: "44.5" }), "point_not_finite"],
    ["with an absurd point", total({ point: 1e9 }), "point_out_of_range"],
    ["with a side its market does not have", total({ side: "home" }), "side_not_allowed"],
    ["with a team where none belongs", total({ team: "home" }), "team_not_allowed"],
    ["with a player where none belongs", total({ player: "A" }), "player_not_allowed"],
  ])("%s", (_, outcome, reason) => {
    const { rejected, outcomes } = market("totals", [outcome, total({ side: "under" })]);
    expect(rejected).toEqual({ [reason]: 1 });
    expect(outcomes).toHaveLength(1);
  });

  test.each([
    ["with a point on a moneyline", "h2h", { side: "home", american: 100, point: 0 }, "point_not_allowed"],
    ["a draw where the sport has none", "h2h", { side: "draw", american: 900 }, "side_not_allowed"],
    ["a team total of no team", "team_totals", { side: "over", american: 100, point: 20.5 }, "team_missing"],
    [
      "a team total of a third team",
      "team_totals",
      { side: "over", american: 100, point: 20.5, team: "Bills" },
      "malformed_outcome",
    ],
    ["a prop of nobody", "player_pass_yds", { side: "over", american: 100, point: 9.5 }, "player_missing"],
    [
      "a prop of a player with a line break",
      "player_pass_yds",
      { side: "over", american: 100, point: 9.5, player: "A\u2028B" },
      "malformed_outcome",
    ],
  ])("%s", (_, key, outcome, reason) => {
    expect(market(key, [outcome]).rejected).toEqual({ [reason]: 1 });
  });

  test("a draw stands where the sport has one", () => {
    const drawn = [...moneyline(), { side: "draw", american: 240 }];
    const { rejected, outcomes } = market("h2h", drawn, {}, { sport: "soccer_epl" });
    expect(rejected).toEqual({});
    expect(outcomes.map(({ side }) => side)).toEqual(["home", "away", "draw"]);
  });

  test("even money stands with either sign", () => {
    const even = [
      { side: "home", american: -100 },
      { side: "away", american: 100 },
    ];
    expect(market("h2h", even).outcomes).toHaveLength(2);
  });
});

describe("outcomes of one market", () => {
  const over = (american: number, more: Loose = {}): Loose => ({
    side: "over",
    american,
    point: 44.5,
    ...more,
  });

  test("collapse where they repeat exactly, and repeats are no rejects", () => {
    const { rejected, outcomes, checked } = market("totals", [over(-110), over(-110), over(-110)]);
    expect(rejected).toEqual({});
    expect(outcomes).toHaveLength(1);
    expect([checked.pricesSeen, checked.pricesRepeated]).toEqual([3, 2]);
  });

  test("all go where one bet has two prices, repeats of them included", () => {
    const { rejected, outcomes, checked } = market("totals", [
      over(-110),
      over(-110),
      over(-105),
      over(-110, { point: 45 }),
    ]);
    expect(rejected).toEqual({ conflicting_prices: 3 });
    expect(outcomes).toEqual([{ side: "over", price: { american: -110 }, point: 45 }]);
    expect(checked.pricesSeen).toBe(4);
  });

  test("are the same bet only at the same line, team and player", () => {
    const props = ["A", "B"].map((player) => ({
      side: "over",
      american: player === "A" ? 100 : 120,
      point: 4.5,
      player,
    }));
    expect(market("player_pass_tds", props).outcomes).toHaveLength(2);
    const totals = ["home", "away"].map((team) => ({
      side: "over",
      american: team === "home" ? 100 : 120,
      point: 4.5,
      team,
    }));
    expect(market("team_totals", totals).outcomes).toHaveLength(2);
  });

  test("keep their price and no size where sizes at one price disagree", () => {
    const sized = [1, 2].map((amount) => over(-110, { size: { kind: "contracts", amount } }));
    expect(market("totals", sized).outcomes).toEqual([
      { side: "over", price: { american: -110 }, point: 44.5 },
    ]);
  });

  test("are merged when their market is listed twice, with the older time", () => {
    const parts = [
      { key: "totals", fetched_at: "2026-11-21T09:50:00Z", outcomes: [over(-110)] },
      { key: "totals", outcomes: [over(-110), { side: "under", american: -110, point: 44.5 }] },
    ];
    const checked = check(snapshot([event(parts)]));
    expect(checked.events[0]?.markets).toEqual([
      {
        key: "totals",
        fetchedAt: Date.parse("2026-11-21T09:50:00Z"),
        outcomes: [
          { side: "over", price: { american: -110 }, point: 44.5 },
          { side: "under", price: { american: -110 }, point: 44.5 },
        ],
      },
    ]);
    expect(checked.pricesRepeated).toBe(1);
  });

  test("conflict across two listings of their market", () => {
    const parts = [-110, -120].map((american) => ({ key: "totals", outcomes: [over(american)] }));
    expect(rejectedBy(check(snapshot([event(parts)])))).toEqual({ conflicting_prices: 2 });
  });

  test("of a moneyline need two sides, those of a total do not", () => {
    expect(market("h2h", [{ side: "home", american: 100 }]).rejected).toEqual({ one_sided: 1 });
    expect(market("totals", [over(-110)]).outcomes).toHaveLength(1);
  });

  test("come out alike whatever their order was, pick'em lines included", () => {
    const lines = [
      { side: "away", american: -110, point: -0 },
      { side: "home", american: -110, point: 0 },
    ];
    const forth = market("spreads", lines).outcomes;
    expect(market("spreads", lines.toReversed()).outcomes).toEqual(forth);
    expect(forth.map(({ point }) => Object.is(point, 0))).toEqual([true, true]);
  });
});
