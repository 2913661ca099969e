import { describe, expect, test } from "vitest";
import { fixture, listed, outcomesIn } from "@/server/ingest/matching/testing/meet";

const mlb = "baseball_mlb";
const game = (id: string, time: string) => fixture(id, "Baltimore Orioles", "Cleveland Guardians", time);
const event = (time: string, ref?: string) => listed("BAL Orioles", "CLE Guardians", time, ref);
const day1 = game("g1", "2026-07-04T17:10");
const night = game("g2", "2026-07-04T20:40");
const nextDay = game("n", "2026-07-05T17:10");

describe("a known single game", () => {
  test.each([
    ["2026-07-04T17:10", "g1"],
    ["2026-07-04T17:00", "g1"],
    ["2026-07-04T18:35", "g1"],
  ])("an event at %s joins the known game at 2026-07-04T17:10", (time, expected) => {
    expect(outcomesIn(mlb, { fixtures: [day1], events: [event(time)] })).toEqual([expected]);
  });

  test("an event that starts hours after the known game is uncertain, because it may be a second game", () => {
    expect(outcomesIn(mlb, { fixtures: [day1], events: [event("2026-07-04T20:40")] })).toEqual([
      "uncertain_fixture g1",
    ]);
  });

  test("the next game of a series is another fixture", () => {
    expect(outcomesIn(mlb, { fixtures: [day1], events: [event("2026-07-05T17:10")] })).toEqual(["new"]);
    expect(outcomesIn(mlb, { fixtures: [day1], events: [event("2026-07-05T15:35")] })).toEqual(["new"]);
    expect(outcomesIn(mlb, { fixtures: [day1, nextDay], events: [event("2026-07-05T17:15")] })).toEqual([
      "n",
    ]);
  });

  test("a delayed game keeps its fixture if the book keeps the game's reference", () => {
    const scene = { fixtures: [day1], events: [event("2026-07-04T19:55", "b7711")], refs: { b7711: "g1" } };
    expect(outcomesIn(mlb, scene)).toEqual(["g1"]);
  });

  test("a postponed game with an unchanged reference keeps its fixture if no other game is at the old or the new time", () => {
    const refs = { b7711: "g1" };
    const moved = event("2026-07-05T17:10", "b7711");
    expect(outcomesIn(mlb, { fixtures: [day1], events: [moved], refs })).toEqual(["g1"]);
    expect(
      outcomesIn(mlb, { fixtures: [day1], events: [moved, event("2026-07-04T17:10", "b7799")], refs }),
    ).toEqual(["uncertain_fixture g1", "uncertain_fixture g1"]);
    expect(outcomesIn(mlb, { fixtures: [day1, nextDay], events: [moved], refs })).toEqual([
      "uncertain_fixture g1 n",
    ]);
  });
});

describe("a doubleheader", () => {
  test("two listed games become two new fixtures if they start hours apart or have references", () => {
    expect(
      outcomesIn(mlb, { events: [event("2026-07-04T17:10", "a1001"), event("2026-07-04T20:40", "a1002")] }),
    ).toEqual(["new", "new"]);
    expect(
      outcomesIn(mlb, { events: [event("2026-07-04T17:10", "a1001"), event("2026-07-04T17:40", "a1002")] }),
    ).toEqual(["new", "new"]);
    expect(outcomesIn(mlb, { events: [event("2026-07-04T17:10"), event("2026-07-04T17:40")] })).toEqual([
      "new",
      "repeated_event #0",
    ]);
  });

  test("the second game of a doubleheader becomes a fixture when the book lists both games", () => {
    const events = [event("2026-07-04T20:40", "a1002"), event("2026-07-04T17:10", "a1001")];
    expect(outcomesIn(mlb, { fixtures: [day1], events })).toEqual(["new", "g1"]);
    const placeholder = [event("2026-07-04T17:40", "a1002"), event("2026-07-04T17:10", "a1001")];
    expect(outcomesIn(mlb, { fixtures: [day1], events: placeholder })).toEqual(["new", "g1"]);
  });

  test("an event with a new reference is a second game only if it starts hours after the known game", () => {
    const scene = { fixtures: [day1], events: [event("2026-07-04T20:40", "a1002")], refs: { a1001: "g1" } };
    expect(outcomesIn(mlb, scene)).toEqual(["new"]);
    const near = { ...scene, events: [event("2026-07-04T17:50", "a1002")] };
    expect(outcomesIn(mlb, near)).toEqual(["uncertain_fixture g1"]);
    const renamed = { ...scene, events: [event("2026-07-04T17:10", "a1002")] };
    expect(outcomesIn(mlb, renamed)).toEqual(["g1"]);
  });

  test("an event joins the game whose start is close, and an event between two games joins neither game", () => {
    const fixtures = [day1, night];
    expect(outcomesIn(mlb, { fixtures, events: [event("2026-07-04T17:20")] })).toEqual(["g1"]);
    expect(outcomesIn(mlb, { fixtures, events: [event("2026-07-04T20:40")] })).toEqual(["g2"]);
    expect(outcomesIn(mlb, { fixtures, events: [event("2026-07-04T18:40")] })).toEqual([
      "uncertain_fixture g1 g2",
    ]);
    const placeholder = [day1, game("g2", "2026-07-04T17:40")];
    expect(outcomesIn(mlb, { fixtures: placeholder, events: [event("2026-07-04T17:40")] })).toEqual(["g2"]);
    expect(outcomesIn(mlb, { fixtures: placeholder, events: [event("2026-07-04T17:25")] })).toEqual([
      "uncertain_fixture g1 g2",
    ]);
  });

  test("two events are matched to the two games of a doubleheader in order of time if the second game's start is a placeholder", () => {
    const fixtures = [day1, game("g2", "2026-07-05T07:33")];
    const events = [event("2026-07-04T20:40"), event("2026-07-04T17:10")];
    expect(outcomesIn(mlb, { fixtures, events })).toEqual(["g2", "g1"]);
  });

  test("two events are not matched to two games in order of time if the earlier event has the start of the second game", () => {
    const events = [event("2026-07-04T20:40"), event("2026-07-05T00:30")];
    expect(outcomesIn(mlb, { fixtures: [day1, night], events })).toEqual(["g2", "uncertain_fixture g1 g2"]);
  });

  test("two events are not matched to the games of a day in order of time if there is a third game or one event is uncertain", () => {
    const three = [day1, game("g2", "2026-07-04T20:10"), game("g3", "2026-07-05T00:40")];
    const events = [event("2026-07-04T17:10"), event("2026-07-04T22:30")];
    expect(outcomesIn(mlb, { fixtures: three, events })).toEqual(["g1", "uncertain_fixture g1 g2 g3"]);
    const moved = [event("2026-07-04T20:40", "a1001"), event("2026-07-04T23:50")];
    expect(outcomesIn(mlb, { fixtures: [day1, night], events: moved, refs: { a1001: "g1" } })).toEqual([
      "uncertain_fixture g1 g2",
      "uncertain_fixture g1 g2",
    ]);
  });

  test("the games of a doubleheader keep their fixtures by reference when both starts move", () => {
    const refs = { a1001: "g1", a1002: "g2" };
    const events = [event("2026-07-04T20:40", "a1001"), event("2026-07-04T23:50", "a1002")];
    expect(outcomesIn(mlb, { fixtures: [day1, night], events, refs })).toEqual(["g1", "g2"]);
  });

  test("if both games of a doubleheader have the same start, they are not matched by start", () => {
    const events = [event("2026-07-04T17:10", "a1001"), event("2026-07-04T17:10", "a1002")];
    expect(outcomesIn(mlb, { fixtures: [day1], events })).toEqual(["repeated_event g1", "repeated_event g1"]);
    expect(outcomesIn(mlb, { fixtures: [day1], events, refs: { a1001: "g1" } })).toEqual([
      "g1",
      "repeated_event g1",
    ]);
  });
});
