import { describe, expect, test } from "vitest";
import { fixture, listed, matchIn, outcomesIn } from "@/server/matching/testing/meet";

const brazil = "soccer_brazil_campeonato";
const time = "2026-08-15T19:00";
const known = fixture("k", "Botafogo RJ", "Juventude", time);

describe("in a league whose teams are learned from books", () => {
  test("unknown names become teams, in the book's own order and spelling", () => {
    const [match] = matchIn(brazil, { events: [listed("  Botafogo RJ ", "Grêmio", time)] });
    expect(match).toEqual({
      kind: "new",
      homeTeam: "Grêmio",
      awayTeam: "Botafogo RJ",
      learned: ["Grêmio", "Botafogo RJ"],
    });
  });

  test("one team that differs in accents alone is one team", () => {
    const matches = matchIn(brazil, {
      events: [listed("Gremio", "Bahia", time), listed("Santos", "Grêmio", "2026-08-22T19:00")],
    });
    expect(matches.map((match) => match.kind === "new" && [match.awayTeam, match.homeTeam])).toEqual([
      ["Grêmio", "Bahia"],
      ["Santos", "Grêmio"],
    ]);
  });

  test("a plainly shorter name is the opponent at the very same time", () => {
    const events = [listed("Botafogo", "Juventude", time)];
    expect(outcomesIn(brazil, { fixtures: [known], events })).toEqual(["k"]);
    const swapped = [listed("Juventude", "Botafogo", time)];
    expect(outcomesIn(brazil, { fixtures: [known], events: swapped })).toEqual(["~k"]);
  });

  test("a name that is only split into other words is the opponent at the very same time", () => {
    const match = fixture("h", "Al Hilal", "Juventude", time);
    expect(outcomesIn(brazil, { fixtures: [match], events: [listed("Alhilal", "Juventude", time)] })).toEqual(
      ["h"],
    );
    const elsewhere = [listed("Alhilal", "Vasco", time)];
    expect(outcomesIn(brazil, { fixtures: [match], events: elsewhere })).toEqual(["unknown_name h"]);
  });

  test("a shorter name is not joined at another time, and noted", () => {
    const events = [listed("Botafogo", "Juventude", "2026-08-15T20:00")];
    expect(outcomesIn(brazil, { fixtures: [known], events })).toEqual(["unknown_name k"]);
  });

  test("a shorter name is followed by reference where the start moves", () => {
    const events = [listed("Botafogo", "Juventude", "2026-08-15T21:30", "x9001")];
    expect(outcomesIn(brazil, { fixtures: [known], events, refs: { x9001: "k" } })).toEqual(["k"]);
  });

  test("a shorter name that fits two teams is not joined", () => {
    const events = [listed("Botafogo", "Juventude", time)];
    expect(outcomesIn(brazil, { fixtures: [known], events, learned: ["Botafogo SP"] })).toEqual([
      "unknown_name k",
    ]);
  });

  test("a name that says no more than United is not joined", () => {
    const united = fixture("u", "Sporting Cristal", "Juventude", time);
    const events = [listed("Sporting", "Juventude", time)];
    expect(outcomesIn(brazil, { fixtures: [united], events })).toEqual(["unknown_name u"]);
  });

  test.each(["Botafogo RJ Women", "Botafogo RJ U20", "Botafogo RJ (W)"])(
    "%s is not the first men's side",
    (name) => {
      const [match] = matchIn(brazil, { fixtures: [known], events: [listed(name, "Juventude", time)] });
      expect(match?.kind).toBe("unmatched");
      const other = [listed(name, "Vasco", "2026-08-20T19:00")];
      expect(outcomesIn(brazil, { fixtures: [known], events: other })).toEqual(["new"]);
    },
  );

  test("a known team that plays somebody else at that time leaves an unknown opponent unmatched", () => {
    const events = [listed("Fogão", "Juventude", "2026-08-15T19:30")];
    expect(outcomesIn(brazil, { fixtures: [known], events })).toEqual(["unknown_name k"]);
    const weekLater = [listed("Fogão", "Juventude", "2026-08-22T19:00")];
    expect(outcomesIn(brazil, { fixtures: [known], events: weekLater })).toEqual(["new"]);
  });

  test("a name that could be a known team waits until the book names both", () => {
    const rivadavia = listed("Botafogo RJ Paulista", "Vasco", "2026-08-20T19:00");
    expect(outcomesIn(brazil, { fixtures: [known], events: [rivadavia] })).toEqual(["unknown_name"]);
    const both = [rivadavia, listed("Botafogo RJ", "Juventude", time)];
    expect(outcomesIn(brazil, { fixtures: [known], events: both })).toEqual(["new", "k"]);
  });

  test("two unknown names that resemble a match at that time are no new match", () => {
    const moscow = fixture("m", "Lokomotiv Moscow", "Zenit Petersburg", time);
    const events = [listed("Loko Mosc", "Zenit St Peterburg", time)];
    expect(outcomesIn(brazil, { fixtures: [moscow], events })).toEqual(["unknown_name m"]);
  });

  test("two unknown names that share no more than a word with a match at that time are doubtful too", () => {
    const match = fixture("m", "Lokomotiv Moscow", "Zenit Petersburg", time);
    const events = [listed("Moscow Railwaymen", "Petersburg Lions", time)];
    expect(outcomesIn(brazil, { fixtures: [match], events })).toEqual(["unknown_name m"]);
    const later = [listed("Moscow Railwaymen", "Petersburg Lions", "2026-08-16T19:00")];
    expect(outcomesIn(brazil, { fixtures: [match], events: later })).toEqual(["new"]);
  });

  test("a name that the book uses for another team beside it is not joined", () => {
    const events = [
      listed("Botafogo", "Juventude", time),
      listed("Botafogo RJ", "Vasco", "2026-08-22T19:00"),
    ];
    expect(outcomesIn(brazil, { fixtures: [known], events })).toEqual(["unknown_name k", "new"]);
  });

  test("two learned spellings of one team do not make two fixtures at one time", () => {
    const events = [listed("Botafogo", "Juventude", time)];
    expect(outcomesIn(brazil, { fixtures: [known], events, learned: ["Botafogo"] })).toEqual([
      "uncertain_fixture k",
    ]);
    const distant = [listed("Botafogo", "Juventude", "2026-08-29T19:00")];
    expect(outcomesIn(brazil, { fixtures: [known], events: distant, learned: ["Botafogo"] })).toEqual([
      "new",
    ]);
  });

  test("a respelt name is a known fixture or nothing", () => {
    const game = fixture("f", "Doosan Bears", "Kia Tigers", "2026-08-15T09:30");
    const events = [
      listed("Doosan", "Kia Tigers", "2026-08-15T10:30", "k1001"),
      listed("Doosan", "Kia Tigers", "2026-08-15T09:30", "k1002"),
    ];
    expect(outcomesIn("baseball_kbo", { fixtures: [game], events, refs: { k1001: "f" } })).toEqual([
      "f",
      "uncertain_fixture f",
    ]);
  });

  test.each(["TBD", "Winner Match 12", "Home", "", "?", "Juventude (Corners)"])(
    "%j never becomes a team",
    (name) => {
      const [match] = matchIn(brazil, { events: [listed(name, "Vasco", time)] });
      expect(match).toMatchObject({ kind: "unmatched", reason: "unknown_name" });
      expect(outcomesIn(brazil, { events: [listed("Bahia", "Vasco", time)] })).toEqual(["new"]);
    },
  );

  test("a name in two spellings against itself is no match", () => {
    expect(outcomesIn(brazil, { events: [listed("Gremio", "Grêmio", time)] })).toEqual(["same_team"]);
  });
});
