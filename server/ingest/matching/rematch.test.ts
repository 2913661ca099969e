import { describe, expect, test } from "vitest";
import { hourMs } from "@/server/domain/durations";
import { fixture, listed, outcomesIn } from "@/server/ingest/matching/testing/meet";

const nations = "soccer_uefa_nations_league";
const first = fixture("first", "Spain", "Netherlands", "2025-03-20T19:45");
const secondLeg = (ref?: string) => listed("Netherlands", "Spain", "2025-03-23T19:45", ref);
const sameOrder = (ref?: string) => listed("Spain", "Netherlands", "2025-03-23T19:45", ref);
const before = "2025-03-18T12:00";
const after = "2025-03-21T12:00";

/** Other known fixtures. The book's events for these fixtures show whether the book reverses home and away. */
const others = [
  fixture("italy", "Germany", "Italy", "2025-03-20T19:45"),
  fixture("croatia", "France", "Croatia", "2025-03-20T19:45"),
];
const inOrder = [
  listed("Germany", "Italy", "2025-03-20T19:45"),
  listed("France", "Croatia", "2025-03-20T19:45"),
];
const reversedOrder = [
  listed("Italy", "Germany", "2025-03-20T19:45"),
  listed("Croatia", "France", "2025-03-20T19:45"),
];

describe("the same pair three days later", () => {
  // `~first`: the event joins the fixture `first` with home and away swapped.
  test.each([
    [
      "is uncertain if it differs from the first match only in its start",
      "uncertain_fixture first",
      sameOrder(),
      before,
      {},
    ],
    ["is a rematch if home and away are reversed", "new", secondLeg(), before, {}],
    [
      "is a rematch if the book listed the first match under another reference",
      "new",
      sameOrder("L2022"),
      before,
      { L1011: "first" },
    ],
    ["is a rematch if the first match is over", "new", sameOrder(), after, {}],
    ["is a rematch if home and away are reversed and the first match is over", "new", secondLeg(), after, {}],
    [
      "is a rematch if home and away are reversed and the first match has another reference",
      "new",
      secondLeg("L2022"),
      before,
      { L1011: "first" },
    ],
    [
      "is a rematch if the first match has another reference and is over",
      "new",
      sameOrder("L2022"),
      after,
      { L1011: "first" },
    ],
    [
      "joins the first match if it has the same reference, even if home and away are reversed and the first match is over",
      "~first",
      secondLeg("L1011"),
      after,
      { L1011: "first" },
    ],
  ] as const)("an event three days after the first match %s", (_, expected, event, recorded, refs) => {
    expect(outcomesIn(nations, { fixtures: [first], events: [event], recorded, refs })).toEqual([expected]);
  });

  test("reversed teams do not prove a rematch at a book that reverses some of its other matches", () => {
    const scene = { fixtures: [first, ...others], recorded: before };
    const [italy, croatia] = [inOrder[0], reversedOrder[1]].filter((event) => event !== undefined);
    expect(outcomesIn(nations, { ...scene, events: [secondLeg(), ...inOrder] })[0]).toBe("new");
    const mixed = [secondLeg(), italy, croatia].filter((event) => event !== undefined);
    expect(outcomesIn(nations, { ...scene, events: mixed })[0]).toBe("uncertain_fixture first");
  });

  test("an event becomes a new fixture if its own book never listed the pair's known fixture and only one other book lists that fixture", () => {
    const scene = { fixtures: [first], events: [sameOrder()], recorded: before };
    expect(outcomesIn(nations, { ...scene, startsOfOthers: { first: ["2025-03-20T19:45"] } })).toEqual([
      "new",
    ]);
    expect(
      outcomesIn(nations, { ...scene, startsOfOthers: { first: ["2025-03-20T19:45", "2025-03-20T19:45"] } }),
    ).toEqual(["uncertain_fixture first"]);
    expect(
      outcomesIn(nations, { ...scene, startsOfOthers: { first: ["2025-03-20T19:45"] }, quoted: ["first"] }),
    ).toEqual(["uncertain_fixture first"]);
  });

  test("an event that starts between two fixtures becomes a new fixture if each of the two is listed by only one other book", () => {
    const third = fixture("third", "Spain", "Netherlands", "2025-03-25T13:30");
    const event = listed("Spain", "Netherlands", "2025-03-22T00:45");
    const scene = { fixtures: [first, third], events: [event], recorded: before };
    const lone = { first: ["2025-03-20T19:45"], third: ["2025-03-25T13:30"] };
    expect(outcomesIn(nations, { ...scene, startsOfOthers: lone })).toEqual(["new"]);
    const backed = { ...lone, third: ["2025-03-25T13:30", "2025-03-25T13:30"] };
    expect(outcomesIn(nations, { ...scene, startsOfOthers: backed })).toEqual([
      "uncertain_fixture first third",
    ]);
  });

  test("an event joins the first match if another book lists the first match at about the event's start", () => {
    const scene = { fixtures: [first], events: [sameOrder()], recorded: before };
    const outcomes = (...starts: string[]) =>
      outcomesIn(nations, { ...scene, startsOfOthers: { first: starts } });
    expect(outcomes("2025-03-20T19:45", "2025-03-23T19:40")).toEqual(["first"]);
    expect(outcomes("2025-03-20T19:45", "2025-03-23T15:45")).toEqual(["uncertain_fixture first"]);
  });

  test("an event with the first match's reference and the second match's start joins the second match if no other book lists the first match", () => {
    const second = fixture("second", "Spain", "Netherlands", "2025-03-23T19:45");
    const scene = { fixtures: [first, second], events: [sameOrder("L1011")], recorded: before };
    const refs = { L1011: "first" };
    expect(outcomesIn(nations, { ...scene, refs, startsOfOthers: { first: [] } })).toEqual(["second"]);
    expect(outcomesIn(nations, { ...scene, refs })).toEqual(["uncertain_fixture first second"]);
  });

  test("at a book that reverses all other matches, an event with the same home team as the first match is a rematch, and a reversed event is uncertain", () => {
    const scene = { fixtures: [first, ...others], recorded: before };
    expect(outcomesIn(nations, { ...scene, events: [secondLeg(), ...reversedOrder] })).toEqual([
      "uncertain_fixture first",
      "~italy",
      "~croatia",
    ]);
    expect(outcomesIn(nations, { ...scene, events: [sameOrder(), ...reversedOrder] })[0]).toBe("new");
  });

  test.each([70, 89, 91.5, 93.8, 48, 37])(
    "an event with reversed teams that starts %s hours after the first match is a rematch",
    (hours) => {
      const start = first.commenceTime + hours * hourMs;
      const events = [{ ...secondLeg(), commenceTime: start }];
      expect(outcomesIn(nations, { fixtures: [first], events, recorded: after })).toEqual(["new"]);
    },
  );

  test.each(["2025-03-22T09:00", "2025-03-22T19:45", "2025-03-23T06:00"])(
    "two events of a pair are two matches if they start at 2025-03-20T19:45 and %s, even if both have the same home team",
    (start) => {
      const both = [
        listed("Spain", "Netherlands", "2025-03-20T19:45"),
        listed("Spain", "Netherlands", start),
      ];
      expect(outcomesIn(nations, { fixtures: [first], events: both })).toEqual(["first", "new"]);
      expect(outcomesIn(nations, { events: both })).toEqual(["new", "new"]);
    },
  );

  test("two events of a pair in one snapshot, with starts days apart, are two matches", () => {
    const legs = [listed("Spain", "Netherlands", "2025-03-20T19:45"), secondLeg()];
    expect(outcomesIn(nations, { events: legs })).toEqual(["new", "new"]);
    const twoDays = [
      listed("Spain", "Netherlands", "2025-03-20T19:45"),
      listed("Netherlands", "Spain", "2025-03-22T19:45"),
    ];
    expect(outcomesIn(nations, { events: twoDays })).toEqual(["new", "new"]);
    expect(outcomesIn(nations, { fixtures: [first], events: twoDays })).toEqual(["first", "new"]);
  });

  test("an event that starts between two known fixtures of the pair is uncertain", () => {
    const second = fixture("second", "Netherlands", "Spain", "2025-03-24T19:45");
    const between = [listed("Netherlands", "Spain", "2025-03-22T19:45", "L3033")];
    const scene = { fixtures: [first, second], events: between, recorded: after, refs: { L1011: "first" } };
    expect(outcomesIn(nations, scene)).toEqual(["uncertain_fixture first second"]);
  });

  test("an event of a postponed match joins the match's fixture if the event's reference is unchanged", () => {
    const moved = [sameOrder("L1011")];
    expect(
      outcomesIn(nations, { fixtures: [first], events: moved, recorded: after, refs: { L1011: "first" } }),
    ).toEqual(["first"]);
  });

  test("an event joins a rematch that is already a fixture, whichever team the event has at home", () => {
    const second = fixture("second", "Netherlands", "Spain", "2025-03-23T19:45");
    const fixtures = [first, second];
    for (const recorded of [before, after]) {
      expect(outcomesIn(nations, { fixtures, events: [secondLeg("L2022")], recorded })).toEqual(["second"]);
      expect(outcomesIn(nations, { fixtures, events: [sameOrder()], recorded })).toEqual(["~second"]);
    }
  });
});

test("reversed teams do not distinguish games of a series", () => {
  const game = fixture("game", "Pittsburgh Penguins", "Florida Panthers", "2026-03-28T23:00");
  const events = [listed("Florida Panthers", "Pittsburgh Penguins", "2026-03-29T11:00")];
  expect(outcomesIn("icehockey_nhl", { fixtures: [game], events, recorded: "2026-03-29T08:00" })).toEqual([
    "uncertain_fixture game",
  ]);
});
